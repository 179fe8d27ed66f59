"""The help window, with its pictures: rules, mouse, keys, symbols on the board, techniques."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QTextDocument
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QMessageBox,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from hashi_gui import __version__
from hashi_gui.core.board import MARK, Board, Move, Tag
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.rules import RULES, no_loops_text
from hashi_gui.core.wording import shown_level
from hashi_gui.formats import read
from hashi_gui.gui.settings.current_preferences import CurrentTheme
from hashi_gui.gui.settings.preferences import log_file
from hashi_gui.gui.widgets.actions import Action, Feature, Menu
from hashi_gui.gui.widgets.controls import filled
from hashi_gui.gui.widgets.dialogs import DIALOG_MARGINS, FittingDialog
from hashi_gui.logic.teaching.explanation import lit_by
from hashi_gui.logic.wording import letters_for
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import BridgeLook, IslandLook
from hashi_gui.rendering.painting import draw_fitted, painting_on
from hashi_gui.rendering.pieces import draw_bridge, draw_island, draw_under_island
from hashi_gui.rendering.theme import Theme
from hashi_gui.system.files import RESOURCES

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.examples import Example

RULE_SIZE = QSize(104, 104)
BADGE_SPACE = QSize(20, 0)
"""The room at the right of the picture of a rule."""

EXAMPLE_WIDTH = 264
"""The largest width of the example of a technique, in pixels, so that the panel has room for it."""
EXAMPLE_CELL = 34
"""The largest size of a cell in it."""
ARROW_SPACE = 36
LETTER_SPACE = 5
"""The room around it for letters, which are not smaller on small cells."""
SYMBOL_SIZE = QSize(58, 46)
SYMBOL_CELL = 36
"""The size of a cell in the picture of a symbol, in pixels."""

BADGE_RADIUS, BADGE_MARGIN = 8.0, 5.0


@dataclass(frozen=True, slots=True)
class RulePicture:
    """A board that follows a rule or breaks it: a grid, and bridges as the text of a move."""

    grid: str
    bridges: str
    right: bool = True


RULE_PICTURES: tuple[RulePicture, ...] = (
    RulePicture("2.2\n...\n2.2", "0,0-0,2=1;0,2-2,2=1;2,0-2,2=1;0,0-2,0=1"),
    RulePicture("1.2\n...\n..1", "0,0-0,2=1;0,2-2,2=1"),
    RulePicture("2.3\n...\n..1", "0,0-0,2=2;0,2-2,2=1"),
    RulePicture("..1..\n.....\n1...1\n.....\n..1..", "0,2-4,2=1;2,0-2,4=1", right=False),
    RulePicture("3.1\n...\n2..", "0,0-0,2=1;0,0-2,0=2"),
    RulePicture("1.2\n...\n1.2", "0,0-2,0=1;0,2-2,2=2", right=False),
)
"""The picture of each of the rules."""


def rule_image(picture: RulePicture, theme: Theme, ratio: float) -> QImage:
    """A board with a badge, a tick or a cross; what breaks the rule is highlighted."""
    image = _blank_image(RULE_SIZE + BADGE_SPACE, QColor(Qt.GlobalColor.transparent), ratio)
    puzzle = read(picture.grid).puzzle
    board = Board.empty(puzzle).apply(Move.from_text(puzzle, picture.bridges))
    highlight = Highlight()
    if not picture.right:
        built = [edge for edge, count in enumerate(board.counts) if count]
        highlight = Highlight(edges=dict.fromkeys(built, Role.CONFLICT))
    with painting_on(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        space = QRectF(QPointF(), RULE_SIZE.toSizeF())
        draw_fitted(painter, space, puzzle, board, theme, highlight)
        _draw_badge(painter, image.deviceIndependentSize(), theme, right=picture.right)
    return image


def example_image(example: Example, theme: Theme, ratio: float) -> QImage:
    """The example of a technique: where to look, an arrow, and what follows there."""
    document, conclusions = example.document, example.conclusions()
    before = replace(
        lit_by(document.puzzle, conclusions),
        letters=letters_for([conclusions[0].reason(document.puzzle)]),
    )
    drawn = [each for each in conclusions if each.is_minimum or not each.bound]
    after = Highlight(
        edges=dict.fromkeys((each.edge for each in conclusions), Role.HINT),
        ghosts={each.edge: each.bound or MARK for each in drawn},
        limits={each.edge: each.bound for each in conclusions if each not in drawn},
    )
    whole, side = board_rect(document.puzzle).size(), (EXAMPLE_WIDTH - ARROW_SPACE) / 2
    size = whole.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
    size = size.boundedTo(whole * (EXAMPLE_CELL / UNIT))
    lefts = LETTER_SPACE, LETTER_SPACE + size.width() + ARROW_SPACE
    places = [QRectF(QPointF(left, LETTER_SPACE), size) for left in lefts]
    image_size = QSizeF(places[1].right(), places[1].bottom() + LETTER_SPACE).toSize()
    image = _blank_image(image_size, QColor(Qt.GlobalColor.transparent), ratio)
    with painting_on(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, highlight in zip(places, (before, after)):
            draw_fitted(painter, place, document.puzzle, document.board, theme, highlight)
        _draw_arrow(painter, (places[0].center() + places[1].center()) / 2, theme)
    return image


def _draw_arrow(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """An arrow to the right, with its middle at a point."""
    pen = QPen(QColor(theme.muted), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    tip = at + QPointF(8, 0)
    painter.drawLine(at - QPointF(8, 0), tip)
    painter.drawPolyline([tip + QPointF(-5, -5), tip, tip + QPointF(-5, 5)])


def symbol_image(look: IslandLook | BridgeLook, theme: Theme, ratio: float) -> QImage:
    """An island or a bridge as it looks on the board."""
    image = _blank_image(SYMBOL_SIZE, QColor(theme.water), ratio)
    with painting_on(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(SYMBOL_SIZE.width() / 2, SYMBOL_SIZE.height() / 2)
        painter.scale(SYMBOL_CELL / UNIT, SYMBOL_CELL / UNIT)
        if isinstance(look, IslandLook):
            draw_under_island(painter, QPointF(), look, theme)
            draw_island(painter, QPointF(), look, theme)
        else:
            ends = QPointF(-0.7 * UNIT, 0), QPointF(0.7 * UNIT, 0)
            draw_bridge(painter, *ends, QPointF(), look, theme)
    return image


def _draw_badge(painter: QPainter, size: QSizeF, theme: Theme, *, right: bool) -> None:
    """A tick or a cross in the corner of a picture."""
    inset = BADGE_RADIUS + BADGE_MARGIN
    painter.translate(size.width() - inset, size.height() - inset)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.group if right else theme.fault))
    painter.drawEllipse(QPointF(), BADGE_RADIUS, BADGE_RADIUS)
    pen = QPen(QColor(theme.panel), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    if right:
        painter.drawPolyline([QPointF(-3.6, 0.2), QPointF(-1.1, 2.8), QPointF(3.7, -2.7)])
    else:
        for rise in (-1, 1):
            painter.drawLine(QPointF(-2.8, -2.8 * rise), QPointF(2.8, 2.8 * rise))


def _blank_image(size: QSize, colour: QColor, ratio: float) -> QImage:
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(colour)
    return image


MOUSE_GESTURES = (
    (N_("Click the water between two islands"), N_("One bridge, two, none; or see Preferences")),
    (N_("Drag from an island towards a neighbour"), N_("Build a bridge; drag back to cancel")),
    (N_("Drag over several islands"), N_("Build bridges along the way, also around corners")),
    (
        N_("Click an island, then a neighbour"),
        N_("The same as the water between them; Esc to select none"),
    ),
    (
        N_("Right-click or hold the water, or right-drag from an island"),
        N_("Mark “no bridge here”"),
    ),
    (N_("Hold an island, or right-click it"), N_("Lock or unlock its bridges")),
    (
        N_("Point at an island or a bridge, and press the key of a tag"),
        N_("Tag it; tags are only for you"),
    ),
    (N_("Wheel"), N_("Zoom at the pointer")),
    (N_("Middle button, or Space and drag"), N_("Move the board")),
    (N_("Two fingers"), N_("Move the board, or zoom; one finger is a mouse")),
    (N_("Tap where cells are small"), N_("Magnify them, so that the next tap hits")),
    (N_("Drop a file or a link on the window"), N_("Open that puzzle, or race a friend")),
)
"""What the mouse does: gesture and effect."""

LEGEND: tuple[tuple[IslandLook | BridgeLook, str], ...] = (
    (IslandLook(3), N_("An island that still needs bridges")),
    (IslandLook(3, satisfied=True), N_("It has all its bridges: pale, with a thin ring")),
    (IslandLook(3, locked=True), N_("Locked: its bridges cannot be changed")),
    (IslandLook(3, overfull=True), N_("Triangle pointing up: too many bridges")),
    (
        IslandLook(3, unsatisfiable=True),
        N_("Triangle pointing down: it can no longer get enough bridges"),
    ),
    (
        IslandLook(3, isolated=True),
        N_("Dashed ring: a group that is cut off from all other islands"),
    ),
    (
        IslandLook(3, focused=True),
        N_("Selected: clicks on its neighbours, and the keyboard, act on it"),
    ),
    (BridgeLook(1), N_("One bridge")),
    (BridgeLook(2), N_("Two bridges")),
    (BridgeLook(1, trial=1), N_("Dashed: drawn in a trial")),
    (BridgeLook(1, trial=2), N_("Dashes and dots: drawn in a trial within a trial")),
    (BridgeLook(preview=1), N_("What a click would build")),
    (BridgeLook(marked=True), N_("Marked: no bridge here")),
    (BridgeLook(tag=Tag.AT_LEAST_ONE), N_("Your note: at least one bridge here")),
    (BridgeLook(1, tag=Tag.DISC), N_("Your disc, to follow a thought; islands can have one, too")),
    (BridgeLook(1, tag=Tag.DIAMOND), N_("Your diamond, for another thought")),
)
"""The symbols on the board and their meaning."""

WANTED_SIZE = QSize(700, 740)

KEYBOARD = "keyboard"
"""The name of the section with the keys."""

KeyList = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""The keys under headings, each with what it does."""


