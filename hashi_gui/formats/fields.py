"""Reading JSON and rows of tables: the type, the range and the length that each value may have.

A field has a type that JSON knows and perhaps a :class:`Limit`, as in ``hints: Count``. A record
that was read can be written again, whatever was in the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NoReturn,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from hashi_gui.core.board import MAX_SECONDS
from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.wording import listed, pattern, shorten
from hashi_gui.formats.errors import FormatError, quote, unexpected_input

T = TypeVar("T")

MAX_COUNT = 10**9
"""The largest number of anything in a game; SQLite and Qt can hold it."""

MAX_NAME = 1000
"""The most characters of titles and other names."""

MAX_POINTS = 9999
"""The most points for a puzzle of a contest."""

MAX_DEPTH = 100
"""How deep JSON can be nested; what is much deeper could be read, but not be written again."""

CHARACTER_LIMITS = {
    "[": (1_000_000, N_("lists")),
    "{": (10_000, N_("objects")),
    ":": (100_000, N_("keys")),
    ",": (4_000_000, N_("values")),
}
"""The maximum count of some characters, to limit the memory that parsing takes."""

_TYPE_NAMES = {
    bool: N_("true or false"),
    bytes: N_("bytes"),
    dict: N_("an object"),
    float: N_("a number"),
    int: N_("a whole number"),
    list: N_("a list"),
    str: N_("text"),
    NoneType: "null",
}

_MAX_SHOWN_DIGITS = 40
_SURROGATE = pattern(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")
_TIME = pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", re.ASCII)
_WORD = pattern(r"\S{0,100}")
_KEY = pattern(r"\w{1,64}", re.ASCII)

_Read = Callable[[Any, str], Any]
"""Returns a value, given where it was found; raises FormatError if it is not what was declared."""


class Limit(NamedTuple):
    """What a value must be beyond its type; messages say ``expected``, with the ``numbers``."""

    accepts: Callable[[Any], bool]
    expected: str
    numbers: tuple[tuple[str, int], ...] = ()


def between(least: int, most: int) -> Limit:
    """The limit of a number."""
    expected = N_("a number from {least} to {most}")
    return Limit(lambda n: least <= n <= most, expected, (("least", least), ("most", most)))


def no_longer_than(length: int) -> Limit:
    """The limit of a text, in characters."""
    return Limit(lambda text: len(text) <= length, N_("at most {n} characters"), (("n", length),))


def is_time(text: object) -> bool:
    """Whether something is a time in UTC as text, such as ``2026-11-21T19:30:00.000Z``."""
    from datetime import datetime

    try:
        return isinstance(text, str) and bool(
            _TIME.fullmatch(text) and datetime.fromisoformat(text)
        )
    except ValueError:
        return False


Count = Annotated[int, between(0, MAX_COUNT)]
Points = Annotated[int, between(1, MAX_POINTS)]
Seconds = Annotated[float, between(0, MAX_SECONDS)]
WholeSeconds = Annotated[int, between(0, MAX_SECONDS)]
Side = Annotated[int, between(1, MAX_SIDE)]
Time = Annotated[str, Limit(is_time, N_("a time in UTC"))]
OptionalTime = Annotated[str, Limit(lambda t: not t or is_time(t), N_("a time in UTC, or no text"))]
Name = Annotated[str, no_longer_than(MAX_NAME)]
Word = Annotated[str, Limit(lambda t: bool(_WORD.fullmatch(t)), N_("a short text without spaces"))]
Key = Annotated[str, Limit(lambda t: bool(_KEY.fullmatch(t)), N_("the key of a puzzle"))]


def excess(text: str) -> str:
    """What JSON has more of than is read, in a sentence; empty if there is nothing."""
    for character, (limit, things) in CHARACTER_LIMITS.items():
        if text.count(character) > limit:
            sentence = _("The JSON has more than {n} {things}, the maximum.")
            return sentence.format(n=limit, things=translated(things))
    return ""


def parse_object(text: str) -> dict[str, Any]:
    """Return the JSON object that a text holds; it can be written again. Raises FormatError."""
    import json

    if too_many := excess(text):
        raise FormatError(too_many)
    try:
        data = json.loads(text, parse_float=_parse_float, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        problem = _("Invalid JSON: {reason}.").format(reason=error.msg)
        raise FormatError(problem, (error.lineno, error.colno)) from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise FormatError(_("The JSON has a number with too many digits.")) from error
    if type(data) is not dict:
        raise unexpected_input(_name_of(type(data)), _name_of(dict))
    _check_depth(data)
    if _SURROGATE.search(text):
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise FormatError(_("The JSON has a character that cannot be saved.")) from error
    return data


def _parse_float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise unexpected_input(quote(text), _("a number that is not as large"))
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise unexpected_input(name, _("a number that JSON allows"))


def _check_depth(data: dict[str, Any]) -> None:
    level: list[Any] = [data]
    for _depth in range(MAX_DEPTH):
        values = (each.values() if type(each) is dict else each for each in level)
        level = [each for inner in values for each in inner if type(each) in (dict, list)]
        if not level:
            return
    raise _too_deep()


def _too_deep() -> FormatError:
    return FormatError(_("The JSON is nested too deeply."))


def read_value(data: Mapping[str, Any], key: str, kind: Any) -> Any:
    """Return the value of a key, which must be of a type. Raises FormatError."""
    plain, read = _reader(kind)
    if key not in data:
        raise _missing(repr(key), plain)
    return read(data[key], repr(key))


def read_items(data: Mapping[str, Any], key: str, kind: type) -> list[Any]:
    """Return the list of a key, whose items must be of a type. Raises FormatError."""
    items: list[Any] = read_value(data, key, list)
    for index, item in enumerate(items):
        if type(item) is not kind:
            raise _wrong_type(item, place_of(index, repr(key)), kind)
    return items


def read_parts(items: Any, place: str, *kinds: Any) -> tuple[Any, ...]:
    """Return the items of a list, each of which must be of its own type. Raises FormatError."""
    if type(items) is not list:
        raise _wrong_type(items, place, list)
    if len(items) != len(kinds):
        found = _("a list of {n} in {place}").format(n=len(items), place=place)
        raise unexpected_input(found, _("one of {n}").format(n=len(kinds)))
    return tuple(_reader(kind).read(item, place) for item, kind in zip(items, kinds, strict=True))


def read_record(cls: type[T], data: Mapping[str, Any], *required: str, **given: Any) -> T:
    """Return a record with the values that data have for the names of its fields.

    A field that is missing has its default, unless it is ``required``; those ``given`` are not
    looked for. Raises FormatError.
    """
    for name, place, (plain, read), has_default in _fields(cast(Any, cls)):
        if name in given:
            continue
        if name in data:
            given[name] = read(data[name], place)
        elif name in required or not has_default:
            raise _missing(place, plain)
    return cls(**given)


def read_rows(
    cls: type[T], names: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterator[T | None]:
    """The record in each row of a table with these columns; None for one that cannot be read."""
    known = {field.name: field for field in _fields(cast(Any, cls))}
    columns = [_Cells(known[name]) for name in names]
    for row in rows:
        try:
            values = [cells[cell] for cells, cell in zip(columns, row)]
        except FormatError:
            yield None
        else:
            yield cls(**dict(zip(names, values)))


class _Cells(dict[Any, Any]):
    """The values of the cells of a column, by what they hold; many cells hold the same."""

    def __init__(self, field: _Field) -> None:
        super().__init__()
        _name, self._place, (self._plain, self._read), _has_default = field

    def __missing__(self, cell: Any) -> Any:
        is_switch = self._plain is bool and cell in (0, 1)
        value = self[cell] = self._read(bool(cell) if is_switch else cell, self._place)
        return value


def storable(records: Iterable[T]) -> Iterator[T]:
    """Those of some records that can be read again; the others are logged."""
    for record in records:
        try:
            for field in _fields(cast(Any, type(record))):
                field.reader.read(getattr(record, field.name), field.place)
        except FormatError:
            import logging  # Only now, because that hardly ever happens.

            logging.exception("this cannot be stored: %.500r", record)
        else:
            yield record


class _Reader(NamedTuple):
    """Reads values of a type, which is ``plain`` in JSON."""

    plain: type
    read: _Read


class _Field(NamedTuple):
    name: str
    place: str
    reader: _Reader
    has_default: bool


@cache
def _fields(cls: type[Any]) -> tuple[_Field, ...]:
    from inspect import signature  # Only links are read without.

    kinds = get_type_hints(cls, include_extras=True)
    return tuple(
        _Field(name, repr(name), _reader(kinds[name]), each.default is not each.empty)
        for name, each in signature(cls).parameters.items()
    )


@cache
def _reader(kind: Any) -> _Reader:
    kind, limit = get_args(kind) if get_origin(kind) is Annotated else (kind, None)
    origin, parameters = get_origin(kind), get_args(kind)
    if NoneType in parameters:
        plain, read = _reader(parameters[0])
        return _Reader(plain, lambda value, at: None if value is None else read(value, at))
    if origin is tuple:
        return _Reader(list, _items_reader(_reader(parameters[0])))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _Reader(str, _member_reader(kind))
    plain = dict if origin is Mapping else kind
    return _Reader(plain, _plain_reader(plain, limit))


def _plain_reader(kind: type, limit: Limit | None) -> _Read:
    types: tuple[Any, ...] = (int, float) if kind is float else (kind,)
    accepts, expected, numbers = limit or Limit(lambda _value: True, "")

    def read(value: Any, place: str) -> Any:
        if not isinstance(value, types) or (type(value) is bool and kind is not bool):
            raise _wrong_type(value, place, kind)
        if not accepts(value):
            shown = quote(value) if kind is str else shorten(str(value), _MAX_SHOWN_DIGITS)
            text = translated(expected).format(**dict(numbers))
            raise unexpected_input(_value_at(shown, place), text)
        return float(value) if kind is float else value

    return read


def _items_reader(item: _Reader) -> _Read:
    def read(value: Any, place: str) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _wrong_type(value, place, list)
        return tuple(item.read(each, place_of(n, place)) for n, each in enumerate(value))

    return read


def _member_reader(kind: type[StrEnum]) -> _Read:
    members = {str(member): member for member in kind}

    def read(value: Any, place: str) -> StrEnum:
        if not isinstance(value, str):
            raise _wrong_type(value, place, str)
        if value not in members:
            expected = _("one of {names}").format(names=listed(members))
            raise unexpected_input(_value_at(quote(value), place), expected)
        return members[value]

    return read


def place_of(index: int, place: str) -> str:
    """Where an item of a list is, given where that is."""
    return _("item {n} of {place}").format(n=index, place=place)


def _name_of(kind: type) -> str:
    return translated(_TYPE_NAMES[kind])


def _value_at(shown: str, place: str) -> str:
    return _("{value} as {place}").format(value=shown, place=place)


def _wrong_type(value: object, place: str, kind: type) -> FormatError:
    return unexpected_input(_value_at(_name_of(type(value)), place), _name_of(kind))


def _missing(place: str, kind: type) -> FormatError:
    return unexpected_input(_("no {place}").format(place=place), _name_of(kind))
