"""What the teacher concludes follows from the islands that it names or lights, and nothing else.

Each case that it dismisses breaks a rule by them, too, and its numbers are those of the board. The
suite has a sample; ``HASHI_SENTENCES=20000`` judges as many sentences. With -s, figures by
technique are printed.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import chain, groupby

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation, opposite_of
from hashi_gui.logic.reasoning.techniques.catalogue import techniques_for
from hashi_gui.logic.reasoning.techniques.technique import Case, Conclusion, Fault
from hashi_gui.logic.wording import letters_for, mentioned_islands, with_letters
from hashi_gui.solving import Solver
from hashi_gui.system.files import PUZZLES
from tests.logic.arguments import Known
from tests.samples import sample, without_loops

SENTENCES = int(os.environ.get("HASHI_SENTENCES", "300"))

MOST_ISLANDS = 150
"""Larger puzzles of the library take too long."""

SHARES, MOST_SEEN = 20, 60
"""No more than one in so many sentences is of one kind; not many more are looked at for that."""


def puzzles() -> Iterator[Puzzle]:
    """Puzzles of the library, the hardest first, and random ones in turn."""
    files = sorted(PUZZLES.rglob("*.hashi"), reverse=True)
    library = (read(file.read_text(encoding="utf-8")).puzzle for file in files)
    hard = iter([each for each in library if len(each.islands) <= MOST_ISLANDS])
    for seed in range(10**6):
        puzzle = sample(seed, max_side=12)
        with Solver(puzzle) as solver:
            solution = solver.solution()
        if solution and seed % 3 == 0:
            puzzle, _ = without_loops(puzzle, solution)
        yield puzzle
        yield from [each] if (each := next(hard, None)) else []


Situation = tuple[str, list[Known], Conclusion | Refutation]
"""Where something is said, what is known before it without any clue, and what is said.

What one technique says at some islands may be true at once, or one after the other.
"""


def situations(
    known: Known, conclusions: Iterable[Conclusion], where: str = ""
) -> Iterator[Situation]:
    """Each conclusion that takes a sentence; those of refutations, and what they lead to."""
    for (technique, _islands), parts in groupby(conclusions, lambda c: (c.technique, c.islands)):
        start = known
        for each in parts:
            if isinstance(each.facts, Refutation):
                supposed = after(known, opposite_of(each))
                yield from situations(supposed, each.facts.chain, "Step of a refutation: ")
                supposed = reduce(after, each.facts.chain, supposed)
                yield "Contradiction", [supposed], each.facts
            elif not technique.obvious:
                kind = ", two groups" if len(each.groups()) > 1 else ""
                yield where + technique.name + kind, [start, known], each
            known = after(known, each)


def after(known: Known, conclusion: Conclusion) -> Known:
    """What is known after a conclusion."""
    edge, bound = conclusion.edge, conclusion.bound
    low, high = list(known.low), list(known.high)
    if conclusion.is_minimum:
        low[edge] = max(low[edge], bound)
    else:
        high[edge] = min(high[edge], bound)
    return replace(known, low=low, high=high)


def all_situations() -> Iterator[Situation]:
    for puzzle in puzzles():
        with Solver(puzzle) as solver:
            techniques = techniques_for(solver)
        position = Position(puzzle)
        known = Known(puzzle, position.low[:], position.high[:], ())
        yield from situations(known, list(Reasoner(position, techniques).run()))


def problem(known: Known, said: Conclusion | Refutation) -> str:
    """What is wrong with an argument; empty if nothing is."""
    if isinstance(said, Refutation):
        return contradiction_problem(known, said)
    reason = said.reason(known.puzzle)
    known = replace(known, islands={*mentioned_islands(reason), *chain(*said.groups())})
    if not known.implies(said.edge, said.bound, is_minimum=said.is_minimum):
        return "It does not follow."
    for island, need in re.findall(r"⟦(\d+)⟧ needs (\d+) more bridges?\.", reason):
        if int(need) != need_of(known, int(island)):
            return "The island needs another number."
    return next(filter(None, (case_problem(known, case) for case in said.cases())), "")


def contradiction_problem(known: Known, said: Refutation) -> str:
    if replace(known, islands=said.conflict).allows({}):
        return "It is possible."
    numbers = said.least, said.most
    if said.isolated or len(said.conflict) > 2:
        return "" if numbers == (0, 0) or len(said.conflict) <= 2 else "Numbers of what?"
    if len(said.conflict) == 2:
        edges = (e for e in known.puzzle.edges if (e.a, e.b) == said.conflict)
        bounds = [(known.low[edge.id], known.high[edge.id]) for edge in edges]
        return "" if bounds == [numbers] and said.least > said.most else "Other numbers are there."
    (island,) = said.conflict
    room = sum(known.high[e] - known.low[e] for e in known.puzzle.incident[island])
    if said.least >= 0 and (said.most != room or room >= said.least):
        return "There is other room."
    return "" if said.least == need_of(known, island) else "The island needs another number."


def case_problem(known: Known, case: Case) -> str:
    """Whether a case is possible, or its numbers are not those of the board."""
    supposed = {edge: (least, most) for edge, least, most in case.bridges}
    if known.allows(supposed):
        return "A case is possible."
    if case.fault is not Fault.SHORTAGE:
        return ""
    (island,) = case.islands
    low = [max(low, supposed.get(edge, (0,))[0]) for edge, low in enumerate(known.low)]
    others = replace(known, islands={*known.islands} - {island})
    room = sum(
        most_of(others, edge, supposed) - low[edge] for edge in known.puzzle.incident[island]
    )
    if case.need != need_of(replace(known, low=low), island):
        return "The island needs another number."
    return "" if room <= case.room < case.need else "There is other room."


def need_of(known: Known, island: int) -> int:
    """How many bridges an island needs that are not drawn; of a "?", the first."""
    drawn = sum(known.low[edge] for edge in known.puzzle.incident[island])
    clue = known.puzzle.islands[island].clue
    return int(not drawn) if clue is None else clue - drawn


def most_of(known: Known, edge: int, supposed: Mapping[int, tuple[int, int]]) -> int:
    """The most bridges of an edge while others have what is supposed."""
    least, most = supposed.get(edge, (0, known.high[edge]))
    numbers = range(min(most, known.high[edge]), least, -1)
    return next((n for n in numbers if known.allows({**supposed, edge: (n, n)})), least)


def test_every_argument_uses_only_what_is_named_or_lit():
    judged, seen = Counter[str](), Counter[str]()
    failed = Counter[str | bool]()
    words: dict[str, list[int]] = {}
    for name, known, said in all_situations():
        seen[name] += 1
        if judged.total() >= SENTENCES or seen.total() > MOST_SEEN * SENTENCES:
            break
        if judged[name] >= SENTENCES / SHARES:
            continue
        judged[name] += 1
        failed[all(problem(each, said) for each in known) and name] += 1
        puzzle = known[0].puzzle
        is_end = isinstance(said, Refutation)
        text = said.conflict_text(puzzle) if is_end else said.reason(puzzle)
        words.setdefault(name, []).append(len(with_letters(text, letters_for([text])).split()))
    for name in sorted(judged):
        lengths = sorted(words[name])
        middle, long = (lengths[len(lengths) * tenths // 10] for tenths in (5, 9))
        print(f"| {name} | {failed[name]} of {judged[name]} | {middle} | {long} |")
    del failed[False]
    assert not failed