class HelpDialog(FittingDialog):
    """How to play, and all techniques with an example; it can stay open during the game."""

    def __init__(self, theme: Theme, keys: KeyList, parent: QWidget | None = None) -> None:
        super().__init__(_("How to play"), parent, WANTED_SIZE)
        self.game, self.techniques = QTextBrowser(), QTextBrowser()
        self.techniques.setOpenLinks(False)
        self.game.setAccessibleName(_("The game"))
        self.techniques.setAccessibleName(_("Techniques"))
        self._tabs = QTabWidget()
        self._tabs.addTab(self.game, _("The game"))
        self._tabs.addTab(self.techniques, _("Techniques"))
        self._keys = keys
        self.set_theme(theme)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        filled(QVBoxLayout(self), self._tabs, buttons).setContentsMargins(*DIALOG_MARGINS)
        self.game.setFocus()  # So that the arrow keys and Page Down scroll at once.

    def show_keys(self) -> None:
        """Open the first page at the keys."""
        self._tabs.setCurrentWidget(self.game)
        self.game.scrollToAnchor(KEYBOARD)

    def show_technique(self, name: str) -> None:
        """Open the page about the techniques at one of them."""
        self._tabs.setCurrentWidget(self.techniques)
        self.techniques.setFocus()
        self.techniques.scrollToAnchor(name)

    def set_theme(self, theme: Theme) -> None:
        """Rebuild the pages in the colours of a theme."""
        from hashi_gui.logic.teaching.examples import EXAMPLES

        ratio = self.devicePixelRatioF()
        for number, picture in enumerate(RULE_PICTURES):
            _add_image(self.game, f"rule:{number}", rule_image(picture, theme, ratio))
        for number, (look, _text) in enumerate(LEGEND):
            _add_image(self.game, f"symbol:{number}", symbol_image(look, theme, ratio))
        for number, example in enumerate(EXAMPLES):
            _add_image(self.techniques, f"example:{number}", example_image(example, theme, ratio))
        self.game.setHtml(_game_page(theme, self._keys))
        self.techniques.setHtml(_techniques_page(theme))


