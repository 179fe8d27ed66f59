"""The documents agree with the program: paths, links, commands, options and tables."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from hashi_gui import __version__, api, verify_certificate
from hashi_gui.cli import main
from hashi_gui.cli.command import COMMANDS, Parser
from hashi_gui.cli.parser import command_module
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import RULES, Rules
from hashi_gui.core.wording import long_number
from hashi_gui.formats import Document, FormatError, fields, read, reading, registry, write
from hashi_gui.formats.notations import hashi
from hashi_gui.formats.registry import NOTATIONS
from hashi_gui.gui.settings import preferences
from hashi_gui.lab.methods import METHODS
from hashi_gui.packs import exchange
from hashi_gui.rendering.picture import MAX_BYTES
from hashi_gui.system import files

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
    *sorted({*ROOT.glob("docs/**/*.md")} - {*ROOT.glob("docs/release-*.md")}),
]
"""All but the history, which speaks of what was."""
TEXTS = {document: document.read_text(encoding="utf-8") for document in DOCUMENTS}

URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"

PATH = re.compile(r"`((?:\.ci|\.github|docs|hashi_gui|puzzles|resources|tests)(?:/[\w./-]+)?)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMES = re.compile(r"`([A-Za-z_][\w.]*)`")
PLACED = re.compile(r"`(\w+)`\s(?:in\s|\()`([\w/]+\.py)`")
"""A name, and the file in which it is defined."""

NAME = re.compile(r"`hashi\s([a-z]+)(?:\s(--[a-z-]+)(?: [a-z]+)?)?`")
"""What names a command or one of its options, and is no complete command line."""

MODULE = re.compile(r"python -m (hashi_gui[\w.]*)")

each_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=[document.relative_to(ROOT).as_posix() for document in DOCUMENTS]
)


def text_of(name: str) -> str:
    return TEXTS[ROOT / name]


def table_rows(text: str, first_header: str) -> list[list[str]]:
    """The cells of the table whose first column has this header, without the header."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(f"| {first_header} |".replace("  ", " ")):
            break
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def texts_in(cell: str) -> list[str]:
    """What the files hold that a cell names, and all modules in its folders."""
    places = [ROOT / place for place in quoted(cell)]
    files = [
        file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])
    ]
    return [file.read_text(encoding="utf-8") for file in files]


def section(text: str, title: str) -> str:
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_limits_are_those_of_the_readers() -> None:
    limits = {row[0]: row[1:] for row in table_rows(text_of("docs/formats.md"), "what is read")}
    for notation in NOTATIONS:
        limit = notation.MAX_LENGTH // 2**20
        amount, sentence = limits[f"`{notation.NAME}`"]
        assert amount.split(";")[0] == f"{limit} MB"
        if notation.MAX_LENGTH < registry.MAX_INPUT:
            assert (
                f'"Input in the notation “{notation.TITLE}” can be at most {limit} MB long."'
                in sentence
            )
    for number, noun in fields.CHARACTER_LIMITS.values():
        assert f"{number} {noun}" in limits["`hashi`"][0]
    assert limits["any puzzle"][0] == f"{registry.MAX_INPUT // 2**20} MB"
    assert limits["a list of puzzles"][0] == f"{registry.MAX_INPUT // 2**20} MB per line"
    assert limits["a `.zip` file"][0] == (
        f"{reading.MAX_FILES} files, {reading.MAX_FILE_BYTES // 2**20} MB unpacked, "
        f"{reading.MAX_DIRECTORY // 2**20} MB for the list of its files"
    )
    together = "all puzzles of a web page, a message or a `.zip` file together"
    assert limits[together][0] == (
        f"{long_number(reading.MAX_CELLS)} cells, {reading.MAX_UNPACKED // 2**20} MB that links "
        f"unpack to, {long_number(reading.MAX_LINES)} lines, and "
        f"{long_number(reading.MAX_LOOKED_AT)} words and lines that look like puzzles (a puzzle "
        "counts up to three times)"
    )
    size = verify_certificate.MAX_FILE // 2**20
    assert limits["a file of a certificate"][0] == f"{size} MB"
    puzzles = long_number(exchange.MAX_PUZZLES)
    assert limits["what a pack is made of"][0] == (
        f"{puzzles} puzzles, {exchange.MAX_SIZE // 2**20} MB, and {puzzles} other files and lines"
    )
    own = "saved games, journals, drafts, packs and lists of the program's own"
    assert limits[own][0] == f"{files.MAX_BYTES // 2**20} MB"
    assert limits["a past game among the results"][0] == f"{hashi.MAX_LENGTH // 2**20} MB"
    assert limits["settings"][0] == f"{preferences.MAX_BYTES // 2**20} MB"
    assert f"can have {MAX_BYTES // 2**20} MB" in text_of("docs/formats.md")


