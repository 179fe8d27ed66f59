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


def is_document(head: bytes) -> bool:
    """Whether a file that begins like this is a document, even if it is a .zip file as well."""
    return _DOCUMENT.match(head) is not None


def is_web_page(head: bytes) -> bool:
    """Whether a text that begins like this is a web page."""
    return _WEB_PAGE.match(head) is not None


def other_kind(kind: str, *, in_link: bool = False) -> str:
    """Say that a puzzle is of another kind, given the name that a notation or a site has for it."""
    name = _OTHER_PUZZLES.get(kind.lower().replace("-", "").replace(" ", ""))
    if in_link:
        if name is None:
            return _("That link is a puzzle of another kind, not a Hashi.")
        return _("That link is a {other}, not a Hashi.").format(other=name)
    if name is None:
        return _("That is a puzzle of another kind, not a Hashi.")
    return _("That is a {other}, not a Hashi.").format(other=name)


_OTHER_PUZZLES = {
    "akari": "Light Up",
    "battleships": "Battleships puzzle",
    "binairo": "Binairo",
    "building": "Skyscrapers puzzle",
    "chocona": "Chocona",
    "country": "Country Road",
    "creek": "Creek",
    "dominosa": "Dominosa",
    "fillomino": "Fillomino",
    "futoshiki": "Futoshiki",
    "galaxies": "Galaxies puzzle",
    "gokigen": "Slant",
    "herugolf": "Herugolf",
    "heyawake": "Heyawake",
    "hitori": "Hitori",
    "kakurasu": "Kakurasu",
    "kakuro": "Kakuro",
    "kurodoko": "Kurodoko",
    "kurotto": "Kurotto",
    "lightup": "Light Up",
    "lits": "LITS puzzle",
    "loop": "Slitherlink",
    "loopy": "Slitherlink",
    "makaro": "Makaro",
    "mashu": "Masyu",
    "masyu": "Masyu",
    "minesweeper": "Minesweeper",
    "nanro": "Nanro",
    "nonogram": "Nonogram",
    "nonograms": "Nonogram",
    "norinori": "Norinori",
    "numberlink": "Numberlink",
    "numlin": "Numberlink",
    "nurikabe": "Nurikabe",
    "nurimaze": "Nuri-Maze",
    "pattern": "Nonogram",
    "pearl": "Masyu",
    "pipes": "Pipes puzzle",
    "range": "Kurodoko",
    "ripple": "Ripple Effect",
    "shakashaka": "Shakashaka",
    "shikaku": "Shikaku",
    "shimaguni": "Shimaguni",
    "singles": "Hitori",
    "skyscrapers": "Skyscrapers puzzle",
    "slant": "Slant",
    "slither": "Slitherlink",
    "slitherlink": "Slitherlink",
    "solo": "Sudoku",
    "starbattle": "Star Battle",
    "stitches": "Stitches puzzle",
    "sudoku": "Sudoku",
    "tapa": "Tapa",
    "tatamibari": "Tatamibari",
    "tentaisho": "Galaxies puzzle",
    "tents": "Tents puzzle",
    "thermometers": "Thermometers puzzle",
    "towers": "Skyscrapers puzzle",
    "unequal": "Futoshiki",
    "yajikazu": "Yajisan-Kazusan",
    "yajilin": "Yajilin",
    "yajirin": "Yajilin",
    "yinyang": "Yin-Yang",
}
"""The names of well-known puzzles by what notations and sites call them, in small letters."""