def _libraries() -> Iterator[str]:
    """What the program is built with, and the versions that are known."""
    from importlib.metadata import PackageNotFoundError, version
    from platform import python_version

    yield from (f"Python {python_version()}", f"Qt {qt_version}")
    for name, package in (("PySAT", "python-sat"), ("clingo", "clingo"), ("HiGHS", "highspy")):
        try:
            yield f"{name} {version(package)}"
        except PackageNotFoundError:  # The package is there, but not what installed it.
            yield name


def _add_image(page: QTextBrowser, name: str, image: QImage) -> None:
    page.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)


def _game_page(theme: Theme, keys: KeyList) -> str:
    rules = "".join(_rule_row(number, rule) for number, rule in enumerate(map(translated, RULES)))
    symbols = "".join(
        f"<tr><td><img src='symbol:{number}'></td><td valign='middle'>{escape(text)}</td></tr>"
        for number, text in enumerate(translated(text) for _look, text in LEGEND)
    )
    mouse = "".join(_table_row(*map(translated, gesture)) for gesture in MOUSE_GESTURES)
    sections = (
        ("rules", _("Rules"), f"<table>{rules}</table><p>{escape(no_loops_text())}</p>"),
        ("mouse", _("Mouse"), f"<table>{mouse}</table>"),
        (KEYBOARD, _("Keyboard"), "".join(_key_section(heading, rows) for heading, rows in keys)),
        ("symbols", _("Symbols on the board"), f"<table>{symbols}</table>"),
    )
    links = (f"<a href='#{name}'>{escape(title)}</a>" for name, title, _rows in sections)
    body = "".join(
        f"<a name='{name}'></a><h2>{escape(title)}</h2>{rows}" for name, title, rows in sections
    )
    title, contents = escape(_("How to play")), " &nbsp;·&nbsp; ".join(links)
    return f"{_style(theme)}<h1>{title}</h1><p>{contents}</p>{body}"


