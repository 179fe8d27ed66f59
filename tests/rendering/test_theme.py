"""Texts can be read, and colours can be told apart, also by the colour-blind.

Colour-blind vision is simulated with the matrices of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
Visualization and Computer Graphics 15 (2009), for severity 1.0: no red, no green or no blue cones.
Differences are distances in Oklab (Ottosson 2020), as in CSS Color 4, where 0.02 is just
noticeable. Contrast is that of WCAG 2.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import dist

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QPushButton,
    QSlider,
    QSpinBox,
    QStyle,
    QTabBar,
    QTextBrowser,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from hashi_gui.core.board import Tag
from hashi_gui.core.highlight import Role
from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.looks import GROUP_COLOURS, BridgeLook, IslandLook
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.pieces import (
    draw_bridge,
    draw_edge_highlight,
    draw_island,
    draw_under_island,
)
from hashi_gui.rendering.theme import (
    APPLICATION_STYLE_SHEET,
    DARK,
    HIGH_CONTRAST,
    LIGHT,
    PRINT,
    ThemeSetting,
    qt_palette,
    style_sheet,
    theme_for,
)

VISIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

MIN_DIFFERENCE = 0.08
"""Four times what is just noticeable. All that is told apart also differs in shape."""

THEMES = {setting.value: theme_for(setting) for setting in list(ThemeSetting)[1:]}

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
each_vision = pytest.mark.parametrize("vision", VISIONS.values(), ids=VISIONS)


def multiply(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def linear(colour):
    """The linear red, green and blue of ``#rrggbb``, from 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def oklab(rgb):
    to_cones = (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
    to_lab = (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
    return multiply(to_lab, [cone ** (1 / 3) for cone in multiply(to_cones, rgb)])


def difference(one, other, vision):
    """The difference that somebody with this vision sees between two colours."""
    seen = (multiply(vision, linear(colour)) for colour in (one, other))
    return dist(*(oklab([min(max(part, 0), 1) for part in rgb]) for rgb in seen))


def luminance(colour):
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(colour)))


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def alike(colours, vision):
    """The pairs that somebody with this vision cannot tell apart."""
    return [
        (one, other, round(difference(colours[one], colours[other], vision), 3))
        for one, other in combinations(colours, 2)
        if difference(colours[one], colours[other], vision) < MIN_DIFFERENCE
    ]


def test_colours_are_measured_as_published():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert oklab(linear("#ff0000")) == pytest.approx([0.628, 0.2249, 0.1258], abs=1e-3)
    assert difference("#000000", "#ffffff", VISIONS["usual"]) == pytest.approx(1, abs=1e-3)
    red_and_green, blue_and_green = ("#a50026", "#006837"), ("#2060c0", "#208060")
    assert difference(*red_and_green, VISIONS["usual"]) > 0.25
    assert difference(*red_and_green, VISIONS["deuteranopia"]) < 0.05
    assert difference(*blue_and_green, VISIONS["deuteranopia"]) > 0.15
    assert difference(*blue_and_green, VISIONS["tritanopia"]) < 0.05


@each_theme
@each_vision
def test_what_means_different_things_can_be_told_apart(theme, vision):
    names = ("hint", "fault", "group", "first", "second", "bridge")
    assert alike({name: getattr(theme, name) for name in names}, vision) == []
    # Two solutions are shown side by side.
    assert difference(theme.first, theme.second, vision) >= 2 * MIN_DIFFERENCE
    for colour in (theme.accent, theme.fault, *theme.trials):
        assert alike({"it": colour, "bridge": theme.bridge}, vision) == []
    assert alike(dict(enumerate(theme.trials)), vision) == []
    for ring in (theme.ink, theme.dim_ink):
        assert difference(theme.fault, ring, vision) >= MIN_DIFFERENCE
    names = {name: getattr(theme, name) for name in ("hint", "fault", "bridge")}
    for tag in theme.tags:
        assert alike({**names, "tag": tag}, vision) == []
    assert difference(*theme.tags, vision) >= 2 * MIN_DIFFERENCE
    assert len(theme.groups) == GROUP_COLOURS
    assert alike(dict(enumerate(theme.groups)) | {"fault": theme.fault}, vision) == []


def texts(theme):
    """Each colour of text with what it is written on."""
    colours = theme.text, theme.muted, theme.accent, theme.fault, theme.hint_ink
    on_window = list(product((theme.window, theme.panel), colours))
    grounds = theme.line, theme.water, theme.fault_island
    on_window += [(theme.text, ground) for ground in grounds]
    on_window += [(theme.fault, theme.fault_island), (theme.on_accent, theme.accent)]
    on_board = [
        (theme.clue, theme.island),
        (theme.dim_clue, theme.dim_island),
        (theme.clue, theme.fault_island),
        (theme.lit_clue, theme.lit),
        (theme.on_accent, theme.fault),
        (theme.on_accent, theme.first),
        (theme.on_accent, theme.second),
    ]
    return on_window + on_board


