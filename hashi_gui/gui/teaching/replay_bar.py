"""The bar under the board that replays a game."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from hashi_gui.core.wording import format_duration
from hashi_gui.rendering.resources import themed_icon
from hashi_gui.rendering.theme import Theme

SPEEDS = (1, 4, 16, 64)
"""How many times as fast as the player was."""

USUAL_SPEED = 4


class ReplayBar(QWidget):
    """A button to play and to pause, a slider over all changes, and a choice of speeds."""

    play_pressed = Signal()
    moved = Signal(int)
    """The player has moved the slider: how many changes are to be shown."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("replayBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme: Theme | None = None
        self._playing = False
        self.play_button, self.close_button = QToolButton(), QToolButton()
        self.play_button.clicked.connect(self.play_pressed)
        self.close_button.setToolTip("Close the replay (Esc)")
        self.close_button.clicked.connect(self.closed)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setPageStep(10)
        self.slider.setAccessibleName("Moves")
        self.slider.valueChanged.connect(self.moved)
        self._place = QLabel()
        self._place.setObjectName("muted")
        self.speeds = QComboBox()
        self.speeds.setToolTip("Speed")
        for speed in SPEEDS:
            self.speeds.addItem(f"{speed} ×", speed)
        self.speeds.setCurrentIndex(SPEEDS.index(USUAL_SPEED))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(self.play_button)
        row.addWidget(self.slider, 1)
        for widget in (self._place, self.speeds, self.close_button):
            row.addWidget(widget)
        for button in (self.play_button, self.close_button, self.speeds):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_playing(False)
        self.hide()

    @property
    def text(self) -> str:
        """The place in the game that is shown."""
        return self._place.text()

    @property
    def speed(self) -> int:
        return int(self.speeds.currentData())

    def turn(self, by: int) -> None:
        """Move the slider by so many changes, as the player could."""
        self.slider.setValue(self.slider.value() + by)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.close_button.setIcon(themed_icon("close", theme))
        self.show_playing(self._playing)

    def show_playing(self, playing: bool) -> None:
        """Show what the button does next: pause or play."""
        self._playing = playing
        self.play_button.setToolTip("Pause" if playing else "Play")
        if self._theme is not None:
            self.play_button.setIcon(themed_icon("pause" if playing else "play", self._theme))

    def show_place(self, changes: int, total: int, seconds: float) -> None:
        """Show that so many of all changes have been made, after so many seconds."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, total)
        self.slider.setValue(changes)
        self.slider.blockSignals(False)
        self._place.setText(f"{changes} / {total} · {format_duration(seconds)}")
