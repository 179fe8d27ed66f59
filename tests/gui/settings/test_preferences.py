from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from hashi_gui.gui.settings.preferences import (
    ANIMATION_HINT,
    ENTRIES,
    SECTIONS,
    AnimationSetting,
    ChoicePreference,
    DigitSize,
    Preferences,
    allowed_animation,
    choice,
)
from hashi_gui.rendering.theme import DARK, ThemeSetting


def test_every_preference_has_one_entry():
    assert sorted(entry.name for entry in ENTRIES) == sorted(
        field.name for field in fields(Preferences)
    )


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_choice_has_a_text_for_each_value_and_a_switch_is_on_or_off(entry):
    default = getattr(Preferences(), entry.name)
    if isinstance(entry, ChoicePreference):
        assert set(entry.texts) == set(type(default))
        assert choice(entry.name) is entry
    else:
        assert isinstance(default, bool)


def test_labels_tell_preferences_apart():
    labels = [entry.label for entry in ENTRIES]
    assert len(set(labels)) == len(labels)
    assert len({section.title for section in SECTIONS}) == len(SECTIONS)


@pytest.mark.parametrize(
    ("wanted", "on_a_still_desktop"),
    [
        (AnimationSetting.FULL, AnimationSetting.REDUCED),
        (AnimationSetting.REDUCED, AnimationSetting.REDUCED),
        (AnimationSetting.NONE, AnimationSetting.NONE),
    ],
)
def test_nothing_moves_if_the_desktop_has_no_animations(
    qapp, monkeypatch, wanted, on_a_still_desktop
):
    assert allowed_animation(wanted) is wanted

    class Style:
        def styleHint(self, hint):
            return 0 if hint == ANIMATION_HINT else 1

    monkeypatch.setattr(QApplication, "style", staticmethod(Style))
    assert allowed_animation(wanted) is on_a_still_desktop


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
