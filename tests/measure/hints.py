"""Compare the lengths of hints and of reasons for mistakes with the shortest ones.

Puzzles of all levels, from 7x7 to 15x15 cells, are generated and solved up to random moments, half
of them just before one of the hardest steps. There an exhaustive search looks for
fewer sentences than the hint has, premises and steps from an assumption to a contradiction
included, with techniques of its level: as the smallest sets of facts in "Using Small MUSes to
Explain How to Solve Pen and Paper Puzzles" (Espasa et al., 2021). Nested assumptions are not
compared, nor is a proof that would take more than --nodes positions to rule out.

Mistakes are wrong bridges and marks on the way to the solutions of expert puzzles with 15x15 cells,
which neither the board nor a technique rules out at once. The steps from each to a contradiction
are compared in the same way.
"""

from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from random import Random
from typing import NamedTuple

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.lab.bench.measuring import NO_VALUE, Table, format_percent
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import reason_easily
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation, WhatIf, opposite_of
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.connectivity import isolated_group
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.mistakes import _faults, _ruled_out
from hashi_gui.logic.teaching.refutation import (
    cheapest_refutation,
    found_again,
    open_islands,
    sentence_of,
)
from hashi_gui.solving import Backbone, Solver
from hashi_gui.system.progress import progress_bar
from tests.measure.measuring import Times, add_numbers

SIDES = (7, 9, 10, 12, 15)
POSITIONS_PER_PUZZLE = 10


class Moment(NamedTuple):
    """A board on the way to the solution of a generated puzzle."""

    name: str
    puzzle: Puzzle
    board: Board


def moments(count: int, seed: int) -> Iterator[Moment]:
    """So many boards from puzzles of all sizes and levels; small ones are hardly ever extreme."""
    kinds: list[tuple[int, Level]] = [
        (side, level) for side in SIDES for level in Level if level is not Level.EXTREME
    ]
    kinds.append((max(SIDES), Level.EXTREME))
    for number in range(count):
        puzzle_number, place = divmod(number, POSITIONS_PER_PUZZLE)
        side, level = kinds[puzzle_number % len(kinds)]
        if not place:
            puzzle, conclusions, random = _reasoned(side, level, seed + puzzle_number)
            ranks = [each.technique.level.rank for each in conclusions]
            hardest = [n for n, rank in enumerate(ranks) if rank == max(ranks)]
        done = random.choice(hardest) if place % 2 else random.randrange(len(conclusions))
        name = f"{side}x{side} {level}, seed {seed + puzzle_number}, after {done} conclusions"
        yield Moment(name, puzzle, _board_after(puzzle, conclusions[:done]))


def _reasoned(side: int, level: Level, seed: int) -> tuple[Puzzle, Sequence[Conclusion], Random]:
    """A generated puzzle, what leads to its solution, and random numbers for it."""
    puzzle = generate(GeneratorOptions.defaults_for(side, side, level), seed).puzzle
    with Solver(puzzle) as solver:
        return puzzle, reason_easily(solver).conclusions, Random(seed)


def _board_after(puzzle: Puzzle, conclusions: Iterable[Conclusion]) -> Board:
    counts = bytearray(len(puzzle.edges))
    for each in conclusions:
        if each.is_minimum:
            counts[each.edge] = each.bound
    return Board(bytes(counts))


class Mistake(NamedTuple):
    """A position, and what cannot stay on it."""

    name: str
    position: Position
    assumption: Conclusion


def mistakes(count: int, seed: int) -> Iterator[Mistake]:
    """So many wrong bridges and marks that take steps to refute."""
    for number in range(count):
        puzzle_number, place = divmod(number, POSITIONS_PER_PUZZLE)
        if not place:
            puzzle, conclusions, random = _reasoned(max(SIDES), Level.EXPERT, seed + puzzle_number)
        found = None
        while found is None:
            done = random.randrange(len(conclusions))
            found = _mistake(puzzle, conclusions, done, random)
        name = f"seed {seed + puzzle_number}, after {done} conclusions: {found[2]}"
        yield Mistake(name, *found[:2])


