"""The dialogs of the editor: size, title and author, and what is to be generated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import shown_level
from hashi_gui.editing import Draft, SizeChange
from hashi_gui.formats import FormatError, PuzzleInfo
from hashi_gui.formats.fields import MAX_POINTS, between, read_record
from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    default_island_count,
    max_island_count,
)
from hashi_gui.generating.required_path import (
    ENDINGS,
    PLACES,
    TECHNIQUES,
    Need,
    RequiredPath,
    label,
)
from hashi_gui.gui.library.generator_options import MAX_UNKNOWN_PERCENT
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    NumberField,
    ValueField,
    dialog_button,
    filled,
    let_tab_reach_checked,
    muted,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import AnswerDialog, form_layout
from hashi_gui.gui.widgets.local_texts import level_name
from hashi_gui.logic.levels import Level

NOTE_WIDTH = 320
"""The smallest width of the text above the fields, in pixels."""

MAX_LENGTH = 200
"""The most characters of a title and of the name of an author."""

NO_POINTS = "–"

MIN_WIDTH = 320
"""Broad enough for the title, in pixels."""

ANCHORS = ("↖", "↑", "↗", "←", "•", "→", "↙", "↓", "↘")
"""The corner, side or middle that stays where it is, by its place in the square of buttons."""

MIDDLE = 4

COMPLETE_NOTE = N_("Adds islands around yours. Your clues and bridges stay.")

LEVEL_NOTE = N_("Looks for small changes that make the puzzle {level}.")

MAX_HARD_STEPS = 99

STORY_NOTE = N_(
    "Suggests a puzzle of this size with such a solving path, in place of yours. You can undo this."
)

ANYTHING = N_("Anything")
ANYWHERE = N_("Anywhere")


@dataclass(frozen=True, slots=True)
class AssistantChoices:
    """What is asked of the assistant; ``unknown`` is the share of "?" clues in percent."""

    level: Level | None = None
    unknown: Annotated[int, between(0, MAX_UNKNOWN_PERCENT)] = 0
    loops: bool = True
    no_unknown: bool = False
    hard_steps: Annotated[int, between(1, MAX_HARD_STEPS)] = 1
    story: str = ""

    @classmethod
    def of(cls, data: Mapping[str, object]) -> AssistantChoices:
        """The choices of some settings; the usual ones for anything else."""
        try:
            return read_record(cls, data)
        except FormatError:
            return cls()


def symmetry_box(draft: Draft) -> QCheckBox:
    """Whether the symmetry of a draft stays; hidden if there is none."""
    box = QCheckBox(_("Keep the symmetry “{name}”").format(name=draft.symmetry.label))
    box.setChecked(True)
    box.setVisible(draft.symmetry is not Symmetry.NONE)
    return box


def islands_field(draft: Draft, least: int) -> NumberField:
    """A field for the number of islands on the grid of a draft."""
    most = most_islands(draft, least)
    usual = default_island_count(draft.rows, draft.cols)
    return NumberField(least, most, min(max(usual, least), most))


def most_islands(draft: Draft, least: int) -> int:
    return max(max_island_count(draft.rows, draft.cols), least)


def options_on(draft: Draft) -> Callable[..., GeneratorOptions]:
    """What makes options for the grid of a draft, given the number of islands and the rest."""
    return partial(
        GeneratorOptions,
        draft.rows,
        draft.cols,
        max_bridges=draft.rules.max_bridges,
        forbid_loops=not draft.rules.loops,
    )


def note(text: str) -> QLabel:
    """What the dialog is about, above its fields."""
    label = QLabel(text, wordWrap=True)
    label.setMinimumWidth(NOTE_WIDTH)
    return label


class PropertiesDialog(AnswerDialog):
    """Title, author, points and texts; they are saved in ``.hashi`` files, and printed in books."""

    def __init__(self, info: PuzzleInfo, parent: QWidget | None) -> None:
        super().__init__(_("Title and author"), parent, QSize(460, 440))
        self._info = info
        self.title = QLineEdit(info.title, maxLength=MAX_LENGTH)
        self.author = QLineEdit(info.author, maxLength=MAX_LENGTH)
        self.points = NumberField(0, MAX_POINTS, info.points or 0)
        self.points.setSpecialValueText(NO_POINTS)
        self.instructions = QPlainTextEdit(info.instructions)
        self.instructions.setPlaceholderText(_("Above the board in a book"))
        self.notes = QPlainTextEdit(info.notes)
        self.notes.setPlaceholderText(_("Below the board in a book"))
        for text in (self.instructions, self.notes):
            text.setTabChangesFocus(True)
        rows = (
            (_("Title"), self.title),
            (_("Author"), self.author),
            (_("Points"), self.points),
            (_("Instructions"), self.instructions),
            (_("Notes"), self.notes),
        )
        self.fill(_("OK"), form_layout(*rows))

    @property
    def info(self) -> PuzzleInfo:
        """What was entered; the rest stays as it was."""
        return self._info._replace(
            title=self.title.text().strip(),
            author=self.author.text().strip(),
            points=self.points.value() or None,
            instructions=self.instructions.toPlainText().strip(),
            notes=self.notes.toPlainText().strip(),
        )


class SizeDialog(AnswerDialog):
    """Width and height; for a draft that has islands, also which part of the grid stays."""

    def __init__(self, draft: Draft, parent: QWidget | None, *, is_new: bool) -> None:
        super().__init__(_("New empty puzzle") if is_new else _("Size of the grid"), parent)
        self._draft = draft
        self.width_field = NumberField(1, MAX_SIDE, draft.cols)
        self.height_field = NumberField(1, MAX_SIDE, draft.rows)
        fields = form_layout((_("Width"), self.width_field), (_("Height"), self.height_field))
        self.anchors = QButtonGroup(self)
        if not is_new:
            fields.addRow(_("What stays"), self._anchor_buttons())
        self.fill(_("Create") if is_new else _("Resize"), fields)
        self.setMinimumWidth(MIN_WIDTH)
        self.width_field.selectAll()

    @property
    def size_change(self) -> SizeChange:
        """How much each side grows."""
        more_rows = self.height_field.value() - self._draft.rows
        more_cols = self.width_field.value() - self._draft.cols
        row, col = divmod(max(self.anchors.checkedId(), 0), 3)
        # The half that is left over goes to the bottom and to the right.
        top = (0, more_rows // 2, more_rows)[row]
        left = (0, more_cols // 2, more_cols)[col]
        return SizeChange(top, left, more_rows - top, more_cols - left)

    def _anchor_buttons(self) -> QWidget:
        square = QWidget()
        grid = spaced(QGridLayout(square), 2, NO_MARGINS)
        names = (
            *(_("Top left"), _("Top"), _("Top right"), _("Left"), _("Middle"), _("Right")),
            *(_("Bottom left"), _("Bottom"), _("Bottom right")),
        )
        for place, sign in enumerate(ANCHORS):
            button = dialog_button(sign)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setAccessibleName(names[place])
            self.anchors.addButton(button, place)
            grid.addWidget(button, *divmod(place, 3))
        self.anchors.buttonToggled.connect(partial(let_tab_reach_checked, self.anchors))
        self.anchors.button(MIDDLE).setChecked(True)
        grid.setColumnStretch(3, 1)
        square.setToolTip(_("The grid grows on the other sides"))
        grid.setAlignment(Qt.AlignmentFlag.AlignLeft)
        return square


class CompleteDialog(AnswerDialog):
    """The number of islands, the level, "?" clues, loops, and the symmetry."""

    def __init__(self, draft: Draft, choices: AssistantChoices, parent: QWidget | None) -> None:
        super().__init__(_("Complete the board"), parent)
        self._draft, self._choices = draft, choices
        self.keeps_symmetry = symmetry_box(draft)
        self.islands = islands_field(draft, self._least_islands)
        self.level = ValueField({level: level_name(level) for level in (None, *Level)})
        self.level.value = choices.level
        self.hard_steps = NumberField(1, MAX_HARD_STEPS, choices.hard_steps)
        self.unknown = NumberField(0, MAX_UNKNOWN_PERCENT, choices.unknown)
        self.unknown.setSuffix(" %")
        self.loops = QCheckBox(_("Allow loops"))
        self.loops.setChecked(choices.loops and draft.rules.loops)
        self.loops.setEnabled(draft.rules.loops)
        rows = (
            (_("Islands in all"), self.islands),
            (_("Level"), self.level),
            (_("Steps of this level, at least"), self.hard_steps),
            (_("“?” clues"), self.unknown),
            ("", self.loops),
            ("", self.keeps_symmetry),
        )
        self.fill(_("Complete"), note(translated(COMPLETE_NOTE)), form_layout(*rows))
        self.level.currentIndexChanged.connect(self.check)
        self.keeps_symmetry.toggled.connect(self.check)

    @property
    def choices(self) -> AssistantChoices:
        return replace(
            self._choices,
            level=self.level.value,
            unknown=self.unknown.value(),
            loops=self.loops.isChecked() if self.loops.isEnabled() else self._choices.loops,
            hard_steps=self.hard_steps.value(),
        )

    @property
    def options(self) -> GeneratorOptions:
        """What the board is to be like. Raises GenerationError if it is impossible."""
        return options_on(self._draft)(
            self.islands.value(),
            unknown=self.unknown.value() / 100,
            loops=self.loops.isChecked(),
            level=self.level.value,
            symmetry=self._symmetry,
        )

    @property
    def _symmetry(self) -> Symmetry:
        return self._draft.symmetry if self.keeps_symmetry.isChecked() else Symmetry.NONE

    @property
    def _least_islands(self) -> int:
        draft = self._draft
        return max(2, len(self._symmetry.with_images(draft.clues, draft.rows, draft.cols)))

    def check(self) -> None:
        draft = self._draft
        self.islands.set_limits(self._least_islands, most_islands(draft, self._least_islands))
        self.hard_steps.setEnabled(self.level.value is not None)
        super().check()


class LevelDialog(AnswerDialog):
    """What a puzzle is to have that becomes easier or harder: no "?", hard steps, the symmetry."""

    def __init__(
        self,
        title: str,
        level: Level,
        draft: Draft,
        choices: AssistantChoices,
        parent: QWidget | None,
    ) -> None:
        """``level`` is that of the puzzle to be suggested."""
        super().__init__(title, parent)
        self._draft, self._choices = draft, choices
        self.hard_steps = NumberField(1, MAX_HARD_STEPS, choices.hard_steps)
        self.no_unknown = QCheckBox(_("No “?”"))
        self.no_unknown.setChecked(choices.no_unknown)
        self.keeps_symmetry = symmetry_box(draft)
        steps = _("Steps of this level, at least")
        rows = (steps, self.hard_steps), ("", self.no_unknown), ("", self.keeps_symmetry)
        self.fill(
            _("Suggest"),
            note(translated(LEVEL_NOTE).format(level=shown_level(level))),
            form_layout(*rows),
        )

    @property
    def choices(self) -> AssistantChoices:
        return replace(
            self._choices,
            no_unknown=self.no_unknown.isChecked(),
            hard_steps=self.hard_steps.value(),
        )

    @property
    def symmetry(self) -> Symmetry:
        return self._draft.symmetry if self.keeps_symmetry.isChecked() else Symmetry.NONE


class StoryDialog(AnswerDialog):
    """Where the path opens, a technique that it needs and when, and how it ends."""

    def __init__(self, draft: Draft, choices: AssistantChoices, parent: QWidget | None) -> None:
        super().__init__(_("Require a technique"), parent)
        self._choices = choices
        self._options = partial(options_on(draft), symmetry=draft.symmetry)
        self.islands = islands_field(draft, 2)
        self.opens = _word_field(ANYWHERE, PLACES)
        self.needs = _word_field(ANYTHING, TECHNIQUES)
        self.first, self.last = NumberField(0, 100, 0), NumberField(0, 100, 100)
        self.ends = _word_field(ANYTHING, ENDINGS)
        for field in (self.first, self.last):
            field.setSuffix(" %")
        self.first.setAccessibleName(_("From this part of the path on"))
        self.last.setAccessibleName(_("Up to this part of the path"))
        self._show_story(choices.story)
        self.problem = muted("")
        kept = _("The symmetry “{name}” stays.").format(name=draft.symmetry.label)
        about = translated(STORY_NOTE)
        if draft.symmetry.transforms:
            about = f"{about} {kept}"
        self.fill(_("Generate"), note(about), self._form(), self.problem)
        for combo in (self.opens, self.needs, self.ends):
            combo.currentIndexChanged.connect(self.check)

    @property
    def choices(self) -> AssistantChoices:
        return replace(self._choices, story=str(self.story))

    @property
    def story(self) -> RequiredPath:
        needs = self.needs.value
        part = self.first.value() / 100, self.last.value() / 100
        return RequiredPath(
            self.opens.value, (Need(needs, *part),) if needs else (), self.ends.value
        )

    @property
    def options(self) -> GeneratorOptions:
        """What was chosen. Raises GenerationError if it is impossible."""
        return self._options(self.islands.value(), story=str(self.story))

    def _show_story(self, text: str) -> None:
        """Fill in the story that was chosen last; none if that is no story."""
        with suppress(GenerationError):
            story = RequiredPath.parse(text)
            self.opens.value, self.ends.value = story.opens, story.ends
            for need in story.needs:
                self.needs.value = need.what
                self.first.setValue(round(need.first * 100))
                self.last.setValue(round(need.last * 100))

    def _form(self) -> QFormLayout:
        part = filled(QHBoxLayout(), self.first, QLabel("–"), self.last, None)
        return form_layout(
            (_("Islands"), self.islands),
            (_("Opens"), self.opens),
            (_("Needs"), self.needs),
            (_("Part of the path"), part),
            (_("Ends with"), self.ends),
        )

    def check(self) -> None:
        needs = bool(self.needs.value)
        for field in (self.first, self.last):
            field.setEnabled(needs)
        self.problem.setText(self._problem_text())
        super().check()
        if self.problem.text():
            self.buttons.accept_button.setEnabled(False)

    def _problem_text(self) -> str:
        """Why there is nothing to look for; empty if there is."""
        if not any(field.value for field in (self.opens, self.needs, self.ends)):
            return _("Choose at least one of these.")
        if self.needs.value and self.first.value() >= self.last.value():
            return _("The part must end after it begins.")
        return ""


def _word_field(nothing: str, words: Iterable[str]) -> ValueField[str]:
    """A field with the words of a story, and one that asks for nothing."""
    return ValueField({"": translated(nothing), **{word: label(word) for word in words}})
