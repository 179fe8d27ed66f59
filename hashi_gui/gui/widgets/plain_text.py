"""Text from outside where Qt would take a part of it for tags, or for the mark of a key."""

from __future__ import annotations

from html import escape

from hashi_gui.core.wording import printable, printable_lines

MAX_MENU_TEXT = 100


def plain(text: str) -> str:
    """A text for tool tips and message boxes, which show HTML as such."""
    text = printable_lines(text)
    if "<" not in text and "&lt;" not in text:
        return text
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"


def menu_text(text: str) -> str:
    """A text as an entry of a menu or the name of a tab, where ``&`` marks a key."""
    return printable(text, MAX_MENU_TEXT).replace("&", "&&")
