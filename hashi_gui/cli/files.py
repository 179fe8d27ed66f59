"""How a command writes documents: to the terminal, to files and folders.

No file is overwritten unless the user asks for it, and none is left empty or incomplete.
"""

from __future__ import annotations

import errno
import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from hashi_gui.cli.arguments import FOLDER_DEFAULT
from hashi_gui.cli.command import UsageError
from hashi_gui.cli.terminal import print_data
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document
from hashi_gui.formats.archive import archive_of
from hashi_gui.formats.registry import LINKS, find_notation, link_notation
from hashi_gui.system import interrupts
from hashi_gui.system.files import atomic_write, storage_errors

WriteText = Callable[[str, str], None]
"""Writes the text of a document. The second argument is the name, without suffix, of its file in a
folder."""


@contextmanager
def destination(output: str, notation: str, *, force: bool) -> Iterator[WriteText]:
    """A function that writes documents in this notation to ``output``, one after the other.

    ``output`` is ``-`` for standard output, a folder, which is created if its name ends with a
    slash, a .zip file, which gets the files that a folder would, or any other file. For several
    documents, call :func:`check_room_for_several` first. Raises HashiError for a file that cannot
    be written, or that exists, unless ``force``.
    """
    if output == "-":
        yield _write_to_stdout
    elif is_folder(output):
        yield _folder_writer(Path(output), find_notation(notation).SUFFIX, force)
    elif _is_archive(output):
        with _archive_writer(Path(output), find_notation(notation).SUFFIX, force) as write_text:
            yield write_text
    else:
        with _file_writer(Path(output), force) as write_text:
            yield write_text


def check_overwriting(path: Path, *, force: bool) -> None:
    """Raise HashiError if there is a file that must not be overwritten."""
    with storage_errors(path):
        exists = path.exists()
    if exists and not force:
        text = _("{file} already exists; choose another name, or add --force to overwrite it.")
        raise HashiError(text.format(file=path))


def check_output_file(args: Namespace) -> None:
    """Raise HashiError if ``--output`` is a file that must not be overwritten."""
    check_overwriting(args.output, force=args.force)


def write_file(path: Path, content: bytes, *, force: bool) -> None:
    """Write a whole file, or leave what was there. Raises HashiError."""
    check_overwriting(path, force=force)
    with interrupts.deferred():
        if path.exists() and not path.is_file():
            with storage_errors(path):
                path.write_bytes(content)  # A device or a pipe, which cannot be replaced.
        else:
            atomic_write(path, content)


def check_room_for_several(output: str, notation: str) -> None:
    """Raise UsageError unless several puzzles in this notation can be written to ``output``."""
    if not (find_notation(notation).ONE_LINE or is_folder(output) or _is_archive(output)):
        text = _(
            "Several puzzles in the format {notation} need a folder or a .zip file; name one, such "
            "as -o folder/."
        )
        raise UsageError(text.format(notation=notation))


def default_notation(output: str, document: Document | None = None) -> str:
    """The notation in which a puzzle is written to ``output`` unless another one is requested."""
    named = Path(output).suffix == ".hashi" or _is_archive(output) or is_folder(output)
    if output != "-" and named:
        return FOLDER_DEFAULT
    return link_notation(document) if document else LINKS[0]


def is_folder(output: str) -> bool:
    with storage_errors(Path(output)):
        return Path(output).is_dir() or output.endswith(("/", os.sep))


def _is_archive(output: str) -> bool:
    return Path(output).suffix.lower() == ".zip"


def _write_to_stdout(text: str, name: str) -> None:  # noqa: ARG001 - there is no file
    print_data(text)


def _folder_writer(folder: Path, suffix: str, force: bool) -> WriteText:
    def write_text(text: str, name: str) -> None:
        with storage_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / f"{name}{suffix}", f"{text}\n".encode(), force=force)

    return write_text


@contextmanager
def _archive_writer(path: Path, suffix: str, force: bool) -> Iterator[WriteText]:
    """Write a .zip file once the block ends, in whatever way, with all documents so far."""
    check_overwriting(path, force=force)
    _check_parent(path)
    files: dict[str, str] = {}

    def write_text(content: str, name: str) -> None:
        # A name on the disk can have any bytes.
        file = f"{os.fsencode(name).decode(errors='replace')}{suffix}"
        if file in files:
            raise HashiError(
                _("{archive} already has a file {file}.").format(archive=path, file=file)
            )
        files[file] = f"{content}\n"

    try:
        yield write_text
    finally:
        if files:
            write_file(path, archive_of(files), force=force)


@contextmanager
def _file_writer(path: Path, force: bool) -> Iterator[WriteText]:
    check_overwriting(path, force=force)
    _check_parent(path)
    with ExitStack() as stack:
        opened: list[BinaryIO] = []

        def write_text(text: str, name: str) -> None:  # noqa: ARG001 - only one file
            with storage_errors(path), interrupts.deferred():
                if not opened:  # Only now: if no document can be written, there is no file.
                    new = path.open("wb" if force else "xb", buffering=0)
                    opened.append(stack.enter_context(new))
                _append(opened[0], f"{text}\n".encode(), path)

        yield write_text


def _check_parent(path: Path) -> None:
    """Raise HashiError if there is no folder for a file, before there is any work for it."""
    with storage_errors(path):
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


def _append(file: BinaryIO, data: bytes, path: Path) -> None:
    """Write all of ``data``, or nothing; a file that would be empty is removed. Raises OSError."""
    start = file.tell() if file.seekable() else 0
    left = memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError:
        if path.is_file():  # Not a device or a pipe.
            file.truncate(start)
            if not start:
                path.unlink()
        raise
