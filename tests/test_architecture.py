"""The promises of the structure: layers, Qt for window and drawing only, a small top level."""

import ast
import json
import re
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import grimp
import pytest
from importlinter import api
from importlinter.contracts.layers import LayersContract

from hashi_gui.cli.command import COMMANDS

ROOT = Path(__file__).parents[1]

TOP_LEVEL = {
    *("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md"),
    *("SECURITY.md", "docs", "hashi_gui", "puzzles", "pyproject.toml", "resources", "tests"),
}

PUZZLE = "https://puzz.link/p?hashi/3/1/1g1"

TEXT_COMMANDS = {
    **{name: [PUZZLE] for name in ("solve", "count", "hint", "grade", "explain", "reduce")},
    **{name: [] for name in ("methods", "library", "stats")},
    "generate": ["--size", "4x4", "--seed", "1"],
    "convert": [PUZZLE, "--to", "has"],
    "export": [PUZZLE, "--to", "cnf"],
}

WITHOUT_QT = """
import importlib, json, sys
sys.modules |= dict.fromkeys(("PySide6", "shiboken6"))
modules, commands = json.load(sys.stdin)
for name in modules:
    importlib.import_module(name)
from hashi_gui.cli import main
codes = {name: main([name, *arguments]) for name, arguments in commands.items()}
print(json.dumps(codes), file=sys.stderr)
"""

CONFIGURATION = api.read_configuration(str(ROOT / "pyproject.toml"))
LAYERS = [
    contract for contract in CONFIGURATION["contracts_options"] if contract["type"] == "layers"
]


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("hashi_gui", cache_dir=None)


def keeps(imports: grimp.ImportGraph, contract: dict[str, object]) -> bool:
    checked = LayersContract(contract["name"], CONFIGURATION["session_options"], contract)
    return checked.check(imports, verbose=False).kept


@pytest.mark.parametrize("contract", LAYERS, ids=lambda contract: contract["containers"][0])
def test_a_module_that_a_contract_does_not_name_breaks_it(imports, contract):
    assert keeps(imports, contract)
    for package in contract["containers"]:
        extended = deepcopy(imports)
        extended.add_module(f"{package}.newcomer")
        assert not keeps(extended, contract)


def test_nothing_below_the_window_may_import_it(imports):
    above = {f"hashi_gui.{name}" for name in ("__main__", "api", "cli", "gui")}
    for part in imports.find_children("hashi_gui") - above:
        extended = deepcopy(imports)
        extended.add_import(importer=part, imported="hashi_gui.gui.window")
        assert not keeps(extended, LAYERS[0]), part


def test_all_but_the_window_and_pictures_needs_no_qt(tmp_path: Path) -> None:
    """Not `bench`, whose plots take long; a contract holds for that and for rare branches."""
    files = [path.relative_to(ROOT) for path in ROOT.glob("hashi_gui/**/*.py")]
    modules = [
        ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        for file in files
        if not {"gui", "rendering"} & set(file.parts) and file.name != "__main__.py"
    ]
    assert {"hashi_gui.cli.parser", "hashi_gui.core.puzzle", "hashi_gui.solving"} <= set(modules)
    commands = {
        **TEXT_COMMANDS,
        "check": [PUZZLE, "--proof", str(tmp_path)],
        "verify": [str(tmp_path)],
    }
    assert set(COMMANDS) - set(commands) == {
        "play",
        "render",
        "pack",
        "bench",
        "desktop",
        "thumbnail",
    }
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT],
        input=json.dumps([modules, commands]),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stderr.splitlines()[-1]) == dict.fromkeys(commands, 0)


def test_git_tracks_nothing_else_at_the_top_level() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is not a git checkout, or git is not installed")
    command = ["git", "ls-files", "-z"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if result.returncode:  # For example because the checkout belongs to another user.
        pytest.skip(f"git cannot list the files: {result.stderr.strip()}")
    entries = {file.partition("/")[0] for file in result.stdout.split("\0") if file}
    assert {entry for entry in entries if not entry.startswith(".")} == TOP_LEVEL


def test_fonts_and_painters_are_made_where_qt_is_prepared() -> None:
    made = re.compile(r"\bQ(?:Font|Painter)\(")
    files = {
        file.name
        for file in ROOT.glob("hashi_gui/rendering/**/*.py")
        if made.search(file.read_text("utf-8"))
    }
    assert files == {"painting.py", "resources.py"}


def test_no_module_gives_two_values_to_one_name() -> None:
    """The second would hold also where the first is meant."""
    for file in ROOT.glob("hashi_gui/**/*.py"):
        assigned = [n for n in ast.parse(file.read_text("utf-8")).body if isinstance(n, ast.Assign)]
        targets = [node for each in assigned for top in each.targets for node in ast.walk(top)]
        names = [node.id for node in targets if isinstance(node, ast.Name)]
        assert len(names) == len(set(names)), file
