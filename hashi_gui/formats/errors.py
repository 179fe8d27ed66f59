"""What is said of input that cannot be read: the error, and words for what is no puzzle."""

from __future__ import annotations

import re

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.wording import pattern

Location = tuple[int, int]
"""Line and column, both from 1 as in a text editor."""

_MAX_QUOTE_LENGTH = 24


class FormatError(HashiError):
    """Input cannot be read, or a document cannot be written in a notation.

    ``problem`` is a sentence that says what is wrong. ``at`` is where in the input, ``source`` the
    name of the file or the like, if these are known. ``words`` say the same to somebody who has
    only seen the window, if the problem needs other words for that.
    """

    def __init__(
        self, problem: str, at: Location | None = None, source: str = "", words: str = ""
    ) -> None:
        super().__init__(problem, at, source, words)
        self.problem = problem
        self.at = at
        self.source = source
        self.words = words

    def __str__(self) -> str:
        if self.at is None:
            return f"{self.source}: {self.problem}" if self.source else self.problem
        if self.source:
            text = _("{source}, line {line}, column {column}: {problem}")
        else:
            text = _("Line {line}, column {column}: {problem}")
        line, column = self.at
        return text.format(source=self.source, line=line, column=column, problem=self.problem)

    @property
    def plain(self) -> str:
        return self.words or self.problem

    def with_source(self, source: str) -> FormatError:
        """Return the same error with the name of the file, or the like, that it is about."""
        return type(self)(self.problem, self.at, source, self.words)


class NoPuzzleError(FormatError):
    """The input is something else than a puzzle."""


def unexpected_input(found: str, expected: str, at: Location | None = None) -> FormatError:
    """Return the error "Found ..., expected ...". Pass parts of the input through :func:`quote`."""
    text = _("Found {found}, expected {expected}.")
    return FormatError(text.format(found=found, expected=expected), at)


def bridges_text(count: int) -> str:
    return ngettext("{n} bridge", "{n} bridges", count).format(n=count)


def unreadable(reason: object) -> str:
    """The problem of a file, which is named before it."""
    return _("This cannot be read ({reason}).").format(reason=reason)


def at_most(number: int) -> str:
    """What is expected instead of a larger number."""
    return _("at most {n}").format(n=number)


def other_puzzle(kind: str, at: Location | None = None, *, in_link: bool = False) -> NoPuzzleError:
    """Return the error for a puzzle of another type, which a notation names like this."""
    found = _("a puzzle of type {kind}").format(kind=quote(kind))
    problem = unexpected_input(found, "'hashi'").problem
    return NoPuzzleError(problem, at, words=other_kind(kind, in_link=in_link))


def quote(text: str) -> str:
    """Return text in quotes, shortened and with control characters escaped, for a message."""
    if not text.strip(" "):
        return _("a space") if text else _("nothing")
    return repr(text if len(text) <= _MAX_QUOTE_LENGTH else f"{text[: _MAX_QUOTE_LENGTH - 3]}...")


MAX_LINK_LENGTH = 2000
"""So many characters of a text tell whether it is a link or an ID."""

