"""The folder that the runs of a measurement are kept in, row by row as they end."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

from hashi_gui.bench.machine import machine, versions
from hashi_gui.bench.runs import COLUMNS, Run, from_row, to_json, to_row
from hashi_gui.core.errors import HashiError


class FolderError(HashiError):
    """A folder that cannot take the results."""


class ResultsFolder:
    """``results.csv``, which grows by each run, and ``results.json``, which says where and when.

    Whatever happens, the runs that ended are in the table; a row that was torn is dropped.
    """

    def __init__(self, path: Path, arguments: Mapping[str, Any], *, resume: bool) -> None:
        """Make the folder, or go on with the one that is there.

        ``arguments`` are kept as what was asked for. Raises FolderError where there are results
        already without ``resume``, and where those had another ``time_limit``.
        """
        self.path = path
        self.runs: list[Run] = []
        self.starts: list[dict[str, Any]] = []
        self._csv, self._json = path / "results.csv", path / "results.json"
        with self._telling():
            path.mkdir(parents=True, exist_ok=True)
            self._open(dict(arguments), resume)

    def add(self, run: Run) -> None:
        """Keep a run, also if the program ends right after."""
        self.runs.append(run)
        with self._telling():
            self._append(to_row(run))

    def write(self, name: str, text: str) -> None:
        """Write a file, whole or not at all."""
        with self._telling():
            fresh = self.path / f"{name}.new"
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self.path / name)

    def finish(self, runs: Iterable[Run]) -> None:
        """Write the runs, as they are judged in the end, with the starts as JSON."""
        content = {"starts": self.starts, "runs": [to_json(run) for run in runs]}
        self.write(self._json.name, json.dumps(content, indent=1) + "\n")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Complain in one sentence where the disk does not take what is written."""
        try:
            yield
        except OSError as error:
            reason = error.strerror or error
            raise FolderError(f"{str(self.path)!r} cannot hold the results ({reason}).") from error

    def _open(self, arguments: dict[str, Any], resume: bool) -> None:
        # The table comes last: where there is one, there is the rest.
        begun = self._csv.exists()
        if begun and not resume:
            raise FolderError(
                f"{str(self.path)!r} holds results already: add --resume to go on with them, "
                "or name another folder."
            )
        if begun:
            self._read(arguments["time_limit"])
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        about = {"machine": machine(), "versions": versions()}
        self.starts.append({"begun": date, "arguments": arguments, **about})
        self.finish(self.runs)
        if not begun:
            self._append(COLUMNS)

    def _read(self, time_limit: float) -> None:
        """Take over what an earlier start left."""
        try:
            self.starts = json.loads(self._json.read_text(encoding="utf-8"))["starts"]
            before = self.starts[-1]["arguments"]["time_limit"]
            whole = _whole_lines(self._csv.read_bytes())
            rows = csv.DictReader(StringIO(whole.decode("utf-8"), newline=""))
            self.runs = [from_row(row) for row in rows]
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise FolderError(
                f"The results in {str(self.path)!r} are not of this program, or damaged."
            ) from error
        if before != time_limit:
            raise FolderError(
                f"The results in {str(self.path)!r} had a time limit of {before:g} s, "
                f"not {time_limit:g}."
            )
        os.truncate(self._csv, len(whole))

    def _append(self, row: Sequence[str]) -> None:
        with self._csv.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(row)


def _whole_lines(data: bytes) -> bytes:
    """What stands before the last line break, with it."""
    return data[: data.rfind(b"\n") + 1]
