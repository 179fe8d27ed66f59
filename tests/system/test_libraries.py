import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from hashi_gui.cli import main
from hashi_gui.core.errors import HashiError
from hashi_gui.solving import UnsupportedPuzzleError
from hashi_gui.system import libraries
from hashi_gui.system.libraries import load, works
from tests.processes import TIMEOUT

ROOT = Path(__file__).parents[2]
LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"

posix = pytest.mark.skipif(os.name == "nt", reason="there, quotes are others")


def command_for(module: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(HashiError) as caught:
        load(module)
    sentence, command = str(caught.value).split(". To install it: ")
    assert sentence.startswith("This needs ")
    return command


@posix
def test_a_missing_library_is_named_with_the_command_that_installs_it_here(monkeypatch, tmp_path):
    pip = f"{sys.executable} -m pip install"
    assert command_for("segno", monkeypatch) == f"{pip} --editable '{ROOT}[qr]'"
    monkeypatch.setattr(libraries, "__file__", f"{tmp_path}/hashi_gui/system/libraries.py")
    assert command_for("distributed", monkeypatch) == f"{pip} 'hashi-gui[dask]'"
    assert command_for("highspy", monkeypatch) == f"{pip} hashi-gui"
    monkeypatch.setitem(sys.modules, "pip", None)
    uv = f"uv pip install --python {sys.executable}"
    assert command_for("segno", monkeypatch) == f"{uv} 'hashi-gui[qr]'"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(HashiError, match=r"^This needs segno, which [^.]* does not contain\.$"):
        load("segno")


@pytest.mark.parametrize("failure", [ImportError("libx.so: gone\n"), OSError("no"), KeyError()])
def test_a_broken_library_is_not_called_missing(failure, monkeypatch):
    monkeypatch.setattr(libraries, "import_module", Mock(side_effect=failure))
    reason = str(failure).replace("\n", r"\\n") or "KeyError"
    with pytest.raises(
        UnsupportedPuzzleError, match=f"HiGHS is installed, but cannot be loaded: {reason}$"
    ):
        load("highspy", UnsupportedPuzzleError)
    assert not works("highspy")


@pytest.mark.parametrize(("module", "name"), [("numpy", "NumPy"), ("pysolvers", "PySAT")])
def test_counting_with_a_broken_library_is_no_error_in_the_program(module, name, tmp_path):
    (tmp_path / f"{module}.py").write_text("raise ImportError('libx.so: gone')")
    ended = subprocess.run(
        [sys.executable, "-m", "hashi_gui", "count", "?.?\n...\n?.?"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    sentence = f"hashi: {name} is installed, but cannot be loaded: libx.so: gone\n"
    assert (ended.returncode, ended.stderr) == (2, sentence)


def test_every_library_is_in_an_extra_or_comes_with_the_program():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {extra for _, extra in libraries._LIBRARIES.values()} - {""} == (
        project["optional-dependencies"].keys() - {"app", "dev"}
    )


def test_a_cluster_without_dask_is_refused_for_a_single_puzzle_too(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["solve", LINK, "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err.startswith("hashi: This needs Dask, which is not installed. ")
