"""The Help window: rules, mouse and keys, and the signs on the board drawn by the program."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QSize, QUrl
from PySide6.QtGui import QColor, QImage, QKeySequence, QPainter, QTextDocument
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from hashi_gui.gui.commands import MOUSE, Command, all_commands
from hashi_gui.gui.icons import without_icons
from hashi_gui.gui.painting import UNIT, BridgeLook, IslandLook, draw_bridge, draw_island
from hashi_gui.gui.theme import Theme

RULES = (
    "Join the islands with bridges.",
    "Bridges run straight along a row or a column, from one island to the next one in sight.",
    "At most two bridges join the same two islands (some puzzles allow 1, 3 or 4).",
    "Bridges never cross each other and never run over an island.",
    "The number on an island is how many bridges end there; “?” is any number from 1.",
    "In the end everything is connected: from every island one can walk to every other.",
)

LEGEND: tuple[tuple[IslandLook | BridgeLook, str], ...] = (
    (IslandLook(3), "An island that still needs bridges"),
    (IslandLook(3, satisfied=True), "It has all its bridges: thin ring, pale"),
    (IslandLook(3, locked=True), "Locked: its bridges cannot change"),
    (IslandLook(3, crowded=True), "Triangle up: more bridges than its number"),
    (IslandLook(3, starved=True), "Triangle down: it can no longer get enough"),
    (IslandLook(3, closed=True), "Dashed ring: a group that nothing leads out of"),
    (IslandLook(3, focused=True), "The keyboard acts on this island"),
    (BridgeLook(1), "One bridge"),
    (BridgeLook(2), "Two bridges"),
    (BridgeLook(preview=1), "What a click would draw"),
    (BridgeLook(marked=True), "Marked: no bridge here"),
)
"""The signs on the board and what they mean."""

PICTURE = QSize(58, 46)


class HelpDialog(QDialog):
    """How to play, on one page; it can stay open beside the game."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("How to play")
        self.resize(660, 720)
        self._page = QTextBrowser()
        self.set_theme(theme)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(buttons)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._page)
        layout.addWidget(buttons)

    def set_theme(self, theme: Theme) -> None:
        """Write the page in other colours."""
        self._add_pictures(theme)
        self._page.setHtml(_page(theme))

    def _add_pictures(self, theme: Theme) -> None:
        for number, (look, _) in enumerate(LEGEND):
            url = QUrl(f"sign:{number}")
            kind = QTextDocument.ResourceType.ImageResource
            ratio = self.devicePixelRatioF()
            self._page.document().addResource(kind, url, _picture(look, theme, ratio))


def _picture(look: IslandLook | BridgeLook, theme: Theme, ratio: float) -> QImage:
    image = QImage(PICTURE * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(theme.water))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(PICTURE.width() / 2, PICTURE.height() / 2)
    painter.scale(36 / UNIT, 36 / UNIT)
    if isinstance(look, IslandLook):
        draw_island(painter, QPointF(), look, theme)
    else:
        ends = QPointF(-0.7 * UNIT, 0), QPointF(0.7 * UNIT, 0)
        draw_bridge(painter, *ends, QPointF(), look, theme)
    painter.end()
    return image


def _page(theme: Theme) -> str:
    rules = "".join(f"<li>{escape(rule)}</li>" for rule in RULES)
    signs = "".join(
        f"<tr><td><img src='sign:{number}'></td><td valign='middle'>{escape(text)}</td></tr>"
        for number, (_, text) in enumerate(LEGEND)
    )
    mouse = "".join(_row(gesture, effect) for gesture, effect in MOUSE)
    keys = "".join(_row(shown_keys(command), command.tip) for command in all_commands())
    return f"""
        <style>h2 {{ color: {theme.accent}; }} td {{ padding: 3px 14px 3px 0; }}</style>
        <h2>The rules</h2><ol>{rules}</ol>
        <h2>The mouse</h2><table>{mouse}</table>
        <h2>The keys</h2><table>{keys}</table>
        <h2>The signs on the board</h2><table>{signs}</table>
        """


def _row(left: str, right: str) -> str:
    return f"<tr><td><b>{escape(left)}</b></td><td>{escape(right)}</td></tr>" if left else ""


def shown_keys(command: Command) -> str:
    """The keys of a command as this system writes them; empty where it has none."""
    native = QKeySequence.SequenceFormat.NativeText
    keys = [QKeySequence(keys).toString(native) for keys in command.keys]
    return command.spoken or " or ".join(keys)
