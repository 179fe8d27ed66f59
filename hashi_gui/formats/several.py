"""Finding all puzzles of a text: a list, a message with links in it, a web page.

A list is a text with a link or an ID on at least one line, alone or among other words. Other texts
may hold several puzzles of more than one line each, in a notation that tells where they begin. A
web page may have them in links, in text, and in the task of puzzle-bridges.com. The title of a
puzzle is what stands beside its link, or directly above.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain
from typing import NamedTuple
from unicodedata import category

from hashi_gui.core.errors import HashiError
from hashi_gui.core.wording import pattern, printable
from hashi_gui.formats.document import MAX_SHOWN_TITLE, Document
from hashi_gui.formats.errors import (
    HEAD,
    FormatError,
    NoPuzzleError,
    advice,
    foreign_kind,
    is_web_page,
)
from hashi_gui.formats.reading import Budget, TooMuchError, draw
from hashi_gui.formats.registry import MAX_INPUT, NOTATIONS, names_its_notation, read, unwrapped

MAX_PAGE = 4 * 2**20
"""The most characters of a web page that is searched."""

_WORD = pattern(r"\S+")
_BEHIND_BRACKET = pattern(r"(?<=[(<\[\"'=])\w")
_LINK_CHARACTERS = pattern(r"[^<>\"]*")
_SIGN = pattern(r"[/?#:]")
_NOT_TEXT = pattern(r"[\ud800-\udfff]")
_SIGN_OF_PUZZLE = pattern(r"[0-9?\ud800-\udfff]|://")
_MIN_DAMAGED = 9
_LINK_SIGN = pattern(rf"(?=\S{{{_MIN_DAMAGED}}})(?=\S*[0-9])\S*[/?#:]")
_DAMAGED_ID = pattern(
    r"[0-9]++x[0-9]++[a-zA-Z0-9]*+(?::(?=[a-zA-Z]*+[0-9])[a-zA-Z0-9]{6}|#[0-9]{3})"
)
_PAGE = pattern(r"https?://[^/]++/[^0-9?]*+[0-9?]", re.IGNORECASE)
_URL = pattern(r"https?://\S+", re.IGNORECASE)
_TASK = pattern(r"\btask\s*+=\s*+(?P<quote>['\"])[1-8a-z]++(?P=quote)")
_BEGIN = pattern(
    r"(?:<\?xml[^<>]*+>\s*+)?<puzzle[\s/>]|^[ \t]*+(?:\[begin\]|begin[ \t]*+$|pzprv3[ \t]*+$)",
    re.MULTILINE | re.IGNORECASE,
)
_PROBLEM = pattern(r"^[ \t]*+\[problem\]", re.MULTILINE | re.IGNORECASE)
_END = pattern(r"</puzzle>|^[ \t]*+\[?end\]?[ \t]*+$", re.MULTILINE | re.IGNORECASE)
_TAG = pattern(r"<(?P<tag>/?[a-zA-Z][a-zA-Z0-9]*+)(?P<rest>(?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*+)>")
_CLOSING = {
    tag: pattern(rf"<(?P<tag>/{tag})(?P<rest>[^<>]*+)>", re.IGNORECASE)
    for tag in ("script", "style")
}
_ATTRIBUTE = pattern(
    r"(?<![a-zA-Z-])(?P<name>[a-zA-Z-]++)\s*+=\s*+(?:(?P<quote>[\"'])(?P<value>.*?)(?P=quote)|(?P<bare>[^\s\"']++))",
    re.DOTALL,
)
_END_OF_LINK = ".,;:!)]}'*_>»”"
_MAX_END = 6
_AROUND_TITLE = " \t-–—•*#>|:;,()[]{}<\"'“”„«»_=."
_END_OF_SENTENCE = ".,;:!?"
_MAX_ABOVE = 300
_MIN_LINE = 64
"""A line takes as long to be looked at as so many characters, even if it has fewer."""
_NUMBER = pattern(r"[(#]?[0-9]{1,3}[.):]\s+")
_LETTER = pattern(r"[^\W\d_]")
_CHARACTER_NUMBER = pattern(r"&#[0-9]{10,}+;?+")
_NEW_LINE = frozenset(
    {"br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "p", "pre", "table"}
    | {"td", "th", "title", "tr", "ul"}
)


class Entry(NamedTuple):
    """A puzzle in a text: where it begins, counted from 1, and its title if it has one there.

    In a web page, ``line`` is 0.
    """

    text: str
    line: int = 0
    column: int = 1
    title: str = ""

    def read(self, source: str = "") -> Document:
        """Read the puzzle from the file with this name. Raises FormatError."""
        try:
            document = read(_encoded(self.text))
        except FormatError as error:
            line, column = error.at or (1, 1)
            column += self.column - 1 if line == 1 else 0
            at = (line + self.line - 1, column) if self.line else None
            raise type(error)(error.problem, at, source, error.plain) from error
        if not self.title or document.info.title:
            return document
        return document._replace(info=document.info._replace(title=self.title))


def find_list(lines: Iterator[str]) -> tuple[bool, Iterator[str]]:
    """Return whether a text is a list of puzzles, and all its lines again.

    To find out, this reads no more lines than it must, and not much more than MAX_INPUT characters.
    """
    head: list[str] = []
    size = entries = 0
    found = False
    for line in lines:
        head.append(line)
        size += max(len(line), _MIN_LINE)
        if _is_entry(line):
            entries += 1
            if entries == 1 and foreign_kind(_encoded(line[:HEAD])):
                return False, chain(head, lines)
            found = found or any(_links_in(line, 1))
            # One entry alone may be the URL of the only puzzle.
            if entries == 2 and names_its_notation("\n".join(head)):
                return False, chain(head, lines)
        if (found and entries > 1) or size > MAX_INPUT:
            break
    else:
        found = found and not names_its_notation("\n".join(head))
    return found, chain(head, lines)


def list_entries(lines: Iterator[str]) -> Iterator[Entry]:
    """Yield the puzzles of a list, each as soon as its line can be read.

    A damaged puzzle is an entry, too, and so is a link to a page that has a puzzle; reading them
    says what is wrong.
    """
    above = ""
    for number, line in enumerate(lines, 1):
        found = []
        if _is_entry(line):
            found = list(_links_in(line, number))
            for entry in found:
                draw(looked_at=1)
                yield entry if entry.title else entry._replace(title=_title_above(above))
            if not found and _may_be_puzzle(line):
                draw(looked_at=1)
                yield Entry(line.strip(), number, _indent(line) + 1)
            else:
                yield from _links_to_sites(line, number, {entry.column for entry in found})
        above = "" if found else line


def text_entries(text: str) -> list[Entry]:
    """Return the puzzles of a text that is neither a list nor, as a whole, in any notation.

    Raises TooMuchError.
    """
    if is_web_page(text[:HEAD].encode(errors="replace")):
        with Budget().spent():
            return _page_entries(text[:MAX_PAGE])
    blocks = list(_block_entries(text))
    return blocks if len(blocks) > 1 or not names_its_notation(text) else []


def find_entries(text: str) -> list[Entry]:
    """Return the puzzles of any text; none if it is one puzzle as a whole, or nothing known.

    Raises TooMuchError.
    """
    if "\n" not in text and any(
        notation.RANK == 0 and notation.recognises(text) and notation.ONE_LINE
        for notation in NOTATIONS
    ):
        return []
    with Budget().spent():
        draw(lines=text.count("\n"))
        is_list, lines = find_list(iter(text.split("\n")))
        return list(list_entries(lines)) if is_list else text_entries(text)


def _is_entry(line: str) -> bool:
    """Whether a line of a list counts: it is neither blank nor begins with ``#``."""
    draw()
    return not line.lstrip().startswith("#") and bool(line.strip())


