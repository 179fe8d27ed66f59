"""Measure methods on boards that are hard for solvers.

Run `python -m hashi_gui.bench.hard FOLDER`. The boards are written to FOLDER/boards, in a folder
for each family; a file says how its board was made, and whether it has a solution where that is
known. The results are written to FOLDER/results, in the form of `hashi bench`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from hashi_gui.bench.command import add_options, run_in_folder
from hashi_gui.bench.hard.suite import FAMILIES, write_boards
from hashi_gui.method_registry import DEFAULT_METHOD
from hashi_gui.option_types import folder, one_of
from hashi_gui.system import interrupts


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.hard", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=folder, help="the folder to write")
    parser.add_argument(
        "--families",
        metavar="NAME",
        nargs="+",
        type=one_of(FAMILIES),
        default=list(FAMILIES),
        help=f"some of {', '.join(FAMILIES)} (default: all)",
    )
    parser.add_argument(
        "--boards-only", action="store_true", help="write the boards, and measure nothing"
    )
    add_options(parser, [DEFAULT_METHOD])
    args = parser.parse_args()
    folders = write_boards(args.folder / "boards", args.families)
    return 0 if args.boards_only else run_in_folder(parser, args, folders)


if __name__ == "__main__":
    interrupts.install()
    sys.exit(main())
