import os
import socket
import stat
import sys
from pathlib import Path
from unittest.mock import Mock

import platformdirs
import pytest
from platformdirs import windows
from PySide6.QtCore import QCoreApplication, QStandardPaths

from hashi_gui.system import files
from hashi_gui.system.files import (
    KeySet,
    StorageError,
    atomic_write,
    config_folder,
    data_folder,
    is_on_another_computer,
    make_private,
    open_regular_file,
    read_regular_file,
    write_own,
)

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


@posix_only
@pytest.mark.parametrize("mode", ["rb", "r+b", "ab"])
@pytest.mark.parametrize("make", [make_pipe, make_device, make_socket, Path.mkdir])
def test_what_is_no_file_is_not_opened(tmp_path, monkeypatch, make, mode):
    monkeypatch.chdir(tmp_path)  # The path of a socket must be short.
    make(Path("thing"))
    with pytest.raises(OSError, match="it is not a file"):
        open_regular_file("thing", mode)


@posix_only
@pytest.mark.parametrize("make", [make_pipe, make_device])
def test_what_takes_the_place_of_a_file_at_the_last_moment_is_not_read(tmp_path, monkeypatch, make):
    monkeypatch.setattr(files, "check_regular_file", lambda _: None)
    make(tmp_path / "thing")
    with pytest.raises(OSError, match="it is not a file"):
        read_regular_file(tmp_path / "thing")


def test_a_file_is_opened_as_usual(tmp_path):
    file = tmp_path / "file"
    with open_regular_file(file, "ab") as new:
        new.write(b"12")
    with open_regular_file(file, "ab") as more:
        more.write(b"345")
    assert read_regular_file(file) == b"12345"
    assert read_regular_file(file, 3) == b"123"


@pytest.mark.parametrize("path", ["missing", "a\0b", "x" * 5000])
def test_a_file_that_is_missing_is_an_error_of_the_system(tmp_path, path):
    with pytest.raises(OSError, match=r"No such file|null|too long"):
        read_regular_file(tmp_path / path)


posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


@pytest.mark.parametrize("content", ["橋\n1\n", b"\x89PNG\r\n\x00"])
def test_a_file_is_complete_and_on_the_disk_before_it_replaces_the_old_one(
    tmp_path, monkeypatch, content
):
    path, synced, seen = tmp_path / "new" / "folder" / "file", [], []
    data = content.encode() if isinstance(content, str) else content
    original = Path.replace

    def replace(temporary: Path, target: Path) -> Path:
        seen.append((temporary.parent, temporary.read_bytes(), len(synced), target.exists()))
        return original(temporary, target)

    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr(Path, "replace", replace)
    once = 1 if os.name == "nt" else 2  # Also the names, in the folder.
    for number in range(2):
        atomic_write(path, content)
        assert path.read_bytes() == data
        assert names(path.parent) == {"file"}
        assert len(synced) == once * (number + 1)
    assert seen == [(path.parent, data, 1, False), (path.parent, data, once + 1, True)]


def test_a_failure_leaves_only_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.hashi"
    path.write_text("old", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    for impossible in (tmp_path / "folder", path / "file"):
        with pytest.raises(StorageError, match=rf"{impossible.name} cannot be written \(.+\)\.$"):
            atomic_write(impossible, "new")
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=full))
    with pytest.raises(StorageError) as error:
        atomic_write(path, "new")
    assert str(error.value) == f"{path} cannot be written (No space left on device)."
    assert path.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == {"game.hashi", "folder"}


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need special rights on Windows")
def test_writing_to_a_symbolic_link_changes_its_target(tmp_path):
    link, target = tmp_path / "link", tmp_path / "folder" / "target"
    link.symlink_to(target)
    atomic_write(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_bytes(bytes(2**20))
    monkeypatch.setattr("hashi_gui.system.files.MAX_BYTES", 2**20)
    assert len(read_regular_file(file)) == 2**20
    file.write_bytes(bytes(2**20 + 1))
    with pytest.raises(OSError, match="it is larger than 1 MB"):
        read_regular_file(file)


@pytest.mark.parametrize(
    ("path", "refused"),
    [
        (r"\\host\share\a.hashi", True),
        ("//host/share/a.hashi", True),
        (r"/\host\share", True),
        (r"\\?\UNC\host\share", True),
        (r"\??\UNC\host\share", True),
        (r"\\.\pipe\name", True),
        (r"C:\Users\me\a.hashi", False),
        ("C:/Users//me/a.hashi", False),
        (r"\folder\a.hashi", False),
        ("a.hashi", False),
    ],
)
def test_paths_that_lead_to_another_computer_on_windows(path, refused):
    assert is_on_another_computer(path, "nt") == refused
    assert not is_on_another_computer(path, "posix")


@posix_only
def test_only_the_user_may_read_what_the_program_writes_for_itself(tmp_path):
    folder = tmp_path / "data"
    write_own(folder / "games" / "a", "x")
    atomic_write(tmp_path / "elsewhere", "x")
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "games")]
    assert modes == [0o700, 0o700]
    assert stat.S_IMODE((folder / "games" / "a").stat().st_mode) == 0o600
    (tmp_path / "as usual").touch()
    usual = (tmp_path / "as usual").stat().st_mode
    assert (tmp_path / "elsewhere").stat().st_mode == usual


@posix_only
def test_the_folder_of_an_earlier_version_is_made_private(tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("x")
    outside.chmod(0o644)
    folder = tmp_path / "data"
    (folder / "games").mkdir(parents=True)
    game = folder / "games" / "a"
    game.write_text("x")
    (folder / "link").symlink_to(outside)
    (folder / "broken").symlink_to("nothing")
    for path, mode in ((folder, 0o755), (folder / "games", 0o775), (game, 0o644)):
        path.chmod(mode)
    make_private(folder)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "games", game)]
    assert modes == [0o700, 0o700, 0o600]
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644
    make_private(tmp_path / "nothing")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "new" / "folder" / "solved"


def test_every_entry_is_stored_once_by_whatever_key_set_it_is_added(file):
    mine, yours = KeySet(file), KeySet(file)
    assert mine.entries() == frozenset()
    assert not file.exists()
    for keys, entry in ((mine, "one"), (yours, "two"), (mine, "three"), (yours, "one")):
        keys.add(entry)
    assert mine.entries() == KeySet(file).entries() == {"one", "two", "three"}
    assert file.read_bytes() == b"one\ntwo\nthree\n"


@pytest.mark.parametrize("content", [b"one\nhal", b"one\n\xff\xfe", b"one\r\n\r\n"])
def test_damaged_files_are_preserved_and_appended_to(file, content):
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    KeySet(file).add("two")
    assert {"one", "two"} <= KeySet(file).entries()
    assert file.read_bytes().startswith(content)


def test_a_key_set_that_cannot_be_written_is_an_error(tmp_path):
    file = tmp_path / "folder" / "solved"
    file.parent.write_text("not a folder")
    keys = KeySet(file)
    assert keys.entries() == frozenset()
    with pytest.raises(StorageError) as error:
        keys.add("one")
    assert str(error.value).startswith(f"{file} cannot be written (")


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