def _may_be_puzzle(line: str) -> bool:
    """Whether a line is a puzzle, perhaps a damaged one, and not words.

    A damaged one has bytes that are not text, is in a notation of links and IDs, or is a word with
    the signs of one; what is as short as ``10:30`` must be readable. An island alone, such as
    ``1.``, is a number.
    """
    text = line.strip()
    if not _SIGN_OF_PUZZLE.search(text):
        return False
    if _NOT_TEXT.search(text):
        return True
    if len(text) >= _MIN_DAMAGED and (
        any(
            (notation.ONE_LINE or notation.RANK == 0) and notation.recognises(text)
            for notation in NOTATIONS
        )
        or (_WORD.fullmatch(text) and (_LINK_SIGN.match(text) or _URL.match(text)))
    ):
        return True
    found = any(notation.recognises(text) for notation in NOTATIONS)
    document = _try_to_read(text) if found else None
    return isinstance(document, Document) and len(document.puzzle.islands) > 1


def _links_in(line: str, number: int) -> Iterator[Entry]:
    """The puzzles in a line, with the words beside each as its title."""
    if not _SIGN_OF_PUZZLE.search(line):
        return
    whole = line.strip()
    begin = _URL.search(whole) if "://" in whole else None
    if (
        not (begin and begin.start())
        and any(notation.ONE_LINE and notation.recognises(whole) for notation in NOTATIONS)
        and _may_be_puzzle(whole)
    ):
        yield Entry(whole, number, _indent(line) + 1)
        return
    tasks = ((match.start(), match[0]) for match in _TASK.finditer(line))
    found = [*_words_with_links(line), *tasks]
    ends = [0, *(start + len(link) for start, link in found)]
    for place, (start, link) in enumerate(found):
        title = _as_title(line[ends[place] : start])
        if not title and place == len(found) - 1:
            title = _as_title(line[ends[-1] :])
        yield Entry(link, number, start + 1, title)