def _mistake(
    puzzle: Puzzle, conclusions: Sequence[Conclusion], done: int, random: Random
) -> tuple[Position, Conclusion, str] | None:
    """A mistake at a random edge after so many conclusions; None if it is seen at once there."""
    solution = Position(puzzle)
    for each in conclusions:
        each.apply(solution)
    others, edge = _board_after(puzzle, conclusions[:done]), random.randrange(len(puzzle.edges))
    right = solution.low[edge]
    state = random.choice([MARK, right + 1]) if right else 1
    is_possible = not others.counts[edge] and state <= puzzle.rules.max_bridges
    if not is_possible or _ruled_out(puzzle, others, edge, state):
        return None
    move = Move(((edge, state),))
    if any(_faults(puzzle, others.apply(move), edge)):
        return None
    position = Position.from_board(puzzle, others)
    draw_obvious(position)
    bound = 0 if state == MARK else state
    assumption = Conclusion(WhatIf(()), edge, state != MARK, bound, position.ends[edge])
    return position, assumption, move.to_text(puzzle)


class TooManyPositionsError(Exception):
    """The search was given up."""


NO_BOUNDS = Backbone(b"", b"")

Firing = tuple[Conclusion, ...]
"""What one sentence concludes."""


class ProofSearch:
    """Tries all sets of sentences at a position, which shows all that is obvious.

    What follows from something is taken to follow from more, too.
    """

    def __init__(
        self,
        position: Position,
        level: Level,
        nodes: int,
        bounds: Backbone = NO_BOUNDS,
    ) -> None:
        """``bounds`` are those of the solutions: nothing else is proved by an assumption."""
        self._position = position
        self._bounds = bounds
        self._assumes = level.rank >= Level.EXPERT.rank
        self._nodes = nodes
        self._techniques = [
            each for each in DIRECT_TECHNIQUES if each.level.rank <= level.rank and not each.obvious
        ]
        self._open = list(open_islands(self._position))
        self._start = len(self._position.touched)

    def proves(self, sentences: int, tried: frozenset[Firing] = frozenset()) -> bool:
        """Whether at most so many sentences prove a new bridge. Raises TooManyPositionsError."""
        if not sentences:
            return False
        firings = self._firings(tried)
        if any(part.is_minimum for firing in firings for part in firing):
            return True
        for steps in range(sentences if self._assumes else 0):
            left = sentences - steps - 1
            for assumption in self._assumptions():
                if left or not assumption.is_minimum:
                    with self._drawn((assumption,)):
                        refuted = self._is_refuted(steps, frozenset())
                    if refuted and self._follows((opposite_of(assumption),), left, tried):
                        return True
        for firing in firings:
            if self._follows(firing, sentences - 1, tried):
                return True
            tried |= {firing}
        return False

    def _follows(self, firing: Firing, sentences: int, tried: frozenset[Firing]) -> bool:
        """Whether a sentence is a new bridge, or so many more prove one."""
        if any(part.is_minimum for part in firing):
            return True
        with self._drawn(firing):
            return self.proves(sentences, tried)

    def refutes(self, assumption: Conclusion, sentences: int) -> bool:
        """Whether at most so many sentences refute an assumption. Raises TooManyPositionsError."""
        with self._drawn((assumption,)):
            return self._is_refuted(sentences, frozenset())

    def _is_refuted(self, sentences: int, tried: frozenset[Firing]) -> bool:
        """Whether at most so many sentences show that the position is impossible."""
        if self._is_impossible():
            return True
        if not self._may_be_refuted(sentences, tried):
            return False
        firings = self._firings(tried)
        for firing in firings if sentences > 1 else ():
            if not self._may_be_refuted(sentences, tried | {firing}):
                with self._drawn(firing):
                    return self._is_refuted(sentences - 1, tried)
        for firing in firings:
            with self._drawn(firing):
                refuted = self._is_refuted(sentences - 1, tried)
            if refuted:
                return True
            tried |= {firing}
            if not self._may_be_refuted(sentences, tried):
                break
        return False

    def _may_be_refuted(self, rounds: int, tried: frozenset[Firing]) -> bool:
        """Whether all that follows in so many rounds shows that the position is impossible."""
        if self._is_impossible():
            return True
        firings = self._firings(tried) if rounds else ()
        with self._drawn(part for firing in firings for part in firing):
            return bool(firings) and self._may_be_refuted(rounds - 1, tried)

    def _is_impossible(self) -> bool:
        changed = self._position.touched[self._start :]
        conflict = self._position.conflict
        return conflict is not None or isolated_group(self._position, changed) is not None

    def _firings(self, tried: frozenset[Firing]) -> list[Firing]:
        """What each sentence concludes at the position, without those tried already."""
        self._nodes -= 1
        if self._nodes < 0:
            raise TooManyPositionsError
        position = self._position
        islands = position.touched[self._start :] + self._open
        firings: dict[Firing, None] = {}
        for technique in self._techniques:
            for subject in list(technique.affected(position, islands)):
                found = [c for c in technique.find(position, subject) if c.is_new(position)]
                groups = groupby(found, lambda each: sentence_of(position, each))
                firings |= {
                    tuple(c._replace(facts=None) for c in group): None for _, group in groups
                }
        return [firing for firing in firings if firing not in tried]

    def _assumptions(self) -> list[Conclusion]:
        """All assumptions that no solution has; those whose opposite is a bridge first."""
        position, bounds, technique = self._position, self._bounds, WhatIf((DIRECT_TECHNIQUES,))
        return [
            Conclusion(technique, edge, is_minimum, high if is_minimum else low, ends)
            for is_minimum in (False, True)
            for edge, (low, high, ends) in enumerate(
                zip(position.low, position.high, position.ends)
            )
            if low < high and (bounds.high[edge] < high if is_minimum else bounds.low[edge] > low)
        ]

    @contextmanager
    def _drawn(self, firing: Iterable[Conclusion]) -> Iterator[None]:
        """The position with some conclusions, and what is obvious then."""
        position = self._position
        checkpoint = position.checkpoint()
        for part in firing:
            part.apply(position)
        for _ in Reasoner(position, OBVIOUS_TECHNIQUES, checkpoint[1]).run():
            pass
        try:
            yield
        finally:
            position.rollback(checkpoint)