def least_of_text(theme):
    return 7 if theme is HIGH_CONTRAST else 4.5


@each_theme
def test_texts_can_be_read(theme):
    faint = [(pair, contrast(*pair)) for pair in texts(theme)]
    assert [each for each in faint if each[1] < least_of_text(theme)] == []


@each_theme
def test_bridges_and_outlines_stand_out_from_the_water(theme):
    least = 7 if theme is HIGH_CONTRAST else 3
    names = ("ink", "bridge", "fault", "first", "second", "group", "accent")
    assert all(contrast(getattr(theme, name), theme.water) >= least for name in names)
    others = theme.dim_ink, theme.lit_ring, theme.fault_soft
    others += theme.groups + theme.trials + theme.tags
    assert min(contrast(colour, theme.water) for colour in others) >= 3


@each_theme
def test_fields_stand_out_from_their_ground(theme):
    for colour in (theme.field, theme.accent):
        assert min(contrast(colour, ground) for ground in (theme.window, theme.panel)) >= 3


FOCUSABLE = {
    QTabBar: lambda tabs: [tabs.addTab(text) for text in ("One", "Two")],
    QPushButton: lambda button: button.setText("OK"),
    QToolButton: lambda b: (b.setText("OK"), b.setFocusPolicy(Qt.FocusPolicy.TabFocus)),
    QListWidget: lambda view: view.addItems(["One", "Two"]),
    QTreeWidget: lambda view: (view.setHeaderHidden(True), QTreeWidgetItem(view, ["One"])),
    QTextBrowser: lambda view: view.setText("One"),
    QCheckBox: lambda box: box.setText("One"),
    QSlider: lambda slider: slider.setOrientation(Qt.Orientation.Horizontal),
    QSpinBox: lambda field: None,
    QComboBox: lambda field: field.addItem("One"),
}


@each_theme
def test_the_focus_can_be_seen_and_what_has_it_be_read(qtbot, fonts, theme):
    """Some of the pixels that it changes have a contrast of 3:1 to what was there before."""
    dialog = QDialog()
    qtbot.addWidget(dialog)
    column = QVBoxLayout(dialog)
    widgets = [kind() for kind in FOCUSABLE]
    for widget, prepare in zip(widgets, FOCUSABLE.values(), strict=True):
        prepare(widget)
        widget.setFixedHeight(40)
        column.addWidget(widget)
    dialog.setPalette(qt_palette(theme))
    dialog.setStyleSheet(style_sheet(theme))
    dialog.show()
    with qtbot.waitActive(dialog):
        dialog.activateWindow()

    def looks(focused):
        focused.setFocus(Qt.FocusReason.TabFocusReason)
        return dialog.grab().toImage()

    for widget in widgets:
        before, after = looks(widgets[widget is widgets[0]]), looks(widget)
        area = widget.geometry()
        places = list(product(range(area.left(), area.right()), range(area.top(), area.bottom())))
        colours = [
            [f"#{look.pixel(*at) & 0xFFFFFF:06x}" for at in places] for look in (before, after)
        ]
        changes = Counter(zip(*colours)).items()
        seen = sum(n for pair, n in changes if pair[0] != pair[1] and contrast(*pair) >= 3)
        assert seen > 80, widget
        for look in map(Counter, colours):
            ground = look.most_common(1)[0][0]
            assert max(contrast(colour, ground) for colour in look) >= least_of_text(theme), widget


def picture(draw):
    image = QImage(96, 96, QImage.Format.Format_RGB32)
    image.fill(QColor(PRINT.water))
    with painting_on(image) as painter:
        painter.translate(48, 48)
        draw(painter)
    return image


def test_islands_can_be_told_apart_without_colours(fonts):
    states = ("overfull", "unsatisfiable", "isolated", "locked", "focused")
    looks = [IslandLook(3), *(IslandLook(3, **{state: True}) for state in states)]
    looks += [IslandLook(3, tag=tag) for tag in (Tag.DISC, Tag.DIAMOND)]
    pictures = [picture(lambda p, it=it: draw_island(p, QPointF(), it, PRINT)) for it in looks]
    assert all(one != other for one, other in combinations(pictures, 2))


