"""Answering a question about each of the puzzles that a command is given."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hashi_gui.cli.exit_codes import ExitCode, worst
from hashi_gui.cli.output import print_json, print_text, report_error
from hashi_gui.core.errors import HashiError
from hashi_gui.core.wording import printable
from hashi_gui.formats import Document
from hashi_gui.puzzle_input import find_puzzles


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one puzzle.

    ``text`` returns what is printed for a single puzzle, ``line`` for one of several; ``values``
    is the JSON object.
    """

    code: ExitCode
    values: Mapping[str, Any]
    text: Callable[[], str]
    line: str


def answer_all(args: Namespace, answer: Callable[[Document], Answer]) -> int:
    """Print the answers for ``args.puzzles``, and return the exit code.

    A single puzzle gets a text, or with ``args.json`` an object; each of several gets a line. If
    one of several cannot be read or answered, that is reported, and the others are answered.
    """
    several, sources = find_puzzles(args.puzzles)
    if not several:
        given = answer(next(sources).read())
        if args.json:
            print_json(**given.values)
        else:
            print_text(given.text())
        return given.code
    codes = set()
    for source in sources:
        try:
            given = answer(source.read())
        except HashiError as error:
            report_error(source.name, error)
            codes.add(ExitCode.BAD_INPUT)
            continue
        codes.add(given.code)
        if args.json:
            print_json(puzzle=source.name, **given.values)
        else:
            print_text(f"{printable(source.name)}: {given.line}")
    return worst(codes)
