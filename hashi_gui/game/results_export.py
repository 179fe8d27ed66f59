"""All results as text, for other programs."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from dataclasses import fields
from io import StringIO
from operator import attrgetter
from typing import Any

from hashi_gui.core.wording import printable
from hashi_gui.formats.document import DEFAULT_COUNTS
from hashi_gui.game.result import Result

_FIELDS = (field.name for field in fields(Result))
COLUMNS = (*(name for name in _FIELDS if name not in DEFAULT_COUNTS), *DEFAULT_COUNTS)

_FORMULA = re.compile(r"(?:^|(?<=;))(?=\s*[=+\-@＝＋－＠])")
"""Where spreadsheets would begin a formula; some of them take a semicolon for the end of a cell."""

_row = attrgetter(*COLUMNS)


def to_csv(results: Iterable[Result]) -> str:
    """A row for each result, below the names of the columns."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_cell, _row(each)) for each in results)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """A text from outside with an apostrophe where it would be a formula, as OWASP recommends."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    if text[:1].isalnum() and ";" not in text:  # Nearly all texts, and a search takes long.
        return text
    return _FORMULA.sub("'", text)


def to_json(results: Iterable[Result]) -> str:
    """An object with a list of objects, on one line."""
    entries = [dict(zip(COLUMNS, _row(result))) for result in results]
    return json.dumps({"results": entries}) + "\n"


FORMATS = {".csv": to_csv, ".json": to_json}
"""The functions by the extensions of the files."""