ELSEWHERE = {"drawPixmapFragments", "setColorScheme", "sha256sum"}
"""Names of Qt and of other programs that our code does not use."""


@pytest.fixture(scope="module")
def words() -> set[str]:
    """All words of the code, and of the names of its files."""
    files = [*ROOT.glob("hashi_gui/**/*.py"), *ROOT.glob("tests/**/*.py")]
    files += [ROOT / name for name in ("Makefile", "pyproject.toml", ".ci/setup")]
    texts = [file.read_text(encoding="utf-8") for file in files if file != Path(__file__)]
    names = [file.name for file in [*files, *ROOT.iterdir()]]
    return set(re.findall(r"\w+", "\n".join([*texts, *names])))


@each_document
def test_names_in_backticks_exist(document: Path, words: set[str]) -> None:
    named = {part for name in NAMES.findall(TEXTS[document]) for part in name.split(".")}
    for name in named - words - ELSEWHERE:
        # The glossary has the ends of the names of classes.
        assert any(word.endswith(name) for word in words), name


@each_document
def test_names_are_defined_where_it_is_said(document: Path) -> None:
    for name, place in PLACED.findall(TEXTS[document]):
        text = (ROOT / place).read_text(encoding="utf-8")
        assert re.search(rf"^(class )?{name}\b", text, re.MULTILINE), (name, place)


@each_document
def test_paths_and_modules_exist(document: Path) -> None:
    missing = [path for path in PATH.findall(TEXTS[document]) if not (ROOT / path).exists()]
    missing += [name for name in MODULE.findall(TEXTS[document]) if find_spec(name) is None]
    assert missing == []


@each_document
def test_links_lead_to_files_and_headings(document: Path) -> None:
    for link in LINK.findall(TEXTS[document]):
        if "://" in link:
            continue
        file, _, heading = link.partition("#")
        target = document.parent / file if file else document
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
            assert heading in anchors, link


def test_architecture_names_where_to_change_what_and_where_types_are() -> None:
    text = text_of("docs/architecture.md")
    changes = table_rows(text, "to change...")
    assert len(changes) >= 15
    types = [(names, places, names) for names, places, _ in table_rows(text, "type")]
    for rows, definition in ((changes, r"\b{}\b"), (types, r"^class {}\b")):
        for change, places, names in rows:
            texts = texts_in(places)
            assert texts, change
            for name in quoted(names):
                word = re.compile(definition.format(re.escape(name)), re.MULTILINE)
                assert any(word.search(text) for text in texts), (change, name)


def test_architecture_lists_every_package() -> None:
    folders = {row[0].strip("`") for row in table_rows(text_of("docs/architecture.md"), "folder")}
    listed = {"/".join(folder.split("/")[:2]) for folder in folders}
    packages = ROOT.glob("hashi_gui/*/__init__.py")
    assert {file.parent.relative_to(ROOT).as_posix() for file in packages} <= listed


@pytest.fixture(scope="module")
def parsers() -> dict[str, Parser]:
    commands = Parser().add_subparsers()
    for name in COMMANDS:
        command_module(name).add(commands)
    return dict(commands.choices)


def test_command_line_describes_every_option_and_no_other(parsers: dict[str, Parser]) -> None:
    text, known = text_of("docs/command-line.md"), set()
    for name, parser in parsers.items():
        usage = section(text, name).replace("-o ", "--output ")
        options = {option for option in parser._option_string_actions if option.startswith("--")}
        assert options - {"--help"} <= set(re.findall(r"--[a-z-]+", usage)), name
        known |= options
    assert set(re.findall(r"`(--[a-z-]+)", text)) <= known


@each_document
def test_commands_and_options_that_are_named_exist(
    document: Path, parsers: dict[str, Parser]
) -> None:
    for name, option in NAME.findall(TEXTS[document]):
        assert name in parsers, name
        assert not option or option in parsers[name]._option_string_actions, (name, option)


