"""Reads the sentences of the teacher back, and judges them as arguments.

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
from itertools import accumulate, chain, product
from typing import NamedTuple, Self, TypeVar

from hashi_gui.core.board import MARK, Board, LogKind, Move
from hashi_gui.core.puzzle import Island, Puzzle
from hashi_gui.core.rules import components
from hashi_gui.core.wording import format_duration
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.teaching.hints import hint_from_technique, next_hint
from hashi_gui.logic.teaching.review import Moment, Pause, Review
from hashi_gui.logic.teaching.review_text import moment_text, pause_text, summary, take_home
from hashi_gui.logic.teaching.walkthrough import Walkthrough
from hashi_gui.solving import Solver

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

    def is_loop(self, islands: frozenset[int]) -> bool:
        """Whether bridges join islands to a loop."""
        ends = [(e.a, e.b) for e in self.puzzle.edges if self.low[e.id] and {e.a, e.b} <= islands]
        numbers = Counter(chain.from_iterable(ends))
        return len(ends) == len(islands) and all(numbers[each] == 2 for each in islands)

    def edge_to(self, island: int, way: str) -> int:
        """The edge that leads from an island in a direction."""
        here = self.puzzle.islands[island]
        ways = ((edge, _way(here, there)) for edge, there in self.puzzle.neighbours(island))
        return found(next((e.id for e, there in ways if there == way), None), "nothing there")

    def edge_between(self, one: int, two: int) -> int:
        """The edge of two islands."""
        edges = (edge.id for edge, there in self.puzzle.neighbours(one) if there.id == two)
        return found(next(edges, None), "no neighbours")


def _way(here: Island, there: Island) -> str:
    if here.row == there.row:
        return "right" if there.col > here.col else "left"
    return "down" if there.row > here.row else "up"


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


def _island(name: str) -> str:
    return rf"(?P<{name}_clue>\?|\d+) at ⟦(?P<{name}>\d+)⟧"


def _group(name: str) -> str:
    return rf"(?:⟦(?P<{name}>\d+(?: \d+)+)⟧|the (?:\?|\d+) at ⟦(?P<{name}_one>\d+)⟧)"


BETWEEN = f"between the {_island('a')} and the {_island('b')}"
BOUND = r"(?:at (?P<sign>least|most) (?P<bound>\d+) bridges?|(?P<none>no bridge))"
NEEDS = rf"The {_island('i')} needs (?:(?P<need>\d+) more bridges?|at least 1 bridge)"
WAY = "(?P<way>left|right|up|down)"
WAYS = {"to the left": "left", "to the right": "right", "above": "up", "below": "down"}
SIDE = rf"(\d+) ({'|'.join(WAYS)})"
CONFLICT = (
    rf"(?:(?P<cut>{_group('g')}) would be cut off|(?P<loop>{_group('r')}) would form a loop"
    rf"|the {_island('i')} could not get the right number of bridges"
    rf"|the {_island('c')} and the {_island('d')} would need more bridges between them than are "
    "possible)"
)
ASSUMED = (
    rf"Suppose there were (?:no more than (?P<cap>\d+) bridges?|(?P<without>no bridge)"
    rf"|(?P<least>at least )?(?P<more>\d+) bridges?|a bridge) {BETWEEN}"
)

Judge = Callable[[Shown, re.Match[str]], list[Claim]]
TEMPLATES: list[tuple[str, re.Pattern[str], Judge]] = []


def template(name: str, pattern: str) -> Callable[[Judge], Judge]:
    """Register a judge for sentences of a pattern."""

    def register(judge: Judge) -> Judge:
        TEMPLATES.append((name, re.compile(pattern), judge))
        return judge

    return register


def _one(shown: Shown, match: re.Match[str], name: str) -> int:
    """The island of a name, after its clue was checked."""
    island = int(match[name])
    clue = shown.puzzle.islands[island].clue
    check(match[f"{name}_clue"] == ("?" if clue is None else str(clue)), "another clue")
    return island


def _members(match: re.Match[str], name: str) -> frozenset[int]:
    return frozenset(map(int, (match[name] or match[f"{name}_one"]).split()))


def _edge(shown: Shown, match: re.Match[str]) -> int:
    return shown.edge_between(_one(shown, match, "a"), _one(shown, match, "b"))


def _claim(edge: int, match: re.Match[str]) -> Claim:
    if match["none"]:
        return Claim(edge, False, 0)
    return Claim(edge, match["sign"] == "least", int(match["bound"]))


def _need(shown: Shown, match: re.Match[str]) -> tuple[int, int]:
    """The island of a sentence and its need."""
    island = _one(shown, match, "i")
    need = shown.need(island)
    is_unknown = shown.puzzle.islands[island].clue is None
    check(need == (1 if match["need"] is None else int(match["need"])), f"needs {need}")
    check(is_unknown == (match["need"] is None), "the need of a ? is not known")
    return island, need


def _listed(shown: Shown, island: int, text: str) -> dict[int, int]:
    return {shown.edge_to(island, WAYS[side]): int(n) for n, side in re.findall(SIDE, text)}


def _gains(shown: Shown, gains: dict[int, int]) -> list[Claim]:
    return [Claim(edge, True, shown.low[edge] + gain) for edge, gain in gains.items()]


CLOSED = {
    r"The .* ha(?:s all its|ve all their) bridges\.": lambda shown, edge, there: (
        shown.most(there) == 0
    ),
    r"(?:A bridge blocks|Bridges block) the ways? .*\.": lambda shown, edge, there: any(
        shown.low[across] for across in shown.puzzle.crossings[edge]
    ),
    r"The ways? .* (?:is|are) ruled out\.": lambda shown, edge, there: shown.high[edge] == 0,
    r"The ways? .* (?:is|are) full\.": lambda shown, edge, there: (
        0 < shown.low[edge] == shown.high[edge]
    ),
}
"""What sentences say of closed directions, and whether that is so: of an edge, and its far end."""


@template(
    "Only one way out",
    rf"{NEEDS}, and (?:it|they) can only go {WAY}\."
    r"(?P<closed>(?: (?:It has no other neighbour|The [^.]* ha(?:s all its|ve all their) bridges"
    r"|(?:A bridge blocks|Bridges block) the ways? [a-z ]+"
    r"|The ways? [a-z ]+ (?:is|are) (?:full|ruled out))\.)*)",
)
def _only_way_out(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, need = _need(shown, match)
    edge = shown.edge_to(island, match["way"])
    check(shown.rooms(island).keys() <= {edge}, "there is room elsewhere")
    others = {e for e in shown.puzzle.incident[island] if e != edge}
    sentences = re.findall(r"[^.]+\.", match["closed"])
    if not others:
        check(sentences == [" It has no other neighbour."], "there is no other neighbour")
    else:
        named = [each for text in sentences for each in _closed_edges(shown, island, text.strip())]
        check(sorted(named) == sorted(others if len(others) <= 2 else ()), "others are closed")
    return _gains(shown, {edge: need})


def _closed_edges(shown: Shown, island: int, text: str) -> list[int]:
    """The edges of an island that a sentence says are closed, after that was checked."""
    judges = (judge for pattern, judge in CLOSED.items() if re.fullmatch(pattern, text))
    is_closed = found(next(judges, None), f"not understood: {text}")
    mentioned = [_one(shown, each, "f") for each in re.finditer(_island("f"), text)]
    edges = [shown.edge_between(island, there) for there in mentioned] or [
        shown.edge_to(island, way) for way in re.findall(r"\b(?:left|right|up|down)\b", text)
    ]
    for edge in edges:
        check(is_closed(shown, edge, shown.puzzle.edges[edge].other(island)), f"not so: {text}")
    return edges


@template("Full house", rf"{NEEDS}, and there is room for exactly (?P<n>\d+): (?P<list>[^.]*)\.")
def _full_house(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, need = _need(shown, match)
    rooms = shown.rooms(island)
    check(_listed(shown, island, match["list"]) == rooms, "other room")
    check(sum(rooms.values()) == need == int(match["n"]), "not exactly so much room")
    return _gains(shown, rooms)


@template(
    "One in every direction",
    rf"{NEEDS}, and only (?P<n>\d+) more fit: at least one goes (?P<sides>[^.]*)\.",
)
def _one_in_each(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, need = _need(shown, match)
    rooms = shown.rooms(island)
    check(sum(rooms.values()) == int(match["n"]), "other room")
    sides = re.split(", one | and one ", match["sides"])
    gains = {shown.edge_to(island, side): 1 for side in sides}
    _check_gains(need, rooms, gains)
    return _gains(shown, gains)


@template(
    "What the rest can't take",
    rf"{NEEDS}, and there is room for only (?P<list>[^.]*), "
    r"so it gets at least (?P<gains>[^.]*)\.",
)
def _rest_of_several(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, need = _need(shown, match)
    rooms = shown.rooms(island)
    check(_listed(shown, island, match["list"]) == rooms, "other room")
    gains = _listed(shown, island, match["gains"])
    _check_gains(need, rooms, gains)
    return _gains(shown, gains)


def _check_gains(need: int, rooms: dict[int, int], gains: dict[int, int]) -> None:
    """Whether the rest of the room leaves each direction its gain."""
    total = sum(rooms.values())
    check(all(need - (total - rooms[e]) >= gain for e, gain in gains.items()), "does not follow")


@template(
    "What the rest can't take",
    rf"{NEEDS}, but (?P<others>[^.]*) there is room for only (?P<n>\d+), "
    rf"so at least (?P<gain>\d+) go(?:es)? {WAY}\.",
)
def _rest_of_one(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, need = _need(shown, match)
    rooms = shown.rooms(island)
    edge = shown.edge_to(island, match["way"])
    sides = re.split(", | and ", match["others"])
    others = {shown.edge_to(island, WAYS[side]) for side in sides}
    check(others == rooms.keys() - {edge}, "other directions")
    check(sum(rooms[e] for e in others) == int(match["n"]), "other room")
    gains = {edge: int(match["gain"])}
    _check_gains(need, rooms, gains)
    return _gains(shown, gains)


@template(
    "Closing a loop",
    rf"A bridge {BETWEEN} would close a loop: {_group('g')} is connected already\.",
)
def _closing_loop(shown: Shown, match: re.Match[str]) -> list[Claim]:
    edge = _edge(shown, match)
    check(not shown.puzzle.rules.loops, "loops are allowed")
    check(not shown.low[edge], "there is a bridge")
    check(shown.after(Claim(edge, True, 1)).is_loop(_members(match, "g")), "no loop")
    return [Claim(edge, False, 0)]


@template(
    "The last way without a loop",
    rf"{NEEDS}, (?:and every other open way would close a loop, so (?:it goes|they go)"
    r"|but (?P<others>[^.]*) only (?P<n>\d+) can go without closing a loop, so at least "
    rf"(?P<gain>\d+) go(?:es)?) {WAY}\.",
)
def _without_loop(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, need = _need(shown, match)
    check(not shown.puzzle.rules.loops, "loops are allowed")
    edge = shown.edge_to(island, match["way"])
    others = shown.rooms(island).keys() - {edge}
    if match["others"]:
        sides = re.split(", | and ", match["others"])
        check({shown.edge_to(island, WAYS[side]) for side in sides} == others, "other ways")
    most = max(
        sum(gains)
        for gains in product(*(range(shown.room(other) + 1) for other in others))
        if shown.without_loop(Claim(e, True, shown.low[e] + n) for e, n in zip(others, gains) if n)
    )
    check(most == int(match["n"] or 0), f"{most} can go")
    check(need - most == int(match["gain"] or need), "does not follow")
    return _gains(shown, {edge: need - most})


@template("Finished island", rf"The {_island('i')} has all its bridges, so no more can go {WAY}\.")
def _finished(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island = _one(shown, match, "i")
    check(shown.most(island) == 0, "not finished")
    edge = shown.edge_to(island, match["way"])
    return [Claim(edge, False, shown.low[edge])]


@template("Blocked", rf"The bridge {BETWEEN} is in the way\.")
def _blocked(shown: Shown, match: re.Match[str]) -> list[Claim]:
    edge = _edge(shown, match)
    check(shown.low[edge], "no bridge")
    return [Claim(across, False, 0) for across in shown.puzzle.crossings[edge]]


@template(
    "Too many already",
    rf"The {_island('i')} needs only (?P<need>\d+) more bridges?, "
    rf"so {BOUND}(?P<total> in total)? can go {WAY}\.",
)
def _too_many(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, need = _need(shown, match)
    edge = shown.edge_to(island, match["way"])
    claim = _claim(edge, match)
    check(claim == (edge, False, shown.low[edge] + need), "does not follow")
    check(bool(match["total"]) == bool(shown.low[edge]), "in total or not")
    return [claim]


FINISHED = (
    rf"With (?P<count>\d+) bridges? {BETWEEN}, %s would be finished and cut off from the rest, "
    rf"so {BOUND} goe?s? there\."
)


def _closed_by(shown: Shown, match: re.Match[str], group: frozenset[int] | None) -> list[Claim]:
    edge, count = _edge(shown, match), int(match["count"])
    islands = frozenset({int(match["a"]), int(match["b"])}) if group is None else group
    check(shown.low[edge] + shown.room(edge) <= count, "more bridges are possible")
    after = shown.after(Claim(edge, True, count))
    check(after.group(int(match["a"])) == islands, "another group")
    check(all(after.most(island) == 0 for island in islands), "not finished")
    check(len(islands) < len(shown.puzzle.islands), "no other islands")
    claim = _claim(edge, match)
    check(claim == (edge, False, count - 1), "does not follow")
    return [claim]


@template("Ones apart, twos apart", FINISHED % "both")
def _apart(shown: Shown, match: re.Match[str]) -> list[Claim]:
    edge, count = _edge(shown, match), int(match["count"])
    ends = [end.id for end in shown.puzzle.ends(edge)]
    check(all(shown.puzzle.islands[end].clue == count for end in ends), "other clues")
    check(len(shown.puzzle.islands) > len(ends), "no other islands")
    claim = _claim(edge, match)
    check(claim == (edge, False, count - 1), "does not follow")
    return [claim]


@template("Group closed off", FINISHED % _group("g"))
def _group_closed(shown: Shown, match: re.Match[str]) -> list[Claim]:
    return _closed_by(shown, match, _members(match, "g"))


@template(
    "Three closed off",
    rf"If the {_island('m')} had bridges only to the {_island('a')} and the {_island('b')}, the "
    rf"three would be finished and cut off, so it has {BOUND} going {WAY}\.",
)
def _three(shown: Shown, match: re.Match[str]) -> list[Claim]:
    middle, one, two = (_one(shown, match, name) for name in "mab")
    clue, first, second = (shown.puzzle.islands[each].clue for each in (middle, one, two))
    check(first and second and first + second == clue, "not finished")
    check(len(shown.puzzle.islands) > 3, "no other islands")
    edge = shown.edge_to(middle, match["way"])
    claim = _claim(edge, match)
    sides = {shown.edge_between(middle, one): first, shown.edge_between(middle, two): second}
    if claim.is_minimum:
        exits = [
            e
            for e in shown.puzzle.incident[middle]
            if e not in sides and (shown.low[e] or shown.room(e))
        ]
        check(exits == [edge] and claim.bound == 1, "does not follow")
    else:
        (other,) = sides.keys() - {edge}
        check(shown.low[other] == sides[other], "the other side is not finished")
        check(claim.bound == (sides[edge] or 0) - 1, "does not follow")
    return [claim]


@template(
    "A group needs a way out",
    rf"The only way out of {_group('g')} is {BETWEEN}, so a bridge must go there\.",
)
def _only_exit(shown: Shown, match: re.Match[str]) -> list[Claim]:
    edge, group = _edge(shown, match), _members(match, "g")
    check(shown.group(min(group)) == group, "another group")
    check(shown.exits(group) == [edge], "other ways out")
    check(len(group) < len(shown.puzzle.islands), "no other islands")
    return [Claim(edge, True, 1)]


@template(
    "A group needs a way out",
    rf"Without a bridge {BETWEEN}, {_group('g')} would fill all its other exits, and all that they "
    r"join would be finished and cut off\.",
)
def _exit_needed(shown: Shown, match: re.Match[str]) -> list[Claim]:
    edge, group = _edge(shown, match), _members(match, "g")
    check(shown.group(min(group)) == group, "another group")
    exits = [each for each in shown.exits(group) if each != edge]
    check(len(exits) < len(shown.exits(group)), "no exit of the group")
    check(sum(map(shown.room, exits)) == sum(map(shown.most, group)), "exits are not filled")
    after = shown.after(*_gains(shown, {each: shown.room(each) for each in exits}))
    joined = after.group(min(group))
    check(all(after.most(island) == 0 for island in joined), "not finished")
    check(len(joined) < len(shown.puzzle.islands), "no other islands")
    return [Claim(edge, True, 1)]


@template(
    "The only link",
    rf"Without a bridge {BETWEEN}, the islands would be split into two parts: there is no other "
    r"link\.",
)
def _link(shown: Shown, match: re.Match[str]) -> list[Claim]:
    edge = _edge(shown, match)
    rest = [e for e in range(len(shown.low)) if e != edge and (shown.low[e] or shown.room(e))]
    joined = Shown(shown.puzzle, [e in rest for e in range(len(shown.low))], shown.high)
    check(int(match["b"]) not in joined.group(int(match["a"])), "another link")
    return [Claim(edge, True, 1)]


@template(
    "Starving a neighbour",
    rf"Suppose no more bridges went {WAY} from the {_island('i')}\. All its other directions would "
    rf"be full, and the {_island('n')} could not get enough bridges\. "
    rf"So {BOUND} goe?s? (?P<to>\w+)\.",
)
def _starving(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island, starving = _one(shown, match, "i"), _one(shown, match, "n")
    edge = shown.edge_to(island, match["way"])
    others = {each: room for each, room in shown.rooms(island).items() if each != edge}
    check(shown.need(island) == sum(others.values()), "the others are not full")
    after = shown.after(Claim(edge, False, shown.low[edge]), *_gains(shown, others))
    check(after.fails(starving), "it can get enough")
    claim = _claim(shown.edge_to(island, match["to"]), match)
    check(claim == (edge, True, shown.low[edge] + 1), "does not follow")
    return [claim]


def _ways(shown: Shown, island: int) -> Iterator[dict[int, int]]:
    """All ways to give an island its bridges: the gains of its open edges."""
    rooms = shown.rooms(island)
    for gains in product(*(range(room + 1) for room in rooms.values())):
        if shown.need(island) <= sum(gains) <= shown.most(island):
            yield dict(zip(rooms, gains))


def _is_allowed(shown: Shown, island: int, way: dict[int, int]) -> bool:
    after = shown.after(
        *_gains(shown, way), *(Claim(e, False, shown.low[e] + n) for e, n in way.items())
    )
    group = after.group(island)
    if not shown.puzzle.rules.loops and not after.without_loop(()):
        return False
    finished = all(after.most(each) == 0 for each in group)
    return not any(after.fails(each.id) for each in shown.puzzle.islands) and (
        not finished or len(group) == len(shown.puzzle.islands) or not any(way.values())
    )


@template(
    "Intersection",
    rf"The {_island('i')} can get its bridges in (?:only one way|(?P<possible>\d+) ways\. Only one "
    r"of them breaks no rule nearby): (?P<way>[^.]*)\.",
)
def _one_combination(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island = _one(shown, match, "i")
    ways = list(_ways(shown, island))
    check(len(ways) == int(match["possible"] or 1), f"there are {len(ways)} ways")
    allowed = [way for way in ways if _is_allowed(shown, island, way)]
    check(len(allowed) == 1, f"{len(allowed)} break no rule")
    named = re.findall(r"(\d+) bridges? going (\w+)", match["way"])
    totals = {shown.edge_to(island, side): int(total) for total, side in named}
    check(totals or match["way"] == "without another bridge", "not understood")
    (gains,) = allowed
    claims = [(edge, shown.low[edge] + gain) for edge, gain in gains.items()]
    check(totals == {edge: total for edge, total in claims if total}, "another way")
    return [Claim(edge, sign, total) for edge, total in claims for sign in (True, False)]


@template(
    "Intersection",
    rf"The {_island('i')} can get its bridges in (?P<possible>\d+) ways\. "
    r"(?:Both have|All of them have"
    r"|Only (?P<allowed>\d+) of them break no rule nearby, and (?:both|all of them) have) "
    rf"{BOUND} going {WAY}\.",
)
def _intersection(shown: Shown, match: re.Match[str]) -> list[Claim]:
    island = _one(shown, match, "i")
    ways = list(_ways(shown, island))
    check(len(ways) == int(match["possible"]), f"there are {len(ways)} ways")
    allowed = [way for way in ways if _is_allowed(shown, island, way)]
    check(len(allowed) == int(match["allowed"] or len(ways)), f"{len(allowed)} break no rule")
    claim = _claim(shown.edge_to(island, match["way"]), match)
    totals = [shown.low[claim.edge] + way.get(claim.edge, 0) for way in allowed]
    follows = min(totals) >= claim.bound if claim.is_minimum else max(totals) <= claim.bound
    check(follows, "does not follow")
    return [claim]


@template(
    "Odd and even",
    r"Add up what ⟦(?P<g>\d+(?: \d+)+)⟧ still needs: (?P<need>\d+)\. A bridge between two of them "
    r"counts twice, so (?:(?P<odd>an odd number must)|only an even number can) lead out\. The only "
    rf"open way out is {BETWEEN}, with room for (?P<room>\d+) more, so there must be "
    r"(?P<possible>no bridge|exactly \d+ bridges?|\d+(?:, \d+)* or \d+ bridges)\.",
)
def _odd_or_even(shown: Shown, match: re.Match[str]) -> list[Claim]:
    edge, islands = _edge(shown, match), frozenset(map(int, match["g"].split()))
    check(shown.exits(islands) == [edge], "other ways out")
    need, room, low = sum(map(shown.most, islands)), shown.room(edge), shown.low[edge]
    check(need == int(match["need"]), f"they need {need}")
    check(bool(match["odd"]) == bool(need % 2), "odd or even")
    check(room == int(match["room"]), "other room")
    possible = list(map(int, re.findall(r"\d+", match["possible"]))) or [0]
    right = [low + gain for gain in range(room + 1) if (need - gain) % 2 == 0]
    check(possible == right, "does not follow")
    return [Claim(edge, True, min(possible)), Claim(edge, False, max(possible))]


def _assumption(shown: Shown, match: re.Match[str]) -> Claim:
    edge = _edge(shown, match)
    if match["cap"] or match["without"]:
        claim = Claim(edge, False, int(match["cap"] or 0))
        check(shown.low[edge] <= claim.bound, "more bridges stand")
        return claim
    claim = Claim(edge, True, int(match["more"] or 1))
    is_least = match["least"] or not match["more"]
    check(is_least or shown.low[edge] + shown.room(edge) <= claim.bound, "more are possible")
    return claim


@template(
    "What if",
    rf"{ASSUMED}: (?P<later>right away|one step later|\d+ steps later), {CONFLICT}\. "
    rf"So {BOUND} goe?s? there\.",
)
def _what_if(shown: Shown, match: re.Match[str]) -> list[Claim]:
    assumed = _assumption(shown, match)
    claim = _claim(assumed.edge, match)
    check(claim == _opposite(assumed), "not the opposite")
    return [claim]


def _opposite(assumed: Claim) -> Claim:
    bound = assumed.bound + (-1 if assumed.is_minimum else 1)
    return Claim(assumed.edge, not assumed.is_minimum, bound)


def _check_stayed(shown: Shown, text: str) -> Claim:
    match = read_as(
        rf"Suppose the (?:(?P<mark>mark)|bridge|(?P<n>\d+) bridges) {BETWEEN} stayed\.", text
    )
    edge = _edge(shown, match)
    if match["mark"]:
        check(not shown.high[edge], "no mark")
        return Claim(edge, False, 0)
    check(shown.low[edge] == int(match["n"] or 1), "not on the board")
    return Claim(edge, True, shown.low[edge])


def _check_conflict(shown: Shown, text: str) -> None:
    match = read_as(rf"But then {CONFLICT}\.", text)
    if match["cut"]:
        group = _members(match, "g")
        check(shown.group(min(group)) == group, "another group")
        check(shown.is_cut_off(group), "not cut off")
    elif match["loop"]:
        check(not shown.puzzle.rules.loops, "loops are allowed")
        check(shown.is_loop(_members(match, "r")), "no loop")
    elif match["i"]:
        check(shown.fails(_one(shown, match, "i")), "it can get the right number")
    else:
        ends = _one(shown, match, "c"), _one(shown, match, "d")
        edge = shown.edge_between(*ends)
        crossed = any(shown.low[across] for across in shown.puzzle.crossings[edge])
        too_many = shown.low[edge] > (0 if crossed else shown.high[edge])
        check(too_many or any(shown.most(end) < 0 for end in ends), "possible")


def _check_proof(shown: Shown, board: Board, hint: Explanation, solver: Solver) -> None:
    at_least = rf"at least (?P<count>\d+) bridges? {BETWEEN}\."
    every = re.fullmatch(f"Every way to finish the board has {at_least}", hint.text)
    none = re.fullmatch(rf"With a bridge {BETWEEN}, the board could not be finished\.", hint.text)
    nothing = "The remaining solutions have nothing more in common\\. One of them has "
    match = every or none or read_as(nothing + at_least, hint.text)
    edge, count = _edge(shown, match), 1 if none else int(match["count"])
    check(hint.move.edges == ((edge, MARK if none else count),), "something else is drawn")
    bounds = solver.solution_bounds(board)
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
LOOK_AGAIN = "Take it away, and look again. "
MISTAKES: dict[str, MistakeJudge] = {
    rf"(?:One bridge|(?P<n>\d+) bridges) too many {BETWEEN}{LAST}\.": _too_many_drawn,
    rf"If the others stay, there (?:is one bridge|are (?P<n>\d+) bridges) too many {BETWEEN}\.": (
        _too_many_drawn
    ),
    rf"The mark {BETWEEN} is wrong{LAST}\.": _wrong_mark,
    rf"If the others stay, the mark {BETWEEN} is wrong\.": _wrong_mark,
    r"These (?P<kinds>[a-z ]+) cannot all be right\.": _not_all,
    r"That is not the only mistake\.": lambda _mistake, _match: None,
    r"Since move (?P<number>\d+) of (?P<total>\d+), the board cannot be finished\.": _since,
}


def _in_the_way(mistake: _Mistake, match: re.Match[str]) -> None:
    ((wrong, _),) = mistake.hint.move.edges
    edge = _edge(mistake.shown, match)
    check(mistake.shown.low[edge] and wrong in mistake.shown.puzzle.crossings[edge], "not so")


def _takes_only(mistake: _Mistake, match: re.Match[str]) -> None:
    shown = mistake.shown
    ones = [each for each in mistake.why.highlight.islands if shown.puzzle.islands[each].clue == 1]
    islands = ones if match["i"] is None else [_one(shown, match, "i")]
    check(any(shown.need(island) < 0 for island in islands), "not too many")
    check(match["n"] == match["i_clue"], "another number")


def _no_room(mistake: _Mistake, match: re.Match[str]) -> None:
    shown, island, said = mistake.shown, _one(mistake.shown, match, "i"), match.groupdict()
    check(sum(shown.rooms(island).values()) == int(said.get("room") or 0), "other room")
    check(shown.need(island) == int(said.get("need", 1)), "needs another number")
    check(("need" in said) == (said["i_clue"] != "?"), "the need of a ? is not known")
    check(shown.fails(island), "there is room")


def _no_exit(mistake: _Mistake, match: re.Match[str]) -> None:
    group = _members(match, "g")
    check(mistake.shown.group(min(group)) == group, "another group")
    check(mistake.shown.is_cut_off(group), "not cut off")


def _loop(mistake: _Mistake, _match: re.Match[str]) -> None:
    check(not mistake.shown.puzzle.rules.loops, "loops are allowed")
    check(not mistake.shown.without_loop(()), "no loop")


def _later(mistake: _Mistake, match: re.Match[str]) -> None:
    steps = mistake.why.steps
    check(int(match["n"] or 1) == len(steps) - 2, "another number of steps")
    check(steps[-1].text == f"But then {match['conflict']}.", "another contradiction")


def _left_out(mistake: _Mistake, _match: re.Match[str]) -> None:
    check("That is not the only mistake." in mistake.hint.reasons, "nothing else is wrong")


WHY: dict[str, MistakeJudge] = {
    r"What else is wrong is left out here\.": _left_out,
    rf"The bridge {BETWEEN} is in the way\.": _in_the_way,
    rf"(?:A 1 takes only one bridge|The {_island('i')} takes only (?P<n>\d+) bridges)\.": (
        _takes_only
    ),
    rf"The {_island('i')} needs (?P<need>\d+) more, and there is "
    r"(?:room for only (?P<room>\d+)|no room)\.": _no_room,
    rf"There is no room for a bridge at the {_island('i')}\.": _no_room,
    rf"No bridge can leave {_group('g')} any more\.": _no_exit,
    rf"If it stayed, then (?:one step|(?P<n>\d+) steps) later (?P<conflict>{CONFLICT})\.": _later,
    r"These bridges form a loop, and the rules allow no loops\.": _loop,
    r"No short way to see why was found\.": lambda _mistake, _match: None,
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


ORDINALS = {"second": 2, "third": 3, "fourth": 4}


def _check_wrong_move(replay: _Replay, moment: Moment, match: re.Match[str]) -> None:
    before, after = replay.boards[moment.number : moment.number + 2]
    edge = _edge(Shown.on(replay.solver.puzzle, before), match)
    drawn = after.state(edge)
    right = 0
    if match["ordinal"]:
        check(drawn == ORDINALS[match["ordinal"]], "another number is drawn")
        right = drawn - 1
    elif match["of"]:
        check(drawn == int(match["of"]), "another number is drawn")
        right = drawn - int(match["more"])
    else:
        check(drawn == (MARK if match["mark"] else int(match["n"] or 1)), "another number")
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
        r"Wrong: (?:the (?P<mark>mark)|the bridge|the (?P<n>\d+) bridges"
        r"|the (?P<ordinal>\w+) bridge|(?P<more>\d+) of the (?P<of>\d+) bridges) "
        rf"{BETWEEN}\.",
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
        seen, bounds = Shown.on(puzzle, board), replay.solver.solution_bounds(board)
        edges = pause.highlight.edges
        is_new = (bounds.low[e] > seen.low[e] or bounds.high[e] < seen.high[e] for e in edges)
        check(any(is_new), "nothing is certain there")


def _check_outline(replay: _Replay, text: str) -> None:
    """Judge a sentence about a whole game."""
    if match := re.fullmatch(r"(?:One change|(?P<n>\d+) changes): (?P<kinds>.*)\.", text):
        numbers = {kind: int(n) for n, kind in re.findall(r"(\d+) ([a-z ]+)", match["kinds"])}
        changes = [each.entry.kind for each in replay.review.moments]
        check(sum(numbers.values()) == int(match["n"] or 1) == len(changes), "another sum")
        check(numbers.get("wrong", 0) == replay.wrong, "another number of wrong moves")
        corrected = replay.moves(False, True)
        check(numbers.get("corrected", 0) == corrected, "another number of corrections")
        undone = changes.count(LogKind.UNDO)
        check(numbers.get("undone or redone", 0) == undone, "another number of changes undone")
    elif match := re.match(r"(?P<n>One|Two|Three|Four|Five|Six|Seven|\d+) wrong moves?", text):
        words = ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven"]
        check(words.index(match["n"]) == replay.wrong, "another number of wrong moves")
        still = "there is still a mistake" in text
        check(still != replay.finishable(len(replay.boards) - 1), "a mistake is left or not")
    elif text.startswith(("Every move followed", "You thought longest")):
        check(not replay.wrong, "moves were wrong")
    else:
        check(re.match(r"There are no moves|One move was right|\d+ moves were right", text), text)


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
        rf"The {_island('i')} has (?:room for only (?P<n>\d+) bridges?|no room for a bridge)\.",
        text,
    ):
        island = _one(shown, match, "i")
        room = sum(shown.rooms(island).values())
        check(room == int(match["n"] or 0) < shown.need(island), f"room for {room}")
    elif match := re.match(r"All its numbers add up to (\d+)\. Each bridge counts at both", text):
        check(len(clues) == len(puzzle.islands), "not all numbers are known")
        check(sum(clues.values()) == int(match[1]) and int(match[1]) % 2, "another sum")
    elif match := re.fullmatch(rf"The {_island('i')} sees no other island\.", text):
        check(not puzzle.incident[_one(shown, match, "i")], "it sees one")
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
            r"The .* cannot be right|These (?P<n>\w+) clues cannot (?:both|all) be right"
        )
        match = re.fullmatch(rf"(?:{contradicting})(?P<others>, whatever the .*)?\.", text)
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

    def page(self, shown: Shown, text: str) -> tuple[Shown, list[Claim]]:
        """Judge the sentences of a page; what is shown after it, and what it claims.

        A sentence may build on the page before it or on those before it on the same page.
        """
        before, position = shown, 0
        claims: list[Claim] = []
        while position < len(text):
            matches = ((name, p.match(text, position), judge) for name, p, judge in TEMPLATES)
            name, match, judge = next((each for each in matches if each[1]), ("", None, None))
            if match is None or judge is None:
                self.reject("Unknown", shown, text[position:], "not understood")
                break
            new = self._judge(name, judge, match, (shown, before))
            shown = shown.after(*new)
            claims += new
            position = match.end() + 1
        return shown, claims

    def _judge(
        self, name: str, judge: Judge, match: re.Match[str], states: Sequence[Shown]
    ) -> list[Claim]:
        self.sentences[name] += 1
        problems = []
        for shown in states:
            try:
                return judge(shown, match)
            except NoArgumentError as error:
                problems.append(str(error))
        self.reject(name, states[0], match[0], problems[0])
        return []

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
        claims: list[Claim] = []
        for reason in hint.paragraphs:
            before = shown
            shown, claims = self.page(shown, reason)
            if not claims:
                return  # It is false already.
        for edge, state in hint.move.edges:
            claim = Claim(edge, state != MARK, max(0, state))
            if claim not in claims:
                self.reject("Drawn", before, hint.text, f"{claim} is drawn")
        if hint.steps:
            self.refutation(before, hint.steps)

    def proof(self, board: Board, hint: Explanation, solver: Solver) -> None:
        """Judge a hint that only the exact solver gives: what all ways to finish a board share."""
        shown = Shown.on(solver.puzzle, board)
        with self._judging(hint.heading, 1, shown, hint.text):
            _check_proof(shown, board, hint, solver)

    def refutation(self, shown: Shown, steps: Sequence[Explanation]) -> None:
        """Judge the steps from an assumption to a contradiction."""
        texts = " / ".join(step.text for step in steps)
        outer: list[tuple[Shown, Claim]] = []
        refuted: Claim | None = None
        with self._judging("Steps of a What-if", len(steps), shown, texts):
            for step in steps:
                if match := re.fullmatch(rf"{ASSUMED}\.", step.text):
                    assumed = _assumption(shown, match)
                    outer.append((shown, assumed))
                    shown = shown.after(assumed)
                elif step.text.startswith("Suppose the "):
                    outer.append((shown, _check_stayed(shown, step.text)))
                elif step.text.startswith("But then"):
                    _check_conflict(shown, step.text)
                    if outer:  # Otherwise nothing was assumed: there is no solution.
                        shown, refuted = outer.pop()
                else:
                    known = len(self.false)
                    shown, claims = self.page(shown, step.text)
                    if len(self.false) > known:
                        return
                    if step.text.startswith("Suppose there were"):
                        assert refuted is not None
                        check(claims == [_opposite(refuted)], "something else was refuted")
                    self._check_drawn(shown, step)
            check(not outer, "no contradiction at the end")

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
        *left_out, why = mistake.why.paragraphs
        number = len([*hint.reasons, *left_out, why])
        with self._judging("Mistake", number, mistake.shown, hint.text):
            for reason in hint.reasons:
                _judge_by(MISTAKES, mistake, reason)
            is_left = not solver.is_solvable(board.apply(hint.move))
            check(is_left == ("That is not the only mistake." in hint.reasons), "a mistake is left")
            check(is_left == bool(left_out), "something is left out")
            shown = mistake.why.board or board
            check(board.extends(shown), "more is shown than drawn")
            check(solver.is_solvable(shown.apply(hint.move)), "another mistake is shown")
            for sentence in left_out:
                _judge_by(WHY, mistake, sentence)
            if why.startswith(LOOK_AGAIN):
                _, claims = self.page(mistake.shown, why.removeprefix(LOOK_AGAIN))
                ((edge, _right),) = hint.move.edges
                after = Shown.on(puzzle, board).after(*(c for c in claims if c.edge == edge))
                check(after.low[edge] > after.high[edge], "it does not rule it out")
            else:
                _judge_by(WHY, mistake, why)
            if mistake.why.steps:
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
            known, before = len(self.false), shown
            check(step.board == board, "another board")
            shown, claims = self.page(shown, step.text)
            if step.steps:
                self.refutation(before, step.steps)
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
