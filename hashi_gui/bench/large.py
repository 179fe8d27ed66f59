"""Puzzles from 100 to 100,000 islands: ``python -m hashi_gui.bench.large FOLDER``.

``hashi bench FOLDER`` shows how the time of a method grows from one to the next.
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
from hashi_gui.progress import progress_bar

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)

CELLS = 4
"""So many for each island: it is as dense as puzzles are that people like."""


def large(islands: int, seed: int) -> Puzzle:
    """A puzzle with a solution, and mostly with several; a square, always the same for a seed."""
    side = isqrt(CELLS * islands) + 1
    rng = Rng(seed)
    layout = grow(GeneratorOptions(side, side, islands), rng)
    clues: Counter[Cell] = Counter()
    for ends in sorted(layout.bridges):
        count = 1 + rng.index(2)
        for cell in ends:
            clues[cell] += count
    return Puzzle.from_clues(side, side, dict(clues))


def main() -> None:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.large", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where they go")
    parser.add_argument("--count", metavar="N", type=int, default=3, help="so many of each size")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    wanted = [(islands, seed) for islands in SIZES for seed in range(args.count)]
    for islands, seed in progress_bar(wanted, len(wanted)):
        text = write(Document.from_puzzle(large(islands, seed), "has"), "has")
        (args.folder / f"{islands}-{seed}.has").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