def _links_to_sites(line: str, number: int, known: Collection[int]) -> Iterator[Entry]:
    """The links among words that lead to a page with a puzzle; reading one says what to copy.

    ``known`` are the columns of links that are entries already.
    """
    for link in _URL.finditer(line) if "://" in line else ():
        draw()
        column = link.start() + 1
        if column not in known and _PAGE.match(link[0]) and advice(link[0]):
            yield Entry(link[0], number, column)


def _words_with_links(line: str) -> Iterator[tuple[int, str]]:
    """Each puzzle in a line that is a word, or a part of one, and where it begins."""
    for word in _WORD.finditer(line) if _SIGN.search(line) else ():
        if _LINK_SIGN.match(word[0]):
            draw(looked_at=1)
            begin = _URL.search(word[0]) or _BEHIND_BRACKET.search(word[0])
            start = word.start() + (begin.start() if begin else 0)
            match = _LINK_CHARACTERS.match(line, start, word.end())
            if match and (link := _puzzle_in(match[0])):
                yield start, link


def _puzzle_in(link: str) -> str:
    """A link as it is, or without the punctuation behind it; "" if it leads to no puzzle."""
    bare = link.rstrip(_END_OF_LINK)
    found = [link[:end] for end in range(len(link), max(len(bare), len(link) - _MAX_END) - 1, -1)]
    found = [each for each in found if names_its_notation(unwrapped(each))]
    damaged = found[-1] if found and ("/" in link or _DAMAGED_ID.match(link)) else ""
    readable = (each for each in found if isinstance(_try_to_read(each), Document))
    return next(readable, damaged)


def _try_to_read(text: str) -> Document | HashiError:
    """The puzzle of a text, or why it cannot be read. Raises TooMuchError."""
    draw(looked_at=1)
    try:
        return read(_encoded(text))
    except TooMuchError:
        raise
    except HashiError as error:
        return error


