"""Counting the steps of regular expressions, which ``re`` does not tell."""

import re
from collections.abc import Iterator
from itertools import islice
from re import _compiler, _parser  # type: ignore[attr-defined]
from typing import Any

_CHARACTER = ("LITERAL", "NOT_LITERAL", "ANY", "IN")


class CountingPattern:
    """A pattern that adds the steps of each call to ``steps``.

    A matcher that backtracks as that of ``re`` does looks for the same match: a step is a part of
    the pattern that it tries somewhere, or a character that a repeated part takes or gives back.
    It is an error if the two find different matches.
    """

    steps = 0

    def __init__(self, text: str | bytes, flags: int = 0) -> None:
        self._real = re.compile(text, flags)
        self._items = list(_parser.parse(text, flags))
        self._groups: dict[int, tuple[int, int]] = {}
        self._compiled: dict[int, re.Pattern[Any]] = {}
        self._text: Any = None

    def match(self, text: Any, start: int = 0, end: int | None = None) -> re.Match[Any] | None:
        return self._find("match", text, start, end)

    def fullmatch(self, text: Any, start: int = 0, end: int | None = None) -> re.Match[Any] | None:
        return self._find("fullmatch", text, start, end)

    def search(self, text: Any, start: int = 0, end: int | None = None) -> re.Match[Any] | None:
        return self._find("search", text, start, end)

    def finditer(self, text: Any, start: int = 0, end: int | None = None) -> Iterator[Any]:
        while start <= len(text) and (match := self.search(text, start, end)):
            yield match
            start = match.end() + (match.end() == match.start())

    def findall(self, text: Any) -> list[Any]:
        return [match[0] for match in self.finditer(text)]

    def sub(self, new: Any, text: Any, count: int = 0) -> Any:
        list(islice(self.finditer(text), count or None))
        return self._real.sub(new, text, count)

    def _find(self, method: str, text: Any, start: int, end: int | None) -> re.Match[Any] | None:
        stop = len(text) if end is None else min(end, len(text))
        real: re.Match[Any] | None = getattr(self._real, method)(text, start, stop)
        self._text = text[:stop]
        found = None
        for at in range(start, stop + 1) if method == "search" else [start]:
            ends = self._sequence(self._items, at)
            found = next(((at, e) for e in ends if method != "fullmatch" or e == stop), None)
            if found:
                break
        assert found == (real and real.span()), self._real.pattern
        return real

    def _sequence(self, items: list[Any], at: int) -> Iterator[int]:
        """Where these parts of the pattern can end, in the order in which ``re`` tries that."""
        if not items:
            yield at
            return
        for end in self._one(items[0], at):
            yield from self._sequence(items[1:], end)

    def _one(self, item: Any, at: int) -> Iterator[int]:  # noqa: C901 - all that patterns have
        CountingPattern.steps += 1
        (name, value), ends = (str(item[0]), item[1]), iter(())
        if name in (*_CHARACTER, "AT"):
            if match := self._compile(item, [item]).match(self._text, at):
                ends = iter([match.end()])
        elif name == "SUBPATTERN":
            ends = self._group(value[0], list(value[-1]), at)
        elif name == "BRANCH":
            ends = (end for branch in value[1] for end in self._sequence(list(branch), at))
        elif name == "ATOMIC_GROUP":
            ends = islice(self._sequence(list(value), at), 1)
        elif name == "MAX_REPEAT":
            ends = self._repeat(*value, at)
        elif name == "POSSESSIVE_REPEAT":
            ends = islice(self._repeat(*value, at), 1)
        elif name == "MIN_REPEAT":
            ends = self._repeat_lazily(*value, at)
        elif name in ("ASSERT", "ASSERT_NOT"):
            start = at - (value[1].getwidth()[0] if value[0] < 0 else 0)
            holds = start >= 0 and any(True for _ in self._sequence(list(value[1]), start))
            ends = iter([at] if holds == (name == "ASSERT") else [])
        elif name == "GROUPREF":
            start, end = self._groups[value]
            if self._text.startswith(self._text[start:end], at):
                ends = iter([at + end - start])
        else:
            raise AssertionError(name)
        yield from ends

    def _group(self, number: int | None, items: list[Any], at: int) -> Iterator[int]:
        for end in self._sequence(items, at):
            if number is not None:
                self._groups[number] = at, end
            yield end

    def _repeat(self, low: int, high: int, inner: Any, at: int) -> Iterator[int]:
        items = list(inner)
        if len(items) == 1 and str(items[0][0]) in _CHARACTER:
            run = self._compile(inner, [(_parser.POSSESSIVE_REPEAT, (0, high, inner))])
            last = run.match(self._text, at).end()  # type: ignore[union-attr]
            CountingPattern.steps += last - at
            for end in range(last, at + low - 1, -1):
                CountingPattern.steps += 1
                yield end
            return
        starts, levels = [at], [self._sequence(items, at)]
        while levels:
            end = next(levels[-1], None) if len(levels) <= high else None
            if end is None or (end == starts[-1] and len(levels) > low):
                levels.pop()
                last = starts.pop()
                if len(levels) >= low:
                    yield last
            else:
                starts.append(end)
                levels.append(self._sequence(items, end))

    def _repeat_lazily(self, low: int, high: int, inner: Any, at: int) -> Iterator[int]:
        levels = [iter([at])]
        while levels:
            end = next(levels[-1], None) if len(levels) <= high + 1 else None
            if end is None:
                levels.pop()
                continue
            if len(levels) > low:
                yield end
            levels.append(self._sequence(list(inner), end))

    def _compile(self, part: Any, items: list[Any]) -> re.Pattern[Any]:
        """Items that are made of a part of the pattern, as a pattern of their own."""
        if id(part) not in self._compiled:
            state = _parser.State()
            state.flags, state.str = self._real.flags, self._real.pattern
            self._compiled[id(part)] = _compiler.compile(_parser.SubPattern(state, items), 0)
        return self._compiled[id(part)]
