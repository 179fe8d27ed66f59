"""Changes after which a puzzle without a solution has at least one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice, zip_longest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.editing.proposal import Candidate, Clue, Restrictions, SearchStep
from hashi_gui.editing.steps import SearchSteps
from hashi_gui.generating.rng import Rng
from hashi_gui.solving import CancelToken, Solver
from hashi_gui.solving.clue_sets import ClueSets, find_clue_conflicts

_CORRECTIONS = 12
"""How many ways to correct contradicting clues are tried."""

_MAX_REMOVED = 60
"""How many islands are removed, each alone, to see whether the others have a solution."""

_MAX_COMBINED = 60
"""With how many changes of islands the corrections of clues are combined."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """Candidates of a puzzle without a solution. Not all of them have one.

    ``drawn`` is the number of bridges on each edge that the setter wants to have, if known.
    """

    puzzle: Puzzle
    drawn: bytes | None
    restrictions: Restrictions
    rng: Rng
    token: CancelToken

    def simple(self) -> Iterator[Candidate]:
        """Candidates with other clues, and candidates with one change where clues contradict."""
        start = Candidate.of(self.puzzle)
        if self.drawn is not None:
            yield from self._with_clues_of(start, self.drawn)
        islands = self._conflict() or range(len(self.puzzle.islands))
        in_turns = zip_longest(
            self._corrected(start, _CORRECTIONS),
            _after(start, self._steps().clues(islands)),
            self._changed(islands),
            islice(_after(start, self._steps().removed(self._around(islands))), _MAX_REMOVED),
        )
        for candidates in in_turns:
            yield from (candidate for candidate in candidates if candidate is not None)

    def combined(self) -> Iterator[Candidate]:
        """Candidates with a change of an island and other clues, if they cannot be connected."""
        if not self._conflict():
            islands = range(len(self.puzzle.islands))
            for changed in islice(self._changed(islands), _MAX_COMBINED):
                yield from self._corrected(changed, 1)

    def _steps(self) -> SearchSteps:
        return SearchSteps(self.puzzle, self.restrictions, bytes(len(self.puzzle.edges)))

    def _changed(self, islands: Collection[int]) -> Iterator[Candidate]:
        """Candidates in which one of some islands is moved, or sees a new one."""
        start = Candidate.of(self.puzzle)
        for candidate in _after(start, self._steps().placed(islands)):
            yield from self._with_numbers(candidate)
        yield from _after(start, self._steps().moved(islands))

    def _around(self, islands: Collection[int]) -> Iterator[int]:
        """Some islands, then their neighbours, the neighbours of these, and so on."""
        found = dict.fromkeys(islands)
        following = list(found)
        for island in following:
            yield island
            beside = (there.id for _, there in self.puzzle.neighbours(island))
            new = [there for there in beside if there not in found]
            found.update(dict.fromkeys(new))
            following += new

    def _with_numbers(self, candidate: Candidate) -> Iterator[Candidate]:
        """The candidate with numbers on the islands that were added with a "?"."""
        with Solver(candidate.puzzle) as solver:
            solution = solver.solution(self.token)
        if solution is None:
            yield candidate
        else:
            yield from self._with_clues_of(candidate, solution)

    def _corrected(self, candidate: Candidate, ways: int) -> Iterator[Candidate]:
        """Candidates with the clues of solutions that fit as many other clues as possible."""
        puzzle = candidate.puzzle
        numbers = [island.id for island in puzzle.islands if island.clue]
        groups = self.restrictions.groups(puzzle, numbers)
        with closing(ClueSets(puzzle, groups)) as sets:
            for number in range(ways):
                some = self.rng.shuffled(range(len(groups)))[: number * len(groups) // (2 * ways)]
                found = sets.fitting(frozenset(some), self.token)
                if found is not None:
                    yield from self._with_clues_of(candidate, found[1])

    def _with_clues_of(self, candidate: Candidate, solution: bytes) -> Iterator[Candidate]:
        """The candidate with the clues of a solution, also on added islands, if that is allowed."""
        puzzle = candidate.puzzle
        found = degrees(puzzle, solution)
        clues = {i.id: found[i.id] for i in puzzle.islands if i.clue not in (None, found[i.id])}
        if self._is_allowed(puzzle, clues):
            added = [island for island, origin in enumerate(candidate.origins) if origin is None]
            clues |= {island: found[island] for island in added}
            yield from _after(candidate, [SearchStep(clues=clues)])

    def _is_allowed(self, puzzle: Puzzle, clues: Mapping[int, Clue]) -> bool:
        """Whether no kept clue is changed, and equal clues at images stay equal."""
        for island, clue in clues.items():
            here = puzzle.islands[island]
            images = self.restrictions.images(puzzle, here.cell)
            there = [puzzle.island_at(*cell) for (cell,) in images]
            alike = [each for each in there if each is not None and each.clue == here.clue]
            if any(clues.get(each.id) != clue for each in alike):
                return False
            if not self.restrictions.kept.isdisjoint(each.cell for each in alike):
                return False
        return True

    def _conflict(self) -> Collection[int]:
        """Islands whose clues contradict each other, each of them needed for that.

        There are none if the islands cannot be connected, whatever their clues are.
        """
        *_, conflict = islice(find_clue_conflicts(self.puzzle, self.token), 2)
        return sorted(conflict.islands)


def _after(
    candidate: Candidate, steps: Iterator[SearchStep] | list[SearchStep]
) -> Iterator[Candidate]:
    """The candidate after each step that is possible."""
    return (after for step in steps if (after := candidate.after(step)) is not None)
