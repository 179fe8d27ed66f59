"""The setup script on a Debian machine that lacks system packages.

The script runs for real; apt-get, sudo, id and Python are replaced by small programs that write
down how they were called.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the setup script is for make")

ROOT = Path(__file__).parents[1]
REASON = "Qt needs libone.so and libtwo.so, missing on this system."
INSTALL = (
    "env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends one two"
)

PYTHON = f"""\
case "$*" in
    --version) echo Python 3.14.0 ;;
    *display_check*) [ -f "$PROJECT/installed" ] || {{ echo "{REASON}"; echo one two; exit 2; }} ;;
esac"""


BARE_PYTHON = f"""\
case "$*" in
    *"display_check libraries") echo "{REASON}"; echo one two; exit 2 ;;
    --version) echo Python 3.14.0 ;;
    *ensurepip*) [ -f "$PROJECT/installed" ] || exit 1 ;;
    *format*) echo python3.14-venv ;;
    "-m venv --clear .venv") cp "$PROJECT/working-python" .venv/bin/python ;;
esac"""
"""A Python that can make no environment until its package is installed; Qt lacks two others."""

BOTH = (
    "Python 3.14.0 lacks its venv module, and Qt needs libraries of the system; "
    "on Debian and Ubuntu: apt install python3.14-venv one two."
)

FAILED = (
    "The installation failed (is this machine connected to the network?); "
    "try again once this is fixed:"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with an environment that is up to date, on a machine that lacks two libraries."""
    project = tmp_path / "project"
    (project / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "setup", project / ".ci")
    shutil.copy(ROOT / "pyproject.toml", project)
    translation = project / "resources" / "languages" / "de.po"
    translation.parent.mkdir(parents=True)
    translation.touch()
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("cat", "cksum", "cp", "dirname", "env", "sed", "sh", "touch"):
        program = shutil.which(name)
        assert program is not None
        (programs / name).symlink_to(program)
    add_program(programs / "apt-get", 'case "$1" in install) : >"$PROJECT/installed" ;; esac')
    add_program(programs / "id", "echo 1000")
    add_program(programs / "sudo", '"$@"')
    add_program(project / ".venv" / "bin" / "python", PYTHON)
    origin = subprocess.check_output(
        ".venv/bin/python --version && cksum pyproject.toml resources/languages/*.po",
        shell=True,
        cwd=project,
        env=environment(project),
    )
    (project / ".venv" / "ready-play").write_bytes(origin)
    return project


