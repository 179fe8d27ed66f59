"""A judge of arguments: does what is said follow from what is named or lit, and nothing else?

What everybody sees counts as known: what is drawn, how many more bridges each pair of islands can
take by what is obvious, what was said before, and the rules. Of all other clues, only those of the
islands that a sentence names, or that the board lights, may be used. From these a SAT solver must
derive each conclusion, that each dismissed case is impossible, and each contradiction; every number
must be that of the board. It shares no code with the techniques.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, product
from math import inf
from typing import NamedTuple, Self

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Solver as SatSolver

from hashi_gui.core.board import MARK, Board, LogKind, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components
from hashi_gui.core.wording import format_duration
from hashi_gui.logic.reasoning.techniques.technique import Case, Fault
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.hints import hint_from_technique, next_hint
from hashi_gui.logic.teaching.review import Moment, Pause, Review
from hashi_gui.logic.teaching.review_text import moment_text, pause_text, summary, take_home
from hashi_gui.logic.teaching.walkthrough import Walkthrough
from hashi_gui.logic.wording import letters_for, mentioned_islands, with_letters
from hashi_gui.solving import Solver

UNLIMITED = 1 << 20


class Claim(NamedTuple):
    """That an edge has at least or at most so many bridges."""

    edge: int
    is_minimum: bool
    bound: int


@dataclass(frozen=True, slots=True)
class Known:
    """The least and the most bridges of each edge that everybody sees, and the islands in use."""

    puzzle: Puzzle
    low: Sequence[int]
    high: Sequence[int]
    islands: Collection[int] = ()

    @classmethod
    def on(cls, puzzle: Puzzle, board: Board) -> Self:
        limit = puzzle.rules.max_bridges
        highs = [0 if edge in board.marks else limit for edge in range(len(puzzle.edges))]
        return cls(puzzle, list(board.counts or bytes(len(highs))), highs).after()

    def after(self, *claims: Claim) -> Self:
        """What is known after some claims, with what is obvious then."""
        low, high = list(self.low), list(self.high)
        for edge, is_minimum, bound in claims:
            if is_minimum:
                low[edge] = max(low[edge], bound)
            else:
                high[edge] = min(high[edge], bound)
        after = replace(self, low=low, high=high)
        for edge in self.puzzle.edges:
            if high[edge.id] > low[edge.id]:
                is_crossed = any(low[across] for across in self.puzzle.crossings[edge.id])
                most = 0 if is_crossed else min(map(after.most, (edge.a, edge.b)))
                high[edge.id] = min(high[edge.id], low[edge.id] + max(0, most))
        return after

    def seeing(self, *pages: Explanation) -> Self:
        """The same with the islands that some pages name or light."""
        islands = {i for page in pages for i in page.highlight.islands}
        return replace(self, islands=islands.union(*(mentioned_islands(p.text) for p in pages)))

    def need(self, island: int) -> int:
        """How many bridges an island needs that are not drawn; of a "?", the first."""
        clue = self.puzzle.islands[island].clue
        drawn = sum(self.low[edge] for edge in self.puzzle.incident[island])
        return int(not drawn) if clue is None else clue - drawn

    def most(self, island: int) -> int:
        """How many more bridges an island takes."""
        return UNLIMITED if self.puzzle.islands[island].clue is None else self.need(island)

    def rooms(self, island: int) -> dict[int, int]:
        """For each neighbour with which an island can have more bridges, how many more."""
        rooms = {
            there.id: self.high[edge.id] - self.low[edge.id]
            for edge, there in self.puzzle.neighbours(island)
        }
        return {there: room for there, room in rooms.items() if room > 0}

    def room(self, island: int) -> int:
        """How many more bridges fit at an island."""
        return sum(self.rooms(island).values())

    def edge(self, one: int | str, two: int | str) -> int:
        """The edge of two islands."""
        edges = self.puzzle.neighbours(int(one))
        return next(edge.id for edge, there in edges if there.id == int(two))

    def ranges(self, text: str) -> list[tuple[int, int, int]]:
        """Edges of a list, with the least and the most bridges that it says."""
        found = []
        for item in text.split(COMMA):
            match = re.fullmatch(rf"(no )?{PAIR}(?: ×(\d+)(?: at (least|most))?)?", item)
            check(match, f"not understood: {item}")
            assert match
            no, one, two, number, kind = match.groups()
            n = 0 if no else int(number or 1)
            least = 0 if kind == "most" else n
            most = self.puzzle.rules.max_bridges if kind == "least" else n
            found.append((self.edge(one, two), least, most))
        return found

    def is_exactly(self, text: str) -> bool:
        """Whether edges must have exactly as many bridges as a list says."""
        return all(
            self.implies(Claim(edge, True, n)) and self.implies(Claim(edge, False, n))
            for edge, n, _most in self.ranges(text)
        )

    def implies(self, claim: Claim) -> bool:
        edge, is_minimum, bound = claim
        limit = self.puzzle.rules.max_bridges
        return not self.allows({edge: (0, bound - 1) if is_minimum else (bound + 1, limit)})

    def most_of(self, edge: int, supposed: Mapping[int, tuple[int, int]]) -> int:
        """The most bridges of an edge while others have what is supposed."""
        least, most = supposed.get(edge, (0, self.high[edge]))
        numbers = range(min(most, self.high[edge]), least, -1)
        return next((n for n in numbers if self.allows({**supposed, edge: (n, n)})), least)

    def allows(self, supposed: Mapping[int, tuple[int, int]]) -> bool:
        """Whether bridges within the bounds that are supposed for some edges break no rule."""
        puzzle, pool = self.puzzle, IDPool()
        bounds = [list(each) for each in zip(self.low, self.high)]
        for edge, (least, most) in supposed.items():
            bounds[edge] = [max(least, bounds[edge][0]), min(most, bounds[edge][1])]
        if any(least > most for least, most in bounds):
            return False
        # One variable for each bridge: the second is only there with the first.
        bridges = [
            [pool.id((edge, number)) for number in range(1, most + 1)]
            for edge, (_least, most) in enumerate(bounds)
        ]
        with SatSolver("cadical153") as solver:
            for edge, (least, _most) in enumerate(bounds):
                solver.append_formula([[each] for each in bridges[edge][:least]])
                solver.append_formula([[-b, a] for a, b in zip(bridges[edge], bridges[edge][1:])])
                for across in puzzle.crossings[edge]:
                    if bridges[edge] and bridges[across] and across > edge:
                        solver.add_clause([-bridges[edge][0], -bridges[across][0]])
            for clauses in map(
                partial(self._clauses_of, pool=pool, bridges=bridges), range(len(puzzle.islands))
            ):
                solver.append_formula(clauses)
            while solver.solve():
                model = set(solver.get_model())
                drawn = [edge for edge, each in enumerate(bridges) if each and each[0] in model]
                faults = list(self._faults(drawn, [each[:1] for each in bridges]))
                if not faults:
                    return True
                solver.append_formula(faults)
        return False

    def _clauses_of(
        self, island: int, pool: IDPool, bridges: Sequence[Sequence[int]]
    ) -> list[list[int]]:
        """That an island has the bridges of its clue, or at least one; [] cannot be satisfied."""
        here = [each for edge in self.puzzle.incident[island] for each in bridges[edge]]
        clue = self.puzzle.islands[island].clue
        if clue is None or island not in self.islands:
            return [here]
        if clue > len(here):
            return [[]]
        return list(CardEnc.equals(here, clue, vpool=pool, encoding=EncType.seqcounter).clauses)

    def _faults(
        self, drawn: Sequence[int], first_bridges: Sequence[Sequence[int]]
    ) -> Iterator[list[int]]:
        """Clauses that some bridges break: of islands cut off, or of a loop that is forbidden."""
        puzzle = self.puzzle
        group = list(range(len(puzzle.islands)))
        members = [{island} for island in group]
        tree: dict[int, dict[int, int]] = {island: {} for island in group}
        for edge in drawn:
            a, b = (end.id for end in puzzle.ends(edge))
            if group[a] != group[b]:
                tree[a][b] = tree[b][a] = edge
                joined = members[group[a]]
                joined |= members[group[b]]
                for island in members[group[b]]:
                    group[island] = group[a]
            elif not puzzle.rules.loops:
                loop = [edge, *_way(tree, a, b)]
                yield [-first_bridges[each][0] for each in loop]
        for number in set(group) if len(set(group)) > 1 else ():
            inside = members[number]
            out = {
                edge
                for island in inside
                for edge in puzzle.incident[island]
                if puzzle.edges[edge].other(island) not in inside
            }
            yield [each for edge in out for each in first_bridges[edge]]


def _way(tree: Mapping[int, Mapping[int, int]], start: int, end: int) -> list[int]:
    """The edges between two islands of a tree."""
    before, order = {start: (start, -1)}, [start]
    for island in order:
        for there, edge in tree[island].items():
            if there not in before:
                before[there] = island, edge
                order.append(there)
    way = []
    while end != start:
        end, edge = before[end]
        way.append(edge)
    return way


class NoArgumentError(Exception):
    """Why something that is said is no argument."""


def check(true: object, problem: str) -> None:
    if not true:
        raise NoArgumentError(problem)


COMMA = "⟦,⟧"
PAIR = r"⟦(\d+)⟧–⟦(\d+)⟧"
ISLAND = r"⟦(\d+)⟧"
ISLANDS = r"(⟦[^.]*⟧)"


class Told(NamedTuple):
    """A page, what is known before it and what after it."""

    known: Known
    after: Known
    page: Explanation

    @property
    def island(self) -> int:
        """The one that the page is about."""
        return mentioned_islands(self.page.reasons[0])[0]


def _needs(told: Told, match: re.Match[str]) -> bool:
    """Of a "?" it is only known whether it needs a bridge."""
    island, number = int(match[1]), match[2]
    is_unknown = told.known.puzzle.islands[island].clue is None
    return told.known.need(island) == int(number or 1) and (number is None) == is_unknown


def _shortage(told: Told, match: re.Match[str]) -> bool:
    island, need, room = int(match[1]), int(match[2] or 1), int(match[3] or 0)
    if told.page.cases:
        return ((island,), need, room) in [(c.islands, c.need, c.room) for c in told.page.cases]
    return _needs(told, match) and told.known.room(island) == room < need


def _without(told: Told, match: re.Match[str]) -> bool:
    """That too little fits without one of some neighbours."""
    named = mentioned_islands(match[1])
    rooms = told.known.rooms(told.island)
    return all(sum(rooms.values()) - rooms[there] == int(match[2]) for there in named)


def _elsewhere(told: Told, match: re.Match[str]) -> bool:
    rooms, named = told.known.rooms(told.island), mentioned_islands(match[2])
    return sum(map(rooms.__getitem__, named)) == int(match[1]) and len(named) == len(rooms) - 1


def _elsewhere_without_loop(told: Told, match: re.Match[str]) -> bool:
    known = replace(told.known, islands=())
    edges = [known.edge(told.island, there) for there in mentioned_islands(match[2])]
    numbers = product(*(range(known.low[e], known.high[e] + 1) for e in edges))
    ways = ({e: (n, n) for e, n in zip(edges, each)} for each in numbers)
    possible = (sum(n - known.low[e] for e, (n, _n) in w.items()) for w in ways if known.allows(w))
    return max(possible) <= int(match[1]) < sum(known.high[e] - known.low[e] for e in edges)


def _supposed(told: Told, match: re.Match[str]) -> bool:
    limit = told.known.puzzle.rules.max_bridges
    cases = [
        [(e, a, a if (a, b) == (1, limit) else b) for e, a, b in case.bridges]
        for case in told.page.cases
    ]
    return told.known.ranges(match[1]) in cases


def _bound(told: Told, match: re.Match[str]) -> bool:
    """Of an assumption or a conclusion."""
    one, two, kind, number = match.groups()
    bounds = told.after.high if kind in ("at most", "no more than") else told.after.low
    return bounds[told.known.edge(one, two)] == int(number)


def _opposed(told: Told, match: re.Match[str]) -> bool:
    edge = told.known.edge(match[1], match[2])
    return int(match[3]) == told.known.low[edge] > told.known.high[edge] == int(match[4])


def _closed_off(told: Told, match: re.Match[str]) -> bool:
    number, *ends = filter(None, match.groups())
    return told.after.high[told.known.edge(*ends)] == int(number) - 1


def _numbers(told: Told, match: re.Match[str]) -> bool:
    one, two, several, only = match.groups()
    edge = told.known.edge(one, two)
    said = {int(n) for n in (several or only).split(COMMA)}
    numbers = range(told.known.puzzle.rules.max_bridges + 1)
    return not any(told.known.allows({edge: (n, n)}) for n in {*numbers} - said)


def _takes_only(told: Told, match: re.Match[str]) -> bool:
    """Of any highlighted island, if it is not named."""
    islands = [int(match[1])] if match[1] else told.page.highlight.islands
    clue, puzzle = int(match[2] or 1), told.known.puzzle
    return any(puzzle.islands[i].clue == clue and told.known.need(i) < 0 for i in islands)


NUMBERS: dict[str, Callable[[Told, re.Match[str]], bool]] = {
    rf"{ISLAND} needs (?:(\d+) more bridges?|a bridge)\.": _needs,
    rf"{ISLAND} needs (?:(\d+) more|a bridge); (?:none fits|only (\d+) fits?)\.": _shortage,
    rf"Then {ISLAND} has (\d+) bridges? too many\.": lambda told, match: (
        told.known.need(int(match[1])) == -int(match[2])
    ),
    rf"Then {PAIR} needs (\d+) or more, and can have (\d+) at most\.": _opposed,
    rf"Without (?:any one of )?{ISLANDS}, only (\d+) would fit": _without,
    rf"Only (\d+) of them fits? elsewhere: to {ISLANDS}\.": _elsewhere,
    rf"only (\d+) of them can go elsewhere: to {ISLANDS}\.": _elsewhere_without_loop,
    r"(?:become full|would be full|fits elsewhere|fit in all): ([^.]*)\.": lambda told, match: all(
        told.known.high[edge] == n for edge, n, _most in told.known.ranges(match[1])
    ),
    r"So at least these are certain: ([^.]*)\.": lambda told, match: all(
        told.after.low[edge] == n for edge, n, _most in told.known.ranges(match[1])
    ),
    r"(?:Only this is left|There is only one way): ([^.]*)\.": lambda told, match: (
        told.known.is_exactly(match[1])
    ),
    r"Suppose ((?:no )?⟦[^.]*⟧(?: ×\d+)?(?: at least| at most)?)\.": _supposed,
    rf"Suppose {PAIR} had (no more than|at least)? ?(\d+) bridges?\.": _bound,
    rf"So {PAIR} gets (at least|at most) (\d+) bridges?\.": _bound,
    rf"So {PAIR} gets a bridge\.": lambda told, match: (
        told.after.low[told.known.edge(*match.groups())] == 1
    ),
    rf"With (\d+) bridges? (?:for {PAIR}, |between them, {ISLAND} and {ISLAND} would)": _closed_off,
    rf"has at least (\d+) bridges? at {PAIR}\.": lambda told, match: (
        told.after.low[told.known.edge(match[2], match[3])] == int(match[1])
    ),
    rf"Together these need (\d+) more: {ISLANDS}\.": lambda told, match: (
        sum(map(told.known.need, mentioned_islands(match[2]))) == int(match[1])
    ),
    rf"lead out at {PAIR}\. So (?:the number of bridges is one of these: ([^.]*)"
    r"|there (?:is|are) exactly (\d+) bridges? in all)\.": _numbers,
    r"(\d+) cases rule out everything else\.": lambda told, match: (
        int(match[1]) == len(told.page.cases)
    ),
    r"(\d+) steps? shows? it\.": lambda told, match: int(match[1]) == len(told.page.steps) - 2,
    rf"A 1 takes only one bridge\.|{ISLAND} takes only (\d+) bridges\.": _takes_only,
}
"""What is said in numbers; no other numbers may be said."""


def check_numbers(known: Known, after: Known, page: Explanation) -> None:
    """Check all numbers of the reasons of a page but those that its steps say, too.

    A reason may build on those before it.
    """
    text = " ".join(page.reasons)
    for step in page.steps:
        text = text.replace(step.text, "")
    rest = text
    for pattern, is_right in NUMBERS.items():
        for match in re.finditer(pattern, rest):
            said = re.findall(rf"So {PAIR} gets (?:at least (\d+)|a )", text[: match.start()])
            before = (Claim(known.edge(one, two), True, int(n or 1)) for one, two, n in said)
            told = Told(known.after(*before), after, page)
            check(is_right(told, match), f"not so: {match[0]}")
        rest = re.sub(pattern, lambda match: " " * len(match[0]), rest)
    check(not re.search(r"\d", re.sub("⟦[^⟧]*⟧", "", rest)), f"not understood: {rest}")


TINTED = {Role.GROUP, Role.FIRST, Role.SECOND, Role.CONFLICT}


def check_groups(page: Explanation) -> None:
    """Check that each island of a group that is spoken of is tinted, or named alone."""
    lit = page.highlight.islands
    for group in re.findall(r"⟦(\d+(?: \d+)+)⟧", page.text):
        islands = set(map(int, group.split())) - set(map(int, re.findall(ISLAND, page.text)))
        check(all(lit.get(island) in TINTED for island in islands), f"not tinted: {group}")


def claims_of(about: Highlight, edges: Iterable[int] | None = None) -> list[Claim]:
    """What a highlight says of the edges that it is about, or of others."""
    claims = []
    for edge in about.edges if edges is None else edges:
        if state := about.ghosts.get(edge, 0):
            claims.append(Claim(edge, state != MARK, max(0, state)))
        if edge in about.limits:
            claims.append(Claim(edge, False, about.limits[edge]))
    return claims


def _opposite(assumed: Claim) -> Claim:
    bound = assumed.bound + (-1 if assumed.is_minimum else 1)
    return Claim(assumed.edge, not assumed.is_minimum, bound)


def check_case(known: Known, case: Case) -> None:
    """Check that a case breaks the rule that is named, and its numbers."""
    supposed = {edge: (least, most) for edge, least, most in case.bridges}
    if case.fault is not Fault.SHORTAGE:
        own = replace(known, islands=case.islands if case.fault is Fault.CUT_OFF else ())
        check(not own.allows(supposed), f"possible: {case}")
        return
    check(not known.allows(supposed), f"possible: {case}")
    (island,) = case.islands
    raised = known.after(*(Claim(edge, True, least) for edge, (least, _) in supposed.items()))
    others = replace(known, islands={*known.islands} - {island})
    room = sum(
        others.most_of(edge, supposed) - raised.low[edge] for edge in known.puzzle.incident[island]
    )
    check(case.need == raised.need(island) and room <= case.room < case.need, f"numbers of {case}")


def check_argument(known: Known, page: Explanation, claims: Sequence[Claim]) -> Known:
    """Check cases, claims, which may build on each other, and numbers; what is known then."""
    for case in page.cases:
        check_case(known, case)
    start, left = known, list(claims)
    while left:
        follows = [each for each in left if known.implies(each)]
        check(follows, f"{left} does not follow")
        known = known.after(*follows)
        left = [each for each in left if each not in follows]
    check_numbers(start, known, page)
    return known


def check_refutation(known: Known, steps: Sequence[Explanation]) -> Claim | None:
    """Check the steps from an assumption to a contradiction; the assumption, if any."""
    outer: list[tuple[Known, Claim, int]] = []
    refuted: Claim | None = None
    nested: Sequence[Explanation] = ()
    cases: list[Explanation] = []
    for number, step in enumerate(steps):
        seen, claims = known.seeing(step, *cases), claims_of(step.highlight)
        check_groups(step)
        if not step.highlight.edges:
            check(not seen.allows({}), f"no contradiction: {step.text}")
            check_argument(seen, step, ())
            if outer:  # Otherwise nothing was assumed: there is no solution.
                known, refuted, first = outer.pop()
                nested = steps[first : number + 1]
            continue
        if step.cases and step.text.startswith("Suppose "):
            check_argument(seen, step, ())
            cases.append(step)
            continue
        if re.fullmatch(r"Suppose [^.]*\.", step.text):
            news = (each for each in claims if known.after(each) != known)
            assumed = next(news, claims[0])  # A mistake is on the board already.
            outer.append((known, assumed, number))
            check_numbers(seen, seen.after(assumed), step)
        elif step.text.startswith("Suppose "):
            news = (each for each in claims if known.after(each) != known)
            check(refuted and [*news] == [_opposite(refuted)], "something else was refuted")
            check_numbers(seen, seen.after(*claims), replace(step, steps=nested))
        else:
            # What contradicts the bridges before it is said, but cannot be drawn.
            said = re.findall(rf"So {PAIR} gets (?:no|at most (\d+)) bridge", step.text)
            claims += [Claim(known.edge(one, two), False, int(n or 0)) for one, two, n in said]
            check_argument(seen, step, claims)
        known, cases = known.after(*claims), []
        for edge, state in step.highlight.ghosts.items():
            is_drawn = not known.high[edge] if state == MARK else state <= known.low[edge]
            check(is_drawn, f"{state} at {edge} is drawn")
    check(not outer, "no contradiction at the end")
    return refuted


def check_proof(board: Board, hint: Explanation, solver: Solver) -> None:
    """Check what only the exact solver can say."""
    known = Known.on(solver.puzzle, board)
    (claim,) = claims_of(hint.highlight)
    check_numbers(known, known.after(claim), hint)
    if hint.kind is ExplanationKind.STEP:
        edge, is_minimum, bound = claim
        check(solver.forces(board, edge, bound, is_minimum=is_minimum), "it does not follow")
        if hint.steps:
            check_refutation(known, hint.steps)
        return
    check(solver.is_solvable(board.apply(hint.move)), "it is impossible")
    bounds = solver.backbone(board)
    free = [e for e, most in enumerate(bounds.high) if not most and known.high[e]]
    check(bounds.low == board.counts and not free, "something is in common")


def _check_what_is_wrong(
    text: str, board: Board, past: Sequence[Board], hint: Explanation, solver: Solver
) -> None:
    """Check a sentence about what is wrong on a board, and since when."""
    ((edge, right),) = hint.move.edges
    states = {each: board.state(each) for each in hint.highlight.edges}
    is_mark = board.state(edge) == MARK

    def is_possible(*state: tuple[int, int]) -> bool:
        moves = {**states, **dict(state)}
        return solver.is_solvable(Board.empty(solver.puzzle).apply(Move(tuple(moves.items()))))

    if match := re.fullmatch(
        r"(If the others stay, )?(?:(\d+|One) bridges? (?:is |are )?too many|[Tt]he mark) at "
        rf"{PAIR}(?: is wrong|)(: your last move)?\.",
        text,
    ):
        others, number, one, two, last = match.groups()
        too_many = 1 if number == "One" else int(number or 0)
        check(is_mark == (number is None), "a mark, or none")
        check(edge == Known.on(solver.puzzle, board).edge(one, two), "another edge")
        check(right == (0 if is_mark else board.counts[edge] - too_many), "another correction")
        check(bool(others) == (len(states) > 1), "others, or none")
        check(not is_possible((edge, MARK if is_mark else right + 1)), "it can be right")
        check(is_possible((edge, right)), "even less is possible")
        if last:
            check(solver.is_solvable(past[-1]), "it was wrong before")
            check(past[-1].state(edge) != board.state(edge), "not the last move")
    elif match := re.fullmatch(r"These ([a-z ]+) cannot all be right\.", text):
        kinds = {"marks" if state == MARK else "bridges" for state in states.values()}
        check(match[1] == " and ".join(sorted(kinds)) and len(states) > 1, "other kinds")
        check(not is_possible(), "a solution has them all")
    elif match := re.fullmatch(r"Move (\d+) made it impossible\.", text):
        number = int(match[1])
        later = [*past[number:], board]
        check(solver.is_solvable(past[number - 1]), "it was wrong before")
        check(not any(map(solver.is_solvable, later)), "it was right later")
    else:
        check(text == "There are more mistakes.", f"not understood: {text}")


def check_mistake(board: Board, past: Sequence[Board], hint: Explanation, solver: Solver) -> None:
    """Check what is said of a mistake on a board, and why it is one."""
    assert hint.why
    for text in hint.reasons:
        _check_what_is_wrong(text, board, past, hint, solver)
    ((edge, _right),) = hint.move.edges
    why, shown = hint.why, hint.why.board or board
    is_left = not solver.is_solvable(board.apply(hint.move))
    check(is_left == ("There are more mistakes." in hint.reasons), "a mistake is left")
    check(is_left == ("What else is wrong is left out here." in why.paragraphs), "not left out")
    check(board.extends(shown), "more is shown than drawn")
    check(solver.is_solvable(shown.apply(hint.move)), "another mistake is shown")
    known = Known.on(solver.puzzle, shown)
    seen = known.seeing(replace(why, premises=()), *(why.steps if why.cases else ()))
    check_groups(why)
    if "Take it away, and look again." in why.paragraphs:
        state = board.state(edge)
        wrong = (0, 0) if state == MARK else (state, solver.puzzle.rules.max_bridges)
        check(not seen.allows({edge: wrong}), "it does not rule it out")
        check_argument(seen, why, claims_of(why.highlight, [edge]))
        return
    if why.steps:
        check_refutation(known, why.steps)
    elif why.text != "Trying both ways shows it.":
        check(not seen.allows({}), "it does not follow")
    check_numbers(seen, seen, why)


class _Replay(NamedTuple):
    """A reviewed game, and all its boards, the first one included."""

    review: Review
    boards: Sequence[Board]
    solver: Solver

    def finishable(self, number: int) -> bool:
        return self.solver.is_solvable(self.boards[number])

    def moves(self, before: bool, after: bool) -> int:
        """How many moves of the player were made where the board can be finished before and after
        them, or cannot.
        """
        return sum(
            each.entry.kind is LogKind.MOVE
            and self.finishable(each.number) is before
            and self.finishable(each.number + 1) is after
            for each in self.review.moments
        )


def _check_moment(replay: _Replay, moment: Moment, text: str) -> None:
    finishable = replay.finishable(moment.number), replay.finishable(moment.number + 1)
    match = re.fullmatch(
        rf"(?:(The mark) at|(?:One bridge|(\d+) bridges) too many at) {PAIR}(?: is wrong)?\.", text
    )
    if match is None:
        said = {(False, True): "Corrected: ", (True, True): "A guess: "}
        check(text.startswith(said.get(finishable, "The mistake is back")), "right, or wrong")
        check(any(finishable), "nothing happened")
        return
    check(finishable == (True, False), "it was wrong before, or is not")
    mark, number, one, two = match.groups()
    before, after = replay.boards[moment.number : moment.number + 2]
    edge = Known.on(replay.solver.puzzle, before).edge(one, two)
    drawn = after.state(edge)
    check((drawn == MARK) is bool(mark), "no mark, or one")
    right = 0 if mark else drawn - int(number or 1)
    changed = tuple((e, 0) for e, _ in before.move_to(after).edges)
    kept = before.apply(Move(changed))
    check(replay.solver.is_solvable(kept.apply(Move(((edge, right),)))), "even less is possible")
    wrong = kept.apply(Move(((edge, MARK if mark else right + 1),)))
    check(len(changed) > 1 or not replay.solver.is_solvable(wrong), "it can be right")


def _check_pause(replay: _Replay, pause: Pause, text: str) -> None:
    match = re.fullmatch(
        r"You thought for ([\d:]+) here\.(?: “(.*)” would have helped\."
        r"| There was a (mistake) on the board\.)?",
        text,
    )
    check(match, "not understood")
    assert match
    (time, name, mistake), number = match.groups(), pause.moment.number
    check(time == format_duration(pause.moment.pause), "another time")
    check(bool(mistake) != replay.finishable(number), "a mistake or none")
    if name:
        puzzle, board = replay.solver.puzzle, replay.boards[number]
        hint = hint_from_technique(name, puzzle, board, replay.solver)
        hint = hint or next_hint(puzzle, board, replay.solver)  # It may build on another one.
        check(hint.technique == name, "it does not help")
        seen, bounds = Known.on(puzzle, board), replay.solver.backbone(board)
        edges = pause.highlight.edges
        is_new = (bounds.low[e] > seen.low[e] or bounds.high[e] < seen.high[e] for e in edges)
        check(any(is_new), "nothing is certain there")


def _check_outline(replay: _Replay, text: str) -> None:
    """Judge a sentence about a whole game."""
    wrong = replay.moves(True, False)
    if match := re.fullmatch(r"(\d+) moves?: (.*)\.", text):
        numbers = {kind: int(n) for n, kind in re.findall(r"(\d+) ([a-z ]+)", match[2])}
        changes = [each.entry.kind for each in replay.review.moments]
        check(sum(numbers.values()) == int(match[1]) == len(changes), "another sum")
        counts = {
            "wrong": wrong,
            "corrected": replay.moves(False, True),
            "undone or redone": changes.count(LogKind.UNDO),
        }
        check({kind: numbers.get(kind, 0) for kind in counts} == counts, "other numbers")
    elif match := re.match(r"(\d+) wrong moves?", text):
        check(int(match[1]) == wrong, "another number of wrong moves")
        still = "there is still a mistake" in text
        check(still != replay.finishable(len(replay.boards) - 1), "a mistake is left or not")
    elif text.startswith(("Every move followed", "You thought longest")):
        check(not wrong, "moves were wrong")
    else:
        check(re.match(r"There are no moves|\d+ moves? (?:was|were) right", text), text)


NO_SOLUTION = {
    r"needs (\d+); only": lambda known, islands: known.need(*islands),
    r"only (\d+) fits?\.": lambda known, islands: known.room(*islands),
    r"add up to (\d+)\.": lambda known, islands: sum(known.puzzle.islands[i].clue for i in islands),
    r"These (\d+) clues cannot": lambda _known, islands: len(islands),
}
"""What is said in numbers of a puzzle without a solution; and how many parts there are."""


def check_no_solution(puzzle: Puzzle, hint: Explanation) -> None:
    """Check why a puzzle has no solution: from the islands that are named or lit alone."""
    _, text = hint.reasons
    known = Known.on(puzzle, Board.empty(puzzle)).seeing(hint)
    everywhere = range(len(puzzle.islands))
    if text.startswith("All its numbers"):
        known = replace(known, islands=everywhere)
    elif parts := re.search(r"(\d+) parts could only be joined by bridges within", text):
        apart = bytes(not known.islands >= {edge.a, edge.b} for edge in puzzle.edges)
        check(3 <= int(parts[1]) <= len(components(puzzle, apart)), "other parts")
        known = replace(known, islands=())
    for pattern, number in NO_SOLUTION.items():
        for match in re.finditer(pattern, text):
            check(int(match[1]) == number(known, known.islands), f"not so: {match[0]}")
    others = [each for each in puzzle.islands if each.clue and each.id not in known.islands]
    check(others or "It does not matter" not in text, "no others")
    if not re.search("; only|no room", text):
        known = replace(known, high=[puzzle.rules.max_bridges] * len(puzzle.edges))
    check(not known.allows({}), "there is a solution")


@dataclass(slots=True)
class Verdicts:
    """How many sentences of each kind were judged, with their words, and the false ones.

    Of a technique, no more than ``most`` are judged.
    """

    most: float = inf
    sentences: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)
    words: dict[str, list[int]] = field(default_factory=dict)

    @contextmanager
    def judging(self, kind: str, page: Explanation, where: object) -> Iterator[None]:
        """Count the sentences of a page, and note that they are false if a check fails."""
        self.sentences[kind] += 1 + len(page.steps)
        words = with_letters(page.text, letters_for([page.text])).split()
        self.words.setdefault(kind, []).append(len(words))
        try:
            yield
        except NoArgumentError as error:
            self.false.append(f"{kind}: {page.text!r} ({error}) on {where}")

    def page(self, known: Known, page: Explanation, edges: Iterable[int] | None = None) -> Known:
        """Judge what is said of the edges that a page is about; what is known after it."""
        claims = claims_of(page.highlight, edges)
        kind = page.technique or "Premise"
        if self.sentences[kind] >= self.most:
            return known.after(*claims)
        with self.judging(kind, page, known):
            seen = known.seeing(page)
            if edges is None:
                check_groups(page)
            if page.steps and not page.steps[0].cases:
                refuted = check_refutation(known, page.steps)
                check(refuted is None or _opposite(refuted) in claims, "another conclusion")
                check_numbers(seen, seen.after(*claims), page)
            else:
                for step in page.steps:
                    check(set(step.cases) <= set(page.cases), "another case")
                    check_groups(step)
                    check_argument(known.seeing(step), step, ())
                check_argument(known.seeing(page, *page.steps), page, claims)
        return known.after(*claims)

    def hint(self, puzzle: Puzzle, board: Board, hint: Explanation) -> None:
        """Judge a hint by techniques for a board, and what it draws."""
        known = Known.on(puzzle, board)
        for premise in hint.premises:
            about = replace(premise.highlight, islands=hint.highlight.islands)
            edges = {**about.ghosts, **about.limits}
            known = self.page(known, replace(premise, highlight=about), edges)
        own = hint.steps[sum(len(premise.steps) for premise in hint.premises) :]
        self.page(known, replace(hint, steps=own))
        self._check_drawn(known, hint)

    def walkthrough(self, walkthrough: Walkthrough) -> None:
        """Judge all steps of a walkthrough."""
        puzzle = walkthrough.puzzle
        board = Board.empty(puzzle)
        known = Known.on(puzzle, board)
        for step in walkthrough.steps:
            assert step.board == board
            after = self.page(known, replace(step, premises=()))
            self._check_drawn(known, step)
            board = board.apply(step.move)
            known = after

    def _check_drawn(self, known: Known, page: Explanation) -> None:
        claims = claims_of(page.highlight)
        if any(
            Claim(edge, state != MARK, max(0, state)) not in claims
            for edge, state in page.move.edges
        ):
            self.false.append(f"More is drawn: {page.text!r} with {known}")

    def review(self, start: Board, review: Review, solver: Solver) -> None:
        """Judge all that is said of a game without trials."""
        moves = (moment.entry.move for moment in review.moments)
        replay = _Replay(review, list(accumulate(moves, Board.apply, initial=start)), solver)
        puzzle = solver.puzzle
        told: list[tuple[str, Callable[[str], None]]] = [
            *((moment_text(puzzle, m), partial(_check_moment, replay, m)) for m in review.moments),
            *((pause_text(pause), partial(_check_pause, replay, pause)) for pause in review.pauses),
            *(
                (text, partial(_check_outline, replay))
                for text in (take_home(review), summary(review))
            ),
        ]
        for text, judge in told:
            if text:
                page = Explanation(reasons=[text])
                with self.judging("Review", page, start):
                    judge(text)

    def figures(self) -> str:
        """The sentences of each kind, false pages, and words: the median, the 90th percentile."""
        lines = []
        for kind, lengths in sorted(self.words.items()):
            lengths.sort()
            middle, long = (lengths[len(lengths) * tenths // 10] for tenths in (5, 9))
            false = sum(each.startswith(f"{kind}: ") for each in self.false)
            lines.append(f"| {kind} | {self.sentences[kind]} | {false} | {middle} | {long} |")
        return "\n".join(lines)
