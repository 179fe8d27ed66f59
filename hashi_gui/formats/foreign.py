"""Input that is something else than a puzzle, recognised by how it begins, and named in words."""

from __future__ import annotations

import re

from hashi_gui.core.i18n import _
from hashi_gui.core.patterns import pattern

HEAD = 512
"""So many bytes at the beginning tell what something is."""

_PICTURE = pattern(
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
_LINK = pattern(rb"\s*(?:https?://|www\.)\S+\s*\Z")


def foreign_kind(head: bytes) -> str:
    """Say in a sentence what begins like this if it is no puzzle; "" if that is not known."""
    if head.startswith((b"{\n", b'{"')):
        return ""  # JSON, which puzzles of this program are.
    kinds = (
        (_PICTURE, _("That is a picture, not a puzzle.")),
        (_PDF, _("That is a PDF, not a puzzle.")),
        (_WEB_PAGE, _("That is a web page, not a puzzle.")),
        (_DOCUMENT, _("That is a document, not a puzzle.")),
        (_VIDEO, _("That is a video, not a puzzle.")),
        (_SOUND, _("That is a sound file, not a puzzle.")),
        (_ARCHIVE, _("That is an archive. Unpack it first.")),
        (_PROGRAM, _("That is a program, not a puzzle.")),
    )
    return next((text for pattern, text in kinds if pattern.match(head)), "")


def foreign_text(text: str) -> str:
    """Say what a text is that is no puzzle in any notation."""
    if _LINK.match(text[:HEAD].encode(errors="replace")):
        return _("There is no puzzle in that link.")
    return _("That text is not a puzzle.")


def is_document(head: bytes) -> bool:
    """Whether a file that begins like this is a document, even if it is a .zip file as well."""
    return _DOCUMENT.match(head) is not None


def other_kind(kind: str) -> str:
    """Say that a puzzle is of another kind, given the name that pzpr has for that."""
    name = _OTHER_PUZZLES.get(kind)
    if name is None:
        return _("That is a puzzle of another kind, not a Hashi.")
    return _("That is a {other}, not a Hashi.").format(other=name)


_OTHER_PUZZLES = {
    "country": "Country Road",
    "fillomino": "Fillomino",
    "heyawake": "Heyawake",
    "hitori": "Hitori",
    "kakuro": "Kakuro",
    "mashu": "Masyu",
    "masyu": "Masyu",
    "nonogram": "Nonogram",
    "nurikabe": "Nurikabe",
    "numlin": "Numberlink",
    "numberlink": "Numberlink",
    "shakashaka": "Shakashaka",
    "shikaku": "Shikaku",
    "slither": "Slitherlink",
    "slitherlink": "Slitherlink",
    "sudoku": "Sudoku",
    "tapa": "Tapa",
    "yajilin": "Yajilin",
    "yajirin": "Yajilin",
}
"""The names of well-known puzzles by the names that pzpr and PencilBox have for them."""