_SCHEME = r"\s*+(?:https?://)?+"
_START = _SCHEME + r"(?:[\w-]++\.)*?"
_LINK = pattern(r"\s*(?:https?://|www\.)\S+\s*", re.IGNORECASE)
_PICTURE = pattern(r"[^?#]+\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)\s*(?:[?#].*)?", re.I)
_SHORT = pattern(
    _START + r"(?:bit\.ly|goo\.gl|is\.gd|ow\.ly|rb\.gy|shorturl\.at|t\.co|t\.ly|tiny\.cc"
    r"|tinyurl\.com|v\.gd)/\S+\s*"
)
_PAGE_WITH_PUZZLE = pattern(
    _START + r"(?:puzzle-bridges\.com|janko\.at/raetsel/hashi)(?:[/?]\S*)?\s*", re.IGNORECASE
)
_ID = pattern(r"\s*(?:\d+x\d+ .{0,60})?Puzzle ID:?\s*[\d,.]+\s*", re.IGNORECASE)
_PAGE_WITHOUT_PUZZLE = pattern(
    _START + r"(?:brainbashers\.com|conceptispuzzles\.com|krazydad\.com|menneske\.no|nikoli\.co\.jp"
    r")(?:[/?]\S*)?\s*",
    re.IGNORECASE,
)
_OTHER_KIND = pattern(
    rf"{_START}(?:puzzle-(?!bridges)(?P<kind>[a-z-]+)\.com"
    r"|janko\.at/raetsel/(?!hashi)(?P<raetsel>[\w-]+))(?:[/?#]\S*)?\s*"
    rf"|{_SCHEME}[^/\s]++/~sgtatham/puzzles/js/(?!bridges)(?P<game>[a-z]+)\.html(?:[/?#]\S*)?\s*",
    re.IGNORECASE,
)
_SGT = pattern(_SCHEME + r"[^/\s]++/~sgtatham/puzzles/(?:js/bridges\.html)?(?:[?#]\S*)?\s*")
_PENPA = pattern(r"\s*+(?=\S*/penpa-edit/)\S++\s*+")
_PUZZLINK = pattern(_START + r"(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)(?:[/?]\S*)?\s*")


def other_kind_at(text: str) -> str:
    """Say that a link is no Hashi, or no puzzle at all; "" if that is not known."""
    if _LINK.fullmatch(text) and _PICTURE.fullmatch(text):
        return _("That link is a picture, not a puzzle.")
    kind = _OTHER_KIND.fullmatch(text)
    return other_kind(next(filter(None, kind.groups())), in_link=True) if kind else ""


def advice(text: str) -> str:
    """Say what to copy instead of a link or an ID that only a site understands; "" if unknown."""
    cases = (
        (_SHORT, _("That is a short link. Open it in your browser, and copy the long one.")),
        (
            _PAGE_WITH_PUZZLE,
            _("Only that site has the puzzle. Save its page in your browser, and open the file."),
        ),
        (
            _ID,
            _("Only its site knows that ID. Save the page of the puzzle, and open the file."),
        ),
        (
            _PAGE_WITHOUT_PUZZLE,
            _("Only that site has the puzzle. Copy its numbers into the editor (F2)."),
        ),
        (
            _SGT,
            _("There is no puzzle in that link. On its page, copy the link “by game ID”."),
        ),
        (_PENPA, _("There is no puzzle in that link. In Penpa, press “Share” and copy again.")),
        (_PUZZLINK, _("There is no puzzle in that link. Open a puzzle there, and copy its link.")),
    )
    return next((words for pattern, words in cases if pattern.fullmatch(text)), "")


def no_puzzle(text: str) -> str:
    """Say that a text is no puzzle in any notation."""
    if _LINK.fullmatch(text):
        return _("There is no puzzle in that link.")
    return _("That text is not a puzzle.")


HEAD = 512
"""So many bytes at the beginning tell what something is."""

_PICTURE_FILE = pattern(
    rb"\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0{4}|II\*\0|MM\0\*|\0\0\x01\0|RIFF.{4}WEBP"
    rb"|.{4}ftyp(?:hei|mif1|avif)|\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<svg\b",
    re.DOTALL,
)
_PDF = pattern(rb"%PDF-")
_WEB_PAGE = pattern(rb"\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b", re.DOTALL | re.I)
_DOCUMENT = pattern(
    rb"\{\\rtf|\xd0\xcf\x11\xe0"
    rb"|PK\x03\x04.{26}(?:\[Content_Types\]\.xml|_rels/|docProps/|word/|xl/|ppt/|mimetype)",
    re.DOTALL,
)
_VIDEO = pattern(rb".{4}ftyp|RIFF.{4}AVI |\x1aE\xdf\xa3", re.DOTALL)
_SOUND = pattern(rb"ID3|OggS|fLaC|MThd|RIFF.{4}WAVE", re.DOTALL)
_ARCHIVE = pattern(rb"PK\x03\x04|PK\x05\x06|\x1f\x8b|BZh[1-9]|\xfd7zXZ|7z\xbc\xaf|Rar!")
_PROGRAM = pattern(rb"\x7fELF|MZ[^\n]{0,60}\0|#! ?/")


