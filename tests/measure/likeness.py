"""Tell generated puzzles from published ones, to see by what they can be recognised.

For each published puzzle with exactly one solution, one of the same size, number of islands and
level is generated. A random forest learns from four fifths of the pairs which puzzles are
published, and is asked about the others, five times. The area under its curve (AUC) is 0.5 if the
two are alike, and 1 if it can always tell them apart. The features of a puzzle are those of its
positions, of its clues and the bridges of its solution, and of its solving path.

The first table has the AUC, the second one the means of the features that tell the most on their
own, by the AUC of each alone.
"""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, pstdev
from time import process_time
from typing import NamedTuple, cast
from zlib import crc32

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats.sources import PuzzleSource, find_puzzles
from hashi_gui.generating import SEED_LIMIT, GenerationError, GeneratorOptions, generate
from hashi_gui.lab.bench.measuring import Table, format_number
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import reason_easily
from hashi_gui.logic.rating.solving_path import NARROW, open_counts
from hashi_gui.logic.teaching.walkthrough import group_by_reason
from hashi_gui.solving import Solver, VerdictKind
from hashi_gui.system.option_types import positive_number
from hashi_gui.system.progress import progress_bar

FOLDS, TREES = 5, 400

LEAST_PAIRS = 10
"""With fewer, nothing can be learnt."""

SHOWN = 15
"""How many features are shown."""

Features = Mapping[str, float]
"""Numbers by their names, in words."""

GROUPS = ("all", "positions", "clues", "path")


class Example(NamedTuple):
    """A puzzle as the forest sees it."""

    rows: int
    cols: int
    islands: int
    level: Level
    positions: Features
    clues: Features
    path: Features

    def features(self, group: str) -> Features:
        """The features of a group."""
        if group == "all":
            return {**self.positions, **self.clues, **self.path}
        return cast(Features, getattr(self, group))


def example(puzzle: Puzzle) -> Example | None:
    """The features of a puzzle; None if it has not exactly one solution."""
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
        if verdict.kind != VerdictKind.UNIQUE or verdict.solution is None:
            return None
        reasoning = reason_easily(solver)
    groups = list(group_by_reason(reasoning.conclusions))
    steps = [group[0].technique.level.rank for group in groups]
    counts = list(open_counts(puzzle, reasoning.conclusions, reasoning.techniques))
    return Example(
        puzzle.rows,
        puzzle.cols,
        len(puzzle.islands),
        reasoning.level,
        _positions(puzzle),
        _clues(puzzle, verdict.solution),
        _path(puzzle, reasoning.level, steps, counts),
    )


def _positions(puzzle: Puzzle) -> Features:
    rows, cols = puzzle.rows, puzzle.cols
    cells = {island.cell for island in puzzle.islands}
    n = len(cells)
    last = rows - 1, cols - 1
    longest = max(rows, cols)
    gaps = [_length(puzzle, edge.id) for edge in puzzle.edges]
    degrees = [len(edges) for edges in puzzle.incident]
    to_border = [min(r, rows - 1 - r, c, cols - 1 - c) for r, c in cells]
    nearest = [
        min((abs(r - a) + abs(c - b) for a, b in cells if (a, b) != (r, c)), default=0)
        for r, c in cells
    ]
    at_diagonals = [
        any((r + a, c + b) in cells for a in (-1, 1) for b in (-1, 1)) for r, c in cells
    ]
    in_rows, in_cols = (Counter(cell[axis] for cell in cells) for axis in (0, 1))
    features = {
        "corners used": sum((r, c) in cells for r in (0, rows - 1) for c in (0, cols - 1)),
        "share on the border": to_border.count(0) / n,
        "share next to the border": to_border.count(1) / n,
        "mean distance of neighbours": fmean(gaps or [0]) / longest,
        "spread of these distances": pstdev(gaps or [0]) / longest,
        "longest distance of neighbours": max(gaps, default=0) / longest,
        "share of distances of 2": gaps.count(2) / max(1, len(gaps)),
        "share of distances of 3": gaps.count(3) / max(1, len(gaps)),
        "mean distance to the nearest": fmean(nearest),
        "share with one at a diagonal": fmean(at_diagonals),
        "neighbours per island": fmean(degrees),
        "share with four neighbours": degrees.count(4) / n,
        "share with one neighbour": degrees.count(1) / n,
        "share with two neighbours": degrees.count(2) / n,
        "crossings per island": sum(map(len, puzzle.crossings)) / n,
        "empty rows and columns": 1 - (len(in_rows) + len(in_cols)) / (rows + cols),
        "spread over rows": pstdev(in_rows[r] for r in range(rows)),
        "spread over columns": pstdev(in_cols[c] for c in range(cols)),
        "share on even rows and columns": sum(not (r % 2 or c % 2) for r, c in cells) / n,
        "share on dark squares": abs(sum((r + c) % 2 for r, c in cells) / n - 0.5),
    }
    shares = []
    for symmetry in Symmetry:
        if symmetry is not Symmetry.NONE:
            share = fmean(
                fmean(transform(cell, last) in cells for transform in symmetry.transforms)
                for cell in cells
            )
            features[f"share with images, {symmetry.label}"] = share
            shares.append(share)
    features["share with images, at most"] = max(shares)
    return features