def add_program(file: Path, script: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    file.write_text(f'#!/bin/sh\necho "${{0##*/}} $*" >>"$PROJECT/calls"\n{script}\n')
    file.chmod(0o755)


def become_root(project: Path) -> None:
    add_program(project.parent / "bin" / "id", "echo 0")


def take_venv_away(project: Path) -> None:
    """Let there be no environment, and no venv module to make one."""
    add_program(project.parent / "bin" / "python3", BARE_PYTHON)
    (project / ".venv" / "bin" / "python").rename(project / "working-python")


def environment(project: Path) -> dict[str, str]:
    """An environment in which no other programs can be found."""
    return {"PATH": str(project.parent / "bin"), "PROJECT": str(project)}


def apt_calls(project: Path) -> list[str]:
    calls = (project / "calls").read_text().splitlines()
    return [call for call in calls if call.startswith(("apt-get", "sudo"))]


def set_up(project: Path, target: str = "play") -> tuple[int, str, str]:
    """The exit code, the output and the errors of the setup without a terminal."""
    result = subprocess.run(
        [project / ".ci" / "setup", target],
        env=environment(project),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout, result.stderr


def run_in_terminal(project: Path, answer: str) -> tuple[int, str]:
    """The exit code and the output of the setup with a terminal, where ``answer`` is typed."""
    import pty

    output = []

    def read(terminal: int) -> bytes:
        data = os.read(terminal, 1024)
        output.append(data)
        if b"[Y/n]" in data:
            os.write(terminal, answer.encode())
        return data

    child, terminal = pty.fork()
    if child == 0:
        script = str(project / ".ci" / "setup")
        os.execve(script, [script, "play"], environment(project))
    with suppress(OSError):  # Linux reports the end of the output as an error.
        while read(terminal):
            pass
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), b"".join(output).decode()


def test_root_installs_what_is_missing_once_and_prints_the_commands(project: Path) -> None:
    become_root(project)
    assert set_up(project) == (0, f"apt-get update -qq\n{INSTALL}\n", "")
    assert apt_calls(project) == ["apt-get update -qq", INSTALL.partition("noninteractive ")[2]]
    for _ in range(2):
        assert set_up(project)[0] == 0
    assert len(apt_calls(project)) == 2
    assert (project / "calls").read_text().count("display_check") == 2


def test_missing_venv_module_is_installed_with_the_libraries(project: Path) -> None:
    become_root(project)
    take_venv_away(project)
    code, output, errors = set_up(project)
    assert (code, errors) == (0, "")
    install = INSTALL.replace("one two", "python3.14-venv one two")
    made = "Creating .venv with Python 3.14.0."
    assert output.splitlines()[:3] == ["apt-get update -qq", install, made]


def lose_apt_get(project: Path) -> None:
    become_root(project)
    (project.parent / "bin" / "apt-get").unlink()


def lose_network(project: Path) -> None:
    become_root(project)
    add_program(project.parent / "bin" / "apt-get", "echo No network >&2; exit 100")


def lose_packages(project: Path) -> None:
    """No package of Python can be installed."""
    (project / ".venv" / "ready-play").unlink()
    pip = 'case "$*" in *install*) echo No matching distribution >&2; exit 1 ;; esac'
    add_program(project / ".venv" / "bin" / "python", pip)


@pytest.mark.parametrize(
    ("spoil", "errors"),
    [
        (lambda _: None, f"{REASON}\n"),
        (take_venv_away, f"{BOTH}\n"),
        (lose_apt_get, f"{REASON}\n"),
        (lose_network, f"{FAILED}\nNo network\n"),
        (lose_packages, f"{FAILED}\nNo matching distribution\n"),
    ],
    ids=["no terminal", "no venv module", "no apt-get", "no network", "no packages"],
)
def test_what_cannot_be_installed_is_explained(
    project: Path, spoil: Callable[[Path], None], errors: str
) -> None:
    spoil(project)
    code, output, found = set_up(project)
    assert (code, found) == (2, errors)
    if errors.startswith((REASON, BOTH)):
        assert (output, apt_calls(project)) == ("", [])


def test_the_readme_names_the_sizes_of_the_script() -> None:
    script = (ROOT / ".ci" / "setup").read_text()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    sizes = {*re.findall(r"megabytes=(\d+)", script), *re.findall(r"up to (\d+) MB", script)}
    assert sizes == set(re.findall(r"(\d+) MB", readme))


def test_a_complete_environment_of_another_user_is_used(project: Path) -> None:
    (project / "installed").touch()
    add_program(project.parent / "bin" / "touch", "echo Permission denied >&2; exit 1")
    assert set_up(project) == (0, "", "")


def test_an_incomplete_environment_of_another_user_is_one_sentence(project: Path) -> None:
    (project / ".venv" / "ready-play").unlink()
    (project / ".venv").chmod(0o555)
    if os.access(project / ".venv", os.W_OK):
        pytest.skip("root may write everywhere")
    assert set_up(project) == (
        2,
        "",
        f"{project}/.venv is missing or incomplete, and you may not change it: "
        "run this command as the owner of that folder, or in a copy of your own.\n",
    )


def test_linters_need_no_system_libraries(project: Path) -> None:
    (project / ".venv" / "ready-play").rename(project / ".venv" / "ready-test")
    assert set_up(project, "lint") == (0, "", "")


def test_wrong_usage_is_explained(project: Path) -> None:
    assert set_up(project, "nonsense") == (2, "", "Usage: .ci/setup play|test|lint\n")


in_terminal = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")


@pytest.mark.parametrize("answer", ["\n", "y\n", "Yes\n"])
@in_terminal
def test_sudo_is_used_after_asking(project: Path, answer: str) -> None:
    code, output = run_in_terminal(project, answer)
    assert code == 0
    assert f"{REASON}\r\nInstall them now with sudo (up to 55 MB)? [Y/n] " in output
    assert f"sudo {INSTALL}" in output
    assert [call.split()[0] for call in apt_calls(project)] == ["sudo", "apt-get"] * 2


@in_terminal
def test_there_is_one_question_on_a_bare_machine(project: Path) -> None:
    take_venv_away(project)
    code, output = run_in_terminal(project, "y\n")
    assert code == 0
    assert output.count("[Y/n]") == output.count("apt-get update") == 1
    assert f"{BOTH}\r\n" in output


@pytest.mark.parametrize("answer", ["n\n", "no\n", "what?\n", "\x04"])
@in_terminal
def test_nothing_is_installed_after_another_answer(project: Path, answer: str) -> None:
    code, output = run_in_terminal(project, answer)
    assert code == 2
    assert "Nothing was installed." in output
    assert apt_calls(project) == []


@in_terminal
def test_in_a_terminal_without_sudo_the_reason_is_printed(project: Path) -> None:
    (project.parent / "bin" / "sudo").unlink()
    assert run_in_terminal(project, "y\n") == (2, f"{REASON}\r\n")
    assert apt_calls(project) == []


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(("locale", "used"), [("C", "C.UTF-8"), ("de_DE.UTF-8", "de_DE.UTF-8")])
def test_file_names_in_utf_8_can_be_read_where_the_locale_is_c(locale: str, used: str) -> None:
    result = subprocess.run(
        ["make", "--no-print-directory", "-f", "Makefile", "-f", "-", "show"],
        cwd=ROOT,
        env=os.environ | {"LC_ALL": locale},
        input="show:\n\t@echo $$LC_ALL\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == f"{used}\n"