def add_options(parser: ArgumentParser) -> None:
    add_numbers(
        parser,
        ("positions", 500, "boards on which hints are compared"),
        ("mistakes", 100, "mistakes whose reasons are compared"),
        ("nodes", 5000, "positions that are tried for one board"),
        ("seed", 1, "of the first puzzle"),
        kind=int,
    )


def run(args: Namespace) -> Iterator[Table]:
    if args.positions:
        yield from compare_hints(args)
    if args.mistakes:
        yield from compare_mistakes(args)


def compare_hints(args: Namespace) -> Iterator[Table]:
    lengths: dict[str, Counter[int]] = defaultdict(Counter)
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    times, longer = Times(), []
    for moment in progress_bar(moments(args.positions, args.seed), args.positions):
        with Solver(moment.puzzle) as solver:
            bounds = solver.backbone(moment.board)
            with times.measure("first hint"):
                next_hint(moment.puzzle, moment.board, solver, hurry=True)
            with times.measure("easiest hint"):
                hint = next_hint(moment.puzzle, moment.board, solver)
        if hint.kind is not ExplanationKind.STEP or hint.level is None:
            continue
        length = len(hint.paragraphs) + len(hint.steps[1:-1])
        lengths[hint.level][length] += 1
        position = Position.from_board(moment.puzzle, moment.board)
        draw_obvious(position)
        search = ProofSearch(position, hint.level, args.nodes, bounds)
        verdict = "not known"
        if hint.level is not Level.EXTREME:
            with suppress(TooManyPositionsError):
                verdict = "longer" if search.proves(length - 1) else "shortest"
        verdicts[hint.level][verdict] += 1
        if verdict == "longer":
            longer.append([moment.name, hint.technique, str(length)])
    yield Table(
        "Lengths of hints",
        "The number of sentences, and the number of hints with so many.",
        ["level", "hints by length"],
        [[level, _by_length(counts)] for level, counts in sorted(lengths.items())],
    )
    names = ("shortest", "longer", "not known")
    yield Table(
        "Compared with an exhaustive search",
        "Hints that are as short as the shortest proof.",
        ["level", *names, "% of those known"],
        [
            [level, *(str(counts[name]) for name in names), _share(counts)]
            for level, counts in sorted(verdicts.items())
        ],
    )
    yield times.table("Times", "Milliseconds of the processor.", 0.001)
    if longer:
        yield Table("Longer hints", "", ["position", "technique", "sentences"], longer)