def _style(theme: Theme) -> str:
    return f"""<style>
        h1 {{ font-size: 20pt; font-weight: 600; margin-top: 6px; margin-bottom: 4px; }}
        h2 {{ font-size: 15pt; font-weight: 600; margin-top: 24px; margin-bottom: 8px; }}
        h3 {{ font-size: 11pt; font-weight: 600; margin-top: 14px; margin-bottom: 2px; }}
        b {{ font-weight: 600; }}
        a {{ color: {theme.accent}; }}
        .level {{ color: {theme.muted}; font-weight: 400; }}
        td {{ padding: 3px 14px 3px 0; }}
        </style>"""


def _rule_row(number: int, rule: str) -> str:
    return (
        f"<tr><td><img src='rule:{number}'></td>"
        f"<td valign='middle'><b>{number + 1}</b>&nbsp; {escape(rule)}</td></tr>"
    )


def _key_section(heading: str, rows: Sequence[tuple[str, str]]) -> str:
    table = "".join(_table_row(key, effect) for key, effect in rows)
    return f"<h3>{escape(heading)}</h3><table>{table}</table>"


def _techniques_page(theme: Theme) -> str:
    from hashi_gui.logic.teaching.examples import EXAMPLES

    intro = _(
        "{n} ways to find the next bridge, from easy to extreme. Look at the highlighted islands; "
        "what follows is on the right."
    ).format(n=len(EXAMPLES))
    sections = "".join(_technique_section(n, example) for n, example in enumerate(EXAMPLES))
    title = escape(_("Techniques"))
    return f"{_style(theme)}<h1>{title}</h1><p>{escape(intro)}</p>{sections}"


