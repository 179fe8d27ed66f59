from __future__ import annotations

from pathlib import Path

from hashi_gui.generating import GeneratorOptions
from hashi_gui.gui.settings.preferences import (
    ENTRIES,
    MAX_BYTES,
    ChoicePreference,
    ErrorDisplay,
    Preferences,
    Settings,
)
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import ThemeSetting

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


def test_invalid_settings_have_their_default_values(settings_file):
    settings_file.write_text(
        "[General]\ntheme=purple\nerrors=perhaps\nconfirm_restart=maybe\ngeometry=large\n"
        'wish="{\\"rows\\": 4000}"\n',
        encoding="utf-8",
    )
    settings = Settings(settings_file)
    assert settings.preferences == Preferences()
    assert settings.geometry is None
    assert settings.last_options is None


def test_missing_settings_have_their_default_values(settings_file):
    settings = Settings(settings_file)
    assert settings.preferences == Preferences()
    assert settings.category == ""
    assert settings.last_options is None
    assert settings.recent == []


def test_a_file_that_is_too_large_is_left_alone(settings_file):
    content = "[General]\ntheme=dark\n" + ";" * MAX_BYTES
    settings_file.write_text(content, encoding="utf-8")
    settings = Settings(settings_file)
    assert settings.preferences == Preferences()
    settings.preferences = OTHER
    assert Settings(settings_file).preferences == OTHER
    assert settings_file.read_text(encoding="utf-8") == content