def _length(puzzle: Puzzle, edge: int) -> int:
    a, b = (island.cell for island in puzzle.ends(edge))
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _clues(puzzle: Puzzle, solution: Sequence[int]) -> Features:
    n = len(puzzle.islands)
    clues = degrees(puzzle, solution)
    rows, cols = puzzle.rows, puzzle.cols
    on_border = [
        island.row in (0, rows - 1) or island.col in (0, cols - 1) for island in puzzle.islands
    ]
    border = [clue for clue, there in zip(clues, on_border) if there]
    inside = [clue for clue, there in zip(clues, on_border) if not there]
    used = [edge for edge, count in enumerate(solution) if count]
    joined = [sum(solution[edge] > 0 for edge in edges) for edges in puzzle.incident]
    lengths = [_length(puzzle, edge) for edge in used]
    full = [
        clue
        == sum(
            min(puzzle.rules.max_bridges, clue, clues[there.id])
            for _, there in puzzle.neighbours(i)
        )
        for i, clue in enumerate(clues)
    ]
    features = {
        f"share of {clue}": clues.count(clue) / n for clue in range(1, puzzle.rules.max_clue + 1)
    }
    return features | {
        "mean clue": fmean(clues),
        "mean clue on the border": fmean(border or [0]),
        "mean clue inside": fmean(inside or [0]),
        "share of 1 on the border": border.count(1) / max(1, len(border)),
        "share of 1 inside": inside.count(1) / max(1, len(inside)),
        "share of doubles": fmean(solution[edge] > 1 for edge in used),
        "loops per island": (len(used) - n + 1) / n,
        "share of unused edges": 1 - len(used) / max(1, len(puzzle.edges)),
        "share with one bridged neighbour": joined.count(1) / n,
        "share with two bridged neighbours": joined.count(2) / n,
        "share with three bridged neighbours": joined.count(3) / n,
        "share with four bridged neighbours": joined.count(4) / n,
        "longest bridge": max(lengths) / max(rows, cols),
        "mean bridge": fmean(lengths) / max(rows, cols),
        "full at the start": fmean(full),
        "difference of neighbours": fmean(
            abs(clues[a.id] - clues[b.id]) for a, b in map(puzzle.ends, used)
        ),
    }


def _path(
    puzzle: Puzzle, level: Level, steps: Sequence[int], counts: Sequence[int | None]
) -> Features:
    """``steps`` are the ranks of the levels; ``counts`` how many steps were open."""
    last = max(1, len(steps) - 1)
    hardest = [n / last for n, rank in enumerate(steps) if rank >= level.rank]
    above = [n / last for n, rank in enumerate(steps) if rank > 0]
    known = [count for count in counts if count is not None]
    n = len(puzzle.islands)
    return {
        "steps per island": len(steps) / n,
        "steps of the level": len(hardest),
        "share of steps of the level": len(hardest) / max(1, len(steps)),
        "only 1 or 2 of the level": len(hardest) <= 2,
        "first of the level": hardest[0] if hardest else 1,
        "last of the level": hardest[-1] if hardest else 1,
        "first after 85 %": bool(hardest) and hardest[0] > 0.85,
        "share above easy": len(above) / max(1, len(steps)),
        "first above easy": above[0] if above else 1,
        "narrow steps": fmean(count <= NARROW for count in known or [0]),
        "mean open": fmean(known or [0]) / n,
        "open at the start": (known or [0])[0] / n,
        "changes of level": sum(a != b for a, b in pairwise(steps)) / max(1, len(steps)),
    }


