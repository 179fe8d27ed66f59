"""Time the solver on a folder of puzzles: ``python -m hashi_gui.bench.cllv FOLDER``.

Prints, for each number of islands, the mean and the largest seconds a puzzle, from the finished
Puzzle to the checked answer, in one thread.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import read_path
from hashi_gui.methods import solve
from hashi_gui.solving import Result, Status


def measure(folder: Path) -> dict[int, list[Result]]:
    """The results for all ``.has`` files below a folder, by number of islands."""
    results: dict[int, list[Result]] = defaultdict(list)
    for path in sorted(folder.rglob("*.has")):
        puzzle = read_path(path).puzzle
        results[len(puzzle.islands)].append(solve(puzzle))
    return dict(sorted(results.items()))


def table(results: dict[int, list[Result]]) -> str:
    """The results as lines of text."""
    lines = ["islands  puzzles  solved     mean      max  rounds"]
    for islands, group in results.items():
        seconds = [result.seconds for result in group]
        solved = sum(result.status is Status.SOLVED for result in group)
        rounds = fmean(result.stats["rounds"] for result in group)
        lines.append(
            f"{islands:7}  {len(group):7}  {solved:6}  {fmean(seconds):.5f}  {max(seconds):.5f}"
            f"  {rounds:6.1f}"
        )
    return "\n".join(lines)


def main() -> int:
    if len(sys.argv) != 2:
        print("Usage: python -m hashi_gui.bench.cllv FOLDER", file=sys.stderr)
        return 2
    try:
        print(table(measure(Path(sys.argv[1]))))
    except HashiError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
