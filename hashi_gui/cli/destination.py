"""Where commands write puzzles: standard output, a file or a folder. Nothing is overwritten."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from hashi_gui.cli.arguments import UsageError
from hashi_gui.cli.output import print_text
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, write
from hashi_gui.formats.registry import find_notation
from hashi_gui.game import StorageError

WriteDocument = Callable[[Document, str], None]
"""Writes a document. The second argument is the name, without suffix, of its file in a folder."""

FOLDER_DEFAULT = "hashi"
LINE_DEFAULT = "puzzlink"


@contextmanager
def destination(output: str, notation: str | None) -> Iterator[WriteDocument]:
    """A function that writes documents to ``output``, one after the other.

    ``output`` is ``-`` for standard output, a folder, which is created if its name ends with a
    slash, or a file. Without a ``notation``, a folder gets ``.hashi`` files; standard output and
    other files get one URL per line. For several documents, call :func:`check_room_for_several`
    first. Raises HashiError for a file that already exists or cannot be written.
    """
    if output == "-" or is_folder(output):
        notation = notation or default_notation(output)
        yield _stdout_writer(notation) if output == "-" else _folder_writer(Path(output), notation)
    else:
        with _file_writer(Path(output), notation or default_notation(output)) as write_document:
            yield write_document


def check_room_for_several(output: str, notation: str) -> None:
    """Raise UsageError unless several puzzles in this notation can be written to ``output``."""
    if not find_notation(notation).ONE_LINE and not is_folder(output):
        raise UsageError(
            f"Several puzzles in the format {notation} need a folder; name one, such as -o folder/."
        )


def default_notation(output: str) -> str:
    """The notation in which puzzles are written to ``output`` unless another one is requested."""
    if output != "-" and (is_folder(output) or Path(output).suffix == ".hashi"):
        return FOLDER_DEFAULT
    return LINE_DEFAULT


def is_folder(output: str) -> bool:
    return Path(output).is_dir() or output.endswith(("/", os.sep))


def _stdout_writer(notation: str) -> WriteDocument:
    def write_document(document: Document, name: str) -> None:  # noqa: ARG001 - there is no file
        print_text(write(document, notation).rstrip("\n"))

    return write_document


def _folder_writer(folder: Path, notation: str) -> WriteDocument:
    suffix = find_notation(notation).SUFFIX

    def write_document(document: Document, name: str) -> None:
        text = write(document, notation)
        with _translate_os_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}{suffix}"
        with _translate_os_errors(path), path.open("x", encoding="utf-8", newline="\n") as file:
            print(text.rstrip("\n"), file=file)

    return write_document


@contextmanager
def _file_writer(path: Path, notation: str) -> Iterator[WriteDocument]:
    with _translate_os_errors(path):
        if path.exists():
            raise FileExistsError
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    with ExitStack() as stack:
        opened: list[TextIO] = []

        def write_document(document: Document, name: str) -> None:  # noqa: ARG001 - only one file
            text = write(document, notation).rstrip("\n")
            if not opened:  # Only now, so that no file is left if the document cannot be written.
                with _translate_os_errors(path):
                    new = path.open("x", encoding="utf-8", newline="\n")
                opened.append(stack.enter_context(new))
            (file,) = opened
            with _translate_os_errors(path):
                file.write(f"{text}\n")
                file.flush()  # So that Ctrl-C leaves no partial line.

        yield write_document


@contextmanager
def _translate_os_errors(path: Path) -> Iterator[None]:
    """Turn errors of the file system into one sentence about ``path``."""
    try:
        yield
    except FileExistsError as error:
        raise HashiError(f"{path} already exists; choose another file or a folder.") from error
    except OSError as error:
        raise StorageError.from_os_error(path, error) from error