def _technique_section(number: int, example: Example) -> str:
    technique = example.technique
    return f"""
        <a name="{escape(technique.name)}"></a><h2>{escape(technique.label)}
            <span class='level'>{shown_level(technique.level)}</span></h2>
        <table><tr><td width='{EXAMPLE_WIDTH + 14}'><img src='example:{number}'></td>
            <td valign='middle'><p>{escape(example.lesson)}</p>
            <p><i>{escape(example.sentence)}</i></p>
            <p>{_technique_links(technique.name)}</p></td></tr></table>
        """


def _technique_links(technique: str) -> str:
    from hashi_gui.logic.teaching.practice import PRACTICABLE

    links = [("show", _("Show it on my board"))]
    if technique in PRACTICABLE:
        links.append(("practise", _("Practise it")))
    name = quote(technique)
    return " &nbsp;·&nbsp; ".join(
        f"<a href='{kind}:{name}'>{escape(text)}</a>" for kind, text in links
    )


def _table_row(left: str, right: str) -> str:
    return f"<tr><td width='230'><b>{escape(left)}</b></td><td>{escape(right)}</td></tr>"


class HelpWindows(QObject, Feature):
    """Opens them for a main window; there is at most one help window."""

    example_requested = Signal(str)
    """The name of a technique to show on the board, which no help window covers then."""
    practice_requested = Signal(str)
    """The name of a technique to practise; the help window is closed, too."""

    def __init__(self, window: QWidget, keys: Callable[[], KeyList], theme: CurrentTheme) -> None:
        """``keys`` returns the keys of all actions."""
        super().__init__(window)
        self._window = window
        self._keys = keys
        self._theme = theme
        self._dialog: HelpDialog | None = None

    def actions(self) -> Iterable[Action]:
        yield Action(
            _("&How to play"),
            _("Show the rules, the keys and the techniques"),
            self.show_help,
            ("F1",),
            place=(Menu.HELP, 100),
        )
        yield Action(
            _("&Keys"),
            _("Show what the keys do"),
            lambda: self.show_help().show_keys(),
            place=(Menu.HELP, 110),
            name="keys",
        )
        yield Action(
            _("&About Hashi"),
            _("Show the version and the licence"),
            self.show_about,
            place=(Menu.HELP, 120),
            name="about",
        )

    def show_help(self) -> HelpDialog:
        """Show the help window, and return it."""
        dialog = self._dialog or self._new_dialog()
        dialog.show()
        dialog.activateWindow()
        return dialog

    def show_technique(self, name: str) -> None:
        self.show_help().show_technique(name)

    def show_about(self) -> None:
        about = [
            _("A game and an exact solver for the bridge puzzle Hashiwokakero."),
            _("MIT licence. The typeface Inter is used under the SIL Open Font License."),
            _("Built with: {libraries}").format(libraries=", ".join(_libraries())),
            _("If something goes wrong, this file says more: {file}").format(file=log_file()),
        ]
        if (licences := RESOURCES / "LICENCES.txt").is_file():  # Of a frozen program.
            about.append(_("The licences of all parts: {file}").format(file=licences))
        QMessageBox.about(
            self._window,
            _("About Hashi"),
            "<p>".join((f"<b>Hashi {__version__}</b>", *map(escape, about))),
        )

    def _new_dialog(self) -> HelpDialog:
        self._dialog = dialog = HelpDialog(self._theme.current, self._keys(), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget)
        self._theme.changed.connect(dialog.set_theme)
        dialog.techniques.anchorClicked.connect(self._follow)
        return dialog

    def _follow(self, link: QUrl) -> None:
        """Close the help window, and do with a technique what a link there says."""
        if self._dialog is not None:
            self._dialog.close()
        self._window.activateWindow()
        practises = link.scheme() == "practise"
        request = self.practice_requested if practises else self.example_requested
        request.emit(link.path(QUrl.ComponentFormattingOption.FullyDecoded))

    def _forget(self) -> None:
        self._dialog = None
