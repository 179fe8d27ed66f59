"""Judges what the teacher says, in hints and steps by what is named and lit, else by its sentences.

A sentence is judged from the puzzle, what is on the board, and what earlier sentences said:

- An island *needs* its clue minus the bridges that stand; a "?" needs one, or none once one stands.
- There is *room* in a direction for as many more bridges as the limit, a mark, what was said and
  the needs of both ends allow, and for none across a bridge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import NamedTuple, Self, TypeVar

from hashi_gui.core.board import MARK, Board, LogKind, Move
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components
from hashi_gui.core.wording import format_duration
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.catalogue import draw_obvious
from hashi_gui.logic.reasoning.techniques.technique import Case
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.teaching.hints import hint_from_technique, next_hint
from hashi_gui.logic.teaching.review import Moment, Pause, Review
from hashi_gui.logic.teaching.review_text import moment_text, pause_text, summary, take_home
from hashi_gui.logic.teaching.walkthrough import Walkthrough
from hashi_gui.logic.wording import mentioned_islands
from hashi_gui.solving import Solver
from tests.logic.arguments import Known

UNKNOWN_NEED = 1 << 20

Thing = TypeVar("Thing")


class Claim(NamedTuple):
    """That an edge has at least or at most so many bridges."""

    edge: int
    is_minimum: bool
    bound: int


class Shown:
    """What a player can see or has read: lower and upper bounds of all edges."""

    def __init__(self, puzzle: Puzzle, low: Iterable[int], high: Iterable[int]) -> None:
        self.puzzle, self.low, self.high = puzzle, list(low), list(high)

    @classmethod
    def on(cls, puzzle: Puzzle, board: Board) -> Self:
        limit = puzzle.rules.max_bridges
        highs = (0 if edge in board.marks else limit for edge in range(len(puzzle.edges)))
        return cls(puzzle, board.counts or bytes(len(puzzle.edges)), highs)

    def after(self, *claims: Claim) -> Shown:
        """The same after some claims."""
        after = Shown(self.puzzle, self.low, self.high)
        for edge, is_minimum, bound in claims:
            if is_minimum:
                after.low[edge] = max(after.low[edge], bound)
            else:
                after.high[edge] = min(after.high[edge], bound)
        return after

    def need(self, island: int) -> int:
        """How many bridges an island needs at least."""
        clue = self.puzzle.islands[island].clue
        drawn = sum(self.low[edge] for edge in self.puzzle.incident[island])
        return int(not drawn) if clue is None else clue - drawn

    def most(self, island: int) -> int:
        """How many more bridges an island takes."""
        return UNKNOWN_NEED if self.puzzle.islands[island].clue is None else self.need(island)

    def room(self, edge: int) -> int:
        """How many more bridges fit."""
        if any(self.low[across] for across in self.puzzle.crossings[edge]):
            return 0
        ends = [self.most(end.id) for end in self.puzzle.ends(edge)]
        return max(0, min(self.high[edge] - self.low[edge], *ends))

    def rooms(self, island: int) -> dict[int, int]:
        """The room in each direction that has any."""
        rooms = {edge: self.room(edge) for edge in self.puzzle.incident[island]}
        return {edge: room for edge, room in rooms.items() if room}

    def fails(self, island: int) -> bool:
        """Whether an island has too many bridges, or cannot get enough."""
        need = self.need(island)
        return need < 0 or sum(self.rooms(island).values()) < need

    def group(self, island: int) -> frozenset[int]:
        """All islands joined to one."""
        reached, waiting = {island}, [island]
        while waiting:
            for edge, there in self.puzzle.neighbours(waiting.pop()):
                if self.low[edge.id] and there.id not in reached:
                    reached.add(there.id)
                    waiting.append(there.id)
        return frozenset(reached)

    def without_loop(self, claims: Iterable[Claim]) -> bool:
        """Whether nothing forms a loop after some claims."""
        after = self.after(*claims)
        groups = {after.group(each.id) for each in self.puzzle.islands}
        drawn = sum(low > 0 for low in after.low)
        return drawn == len(self.puzzle.islands) - len(groups)

    def exits(self, group: frozenset[int]) -> list[int]:
        """The edges with room that lead out of a group."""
        edges = {edge for island in group for edge in self.rooms(island)}
        return [e for e in sorted(edges) if not {end.id for end in self.puzzle.ends(e)} <= group]

    def is_cut_off(self, group: frozenset[int]) -> bool:
        """Whether no bridge can join a group to the other islands."""
        return len(group) < len(self.puzzle.islands) and not self.exits(group)

    def edge_between(self, one: int, two: int) -> int:
        """The edge of two islands."""
        edges = (edge.id for edge, there in self.puzzle.neighbours(one) if there.id == two)
        return found(next(edges, None), "no neighbours")


class NoArgumentError(Exception):
    """Why a sentence is no argument."""


def check(true: object, problem: str) -> None:
    if not true:
        raise NoArgumentError(problem)


def found(thing: Thing | None, problem: str) -> Thing:
    """What was looked for, after it was checked that there is any."""
    check(thing is not None, problem)
    assert thing is not None
    return thing


def read_as(pattern: str, text: str) -> re.Match[str]:
    return found(re.fullmatch(pattern, text), f"not understood: {text}")


PAIR = r"⟦(?P<a>\d+)⟧–⟦(?P<b>\d+)⟧"
ISLAND = r"⟦(?P<i>\d+)⟧"
GROUP = r"⟦(?P<g>\d+(?: \d+)*)⟧"


def _edge(shown: Shown, match: re.Match[str]) -> int:
    return shown.edge_between(int(match["a"]), int(match["b"]))


def claims_of(about: Highlight, edges: Iterable[int] | None = None) -> list[Claim]:
    """What a highlight says of the edges that it is about, or of others."""
    claims = []
    for edge in about.edges if edges is None else edges:
        state = about.ghosts.get(edge, 0)
        if state:
            claims.append(Claim(edge, state != MARK, max(0, state)))
        if edge in about.limits:
            claims.append(Claim(edge, False, about.limits[edge]))
    return claims


def known_from(shown: Shown, islands: Iterable[int]) -> Known:
    """What is known if all that is obvious is added to what is shown, and some clues."""
    position = Position(shown.puzzle)
    for edge, (low, high) in enumerate(zip(shown.low, shown.high)):
        position.raise_low(edge, low)
        position.lower_high(edge, high)
    draw_obvious(position)
    return Known(shown.puzzle, position.low, position.high, set(islands))


def _opposite(assumed: Claim) -> Claim:
    bound = assumed.bound + (-1 if assumed.is_minimum else 1)
    return Claim(assumed.edge, not assumed.is_minimum, bound)


def _check_cases(shown: Shown, cases: Iterable[Case], islands: Iterable[int]) -> None:
    for case in cases:
        supposed = {edge: bounds for edge, *bounds in case.bridges}
        check(not known_from(shown, islands).allows(supposed), f"possible: {case}")


def _check_proof(shown: Shown, board: Board, hint: Explanation, solver: Solver) -> None:
    at_least = rf"at least (?P<count>\d+) bridges? at {PAIR}\."
    every = re.fullmatch(f"Every way to finish the board has {at_least}", hint.text)
    none = re.fullmatch(rf"With a bridge at {PAIR}, the board could not be finished\.", hint.text)
    nothing = "The remaining solutions have nothing more in common\\. One of them has "
    match = every or none or read_as(nothing + at_least, hint.text)
    edge, count = _edge(shown, match), 1 if none else int(match["count"])
    check(hint.move.edges == ((edge, MARK if none else count),), "something else is drawn")
    bounds = solver.backbone(board)
    if every:
        check(bounds.low[edge] >= count > board.counts[edge], "a way has fewer")
        return
    possible = solver.is_solvable(board.apply(Move(((edge, board.counts[edge] + 1),))))
    check(possible is (none is None), "one more is possible, or is not")
    if none is None:
        free = [e for e, high in enumerate(bounds.high) if not high and shown.room(e)]
        check(bounds.low == board.counts and not free, "something is in common")


class _Mistake(NamedTuple):
    """A hint about a mistake, and the board that it is for."""

    board: Board
    past: Sequence[Board]
    hint: Explanation
    solver: Solver

    @property
    def why(self) -> Explanation:
        assert self.hint.why is not None
        return self.hint.why

    @property
    def shown(self) -> Shown:
        """What the board shows on which it is said why it is a mistake."""
        return Shown.on(self.solver.puzzle, self.why.board or self.board)

    def is_possible(self, *states: tuple[int, int]) -> bool:
        """Whether a solution has these states of edges."""
        return self.solver.is_solvable(Board.empty(self.solver.puzzle).apply(Move(states)))

    def check_correction(self, match: re.Match[str], too_many: int | None) -> None:
        """That an edge of a sentence has so many bridges too many, or None for a wrong mark."""
        edge = _edge(self.shown, match)
        right = 0 if too_many is None else self.board.counts[edge] - too_many
        check(self.hint.move.edges == ((edge, right),), "another correction")
        others = [(e, self.board.state(e)) for e in self.hint.highlight.edges if e != edge]
        wrong = MARK if too_many is None else right + 1
        check(not self.is_possible((edge, wrong), *others), "it can be right")
        check(self.is_possible((edge, right), *others), "even less is possible")
        if "last" in match.re.groupindex and match["last"]:
            check(self.past and self.solver.is_solvable(self.past[-1]), "it was wrong before")
            check(self.past[-1].state(edge) != self.board.state(edge), "not the last move")


def _too_many_drawn(mistake: _Mistake, match: re.Match[str]) -> None:
    mistake.check_correction(match, int(match["n"] or 1))


def _wrong_mark(mistake: _Mistake, match: re.Match[str]) -> None:
    mistake.check_correction(match, None)


def _not_all(mistake: _Mistake, match: re.Match[str]) -> None:
    states = [(edge, mistake.board.state(edge)) for edge in mistake.hint.highlight.edges]
    kinds = {"marks" if state == MARK else "bridges" for _, state in states}
    check(match["kinds"] == " and ".join(sorted(kinds)), "other kinds")
    check(len(states) > 1 and not mistake.is_possible(*states), "a solution has them all")


def _since(mistake: _Mistake, match: re.Match[str]) -> None:
    number = int(match["number"])
    check(int(match["total"]) == len(mistake.past), "another number of moves")
    check(mistake.solver.is_solvable(mistake.past[number - 1]), "it was wrong before")
    later = [*mistake.past[number:], mistake.board]
    check(not any(map(mistake.solver.is_solvable, later)), "it was right later")


MistakeJudge = Callable[[_Mistake, re.Match[str]], None]
LAST = "(?P<last>: your last move)?"
LOOK_AGAIN = "Take it away, and look again."
MISTAKES: dict[str, MistakeJudge] = {
    rf"(?:One bridge|(?P<n>\d+) bridges) too many at {PAIR}{LAST}\.": _too_many_drawn,
    rf"If the others stay, (?P<n>\d+) bridges? (?:is|are) too many at {PAIR}\.": _too_many_drawn,
    rf"The mark at {PAIR} is wrong{LAST}\.": _wrong_mark,
    rf"If the others stay, the mark at {PAIR} is wrong\.": _wrong_mark,
    r"These (?P<kinds>[a-z ]+) cannot all be right\.": _not_all,
    r"There are more mistakes\.": lambda _mistake, _match: None,
    r"Since move (?P<number>\d+) of (?P<total>\d+), the board cannot be finished\.": _since,
}


def _in_the_way(mistake: _Mistake, match: re.Match[str]) -> None:
    ((wrong, _),) = mistake.hint.move.edges
    edge = _edge(mistake.shown, match)
    check(mistake.shown.low[edge] and wrong in mistake.shown.puzzle.crossings[edge], "not so")


def _takes_only(mistake: _Mistake, match: re.Match[str]) -> None:
    shown, lit_up = mistake.shown, mistake.why.highlight.islands
    ones = [each for each in lit_up if shown.puzzle.islands[each].clue == 1]
    islands = ones if match["i"] is None else [int(match["i"])]
    check(any(shown.need(island) < 0 for island in islands), "not too many")
    clues = {shown.puzzle.islands[island].clue for island in islands}
    check(clues == {int(match["n"] or 1)}, "another number")


def _no_room(mistake: _Mistake, match: re.Match[str]) -> None:
    shown, island = mistake.shown, int(match["i"])
    check(sum(shown.rooms(island).values()) == int(match["room"] or 0), "other room")
    check(shown.need(island) == int(match["need"] or 1), "needs another number")
    is_unknown = shown.puzzle.islands[island].clue is None
    check((match["need"] is None) == is_unknown, "the need of a ? is not known")
    check(not known_from(shown, [island]).allows({}), "it does not follow")


def _no_exit(mistake: _Mistake, match: re.Match[str]) -> None:
    group = frozenset(map(int, match["g"].split()))
    check(mistake.shown.group(min(group)) == group, "another group")
    check(mistake.shown.is_cut_off(group), "not cut off")
    check(not known_from(mistake.shown, group).allows({}), "it does not follow")


def _loop(mistake: _Mistake, _match: re.Match[str]) -> None:
    check(not mistake.shown.puzzle.rules.loops, "loops are allowed")
    check(not mistake.shown.without_loop(()), "no loop")


def _later(mistake: _Mistake, match: re.Match[str]) -> None:
    steps = mistake.why.steps
    check(int(match["n"] or 0) == len(steps) - 2, "another number of steps")
    check(steps[0].text == match["assumed"], "another assumption")
    check(steps[-1].text == match["conflict"], "another contradiction")


def _both_ways(mistake: _Mistake, _match: re.Match[str]) -> None:
    check(mistake.why.steps or not mistake.hint.is_final, "no steps")


def _left_out(mistake: _Mistake, _match: re.Match[str]) -> None:
    check("There are more mistakes." in mistake.hint.reasons, "nothing else is wrong")


WHY: dict[str, MistakeJudge] = {
    r"What else is wrong is left out here\.": _left_out,
    rf"The bridge at {PAIR} is in the way\.": _in_the_way,
    rf"(?:A 1 takes only one bridge|{ISLAND} takes only (?P<n>\d+) bridges)\.": _takes_only,
    rf"{ISLAND} needs (?:a bridge|(?P<need>\d+) more); "
    r"(?:none fits|only (?P<room>\d+) fits?)\.": _no_room,
    rf"{GROUP} is cut off: no bridge can leave it\.": _no_exit,
    r"(?P<assumed>Suppose [^.]*\.) (?P<conflict>Then [^.]*\.)( (?P<n>\d+) steps? shows? it\.)?": (
        _later
    ),
    r"These bridges form a loop, and the rules allow no loops\.": _loop,
    r"Trying both ways shows it\.": _both_ways,
}


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

    @property
    def wrong(self) -> int:
        """How many moves of the player have made the board impossible to finish."""
        return self.moves(True, False)


def _check_wrong_move(replay: _Replay, moment: Moment, match: re.Match[str]) -> None:
    before, after = replay.boards[moment.number : moment.number + 2]
    edge = _edge(Shown.on(replay.solver.puzzle, before), match)
    drawn = after.state(edge)
    check((drawn == MARK) is (match["mark"] is not None), "no mark, or one")
    right = 0 if drawn == MARK else drawn - int(match["n"] or 1)
    check(replay.finishable(moment.number), "it was wrong before")
    check(not replay.finishable(moment.number + 1), "it is not wrong")
    least_wrong = MARK if drawn == MARK else right + 1
    changed = [(e, 0) for e, _ in before.move_to(after).edges]
    kept = before.apply(Move(tuple(changed)))
    check(replay.solver.is_solvable(kept.apply(Move(((edge, right),)))), "even less is possible")
    if len(changed) == 1:
        wrong = kept.apply(Move(((edge, least_wrong),)))
        check(not replay.solver.is_solvable(wrong), "it can be right")


def _check_moment(replay: _Replay, moment: Moment, text: str) -> None:
    finishable = replay.finishable(moment.number), replay.finishable(moment.number + 1)
    match = re.fullmatch(
        rf"(?:(?P<mark>The mark) at|(?:One bridge|(?P<n>\d+) bridges) too many at) {PAIR}"
        r"(?: is wrong)?\.",
        text,
    )
    if match:
        _check_wrong_move(replay, moment, match)
    elif text.startswith("Corrected: "):
        check(finishable == (False, True), "nothing was corrected")
    elif text.startswith("The mistake is back"):
        check(finishable == (True, False) and moment.entry.kind is not LogKind.MOVE, "not back")
    else:
        check(text.startswith("A guess: "), "not understood")
        check(finishable == (True, True), "it was wrong")


def _check_pause(replay: _Replay, pause: Pause, text: str) -> None:
    match = read_as(
        r"You thought for (?P<time>[\d:]+) here\.(?: “(?P<technique>.*)” would have helped\."
        r"| There was a (?P<mistake>mistake) on the board\.)?",
        text,
    )
    number = pause.moment.number
    check(match["time"] == format_duration(pause.moment.pause), "another time")
    check(bool(match["mistake"]) != replay.finishable(number), "a mistake or none")
    if name := match["technique"]:
        puzzle, board = replay.solver.puzzle, replay.boards[number]
        hint = hint_from_technique(name, puzzle, board, replay.solver)
        hint = hint or next_hint(puzzle, board, replay.solver)  # It may build on another one.
        check(hint.technique == name, "it does not help")
        seen, bounds = Shown.on(puzzle, board), replay.solver.backbone(board)
        edges = pause.highlight.edges
        is_new = (bounds.low[e] > seen.low[e] or bounds.high[e] < seen.high[e] for e in edges)
        check(any(is_new), "nothing is certain there")


def _check_outline(replay: _Replay, text: str) -> None:
    """Judge a sentence about a whole game."""
    if match := re.fullmatch(r"(?P<n>\d+) changes?: (?P<kinds>.*)\.", text):
        numbers = {kind: int(n) for n, kind in re.findall(r"(\d+) ([a-z ]+)", match["kinds"])}
        changes = [each.entry.kind for each in replay.review.moments]
        check(sum(numbers.values()) == int(match["n"] or 1) == len(changes), "another sum")
        check(numbers.get("wrong", 0) == replay.wrong, "another number of wrong moves")
        corrected = replay.moves(False, True)
        check(numbers.get("corrected", 0) == corrected, "another number of corrections")
        undone = changes.count(LogKind.UNDO)
        check(numbers.get("undone or redone", 0) == undone, "another number of changes undone")
    elif match := re.match(r"(?P<n>\d+) wrong moves?", text):
        check(int(match["n"]) == replay.wrong, "another number of wrong moves")
        still = "there is still a mistake" in text
        check(still != replay.finishable(len(replay.boards) - 1), "a mistake is left or not")
    elif text.startswith(("Every move followed", "You thought longest")):
        check(not replay.wrong, "moves were wrong")
    else:
        check(re.match(r"There are no moves|\d+ moves? (?:was|were) right", text), text)


def _judge_by(judges: dict[str, MistakeJudge], mistake: _Mistake, sentence: str) -> None:
    matches = ((re.fullmatch(pattern, sentence), judge) for pattern, judge in judges.items())
    judging = (partial(judge, mistake, match) for match, judge in matches if match)
    found(next(judging, None), f"not understood: {sentence}")()


def _check_no_solution(puzzle: Puzzle, text: str, region: Sequence[int]) -> None:
    """Judge why a puzzle has no solution, from the lit islands too."""
    shown = Shown.on(puzzle, Board.empty(puzzle))
    islands = frozenset(region)
    clues = {each.id: each.clue for each in puzzle.islands if each.clue is not None}
    if match := re.fullmatch(
        rf"{ISLAND} (?:needs (?P<need>\d+); only (?P<n>\d+) fits?|has no room for a bridge)\.", text
    ):
        island = int(match["i"])
        room = sum(shown.rooms(island).values())
        check(room == int(match["n"] or 0) < shown.need(island), f"room for {room}")
    elif match := re.match(r"All its numbers add up to (\d+)\. Each bridge counts at both", text):
        check(len(clues) == len(puzzle.islands), "not all numbers are known")
        check(sum(clues.values()) == int(match[1]) and int(match[1]) % 2, "another sum")
    elif match := re.fullmatch(rf"{ISLAND} sees no other island\.", text):
        check(not puzzle.incident[int(match["i"])], "it sees one")
    elif match := re.search(r"(\d+) parts could only be joined by bridges within ⟦(.*)⟧,", text):
        within = set(map(int, match[2].split()))
        others = bytes(not within.issuperset((edge.a, edge.b)) for edge in puzzle.edges)
        check(3 <= int(match[1]) <= len(components(puzzle, others)), "other parts")
        with Solver(puzzle.with_clues(dict.fromkeys(i.cell for i in puzzle.islands))) as solver:
            check(solver.solution() is None, "they can be connected")
    elif text.endswith(" can never be connected to the others."):
        check(islands and shown.is_cut_off(islands), "there is a way out")
    else:
        contradicting = (
            r"The number of .* cannot be right|These (?P<n>\w+) clues cannot (?:both|all) be right"
        )
        match = re.fullmatch(rf"(?:{contradicting})\.(?P<others> It does not matter .*)?", text)
        if match is None:
            check(text.startswith("Its islands cannot all be connected without"), "not understood")
            check(not islands, "islands are lit")
        else:
            number = {None: 1, "two": 2}.get(match["n"]) or int(match["n"])
            check(len(islands) == number and islands <= clues.keys(), "another number")
            check(bool(match["others"]) == (islands != clues.keys()), "others or not")
        kept = {i.cell: i.clue if i.id in islands else None for i in puzzle.islands}
        with Solver(Puzzle.from_clues(puzzle.rows, puzzle.cols, kept, puzzle.rules)) as solver:
            check(solver.solution() is None, "there is a solution")


@dataclass(slots=True)
class Verdicts:
    """How many sentences of each template were judged, and the false ones with the reason."""

    sentences: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def page(
        self, shown: Shown, page: Explanation, edges: Iterable[int] | None = None
    ) -> tuple[Shown, list[Claim]]:
        """Judge what is said of the edges that a page is about, from what it names and lights.

        What is shown after it, and its claims. One may build on those before it.
        """
        claims = claims_of(page.highlight, edges)
        text = " ".join(page.reasons)
        islands = {*page.highlight.islands, *mentioned_islands(text)}
        with self._judging(page.technique or "Step", 1, shown, text):
            if page.steps and not page.steps[0].cases:
                refuted = self.refutation(shown, page.steps)
                check(refuted is None or _opposite(refuted) in claims, "another conclusion")
            else:
                for step in page.steps:
                    islands |= {*step.highlight.islands, *mentioned_islands(step.text)}
                _check_cases(shown, page.cases, islands)
                self._check_claims(shown, claims, islands)
        return shown.after(*claims), claims

    def _check_claims(self, shown: Shown, claims: Sequence[Claim], islands: Iterable[int]) -> None:
        left = list(claims)
        while left:
            known = known_from(shown, islands)
            follows = [
                each
                for each in left
                if known.implies(each.edge, each.bound, is_minimum=each.is_minimum)
            ]
            check(follows, f"{left} does not follow")
            shown = shown.after(*follows)
            left = [each for each in left if each not in follows]

    def reject(self, name: str, shown: Shown, text: str, problem: str) -> None:
        """Note a false sentence."""
        self.false.append(f"{name}: {text!r} ({problem}) with {describe(shown)}")

    @contextmanager
    def _judging(self, name: str, number: int, shown: Shown, text: str) -> Iterator[None]:
        """Count sentences, and note that they are false if a check fails."""
        self.sentences[name] += number
        try:
            yield
        except NoArgumentError as error:
            self.reject(name, shown, text, str(error))

    def hint(self, puzzle: Puzzle, board: Board, hint: Explanation) -> None:
        """Judge a hint by techniques for a board, and what it draws."""
        shown = Shown.on(puzzle, board)
        for premise in hint.premises:
            about = premise.highlight
            shown, _claims = self.page(shown, premise, {**about.ghosts, **about.limits})
        _after, claims = self.page(shown, hint)
        for edge, state in hint.move.edges:
            claim = Claim(edge, state != MARK, max(0, state))
            if claim not in claims:
                self.reject("Drawn", shown, hint.text, f"{claim} is drawn")

    def proof(self, board: Board, hint: Explanation, solver: Solver) -> None:
        """Judge a hint that only the exact solver gives: what all ways to finish a board share."""
        shown = Shown.on(solver.puzzle, board)
        with self._judging(hint.heading, 1, shown, hint.text):
            _check_proof(shown, board, hint, solver)

    def refutation(self, shown: Shown, steps: Sequence[Explanation]) -> Claim | None:
        """Judge the steps from an assumption to a contradiction; the assumption, if any."""
        texts = " / ".join(step.text for step in steps)
        outer: list[tuple[Shown, Claim]] = []
        refuted: Claim | None = None
        seen, of_cases = set[int](), set[int]()
        with self._judging("Steps of a What-if", len(steps), shown, texts):
            for step in steps:
                islands = {*step.highlight.islands, *mentioned_islands(step.text)}
                seen |= islands
                claims = claims_of(step.highlight)
                if not step.highlight.edges:
                    check(not known_from(shown, seen).allows({}), "no contradiction")
                    if outer:  # Otherwise nothing was assumed: there is no solution.
                        shown, refuted = outer.pop()
                elif step.cases and step.text.startswith("Suppose "):
                    _check_cases(shown, step.cases, islands)
                    of_cases |= islands
                    continue
                elif re.fullmatch(r"Suppose [^.]*\.", step.text):
                    (assumed,) = claims
                    outer.append((shown, assumed))
                    shown = shown.after(assumed)
                elif step.text.startswith("Suppose "):
                    assert refuted is not None
                    check(claims == [_opposite(refuted)], "something else was refuted")
                    shown = shown.after(*claims)
                else:
                    _check_cases(shown, step.cases, islands | of_cases)
                    self._check_claims(shown, claims, islands | of_cases)
                    shown, of_cases = shown.after(*claims), set()
                if step.highlight.edges:
                    self._check_drawn(shown, step)
            check(not outer, "no contradiction at the end")
        return refuted

    @staticmethod
    def _check_drawn(shown: Shown, step: Explanation) -> None:
        for edge, state in step.highlight.ghosts.items():
            if state == MARK:
                check(not shown.low[edge] and not shown.room(edge), f"a mark at {edge} is drawn")
            else:
                check(state <= shown.low[edge], f"{state} at {edge} are drawn")

    def mistake(
        self, board: Board, past: Sequence[Board], hint: Explanation, solver: Solver
    ) -> None:
        """Judge the sentences of a hint about a mistake on a board, and the steps that show why."""
        puzzle = solver.puzzle
        mistake = _Mistake(board, past, hint, solver)
        *before, why = mistake.why.paragraphs
        left_out = [text for text in before if text != LOOK_AGAIN]
        number = len([*hint.reasons, *left_out, why])
        with self._judging("Mistake", number, mistake.shown, hint.text):
            for reason in hint.reasons:
                _judge_by(MISTAKES, mistake, reason)
            is_left = not solver.is_solvable(board.apply(hint.move))
            check(is_left == ("There are more mistakes." in hint.reasons), "a mistake is left")
            check(is_left == bool(left_out), "something is left out")
            shown = mistake.why.board or board
            check(board.extends(shown), "more is shown than drawn")
            check(solver.is_solvable(shown.apply(hint.move)), "another mistake is shown")
            for sentence in left_out:
                _judge_by(WHY, mistake, sentence)
            if LOOK_AGAIN in before:
                ((edge, _right),) = hint.move.edges
                islands = {*mistake.why.highlight.islands, *mentioned_islands(why)}
                state, limit = board.state(edge), puzzle.rules.max_bridges
                wrong = (0, 0) if state == MARK else (state, limit)
                allowed = known_from(mistake.shown, islands).allows({edge: wrong})
                check(not allowed, "it does not rule it out")
                _check_cases(mistake.shown, mistake.why.cases, islands)
            else:
                _judge_by(WHY, mistake, why)
            if mistake.why.steps and not mistake.why.cases:
                self.refutation(mistake.shown, mistake.why.steps)

    def review(self, start: Board, review: Review, solver: Solver) -> None:
        """Judge all that is said of a game without trials."""
        moves = (moment.entry.move for moment in review.moments)
        replay = _Replay(review, list(accumulate(moves, Board.apply, initial=start)), solver)
        texts = [
            *(
                (text, partial(_check_moment, replay, moment))
                for moment in review.moments
                if (text := moment_text(solver.puzzle, moment))
            ),
            *((pause_text(pause), partial(_check_pause, replay, pause)) for pause in review.pauses),
            *(
                (each, partial(_check_outline, replay))
                for each in (take_home(review), summary(review))
            ),
        ]
        for text, judge in texts:
            with self._judging("Review", 1, Shown.on(solver.puzzle, start), text):
                judge(text)

    def no_solution(self, puzzle: Puzzle, hint: Explanation) -> None:
        """Judge the reason why a puzzle has no solution."""
        _, reason = hint.reasons
        with self._judging("No solution", 1, Shown.on(puzzle, Board.empty(puzzle)), reason):
            _check_no_solution(puzzle, reason, list(hint.highlight.islands))

    def walkthrough(self, walkthrough: Walkthrough) -> None:
        """Judge all steps of a walkthrough."""
        puzzle = walkthrough.puzzle
        shown, board = Shown.on(puzzle, Board.empty(puzzle)), Board.empty(puzzle)
        for step in walkthrough.steps:
            check(step.board == board, "another board")
            known, before = len(self.false), shown
            shown, claims = self.page(shown, step)
            drawn = {Claim(edge, state != MARK, max(0, state)) for edge, state in step.move.edges}
            if known == len(self.false) and not drawn <= set(claims):
                self.reject("Drawn", before, step.text, f"{drawn - set(claims)} are drawn")
            board = board.apply(step.move)
            shown = shown.after(*drawn)


def describe(shown: Shown) -> str:
    """The bounds that are not as at the start."""
    limit = shown.puzzle.rules.max_bridges
    bounds = [
        f"{edge.a}-{edge.b}: {low} to {high}"
        for edge, low, high in zip(shown.puzzle.edges, shown.low, shown.high)
        if low or high < limit
    ]
    islands = ", ".join(
        f"{each.id} {each.row},{each.col}={'?' if each.clue is None else each.clue}"
        for each in shown.puzzle.islands
    )
    return f"{'; '.join(bounds) or 'nothing'} on max-bridges {limit}: {islands}"