def test_lists_are_complete() -> None:
    command_line, formats = text_of("docs/command-line.md"), text_of("docs/formats.md")
    assert [int(row[0]) for row in table_rows(command_line, "code")] == list(map(int, ExitCode))
    methods = {name for row in table_rows(command_line, "name") for name in quoted(row[0])}
    assert methods == set(METHODS)
    notations = {quoted(row[0])[0] for row in table_rows(formats, "name")}
    assert notations == {notation.NAME for notation in NOTATIONS}


def test_readme_is_short_and_has_all_commands_and_the_rules(parsers: dict[str, Parser]) -> None:
    text = text_of("README.md")
    assert len(text.splitlines()) <= 150
    assert set(re.findall(r"^    hashi \[?([a-z]+)", text, re.MULTILINE)) == set(parsers)
    assert f"any of {len(METHODS)} methods" in text
    listed = re.findall(r"^\d\. (.*(?:\n   .*)*)", section(text, "The rules"), re.MULTILINE)
    rules = [rule.replace("“", '"').replace("”", '"') for rule in RULES]
    assert [re.sub(r"\s+", " ", rule) for rule in listed] == rules


PROGRAM = r"(?:[A-Z_]+=\w+ )?(?:hashi|python|make|git|grep|dask|pip|pipx|uvx?|\.venv[/\\]\S+)\s"
BLOCK = re.compile(rf"^    (?:\$ )?({PROGRAM}.*?)(?:  .*)?$", re.MULTILINE)
INLINE = re.compile(rf"`({PROGRAM}[^`]+)`")
EXAMPLE = re.compile(r"^    \$ (hashi .*)\n((?:    .*\n)+)", re.MULTILINE)
NOT_RUN = {
    r"\b[A-Z]{3,}\b|\.\.\.|\[-": "has placeholders",
    r"^dask scheduler$": "serves other machines until it is stopped",
    r"^hashi certificate 1$": "is the first line of a file",
    r"^(git|pipx|uvx?) |\bpip install": "downloads something",
    r"^make ": "sets up an environment, which `.ci/bare` tries",
    r"^hashi desktop": "copies files that only an installation has",
    r"pytest|^python tests/": "runs tests, most of them for minutes or hours",
    r"--story": "tries up to some thousand puzzles, which can take more than a minute",
    r"^hashi bench|^python -m tests.measure|boards|yen": "measures for minutes or hours",
}
"""Command lines that the tests do not run, and why."""

EXIT_CODES = {"hashi pack puzzles/ -o book.pdf --solutions": 2}
"""Those of commands that do not end with 0: one of the puzzles is too large for a page."""


def command_lines(text: str) -> Iterator[str]:
    """All complete command lines in a document, in their order."""
    found = [*BLOCK.finditer(text), *INLINE.finditer(text)]
    for match in sorted(found, key=re.Match.start):
        if not NAME.fullmatch(match[0]):
            yield " ".join(match[1].split())


