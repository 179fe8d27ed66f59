import sys
from pathlib import Path

import pytest

from hashi_gui import APPLICATION_ID
from hashi_gui.cli import main
from hashi_gui.cli.commands import desktop

ENTRY = f"applications/{APPLICATION_ID}.desktop"
MIME_TYPE = """\
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-%s"><glob pattern="*.%s"/></mime-type>
</mime-info>
"""
OTHERS = {
    "applications/other.desktop": "[Desktop Entry]\nType=Application\nName=Other\nExec=other\n",
    "mime/packages/other.xml": MIME_TYPE % ("other", "other"),
    "hashi/autosave/game.hashi": "{}",
    "man/man1/other.1": ".TH OTHER 1",
}


@pytest.fixture
def share(tmp_path, monkeypatch) -> Path:
    """The folder for the desktop of the user, who has installed the program by pip --user."""
    shipped = tmp_path / "environment" / "share"
    for pattern in desktop.FILES:
        file = shipped / pattern.replace(".*", ".txt").replace("*", "1")
        write(file, "")
    write(shipped / f"mime/packages/{APPLICATION_ID}.xml", MIME_TYPE % ("hashi", "hashi"))
    write(shipped / ENTRY, "[Desktop Entry]\nTryExec=hashi-gui\nExec=hashi-gui %f\nName=Hashi\n")
    monkeypatch.setattr(desktop, "getuserbase", lambda: str(tmp_path / "environment"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "usr"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "usr" / "share"))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def write(file: Path, content: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)


def content(folder: Path) -> dict[str, bytes]:
    """All files of others, but what is collected of them, and all folders."""
    collected = {f"{place}/{name}" for place, *_, names in desktop.DATABASES for name in names}
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {
        name: b"" if path.is_dir() else path.read_bytes()
        for name, path in found.items()
        if name not in collected
    }


def test_it_is_removed_without_a_trace(share, capsys):
    for _ in range(2):
        assert main(["desktop", "--install"]) == 0
        files = content(share)
        assert {ENTRY, "man/man1/hashi.1", "zsh/site-functions/_hashi"} <= files.keys()
    assert main(["desktop", "--remove"]) == 0
    assert not share.exists()
    assert main(["desktop", "--remove"]) == 0
    assert capsys.readouterr().err == ""


def test_what_others_have_added_stays(share):
    for name, text in OTHERS.items():
        write(share / name, text)
    (share / "man/man1/hashi.1").symlink_to(share / "man/man1/other.1")  # By pipx.
    desktop._collect(share)
    before = content(share)
    assert main(["desktop", "--install"]) == 0
    assert main(["desktop", "--remove"]) == 0
    assert content(share) == before


@pytest.mark.parametrize(
    ("folder", "tried", "run"),
    [
        ("bin", "{bin}/hashi-gui", "{bin}/hashi-gui"),
        ('of "me" $1 100%', "{bin}/hashi-gui", '"{bin}/hashi-gui"'),
        ("none", "hashi-gui", "hashi-gui"),
    ],
)
def test_the_entry_names_the_program_by_its_path(share, tmp_path, monkeypatch, folder, tried, run):
    bin_folder = tmp_path / folder
    if folder != "none":
        write(bin_folder / "hashi-gui", "")
    monkeypatch.setattr(sys, "executable", str(bin_folder / "python"))
    assert main(["desktop", "--install"]) == 0
    _, try_exec, command, name = (share / ENTRY).read_text().splitlines()
    escaped = str(bin_folder).replace('"', r'\\"').replace("$", r"\\$").replace("%", "%%")
    assert try_exec == "TryExec=" + tried.format(bin=bin_folder)
    assert command == f"Exec={run.format(bin=escaped)} %f"
    assert name == "Name=Hashi"


@pytest.mark.parametrize("action", ["--install", "--remove"])
def test_what_cannot_be_written_is_one_sentence(share, capsys, action):
    (share / "zsh/site-functions/_hashi").mkdir(parents=True)
    assert main(["desktop", action]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_there_may_be_nothing_to_add(share, tmp_path, monkeypatch, capsys):
    (tmp_path / "linked").symlink_to("environment")
    monkeypatch.setattr(desktop, "getuserbase", lambda: str(tmp_path / "linked"))
    monkeypatch.setenv("XDG_DATA_DIRS", f"/usr/share:{tmp_path / 'environment' / 'share'}")
    assert main(["desktop", "--install"]) == 2
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(["desktop", "--install"]) == 2
    assert capsys.readouterr().err == (
        "hashi: Hashi is in the menu already: it was installed for all users.\n"
        "hashi: This installation of Hashi has no files for a desktop.\n"
    )
    assert not share.exists()
