"""Write boards that are hard for solvers to a folder.

Run `python -m hashi_gui.bench.hard FOLDER`; then `hashi bench FOLDER` measures methods on them.
Each family has a folder of its own. A file says how its board was made, and whether it has a
solution where that is known.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from hashi_gui.bench.hard.suite import FAMILIES, boards
from hashi_gui.option_types import folder, one_of
from hashi_gui.system.progress import progress_bar


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
    args = parser.parse_args()
    chosen = [board for family in args.families for board in boards(family)]
    for board in progress_bar(chosen, len(chosen)):
        board.write(args.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