@pytest.fixture
def in_workshop(tmp_path: Path) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """Runs a command line in a folder with the files that the documents name, as in a terminal."""
    document = read(URL)
    moved = document._replace(board=document.board.apply(Move(((0, 1),))))
    for file in ("puzzle.has", "puzzle.hashi", "benchmark/one.has", "round-1/one.hashi"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(write(document, file.rpartition(".")[2]))
    (tmp_path / "half-done.hashi").write_text(write(moved, "hashi"))
    shutil.copytree(ROOT / "puzzles", tmp_path / "puzzles")
    (tmp_path / "hashi_gui").symlink_to(ROOT / "hashi_gui")
    folders = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(tmp_path))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    def run(line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            line,
            shell=True,
            cwd=tmp_path,
            env=os.environ | folders | {"HOME": str(tmp_path), "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.skipif(os.name == "nt", reason="they are written for a shell")
@each_document
def test_command_lines_work_as_they_are_written(document: Path, in_workshop) -> None:
    shown = dict(EXAMPLE.findall(TEXTS[document]))
    for line in command_lines(TEXTS[document]):
        if any(re.search(pattern, line) for pattern in NOT_RUN):
            continue
        result = in_workshop(line)
        assert result.returncode == EXIT_CODES.get(line, 0), (line, result)
        if line in shown:
            assert result.stdout == textwrap.dedent(shown[line]), line


def test_what_is_not_run_is_in_the_documents() -> None:
    lines = [line for text in TEXTS.values() for line in command_lines(text)]
    for pattern in NOT_RUN:
        assert any(re.search(pattern, line) for line in lines), pattern
    assert EXIT_CODES.keys() <= set(lines)


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_what_the_page_about_python_shows_is_true() -> None:
    page = ROOT / "docs" / "python.md"
    assert doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "doctest", str(page)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, ""), result


@pytest.mark.parametrize("command", ["solve", "check", "hint", "grade", "reduce", "methods"])
def test_command_line_describes_the_json_of_each_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = [] if command == "methods" else [URL]
    assert main([command, "--json", *puzzle]) == 0
    answer = json.loads(capsys.readouterr().out)
    described = section(text_of("docs/command-line.md"), command)
    assert [key for key in answer if f'"{key}":' not in described] == []


def test_each_promise_has_a_test() -> None:
    for promise, test in table_rows(text_of("docs/stability.md"), "promise"):
        file, name = quoted(test)[0].split("::")
        assert f"\ndef {name}(" in (ROOT / file).read_text("utf-8"), promise


def test_exit_codes_stay() -> None:
    names = ["ANSWERED", "NO_SOLUTION", "BAD_INPUT", "STOPPED", "WRONG", "ABORTED"]
    later = {"INTERNAL_ERROR": 70, "INTERRUPTED": 130, "PIPE_CLOSED": 141}
    promised = {name: code for code, name in enumerate(names)} | later
    assert promised.items() <= {code.name: int(code) for code in ExitCode}.items()


KEYS = {
    quoted(row[0])[0]: quoted(row[1]) for row in table_rows(text_of("docs/stability.md"), "command")
}


@pytest.mark.parametrize("command", KEYS)
def test_json_keeps_its_keys(
    command: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    puzzle = [] if command in ("methods", "stats") else [URL]
    assert main([command, "--json", *puzzle]) == 0
    assert set(KEYS[command]) <= set(json.loads(capsys.readouterr().out))


def test_the_python_interface_keeps_its_names() -> None:
    names = quoted(section(text_of("docs/stability.md"), "Names of the Python interface"))
    assert set(names) <= set(api.__all__)


def test_example_of_a_hashi_file_can_be_read() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", text_of("docs/formats.md"), re.DOTALL)
    document = read(example)
    assert document.board.state(0) in (0, 2)
    assert document.game is not None
    assert len(document.game.history) == document.game.position == 4


def document_with(
    *cells: str, limit: int = 2, bridges: int = 0, marked: bool = False, loops: bool = True
) -> Document:
    """A puzzle of these rows, with bridges or a mark on its first edges."""
    clues = {
        (row, col): None if clue == "?" else int(clue)
        for row, line in enumerate(cells)
        for col, clue in enumerate(line)
        if clue != "."
    }
    puzzle = Puzzle.from_clues(len(cells), len(cells[0]), clues, Rules(limit, loops))
    states = [(edge, 1) for edge in range(bridges)] + [(0, MARK)] * marked
    return Document(puzzle, Board.empty(puzzle).apply(Move(tuple(states))), "hashi")


REFUSED = {
    '"?" clues': document_with("?.1", "...", "1.1"),
    "clues of 0": document_with("0.1", "...", "1.1"),
    "a limit other than two bridges per pair": document_with("1.1", "...", "1.1", limit=3),
    "the rule “no loops”": document_with("2.1", "...", "1.2", loops=False),
    "islands that touch": document_with("11.", "...", "1.1"),
    "a bridge between islands that touch": document_with("11.", "...", "1.1", bridges=1),
    "bridges that cross": document_with(".1.", "1.1", ".1.", bridges=2),
    "marks": document_with("1.1", "...", "1.1", marked=True),
    "grids smaller than 3 x 3, or a single island": document_with("1.1", "1.1"),
}


def test_table_of_what_notations_cannot_express_is_right() -> None:
    text = text_of("docs/formats.md")
    (header,) = re.findall(r"^\| \|( `puzzlink` .*)$", text, re.MULTILINE)
    notations = quoted(header)
    rows = {row[0]: row[1:] for row in table_rows(text, "")}
    assert rows.keys() == REFUSED.keys()
    for case, document in REFUSED.items():
        for notation, answer in zip(notations, rows[case], strict=True):
            try:
                write(document, notation)
            except FormatError:
                assert answer in ("no", "-"), (case, notation)
            else:
                assert answer == "yes", (case, notation)
