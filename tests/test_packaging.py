"""The wheel, built and then installed into a new environment."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]

INSTALLED_FOLDERS = """
import json
from hashi_gui.system.files import PUZZLES, RESOURCES
print(json.dumps([str(PUZZLES), str(RESOURCES)]))
"""


def run(*command: str | Path, cwd: Path) -> str:
    # With PYTHONPATH the source tree could take precedence over the installed wheel.
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=env)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", target, cwd=ROOT)
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs in a new environment with the wheel installed.

    The dependencies come from the environment that runs the tests, so that nothing is downloaded.
    """
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, symlinks=os.name != "nt")
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--no-deps"]
    run(*pip, "--no-index", "--disable-pip-version-check", wheel, cwd=home)
    site = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
    Path(site, "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return programs


def test_wheel_contains_puzzles_and_what_the_program_reads_of_the_resources(wheel: Path) -> None:
    packed = set(ZipFile(wheel).namelist())
    for folder in ("puzzles", "resources"):
        files = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert files
        for file in files:
            is_left_out = file.parent.name in ("desktop", "screenshots") or file.suffix == ".po"
            assert (f"hashi_gui/{file.as_posix()}" in packed) is not is_left_out


def test_installed_program_solves_a_shipped_puzzle(programs: Path, tmp_path: Path) -> None:
    puzzles, resources = json.loads(run(programs / "python", "-c", INSTALLED_FOLDERS, cwd=tmp_path))
    for folder in (puzzles, resources):
        assert Path(folder).is_relative_to(programs.parent)
    puzzle = min(Path(puzzles).rglob("*.hashi"))
    answer = json.loads(run(programs / "hashi", "solve", "--json", puzzle, cwd=tmp_path))
    assert answer["status"] == "solved"
    assert answer["bridges"]