def compare_mistakes(args: Namespace) -> Iterator[Table]:
    lengths: dict[str, Counter[int]] = defaultdict(Counter)
    times, superfluous = Times(), 0
    for mistake in progress_bar(mistakes(args.mistakes, args.seed), args.mistakes):
        _name, position, assumption = mistake
        with times.measure("reason for a mistake"):
            refutation = cheapest_refutation(position, assumption)
        if refutation is None:
            lengths["none without further assumptions"][0] += 1
            continue
        length = len(refutation.steps())
        superfluous += any(
            still_refutes(position, assumption, refutation, step) for step in refutation.steps()
        )
        least, finished = fewest_sentences(position, assumption, length, args.nodes)
        verdict = "at most {n} longer" if not finished else "{n} longer"
        lengths["shortest" if least == length else verdict.format(n=length - least)][length] += 1
    yield Table(
        "Reasons for mistakes",
        f"Compared with an exhaustive search; {superfluous} have a step that is not needed.",
        ["compared with the shortest", "number", "by length"],
        [
            [verdict, str(counts.total()), _by_length(counts)]
            for verdict, counts in sorted(lengths.items())
        ],
    )
    yield times.table("Times", "Seconds of the processor.")


def fewest_sentences(
    position: Position, assumption: Conclusion, length: int, nodes: int
) -> tuple[int, bool]:
    """A number of sentences without which nothing refutes an assumption, and whether so many do.

    ``length`` is enough.
    """
    search = ProofSearch(position, Level.EXTREME, nodes)
    for sentences in range(length):
        try:
            if search.refutes(assumption, sentences):
                return sentences, True
        except TooManyPositionsError:
            return sentences, False
    return length, True


def still_refutes(
    position: Position,
    assumption: Conclusion,
    refutation: Refutation,
    left_out: Sequence[Conclusion],
) -> bool:
    """Whether the other steps lead to a contradiction, as far as their techniques find them."""
    checkpoint = position.checkpoint()
    assumption.apply(position)
    draw_obvious(position)
    for step in refutation.steps():
        for part in step if step != left_out else ():
            found = found_again(position, (), part)
            if not part.technique.obvious and any(each[1:4] == part[1:4] for each in found):
                part.apply(position)
        draw_obvious(position)
    is_impossible = position.conflict is not None or isolated_group(position) is not None
    position.rollback(checkpoint)
    return is_impossible


def _by_length(counts: Counter[int]) -> str:
    return ", ".join(f"{n}: {number}" for n, number in sorted(counts.items()))


def _share(verdicts: Counter[str]) -> str:
    known = verdicts["shortest"] + verdicts["longer"]
    return format_percent(verdicts["shortest"] / known) if known else NO_VALUE
