"""Where commands write puzzles: standard output, a file, or a folder. Nothing is overwritten."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from hashi_gui.cli.output import print_text
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, write
from hashi_gui.formats.registry import find_notation

WriteDocument = Callable[[Document, str], None]
"""Writes a document; the name is for its file, where it gets one of its own."""

FOLDERS_HOLD = "hashi"
OTHERS_HOLD = "puzzlink"


@contextmanager
def destination(where: str, notation: str | None) -> Iterator[WriteDocument]:
    """What writes documents in a notation, one after the other.

    ``where`` is ``-`` for standard output, a folder, which is made if it ends like one, or a file.
    Without a ``notation`` a folder gets ``.hashi`` files, and the others a link a line. Raises
    HashiError for a file that is there already or cannot be written.
    """
    if where == "-":
        yield _to_standard_output(notation or OTHERS_HOLD)
    elif is_folder(where):
        yield _into_folder(Path(where), notation or FOLDERS_HOLD)
    else:
        with _new_file(Path(where), notation) as write_document:
            yield write_document


def is_folder(where: str) -> bool:
    return Path(where).is_dir() or where.endswith(("/", os.sep))


def _to_standard_output(notation: str) -> WriteDocument:
    def write_document(document: Document, name: str) -> None:  # noqa: ARG001 - there is no file
        print_text(write(document, notation).rstrip("\n"))

    return write_document


def _into_folder(folder: Path, notation: str) -> WriteDocument:
    ending = find_notation(notation).SUFFIX

    def write_document(document: Document, name: str) -> None:
        text = write(document, notation)
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}{ending}"
        with _writing(path), path.open("x", encoding="utf-8", newline="\n") as file:
            print(text.rstrip("\n"), file=file)

    return write_document


@contextmanager
def _new_file(path: Path, notation: str | None) -> Iterator[WriteDocument]:
    notation = notation or ("hashi" if path.suffix == ".hashi" else OTHERS_HOLD)
    with _writing(path):
        if path.exists():
            raise FileExistsError
    with ExitStack() as stack:
        opened: list[TextIO] = []

        def write_document(document: Document, name: str) -> None:  # noqa: ARG001 - the file has a name
            text = write(document, notation).rstrip("\n")
            if not opened:  # Only now, so that a document that is refused leaves no file.
                with _writing(path):
                    new = path.open("x", encoding="utf-8", newline="\n")
                opened.append(stack.enter_context(new))
            (file,) = opened
            if file.tell() and "\n" in text:
                raise HashiError(
                    f"{path} can hold only one puzzle in the notation {notation}; "
                    f"for several name a folder, as in {path.stem}{os.sep}."
                )
            with _writing(path):
                file.write(f"{text}\n")  # At once, so that Ctrl-C finds no half line to keep.
                file.flush()

        yield write_document


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError as error:
        raise HashiError(f"{path} is there already; name another file or a folder.") from error
    except OSError as error:
        raise HashiError(f"{path} cannot be written ({error.strerror or error}).") from error