def foreign_kind(head: bytes) -> str:
    """Say in a sentence what begins like this if it is no puzzle; "" if that is not known."""
    if head.startswith((b"{\n", b'{"', b"http")):
        return ""  # JSON, which puzzles of this program are, or a link.
    kinds = (
        (_PICTURE_FILE, _("That is a picture, not a puzzle.")),
        (_PDF, _("That is a PDF, not a puzzle.")),
        (_WEB_PAGE, _("That is a web page, not a puzzle.")),
        (_DOCUMENT, _("That is a document, not a puzzle.")),
        (_VIDEO, _("That is a video, not a puzzle.")),
        (_SOUND, _("That is a sound file, not a puzzle.")),
        (_ARCHIVE, _("That is an archive. Unpack it first.")),
        (_PROGRAM, _("That is a program, not a puzzle.")),
    )
    return next((text for pattern, text in kinds if pattern.match(head)), "")


def is_document(head: bytes) -> bool:
    """Whether a file that begins like this is a document, even if it is a .zip file as well."""
    return _DOCUMENT.match(head) is not None


def is_web_page(head: bytes) -> bool:
    """Whether a text that begins like this is a web page."""
    return _WEB_PAGE.match(head) is not None


def other_kind(kind: str, *, in_link: bool = False) -> str:
    """Say that a puzzle is of another kind, given the name that a notation or a site has for it."""
    name = translated(_OTHER_PUZZLES.get(kind.lower().replace("-", "").replace(" ", ""), ""))
    if in_link:
        if not name:
            return _("That link is a puzzle of another kind, not a Hashi.")
        return _("That link is a {other}, not a Hashi.").format(other=name)
    if not name:
        return _("That is a puzzle of another kind, not a Hashi.")
    return _("That is a {other}, not a Hashi.").format(other=name)


_OWN_NAMES = (
    "binairo chocona creek dominosa fillomino futoshiki herugolf heyawake hitori kakurasu "
    "kakuro kurodoko kurotto makaro masyu minesweeper nanro nonogram norinori numberlink "
    "nurikabe shakashaka shikaku shimaguni slant slitherlink sudoku tapa tatamibari yajilin"
)

_OTHER_PUZZLES = {name: name.capitalize() for name in _OWN_NAMES.split()} | {
    "akari": N_("Light Up"),
    "battleships": N_("Battleships puzzle"),
    "building": N_("Skyscrapers puzzle"),
    "country": N_("Country Road"),
    "galaxies": N_("Galaxies puzzle"),
    "gokigen": "Slant",
    "lightup": N_("Light Up"),
    "lits": N_("LITS puzzle"),
    "loop": "Slitherlink",
    "loopy": "Slitherlink",
    "mashu": "Masyu",
    "nonograms": "Nonogram",
    "numlin": "Numberlink",
    "nurimaze": "Nuri-Maze",
    "pattern": "Nonogram",
    "pearl": "Masyu",
    "pipes": N_("Pipes puzzle"),
    "range": "Kurodoko",
    "ripple": N_("Ripple Effect"),
    "singles": "Hitori",
    "skyscrapers": N_("Skyscrapers puzzle"),
    "slither": "Slitherlink",
    "solo": "Sudoku",
    "starbattle": N_("Star Battle"),
    "stitches": N_("Stitches puzzle"),
    "tentaisho": N_("Galaxies puzzle"),
    "tents": N_("Tents puzzle"),
    "thermometers": N_("Thermometers puzzle"),
    "towers": N_("Skyscrapers puzzle"),
    "unequal": "Futoshiki",
    "yajikazu": "Yajisan-Kazusan",
    "yajirin": "Yajilin",
    "yinyang": "Yin-Yang",
}
"""The names of well-known puzzles by what notations and sites call them, in small letters.

Most have the same name everywhere.
"""
