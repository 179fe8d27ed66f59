"""The user's folders: those that Qt named when it was asked for them, so that data is found."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs import windows
from PySide6.QtCore import QCoreApplication, QStandardPaths

from hashi_gui.system.files import config_folder, data_folder

Location = QStandardPaths.StandardLocation


@pytest.fixture
def folders_of_qt():
    """Returns Qt's folders for the data and the settings of the application "hashi"."""
    before = QCoreApplication.applicationName()
    QCoreApplication.setApplicationName("hashi")
    yield lambda: [
        Path(QStandardPaths.writableLocation(location))
        for location in (Location.AppDataLocation, Location.AppConfigLocation)
    ]
    QCoreApplication.setApplicationName(before)


@pytest.mark.skipif(sys.platform != "linux", reason="only there does Qt follow these variables")
@pytest.mark.parametrize(
    "variables",
    [
        {"HOME": "/home/ä b/"},
        {"XDG_DATA_HOME": "/data/", "XDG_CONFIG_HOME": "/settings"},
        {"XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""},
        {},
    ],
)
def test_on_linux_the_folders_are_those_of_qt(monkeypatch, folders_of_qt, variables):
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    assert [data_folder(), config_folder()] == folders_of_qt()


def test_on_windows_data_moves_with_the_user_and_settings_stay(monkeypatch):
    places = {"CSIDL_APPDATA": "/Roaming", "CSIDL_LOCAL_APPDATA": "/Local"}
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(platformdirs, "PlatformDirs", windows.Windows)
    monkeypatch.setattr(windows, "get_win_folder", places.__getitem__)
    assert (data_folder(), config_folder()) == (Path("/Roaming/hashi"), Path("/Local/hashi"))


def test_on_macos_settings_are_in_another_folder_than_data(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    library = Path.home() / "Library"
    assert data_folder() == library / "Application Support" / "hashi"
    assert config_folder() == library / "Preferences" / "hashi"


def test_the_data_is_at_home_where_the_environment_names_no_home(monkeypatch):
    pwd = pytest.importorskip("pwd")
    for variable in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable)
    home = pwd.getpwuid(os.getuid()).pw_dir
    assert data_folder().is_relative_to(home)
    assert os.environ["HOME"] == home


def test_without_any_home_the_data_is_at_the_root(monkeypatch):
    pwd = pytest.importorskip("pwd")
    for variable in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    assert data_folder().parts[1] in (".local", "Library")
