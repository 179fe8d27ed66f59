"""What commands print of puzzles, as text or JSON."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from hashi_gui.cli.terminal import print_data
from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write

if TYPE_CHECKING:
    from pathlib import Path


def solution_json(puzzle: Puzzle, counts: bytes | None) -> list[list[int]] | None:
    """The bridges of a solution as ``[row, col, row, col, count]``, one list per edge."""
    if counts is None:
        return None
    return [[*puzzle.coordinates(edge), count] for edge, count in enumerate(counts) if count]


def certificate_note(folder: Path) -> str:
    """A sentence about a certificate that was written."""
    return _("The certificate is in {folder}; `hashi verify {folder}` checks it.").format(
        folder=folder
    )


def board_text(puzzle: Puzzle, board: Board, notation: str) -> str:
    """The board in a notation. Raises FormatError if the notation cannot express it."""
    return document_text(Document(puzzle, board, notation), notation)


def document_text(document: Document, notation: str) -> str:
    """The document in a notation, without a line end after the last line. Raises FormatError."""
    return write(document, notation).rstrip("\n")


def print_json(**answer: object) -> None:
    import json

    print_data(json.dumps(answer))


def check_proof_folder(args: Namespace) -> None:
    """Raise HashiError if ``--proof`` is a folder with a certificate that must not be lost."""
    if args.proof:
        # Only here, because most commands need neither.
        from hashi_gui.cli.files import check_overwriting
        from hashi_gui.verify_certificate import MANIFEST

        check_overwriting(args.proof / MANIFEST, force=args.force)
