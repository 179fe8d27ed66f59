"""Measure engines on puzzles of all kinds: published, hard for solvers, and large.

Run `python -m hashi_gui.bench.league FOLDER --published CLLV`, where CLLV is the folder of the 1440
puzzles of Coelho, Laporte, Lindbeck and Vidal, which are not part of this program. The other
puzzles are written to FOLDER/boards and FOLDER/growth, and the results to FOLDER/results, in the
form of `hashi bench`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from hashi_gui.bench.command import add_options, run_in_folder
from hashi_gui.bench.hard.suite import FAMILIES, write_boards
from hashi_gui.bench.large import write_puzzles
from hashi_gui.method_registry import DEFAULT_METHOD
from hashi_gui.option_types import folder
from hashi_gui.system import interrupts

ENGINES = (DEFAULT_METHOD, "sat", "asp", "ilp-v5", "ilp-lazy", "cp-sat")
"""The default method, and the fastest one of each solver library."""

TIME_LIMIT = 20.0


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.league", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=folder, help="the folder to write")
    parser.add_argument(
        "--published",
        metavar="DIR",
        type=folder,
        nargs="+",
        default=[],
        help="folders of published puzzles",
    )
    add_options(parser, ENGINES, TIME_LIMIT)
    args = parser.parse_args()
    growth: Path = args.folder / "growth"
    hard = write_boards(args.folder / "boards", FAMILIES)
    write_puzzles(growth)
    return run_in_folder(parser, args, [*args.published, *hard, growth])


if __name__ == "__main__":
    interrupts.install()
    sys.exit(main())
