"""Arguments and help texts that several commands share."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from hashi_gui.cli.command import Parser, puzzle_help
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import listed, sentences
from hashi_gui.formats.registry import LINKS, NOTATIONS
from hashi_gui.system import option_types


def many_puzzles_help() -> str:
    more = _(
        "It can also be a folder or a .zip file, for every file in it, or a file with one URL or "
        "game ID per line."
    )
    return sentences(puzzle_help(), more)


def several_help() -> str:
    return _(
        "For several puzzles, one line is printed per puzzle, in order, or with --json an object "
        'with its name as "puzzle". A puzzle that cannot be read is reported on standard error, '
        "and the others are still answered. The time limit applies to each puzzle. With --jobs, "
        "several processes share the puzzles, with --scheduler the workers of a Dask cluster; the "
        "answers are the same, and in the same order."
    )


FORMATS = tuple(sorted(notation.NAME for notation in NOTATIONS))
"""All formats, as the values of ``--to``."""


BOARD_FORMATS = ("csv", "hashi", "janko", "kanpen", "kanpen-xml", "penpa", "pzpr", "text")
"""The formats for boards; the others are for puzzles without bridges."""


def add_puzzle(command: Parser) -> None:
    command.add_argument(
        "puzzle", metavar="PUZZLE", type=option_types.not_empty, help=_("the puzzle to read")
    )


def add_puzzles(command: Parser, *, on_cluster: bool = True) -> None:
    """Add the puzzles, and ``--jobs``, the number of processes that share them.

    Unless the work has to be done on this machine, add ``--scheduler``, too.
    """
    command.add_argument(
        "puzzles",
        metavar="PUZZLE",
        type=option_types.not_empty,
        nargs="+",
        help=_("the puzzles to read"),
    )
    add_workers = option_types.add_workers if on_cluster else option_types.add_jobs
    add_workers(command, _("the number of processes that share the puzzles (default: 1)"))


def add_threads(command: Parser) -> None:
    command.add_argument(
        "--threads",
        metavar="T",
        type=option_types.process_count,
        help=_(
            "the most threads to solve a hard puzzle with, where several engines race (default: "
            "one per core for a single puzzle, otherwise 1)"
        ),
    )


def add_choice(
    command: Parser, option: str, choices: Collection[str], summary: str, **more: Any
) -> None:
    """Add an option that takes one of a few names, which its usage lists."""
    names, name = f"{{{','.join(choices)}}}", option_types.one_of(choices)
    command.add_argument(option, metavar=names, type=name, help=summary, **more)


def add_question(
    command: Parser, summary_of_format: str = "", formats: Collection[str] = BOARD_FORMATS
) -> None:
    """Add what belongs to a question about each of some puzzles.

    These are the puzzles, ``--json``, ``--time-limit``, and with a summary, which has a field for
    the formats, ``--to``, the format of what is printed: by default of a board.
    """
    add_puzzles(command)
    add_json(command)
    if summary_of_format:
        command.add_argument(
            "--to",
            metavar="FORMAT",
            type=option_types.one_of(formats),
            default="text",
            help=summary_of_format.format(formats=listed(formats)),
        )
    add_time_limit(command)


def add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help=_("print one JSON object instead"))


FOLDER_DEFAULT = "hashi"


def add_output_in_format(command: Parser, summary: str) -> None:
    """Add ``--to``, the format of what is written, and where that goes.

    The ``summary`` has fields for the formats, the default of a folder, and those of a single file.
    """
    command.add_argument(
        "--to",
        metavar="FORMAT",
        type=option_types.one_of(FORMATS),
        help=summary.format(formats=listed(FORMATS), in_folder=FOLDER_DEFAULT, links=listed(LINKS)),
    )
    add_output(command)


def add_output(command: Parser) -> None:
    command.add_argument(
        "-o",
        "--output",
        metavar="DIR|FILE|-",
        type=option_types.not_empty,
        default="-",
        help=_(
            "write to this folder or .zip file, one file per puzzle, or to this file (default: -, "
            "standard output)"
        ),
    )
    add_force(command)


def add_output_file(command: Parser, summary: str, *suffixes: str) -> None:
    """Add ``--output``, a file that is required, with one of these suffixes."""
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=option_types.new_file(*suffixes),
        required=True,
        help=summary,
    )
    add_force(command)


def add_force(command: Parser) -> None:
    command.add_argument("--force", action="store_true", help=_("overwrite files that exist"))


def add_proof(command: Parser, summary: str) -> None:
    """Add ``--proof``, the folder of a certificate."""
    command.add_argument(
        "--proof",
        metavar="FOLDER",
        type=option_types.folder,
        help=summary,
    )
    add_force(command)


def add_time_limit(command: Parser) -> None:
    command.add_argument(
        "--time-limit",
        metavar="S",
        type=option_types.seconds,
        help=_("stop after this many seconds"),
    )
