"""Write puzzles with 100 to 100,000 islands to a folder.

Run `python -m hashi_gui.bench.large FOLDER`; then `hashi bench FOLDER` shows how the time of a
method grows with the number of islands.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from math import isqrt
from pathlib import Path

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.formats import Document, write
from hashi_gui.generating import GeneratorOptions
from hashi_gui.generating.layout import grow
from hashi_gui.generating.rng import Rng
from hashi_gui.option_types import folder, positive_number
from hashi_gui.system.progress import progress_bar

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)

PUZZLES_PER_SIZE = 3

CELLS_PER_ISLAND = 4
"""As dense as puzzles that are pleasant to play."""


def large_puzzle(islands: int, seed: int) -> Puzzle:
    """A square puzzle that has a solution, and usually several; it depends on the seed alone."""
    return solvable_puzzle(isqrt(CELLS_PER_ISLAND * islands) + 1, islands, Rng(seed))


def solvable_puzzle(side: int, islands: int, rng: Rng) -> Puzzle:
    """A random square puzzle with the clues of random bridges."""
    layout = grow(GeneratorOptions(side, side, islands), rng)
    clues: Counter[Cell] = Counter()
    for ends in sorted(layout.bridges):
        count = 1 + rng.index(2)
        for cell in ends:
            clues[cell] += count
    return Puzzle.from_clues(side, side, dict(clues))


def write_puzzles(folder: Path, count: int = PUZZLES_PER_SIZE) -> None:
    """Write ``count`` puzzles of each size to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    puzzles = [(islands, seed) for islands in SIZES for seed in range(count)]
    for islands, seed in progress_bar(puzzles, len(puzzles)):
        text = write(Document.from_puzzle(large_puzzle(islands, seed), "has"), "has")
        (folder / f"{islands}-{seed}.has").write_text(text, encoding="utf-8")


def main() -> None:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.large", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=folder, help="the folder to write")
    parser.add_argument(
        "--count",
        metavar="N",
        type=positive_number,
        default=PUZZLES_PER_SIZE,
        help=f"puzzles per size (default: {PUZZLES_PER_SIZE})",
    )
    args = parser.parse_args()
    write_puzzles(args.folder, args.count)


if __name__ == "__main__":
    main()
