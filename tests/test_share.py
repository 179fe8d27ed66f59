"""What desktops and shells are told of the program, judged by their own tools."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from gettext import NullTranslations
from pathlib import Path
from select import select
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from hashi_gui import APPLICATION_ID
from tests.processes import TIMEOUT

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / ".ci"))
import desktop  # noqa: E402
import shells  # noqa: E402

RELEASES = [("1.1.0", "2027-01-02"), ("1.0.0", "2026-12-05")]
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class Shouted(NullTranslations):
    def gettext(self, message: str) -> str:
        shouted = re.sub(r"[^{}]+(?![^{}]*})", lambda part: part[0].upper(), message)
        return {"SYNOPSIS": "ÜBERSICHT"}.get(message, shouted)


SHOUTED = {"de": Shouted()}


@pytest.fixture(scope="module")
def share(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "share"
    desktop.build("https://hashi.example/", folder)
    return folder


def run(*command: str | Path) -> str:
    """What a tool prints of something that it accepts. Skips the test if it is not there."""
    program = str(command[0])
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result
    return result.stdout


def test_the_entry_in_the_menu_is_valid(share, tmp_path):
    shouted = tmp_path / "shouted.desktop"
    shouted.write_text(desktop.entry(SHOUTED))
    assert "\nComment[de]=CONNECT ISLANDS WITH BRIDGES\n" in shouted.read_text()
    made = share / "applications" / f"{APPLICATION_ID}.desktop"
    assert run("desktop-file-validate", made, shouted) == ""


def test_the_metadata_are_valid(share, tmp_path):
    shouted = tmp_path / f"{APPLICATION_ID}.metainfo.xml"
    shouted.write_text(desktop.metainfo(SHOUTED, "https://hashi.example", RELEASES))
    found = ElementTree.parse(shouted).getroot()
    assert [each.get(LANGUAGE) for each in found.findall("summary")] == [None, "de"]
    assert [each.get("version") for each in found.iter("release")] == ["1.1.0", "1.0.0"]
    images = [Path(str(each.text)) for each in found.iter("image")]
    assert {each.name for each in images} == {
        each.name for each in (ROOT / "resources" / "screenshots").iterdir()
    }
    made = share / "metainfo" / f"{APPLICATION_ID}.metainfo.xml"
    run("appstreamcli", "validate", "--no-net", made, shouted)


def test_releases_of_the_changelog_have_a_date():
    text = "# Changelog\n\n## Unreleased\n\n## [1.1.0] - 2027-01-02\n\n## 1.0.0: 2026-12-05\n"
    assert desktop.RELEASE.findall(text) == RELEASES


def test_files_are_known_by_their_type(share, tmp_path):
    packages = tmp_path / "mime" / "packages"
    shutil.copytree(share / "mime" / "packages", packages)
    run("update-mime-database", packages.parent)
    assert "application/x-hashi+json:*.hashi" in (packages.parent / "globs").read_text()
    puzzle = next((ROOT / "puzzles").rglob("*.hashi")).read_text(encoding="utf-8")
    assert '"format": "hashi"' in puzzle[: 16 + 17]


def test_the_manual_has_no_faults(tmp_path):
    for name, text in shells.manuals(SHOUTED, "2026-01-02").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    english, german = tmp_path / "man" / "man1", tmp_path / "man" / "de" / "man1" / "hashi.1"
    assert "\n.SH ÜBERSICHT\n" in german.read_text()
    assert run("mandoc", "-T", "lint", "-W", "style", english / "hashi.1") == ""
    for page in (english / "hashi.1", english / "hashi-gui.1", german):
        assert "hashi-gui - play and solve" in run("lexgrog", page).lower()


def test_icons_of_all_sizes_are_drawn_from_one(tmp_path):
    desktop.draw_icons(tmp_path)
    for size in desktop.SIZES:
        drawn, stored = (
            QImage(str(folder / f"{size}.png")).convertToFormat(QImage.Format.Format_RGBA8888)
            for folder in (tmp_path, desktop.DRAWN)
        )
        assert (stored.width(), stored.height()) == (size, size)
        differences = [abs(a - b) for a, b in zip(drawn.constBits(), stored.constBits())]
        assert sum(differences) / len(differences) < 2  # Versions of Qt smooth edges differently.


FREE = {
    *("0..1", "ADDRESS", "COLSxROWS", "D", "J", "K", "MM", "N", "PIXELS", "R", "S", "T", "TITLE"),
}
"""What stands for numbers and texts, which nobody can complete."""


def test_all_that_can_be_completed_is():
    whole = shells.program()
    for command in (whole, *shells.commands_of(whole)):
        for argument in command.arguments:
            assert (argument.kind == "text") is (argument.metavar in FREE) or argument.values
    options = {(each.name, name) for each in shells.commands_of(whole) for option in each.options
               for name in option.names} | {("", "--language")}  # fmt: skip
    assert {*shells.VALUES, *shells.LISTS} <= options


COMPLETED = {
    "sol": "solve",
    "solve --met": "--method",
    "solve --method cp": "cp-sat",
    "solve my": "my.has",
    "verify fol": "folder",
    "check --proof=fol": "--proof=folder",
    "convert my.has --to=kanpen-u": "--to=kanpen-url",
    "bench --methods sat,astar-p": "sat,astar-published",
    "generate --difficulty ext": "extreme",
    "generate --symmetry both": "both-mirrors",
    "generate --story opens=center,ends=con": "opens=center,ends=connectivity",
    "generate --style woven,corn": "woven,corners=",
    "--language j": "ja",
}
"""What is typed after "hashi", and what its last word becomes."""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folly.txt").touch()
    (tmp_path / "my.has").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


START = """\
hashi() { printf '<%s>\\n' "${@: -1}"; }
PS1=
"""


@pytest.mark.skipif(os.name == "nt", reason="these shells are for terminals of Unix")
@pytest.mark.parametrize(
    ("command", "start"),
    [
        ("bash --rcfile start -i", "source {share}/bash-completion/completions/hashi"),
        (
            "zsh -i",
            "fpath+=({share}/zsh/site-functions); autoload -U compinit; compinit -u -D",
        ),
    ],
    ids=["bash", "zsh"],
)
def test_bash_and_zsh_complete(share, folder, command, start):
    """What is typed into a terminal runs a function that shows its last argument."""
    program, *_ = words = shlex.split(command)
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    for name in ("start", ".zshrc"):
        (folder / name).write_text(START + start.format(share=shlex.quote(str(share))) + "\n")
    terminal, end = os.openpty()
    environment = os.environ | {"ZDOTDIR": str(folder), "TERM": "dumb", "HOME": str(folder)}
    shell = subprocess.Popen(words, stdin=end, stdout=end, stderr=end, env=environment)
    os.close(end)
    try:
        found = [answer(terminal, f"hashi {typed}\t\n".encode()) for typed in COMPLETED]
    finally:
        shell.kill()
        shell.wait()
        os.close(terminal)
    assert found == list(COMPLETED.values())


def answer(terminal: int, typed: bytes) -> str:
    os.write(terminal, typed)
    output = b""
    while not (match := re.search(rb"<(.*?)/?>", output)):
        assert select([terminal], [], [], TIMEOUT)[0], output
        output += os.read(terminal, 4096)
    return match[1].decode()


def test_fish_completes(share, folder):
    file = share / "fish" / "vendor_completions.d" / "hashi.fish"
    for typed, completed in COMPLETED.items():
        output = run("fish", "--no-config", "-c", f"source {file}; complete -C 'hashi {typed}'")
        assert [line.split("\t")[0].rstrip("/") for line in output.splitlines()] == [completed]
