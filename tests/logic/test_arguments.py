"""What the teacher concludes follows from the islands that it names or lights, and nothing else.

The suite has a sample; ``HASHI_SENTENCES=20000`` judges as many sentences. With -s, figures by
technique are printed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation, opposite_of
from hashi_gui.logic.reasoning.techniques.catalogue import techniques_for
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.wording import mentioned_islands
from hashi_gui.solving import Solver
from hashi_gui.system.paths import PUZZLES
from tests.logic.arguments import Known
from tests.samples import sample, without_loops

SENTENCES = int(os.environ.get("HASHI_SENTENCES", "300"))

MOST_ISLANDS = 150
"""Larger puzzles of the library take too long."""


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


Situation = tuple[str, Known, Conclusion | Refutation]
"""Where something is said, what is known before it without any clue, and what is said."""


def situations(
    known: Known, conclusions: Iterable[Conclusion], where: str = ""
) -> Iterator[Situation]:
    """Each conclusion that takes a sentence; those of refutations, and what they lead to."""
    for each in conclusions:
        if isinstance(each.facts, Refutation):
            supposed = after(known, opposite_of(each))
            yield from situations(supposed, each.facts.chain, "Step of a refutation: ")
            for part in each.facts.chain:
                supposed = after(supposed, part)
            yield "Contradiction", supposed, each.facts
        elif not each.technique.obvious:
            yield where + each.technique.name, known, each
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


def is_derivable(known: Known, said: Conclusion | Refutation) -> bool:
    if isinstance(said, Refutation):
        return not replace(known, islands=said.conflict).allows({})
    named = {*mentioned_islands(said.reason(known.puzzle)), *chain(*said.groups())}
    known = replace(known, islands=named)
    cases = ({edge: bounds for edge, *bounds in case.bridges} for case in said.cases())
    return known.implies(said.edge, said.bound, is_minimum=said.is_minimum) and not any(
        map(known.allows, cases)
    )


def test_every_conclusion_follows_from_what_is_named_or_lit():
    judged, failed, seen = Counter[str](), Counter[str](), Counter[str]()
    words: dict[str, list[int]] = {}
    for name, known, said in all_situations():
        seen[name] += 1
        if judged.total() >= SENTENCES or seen.total() > 60 * SENTENCES:
            break
        if judged[name] >= SENTENCES / 20:
            continue
        judged[name] += 1
        failed[name] += not is_derivable(known, said)
        text = (
            said.reason(known.puzzle)
            if isinstance(said, Conclusion)
            else said.conflict_text(known.puzzle)
        )
        words.setdefault(name, []).append(len(text.split()))
    for name in sorted(judged):
        lengths = sorted(words[name])
        middle, long = lengths[len(lengths) // 2], lengths[len(lengths) * 9 // 10]
        print(f"| {name} | {failed[name]} of {judged[name]} | {middle} | {long} |")
    print(f"| All | {failed.total()} of {judged.total()} |")