class Pair(NamedTuple):
    """A published puzzle and a generated one of the same kind, and seconds to generate it."""

    published: Example
    generated: Example
    seconds: float


def _pair(source: PuzzleSource) -> Pair | None:
    """The pair of a puzzle; None for anything else, and if none like it was generated."""
    try:
        published = example(source.read().puzzle)
    except HashiError:
        return None
    if published is None:
        return None
    options = replace(
        GeneratorOptions.defaults_for(published.rows, published.cols, published.level),
        islands=published.islands,
    )
    start = process_time()
    try:
        puzzle = generate(options, crc32(source.stem.encode()) % SEED_LIMIT).puzzle
    except GenerationError:
        return None
    seconds = process_time() - start
    generated = example(puzzle)
    assert generated
    return Pair(published, generated, seconds)


def auc(pairs: Sequence[Pair], group: str) -> float:
    """How well a random forest tells the two puzzles of each pair apart by a group of features."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import GroupKFold, cross_val_predict

    rows, answers = _matrix(pairs, group)
    pair_of_row = [n // 2 for n in range(len(rows))]
    forest = RandomForestClassifier(TREES, min_samples_leaf=2, random_state=0)
    guesses = cross_val_predict(
        *(forest, rows, answers),
        groups=pair_of_row,
        cv=GroupKFold(FOLDS),
        method="predict_proba",
    )
    return float(roc_auc_score(answers, guesses[:, 1]))


def _matrix(pairs: Sequence[Pair], group: str) -> tuple[list[list[float]], list[bool]]:
    """The features of all puzzles, and whether they are published."""
    names = sorted(pairs[0].published.features(group))
    puzzles = [each for pair in pairs for each in (pair.published, pair.generated)]
    rows = [[float(each.features(group)[name]) for name in names] for each in puzzles]
    return rows, [n % 2 == 0 for n in range(len(rows))]


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("source", help="the published puzzles: a folder, for example")
    parser.add_argument(
        "--every", type=positive_number, default=1, metavar="K", help="take each K-th puzzle only"
    )


def run(args: Namespace) -> Iterator[Table]:
    sources = list(find_puzzles([args.source])[1])[:: args.every]
    pairs = [pair for pair in map(_pair, progress_bar(sources, len(sources))) if pair]
    if len(pairs) < LEAST_PAIRS:
        raise HashiError(f"There are {len(pairs)} pairs; {LEAST_PAIRS} are needed.")
    squares = [pair for pair in pairs if (pair.published.rows, pair.published.cols) == (10, 10)]
    rows = [
        [name, str(len(some)), *(f"{auc(some, group):.2f}" for group in GROUPS)]
        for name, some in (("all", pairs), ("10x10", squares))
        if len(some) >= LEAST_PAIRS
    ]
    seconds = fmean(pair.seconds for pair in pairs)
    note = (
        f"{len(sources) - len(pairs)} of {len(sources)} files left out. Generating took "
        f"{format_number(seconds)} s of the processor at the mean."
    )
    yield Table("AUC of a random forest", note, ("puzzles", "pairs", *GROUPS), rows)
    yield _means(pairs)


def _means(pairs: Sequence[Pair]) -> Table:
    """The means of the features that tell the most on their own."""
    from sklearn.metrics import roc_auc_score

    rows, answers = _matrix(pairs, "all")
    telling = []
    for name, values in zip(sorted(pairs[0].published.features("all")), zip(*rows)):
        alone = float(roc_auc_score(answers, values))
        telling.append((max(alone, 1 - alone), name, fmean(values[::2]), fmean(values[1::2])))
    return Table(
        "Features that tell the most",
        "Means over all puzzles.",
        ("", "AUC", "published", "generated"),
        [
            [name, f"{alone:.2f}", f"{published:.3f}", f"{generated:.3f}"]
            for alone, name, published, generated in sorted(telling, reverse=True)[:SHOWN]
        ],
    )
