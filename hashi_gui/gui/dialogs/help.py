"""The help window: the rules, the mouse, the keys, the symbols on the board, the techniques."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from PySide6.QtCore import QPointF, QRectF, QSize, QUrl, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QTextDocument
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.rules import RULES
from hashi_gui.gui.dialogs.buttons import remove_icons
from hashi_gui.gui.dialogs.fitting import FittingDialog
from hashi_gui.logic.examples import EXAMPLES, Example
from hashi_gui.logic.mentions import letters_for, with_letters
from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.looks import BridgeLook, Highlight, IslandLook, Role
from hashi_gui.rendering.painting import draw_bridge, draw_fitted, draw_island
from hashi_gui.rendering.theme import Theme

MOUSE_GESTURES = (
    ("Click the water between two islands", "One bridge, two, none; or see Preferences"),
    ("Drag from an island towards a neighbour", "Add a bridge; drag back to cancel"),
    ("Right-click the water, or right-drag from an island", "Mark “no bridge here”"),
    ("Click an island", "Lock it, so that its bridges cannot change; click again to unlock"),
    ("Wheel", "Zoom at the pointer"),
    ("Middle button, or Space and drag", "Move the board"),
    ("Drop a file or a link on the window", "Open that puzzle"),
)
"""What the mouse does: gesture and effect."""

LEGEND: tuple[tuple[IslandLook | BridgeLook, str], ...] = (
    (IslandLook(3), "An island that still needs bridges"),
    (IslandLook(3, satisfied=True), "It has all its bridges: pale, with a thin ring"),
    (IslandLook(3, locked=True), "Locked: its bridges cannot be changed"),
    (IslandLook(3, overfull=True), "Triangle pointing up: too many bridges"),
    (
        IslandLook(3, unsatisfiable=True),
        "Triangle pointing down: it can no longer get enough bridges",
    ),
    (IslandLook(3, isolated=True), "Dashed ring: a group that is cut off from all other islands"),
    (IslandLook(3, focused=True), "Selected: the keyboard acts on this island"),
    (BridgeLook(1), "One bridge"),
    (BridgeLook(2), "Two bridges"),
    (BridgeLook(preview=1), "Preview of what a click would draw"),
    (BridgeLook(marked=True), "Marked: no bridge here"),
)
"""The symbols on the board and their meaning."""

WANTED_SIZE = QSize(700, 740)

SYMBOL_SIZE = QSize(58, 46)
SYMBOL_CELL = 36
"""The size of a cell in the picture of a symbol, in pixels."""

EXAMPLE_SIZE = QSize(210, 210)


class HelpDialog(FittingDialog):
    """How to play, and all techniques with an example; it can stay open during the game."""

    example_requested = Signal(str)
    """The name of a technique to show on the board."""

    def __init__(
        self, theme: Theme, keys: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        """``keys`` holds each shortcut and what it does."""
        super().__init__("How to play", parent, WANTED_SIZE)
        self.game, self.techniques = QTextBrowser(), QTextBrowser()
        self.techniques.setOpenLinks(False)
        self.techniques.anchorClicked.connect(self._request_example)
        self._tabs = QTabWidget()
        self._tabs.addTab(self.game, "The game")
        self._tabs.addTab(self.techniques, "Techniques")
        self._keys = keys
        self.set_theme(theme)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        remove_icons(buttons)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._tabs)
        layout.addWidget(buttons)

    def _request_example(self, link: QUrl) -> None:
        self.example_requested.emit(link.path(QUrl.ComponentFormattingOption.FullyDecoded))

    def show_technique(self, name: str) -> None:
        """Open the page about the techniques at one of them."""
        self._tabs.setCurrentWidget(self.techniques)
        self.techniques.scrollToAnchor(name)

    def set_theme(self, theme: Theme) -> None:
        """Rebuild the pages in the colours of a theme."""
        ratio = self.devicePixelRatioF()
        for number, (look, _) in enumerate(LEGEND):
            _add_image(self.game, f"symbol:{number}", _symbol_image(look, theme, ratio))
        for number, example in enumerate(EXAMPLES):
            _add_image(self.techniques, f"example:{number}", _example_image(example, theme, ratio))
        self.game.setHtml(_game_page(theme, self._keys))
        self.techniques.setHtml(_techniques_page(theme))


def _add_image(page: QTextBrowser, name: str, image: QImage) -> None:
    page.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)


def _blank_image(size: QSize, theme: Theme, ratio: float) -> QImage:
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(theme.water))
    return image


def _example_image(example: Example, theme: Theme, ratio: float) -> QImage:
    """The example of a technique, with its conclusion highlighted."""
    image = _blank_image(EXAMPLE_SIZE, theme, ratio)
    conclusion = example.conclusion()
    role = Role.BUILD if conclusion.is_minimum else Role.NO_BRIDGE
    document = example.document
    highlight = Highlight(
        dict.fromkeys(conclusion.islands, Role.HINT),
        {conclusion.edge: role},
        letters=letters_for([conclusion.reason(document.puzzle)]),
        room=conclusion.room(),
    )
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    space = QRectF(QPointF(), EXAMPLE_SIZE.toSizeF())
    draw_fitted(painter, space, document.puzzle, document.board, theme, highlight)
    painter.end()
    return image


def _symbol_image(look: IslandLook | BridgeLook, theme: Theme, ratio: float) -> QImage:
    image = _blank_image(SYMBOL_SIZE, theme, ratio)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(SYMBOL_SIZE.width() / 2, SYMBOL_SIZE.height() / 2)
    painter.scale(SYMBOL_CELL / UNIT, SYMBOL_CELL / UNIT)
    if isinstance(look, IslandLook):
        draw_island(painter, QPointF(), look, theme)
    else:
        ends = QPointF(-0.7 * UNIT, 0), QPointF(0.7 * UNIT, 0)
        draw_bridge(painter, *ends, QPointF(), look, theme)
    painter.end()
    return image


def _game_page(theme: Theme, keys: Sequence[tuple[str, str]]) -> str:
    rules = "".join(f"<li>{escape(rule)}</li>" for rule in RULES)
    symbols = "".join(
        f"<tr><td><img src='symbol:{number}'></td><td valign='middle'>{escape(text)}</td></tr>"
        for number, (_, text) in enumerate(LEGEND)
    )
    mouse = "".join(_table_row(gesture, effect) for gesture, effect in MOUSE_GESTURES)
    shortcuts = "".join(_table_row(key, effect) for key, effect in keys)
    return f"""
        <style>h2 {{ color: {theme.accent}; }} td {{ padding: 3px 14px 3px 0; }}</style>
        <h2>Rules</h2><ol>{rules}</ol>
        <h2>Mouse</h2><table>{mouse}</table>
        <h2>Keyboard</h2><table>{shortcuts}</table>
        <h2>Symbols on the board</h2><table>{symbols}</table>
        """


def _techniques_page(theme: Theme) -> str:
    intro = (
        f"{len(EXAMPLES)} ways to find the next bridge, from easy to extreme. The highlighted "
        "islands are those to look at; the outlined edge is what follows from them."
    )
    sections = "".join(_technique_section(n, example) for n, example in enumerate(EXAMPLES))
    return f"""
        <style>h2 {{ color: {theme.accent}; }} .level {{ color: {theme.muted}; }}
            a {{ color: {theme.accent}; }} td {{ padding-right: 18px; }}</style>
        <p>{intro}</p>{sections}
        """


def _technique_section(number: int, example: Example) -> str:
    technique = example.technique
    text = example.conclusion().reason(example.document.puzzle)
    reason = with_letters(text, letters_for([text]))
    return f"""
        <a name="{escape(technique.name)}"></a><h2>{escape(technique.name)}
            <span class='level'>{technique.level}</span></h2>
        <table><tr><td><img src='example:{number}'></td><td valign='middle'>
            <p>{escape(example.lesson)}</p><p><i>{escape(reason)}</i></p>
            <p><a href='show:{quote(technique.name)}'>Show it on my board</a></p></td></tr></table>
        """


def _table_row(left: str, right: str) -> str:
    return f"<tr><td><b>{escape(left)}</b></td><td>{escape(right)}</td></tr>"
