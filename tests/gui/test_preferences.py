from __future__ import annotations

from dataclasses import fields

import pytest

from hashi_gui.gui.preferences import ENTRIES, SECTIONS, Choice, Preferences, choice


def test_every_preference_has_one_entry():
    assert sorted(entry.name for entry in ENTRIES) == sorted(
        field.name for field in fields(Preferences)
    )


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_choice_has_a_text_for_each_value_and_a_switch_is_on_or_off(entry):
    default = getattr(Preferences(), entry.name)
    if isinstance(entry, Choice):
        assert set(entry.texts) == set(type(default))
        assert choice(entry.name) is entry
    else:
        assert isinstance(default, bool)


def test_labels_tell_preferences_apart():
    labels = [entry.label for entry in ENTRIES]
    assert len(set(labels)) == len(labels)
    assert len({section.title for section in SECTIONS}) == len(SECTIONS)
