"""The folder in which the results of a benchmark are saved, each as soon as its run ends."""

from __future__ import annotations

import csv
import errno
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

from hashi_gui.core.errors import HashiError
from hashi_gui.lab.bench.measuring import About, about
from hashi_gui.lab.bench.runs import COLUMNS, Run, from_row, to_json, to_row
from hashi_gui.lab.methods import Task


class ResultsFolderError(HashiError):
    """The results cannot be saved in this folder."""


_NOT_RECORDED: dict[str, Any] = {"threads": 1, "task": Task.SOLVE, "seed": None}
"""Arguments that must stay the same, and what they were in versions that had no such options."""

_ERRORS = "surrogateescape"
"""Names of files can have bytes that are not text."""


class ResultsFolder:
    """A folder with ``results.csv``, one row per run, and ``results.json``, with machines and date.

    Every run that ended is in the table, even after a crash; an incomplete last row is dropped.
    """

    def __init__(self, path: Path, arguments: Mapping[str, Any], *, resume: bool) -> None:
        """Create the folder, or continue with an existing one.

        ``arguments`` are saved as the arguments of the benchmark. Raises ResultsFolderError if the
        folder already has results and ``resume`` is False, or if they had another ``time_limit``,
        ``task`` or ``seed``, or other ``threads``.
        """
        self.path = path
        self.runs: list[Run] = []
        self.starts: list[dict[str, Any]] = []
        self._csv, self._json = path / "results.csv", path / "results.json"
        with self.translate_os_errors():
            path.mkdir(parents=True, exist_ok=True)
            self._open(dict(arguments), resume)

    def add(self, run: Run) -> None:
        """Save a run at once, so that it is not lost if the program ends."""
        self.runs.append(run)
        with self.translate_os_errors():
            self._append(to_row(run))

    def add_machine(self, name: str, about: About) -> None:
        """Save the description of another machine that makes runs."""
        machines = self.starts[-1]["machines"]
        if name not in machines:
            machines[name] = about
            self.finish(self.runs)

    def write(self, name: str, text: str) -> None:
        """Write a file atomically."""
        with self.translate_os_errors():
            draft = self.path / f"{name}.new"
            try:
                draft.write_text(text, encoding="utf-8", errors=_ERRORS)
                draft.replace(self.path / name)
            finally:
                draft.unlink(missing_ok=True)

    def finish(self, runs: Iterable[Run]) -> None:
        """Write the runs, with their final outcomes, and the starts of the benchmark as JSON."""
        content = {"starts": self.starts, "runs": [to_json(run) for run in runs]}
        self.write(self._json.name, json.dumps(content, indent=1) + "\n")

    @contextmanager
    def translate_os_errors(self) -> Iterator[None]:
        """Turn errors of the file system into one sentence about the folder."""
        try:
            yield
        except OSError as error:
            reason = error.strerror or error
            raise ResultsFolderError(
                f"The results cannot be saved in {str(self.path)!r} ({reason})."
            ) from error

    def _open(self, arguments: dict[str, Any], resume: bool) -> None:
        # The table is created last: if it exists, the other file exists too.
        begun = self._csv.exists()
        if begun and not resume:
            raise ResultsFolderError(
                f"{str(self.path)!r} already has results: add --resume to continue with them, "
                "or choose another folder."
            )
        if begun:
            self._read(arguments)
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        self.starts.append({"begun": date, "arguments": arguments, **about(), "machines": {}})
        self.finish(self.runs)
        if not begun:
            self._append(COLUMNS)

    def _read(self, arguments: Mapping[str, Any]) -> None:
        """Read the results of earlier starts."""
        try:
            self.starts = json.loads(self._json.read_text(encoding="utf-8"))["starts"]
            recorded = _NOT_RECORDED | self.starts[-1]["arguments"]
            before = {name: recorded[name] for name in ("time_limit", *_NOT_RECORDED)}
            whole = _whole_lines(self._csv.read_bytes())
            table = csv.DictReader(StringIO(whole.decode("utf-8", _ERRORS), newline=""))
            self.runs = [from_row(row) for row in table]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
            raise ResultsFolderError(
                f"The results in {str(self.path)!r} are damaged, or not from this program."
            ) from error
        for name, value in before.items():
            if value != arguments.get(name, _NOT_RECORDED.get(name)):
                raise ResultsFolderError(
                    f"The results in {str(self.path)!r} were made {_option(name, value)}. "
                    "Continue in the same way, or choose another folder."
                )
        self.runs = [_with_limits(run, before) for run in self.runs]
        if table.fieldnames == list(COLUMNS):
            os.truncate(self._csv, len(whole))
        else:  # It is from an earlier version.
            self.write(self._csv.name, _csv_text([COLUMNS, *map(to_row, self.runs)]))

    def _append(self, row: Sequence[str]) -> None:
        data = _csv_text([row]).encode(errors=_ERRORS)
        with self._csv.open("ab", buffering=0) as file:
            start = file.tell()
            try:
                if file.write(data) < len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except OSError:
                file.truncate(start)
                raise


def _option(name: str, value: object) -> str:
    option = f"--{name.replace('_', '-')}"
    if value is None:
        return f"without {option}"
    return f"with {option} {f'{value:g}' if isinstance(value, float) else value}"


def _with_limits(run: Run, arguments: Mapping[str, Any]) -> Run:
    """A run of an earlier version with the limits that it had."""
    if run.conditions.time_limit is not None:
        return run
    limits = {name: arguments[name] for name in ("time_limit", "threads")}
    return replace(run, conditions=replace(run.conditions, **limits))


def _csv_text(rows: Iterable[Sequence[str]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _whole_lines(data: bytes) -> bytes:
    """The data up to and including the last line break."""
    return data[: data.rfind(b"\n") + 1]