def test_tags_of_an_edge_can_be_told_apart_without_colours_as_long_as_they_say_something(fonts):
    def drawn(**look):
        look = BridgeLook(**{"tag": Tag(0), **look})
        ends = QPointF(-UNIT, 0), QPointF(UNIT, 0)
        return picture(lambda p: draw_bridge(p, *ends, QPointF(), look, PRINT))

    tags = [Tag(0), Tag.DISC, Tag.DIAMOND, Tag.AT_LEAST_ONE, Tag.AT_LEAST_ONE | Tag.DISC]
    pictures = [drawn(tag=tag) for tag in tags] + [
        drawn(marked=True),
        drawn(marked=True, tag=tags[1]),
    ]
    for one, other in combinations(pictures, 2):
        assert differing_pixels(one, other) > 50
    for more in ({"count": 1}, {"marked": True}):
        assert drawn(tag=Tag.AT_LEAST_ONE, **more) == drawn(**more)
        assert drawn(tag=Tag.DIAMOND, **more) != drawn(**more)


GREY = "#606060"
ONE_COLOUR = replace(
    LIGHT, hint=GREY, muted=GREY, fault=GREY, group=GREY, first=GREY, second=GREY, ink=GREY
)


@pytest.mark.parametrize("drawn", ["island", "edge"])
def test_roles_can_be_told_apart_without_colours(fonts, drawn):
    def draw(painter, role):
        if drawn == "island":
            look = IslandLook(3, role=role)
            draw_under_island(painter, QPointF(), look, ONE_COLOUR)
            draw_island(painter, QPointF(), look, ONE_COLOUR)
        else:
            ends = QPointF(-0.5 * UNIT, 0), QPointF(0.5 * UNIT, 0)
            draw_edge_highlight(painter, *ends, role, ONE_COLOUR)

    pictures = {role: picture(lambda p, role=role: draw(p, role)) for role in Role}
    for one, other in combinations(Role, 2):
        assert differing_pixels(pictures[one], pictures[other]) > 100, (one, other)


def differing_pixels(one, other):
    return sum(
        one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness() not in range(-9, 10)
        for x in range(96)
        for y in range(96)
    )


# The desktop


@pytest.fixture
def desktop(qapp, monkeypatch):
    """Sets what the desktop asks for."""

    class Desktop:
        def __init__(self, scheme, contrast):
            self.colorScheme = lambda: scheme
            if contrast is not None:
                self.accessibility = lambda: self
                self.contrastPreference = lambda: contrast

    def desktop(scheme, contrast=None):
        monkeypatch.setattr(
            QGuiApplication, "styleHints", staticmethod(lambda: Desktop(scheme, contrast))
        )

    return desktop


def test_the_theme_follows_the_desktop(desktop):
    for scheme, theme in ((Qt.ColorScheme.Dark, DARK), (Qt.ColorScheme.Light, LIGHT)):
        desktop(scheme)
        assert theme_for(ThemeSetting.SYSTEM) is theme


@pytest.mark.skipif(not hasattr(Qt, "ContrastPreference"), reason="Qt before 6.10 does not tell")
def test_the_theme_follows_a_desktop_of_high_contrast(desktop):
    desktop(Qt.ColorScheme.Light, Qt.ContrastPreference.HighContrast)
    assert theme_for(ThemeSetting.SYSTEM) is HIGH_CONTRAST
    desktop(Qt.ColorScheme.Light, Qt.ContrastPreference.NoPreference)
    assert theme_for(ThemeSetting.SYSTEM) is LIGHT


def test_every_setting_has_a_theme(desktop):
    desktop(Qt.ColorScheme.Dark)
    assert {theme_for(setting).window for setting in ThemeSetting} == {
        theme.window for theme in THEMES.values()
    }


# Numbers


@pytest.mark.parametrize("clue", [1, 8, 16, None])
def test_larger_digits_cover_more_but_stay_on_their_island(fonts, clue):
    def dark_pixels(digits):
        theme = replace(PRINT, digits=digits)
        image = picture(lambda p: draw_island(p, QPointF(), IslandLook(clue), theme))
        return {
            (x, y) for x in range(96) for y in range(96) if image.pixelColor(x, y).lightness() < 128
        }

    small, usual, large = (dark_pixels(digits) for digits in (0.84, 1.0, 1.2))
    assert len(small) < len(usual) < len(large)
    ring = {(x, y) for x, y in small if dist((x, y), (48, 48)) > 0.36 * UNIT}
    assert {(x, y) for x, y in large if dist((x, y), (48, 48)) > 0.36 * UNIT} == ring


def test_the_buttons_of_dialogs_have_no_icons(qapp, qtbot):
    """Whatever the platform would like: without a theme of icons, it wants none either."""
    for wanted in (1, 0):
        qapp.setStyleSheet(APPLICATION_STYLE_SHEET.replace("icons: 0", f"icons: {wanted}"))
        box = QDialogButtonBox()
        qtbot.addWidget(box)
        hint = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
        assert box.style().styleHint(hint, None, box) == wanted
    qapp.setStyleSheet("")
