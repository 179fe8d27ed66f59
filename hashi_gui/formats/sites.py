"""Links and IDs that hold no puzzle, because only a site has it: what to do instead, in words."""

from __future__ import annotations

import re

from hashi_gui.core.i18n import _
from hashi_gui.core.patterns import pattern
from hashi_gui.formats.foreign import other_kind

MAX_LENGTH = 2000
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