def _block_entries(text: str) -> Iterator[Entry]:
    """The puzzles of more than one line, each with the line above as its title."""
    begin = _BEGIN if _BEGIN.search(text) else _PROBLEM
    starts = [match.start() for match in begin.finditer(text)]
    line, done = 1, 0
    for before, start, stop in zip([0, *starts], starts, [*starts[1:], len(text)]):
        line += text.count("\n", before, start)
        end = _END.search(text, start, stop)
        block = text[start : end.end() if end else stop]
        if names_its_notation(block):
            above = text[max(start - _MAX_ABOVE, done) : start].removesuffix("\n")
            above = above.rpartition("\n")[2]
            done = end.end() if end else 0
            yield Entry(block, line, title=_title_above(_URL.sub("", above)))


def _page_entries(text: str) -> list[Entry]:
    """The puzzles of a web page, each once, without links to other things."""
    content, title = _page_text(text)
    links = (
        entry
        for number, line in enumerate(content.split("\n"), 1)
        for entry in _links_in(line, number)
    )
    found: dict[str, Entry] = {}
    for entry in sorted([*_block_entries(content), *links], key=lambda each: each.line):
        if entry.text not in found or not found[entry.text].title:
            found[entry.text] = entry._replace(line=0)
    entries = [
        each for each in found.values() if not isinstance(_try_to_read(each.text), NoPuzzleError)
    ]
    if len(entries) == 1 and not entries[0].title:
        return [entries[0]._replace(title=_as_title(title))]
    return entries


def _page_text(page: str) -> tuple[str, str]:
    """The text of a web page, with each link behind its words on a line of its own; its title."""
    parts: list[str] = []
    title = link = ""
    for tag, attributes, content in _tags(page):
        if tag in _NEW_LINE or tag == "a":
            parts.append("\n")
        if tag == "a":
            link = attributes.get("href", "")
        elif tag == "/a":
            parts.append(f" {link}\n")
            link = ""
        elif tag == "script":
            parts += [f"\n{match[0]}\n" for match in _TASK.finditer(content)]
            content = f"\n{content}\n" if next(_block_entries(content), None) else ""
        elif tag in ("input", "iframe"):
            parts.append(f"\n{attributes.get('value') or attributes.get('src', '')}\n")
        elif tag == "style":
            continue
        title = title or (content if tag == "title" else "")
        parts.append(" ".join(content.split()) if link else content)
    return "".join(parts), title


def _tags(page: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Each tag of a web page in small letters, its attributes, and the text up to the next one.

    Damaged pages are read somehow, but never slowly, which the parser of Python would be.
    """
    page = "".join(part.partition("-->")[2] for part in f"-->{page}".split("<!--"))
    tag, attributes, end = "", dict[str, str](), 0
    while True:
        match = _CLOSING.get(tag, _TAG).search(page, end)
        draw()
        yield tag, attributes, _unescape(page[end : match.start() if match else len(page)])
        if match is None:
            return
        tag, end = match["tag"].lower(), match.end()
        attributes = {
            found["name"].lower(): _unescape(found["value"] or found["bare"] or "")
            for found in _ATTRIBUTE.finditer(match["rest"])
        }


def _unescape(text: str) -> str:
    """Replace the escapes of HTML; Python cannot do that with thousands of digits."""
    from html import unescape

    return unescape(_CHARACTER_NUMBER.sub("\N{REPLACEMENT CHARACTER}", text))


def _encoded(text: str) -> bytes:
    """The bytes of a text, those that were escaped as they were in the file."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # It has other surrogates, as only the clipboard can.
        return text.encode("utf-8", "replace")


def _title_above(line: str) -> str:
    """A line as the title of the puzzle below it; "" if it rather is a sentence."""
    text = line.strip()
    is_title = _is_entry(text) and text[-1] not in _END_OF_SENTENCE
    return _as_title(text) if is_title else ""


def _as_title(text: str) -> str:
    """A text without numbers and signs around it; "" if it is too long for a title, or no words,
    as the lanterns of a result are.
    """
    words = " ".join(_NUMBER.sub("", text.strip(), count=1).split()).strip(_AROUND_TITLE)
    if len(words) > MAX_SHOWN_TITLE or not _LETTER.search(words):
        return ""
    if any(category(character) == "So" for character in words):
        return ""
    return printable(words)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
