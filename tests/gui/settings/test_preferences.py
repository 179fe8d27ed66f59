from dataclasses import fields, replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtGui import QGuiApplication

from hashi_gui.generating import GeneratorOptions
from hashi_gui.gui.settings.preferences import (
    ENTRIES,
    MAX_BYTES,
    SECTIONS,
    AnimationSetting,
    ChoicePreference,
    DigitSize,
    ErrorDisplay,
    Preferences,
    Settings,
    allowed_animation,
    choice,
)
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import DARK, ThemeSetting


def test_every_preference_has_one_entry_and_a_label_of_its_own():
    assert sorted(entry.name for entry in ENTRIES) == sorted(
        field.name for field in fields(Preferences)
    )
    assert len({entry.label for entry in ENTRIES}) == len(ENTRIES)
    assert len({section.title for section in SECTIONS}) == len(SECTIONS)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_choice_has_a_text_for_each_value_and_a_switch_is_on_or_off(entry):
    default = getattr(Preferences(), entry.name)
    if isinstance(entry, ChoicePreference):
        assert set(entry.texts) == set(type(default))
        assert choice(entry.name) is entry
    else:
        assert isinstance(default, bool)


@pytest.mark.parametrize(
    ("wanted", "on_a_still_desktop"),
    [
        (AnimationSetting.FULL, AnimationSetting.REDUCED),
        (AnimationSetting.REDUCED, AnimationSetting.REDUCED),
        (AnimationSetting.NONE, AnimationSetting.NONE),
    ],
)
def test_nothing_moves_if_the_desktop_asks_for_less_motion(
    qapp, monkeypatch, wanted, on_a_still_desktop
):
    assert allowed_animation(wanted) is wanted
    hints = Mock()
    hints.accessibility().motionPreference().value = 1
    monkeypatch.setattr(QGuiApplication, "styleHints", lambda: hints)
    assert allowed_animation(wanted) is on_a_still_desktop
    hints.accessibility.return_value = object()  # Qt before 6.12 does not tell.
    assert allowed_animation(wanted) is wanted


def test_a_preference_for_large_digits_is_part_of_the_theme(qapp):
    small, large = (
        Preferences(ThemeSetting.DARK, digit_size=size).board_theme()
        for size in (DigitSize.SMALL, DigitSize.LARGE)
    )
    assert small.digits < DARK.digits < large.digits
    assert replace(small, digits=DARK.digits) == replace(large, digits=DARK.digits) == DARK


def test_the_documents_describe_every_preference_and_choice():
    text = (Path(__file__).parents[3] / "docs" / "preferences.md").read_text(encoding="utf-8")
    for section in SECTIONS:
        rows = text.split(f"\n## {section.title}\n")[1].split("\n## ")[0].splitlines()
        for entry in section.entries:
            (row,) = (row for row in rows if row.startswith(f"| {entry.label} |"))
            if isinstance(entry, ChoicePreference):
                assert all(f"*{words.partition(':')[0]}*" in row for words in entry.texts.values())


OTHER = Preferences(
    **{
        entry.name: list(entry.texts)[-1]
        if isinstance(entry, ChoicePreference)
        else not getattr(Preferences(), entry.name)
        for entry in ENTRIES
    }
)
"""Preferences that differ from the defaults in every field."""


def test_settings_are_read_back(settings_file):
    settings = Settings(settings_file)
    settings.preferences = OTHER
    settings.category = "Hard"
    settings.last_options = GeneratorOptions(8, 9, 20, level=Level.EXPERT)
    again = Settings(settings_file)
    assert again.preferences == OTHER
    assert again.category == "Hard"
    assert again.last_options == GeneratorOptions(8, 9, 20, level=Level.EXPERT)


def test_settings_of_earlier_versions_can_be_read(settings_file):
    settings_file.write_text(
        "[General]\n"
        "theme=dark\n"
        "errors=asked\n"
        "shelf=Hard\n"
        'wish="{\\"rows\\": 8, \\"cols\\": 9, \\"islands\\": 20, \\"level\\": \\"expert\\"}"\n'
        "recent=/a.hashi, /b.hashi\n",
        encoding="utf-8",
    )
    settings = Settings(settings_file)
    assert settings.preferences == Preferences(ThemeSetting.DARK, error_display=ErrorDisplay.ASKED)
    assert settings.category == "Hard"
    assert settings.last_options == GeneratorOptions(8, 9, 20, level=Level.EXPERT)
    assert settings.recent == [Path("/a.hashi"), Path("/b.hashi")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[General]\ntheme=purple\nerrors=perhaps\nconfirm_restart=maybe\ngeometry=large\n"
        'wish="{\\"rows\\": 4000}"\n',
    ],
)
def test_missing_and_invalid_settings_have_their_default_values(settings_file, text):
    settings_file.write_text(text, encoding="utf-8")
    settings = Settings(settings_file)
    assert settings.preferences == Preferences()
    assert settings.geometry is None
    assert settings.category == ""
    assert settings.last_options is None
    assert settings.recent == []


def test_ten_recent_files_are_remembered(settings_file):
    settings = Settings(settings_file)
    files = [Path(f"/puzzles/a, b {number}.hashi") for number in range(12)]
    settings.add_recent(files[0])
    assert settings.recent == files[:1]
    for file in files[1:]:
        settings.add_recent(file)
    assert settings.recent == files[:1:-1]
    settings.add_recent(files[5])
    assert settings.recent[:2] == [files[5], files[11]]
    assert len(settings.recent) == 10


def test_a_file_that_is_too_large_is_left_alone(settings_file):
    content = "[General]\ntheme=dark\n" + ";" * MAX_BYTES
    settings_file.write_text(content, encoding="utf-8")
    settings = Settings(settings_file)
    assert settings.preferences == Preferences()
    settings.preferences = OTHER
    assert Settings(settings_file).preferences == OTHER
    assert settings_file.read_text(encoding="utf-8") == content
