"""Invalid command lines are reported once, in one sentence, before any work."""

import sys
from contextlib import suppress

import pytest

from hashi_gui.cli import main
from hashi_gui.cli.parser import parse
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError
from hashi_gui.formats.registry import NOTATIONS
from hashi_gui.lab import methods as solving_methods
from hashi_gui.lab.methods import METHODS
from hashi_gui.system.option_types import MAX_PROCESSES


def has_bridges(notation):
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})
    with suppress(FormatError):
        return notation.write(Document(puzzle, Board(bytes([1])), "text"))


BOARD_FORMATS = ", ".join(sorted(each.NAME for each in NOTATIONS if has_bridges(each)))
FORMATS = (
    "csv, has, hashi, janko, kanpen, kanpen-url, kanpen-xml, penpa, puzzle-bridges, puzzlink, "
    "pzpr, sgt, sgt-url, text"
)

ERRORS = [
    # commands and arguments
    ("solve", "the following arguments are required: PUZZLE; see `hashi solve --help`."),
    ("--loud", "the following arguments are required: COMMAND; see `hashi --help`."),
    *((f"{name} a", "required: -o/--output; see") for name in ("pack", "render")),
    ("sovle a.has", "there is no command 'sovle'; see `hashi --help`."),
    ("--time-limit 5", "there is no command '5'; see `hashi --help`."),
    ("generate extra words", "unrecognised arguments: extra words; see `hashi generate --help`."),
    ("solve a.has --loud", "unrecognised arguments: --loud; see `hashi solve --help`."),
    # formats
    *(
        (f"{command} --to nosuch", f"--to must be one of {FORMATS}, not 'nosuch';")
        for command in ("convert a", "generate")
    ),
    *(
        (f"{command} --to {name}", f"--to must be one of {BOARD_FORMATS}, not '{name}';")
        for command in ("solve a", "check a", "hint a")
        for name in ("nosuch", "puzzlink", "has")
    ),
    ("convert a", "the following arguments are required: --to;"),
    ("export a --to pdf", "--to must be one of cnf, mps, lp, not 'pdf';"),
    # methods
    ("solve a --method nosuch", f"--method must be one of {', '.join(METHODS)}, not 'nosuch';"),
    ("bench a --methods=", "deduction, not '';"),
    ("bench a --methods sat,nosuch", f"--methods must be one of {', '.join(METHODS)}, not 'nos"),
    ("export a --to cnf --method nosuch", "--method must be one of sat, sat-pb, "),
    (
        "export a --to cnf --method ilp-v1",
        "--method must be one of sat, sat-pb, sat-tseitin, sat-dp with --to cnf, not 'ilp-v1';",
    ),
    # times
    *(
        (
            f"{command} a --time-limit={value}",
            "--time-limit must be a number of seconds, 0 or more, "
            f"not '{value}'; see `hashi {command} --help`.",
        )
        for command in ("solve", "check", "count", "hint", "grade", "explain", "bench")
        for value in ("soon", "-1", "nan", "inf", "\N{ARABIC-INDIC DIGIT THREE}", "1_0", "")
    ),
    ("solve a --time-limit 1e7", "--time-limit must be at most 1000000 seconds, not '1e7';"),
    # empty names, which would be the current folder
    *(
        (f"{command} ", "must not be empty;")
        for command in (
            *("solve", "check", "count", "hint", "grade", "explain", "bench", "play"),
            *("convert --to has", "export --to cnf", "render -o a.png", "pack -o a.pdf"),
            *("solve a -o", "generate -o", "convert a --to has -o", "bench a --output"),
            "generate --scheduler",
        )
    ),
    # whole numbers
    *(
        (
            f"{command}={value}",
            f"{command.split()[-1]} must be a positive whole number, not '{value}';",
        )
        for command in (
            *("generate --count", "generate --jobs"),
            *("bench a --jobs", "bench a --limit", "bench a --repeats"),
        )
        for value in ("0", "-1", "1.5", "few", "")
    ),
    *(
        (f"{command}=99999999999999999999", f"{command.split()[-1]} must be at most 1000000000, ")
        for command in ("generate --count", "bench a --limit")
    ),
    *(
        (f"{command} --jobs=100000", f"--jobs must be at most {MAX_PROCESSES} on this machine, not")
        for command in ("generate", "bench a")
    ),
    ("generate --islands many", "--islands must be a whole number from 2 to 2000000, not 'many';"),
    ("generate --islands 1", "--islands must be a whole number from 2 to 2000000, not '1';"),
    ("generate --max-bridges 5", "--max-bridges must be a whole number from 1 to 4, not '5';"),
    ("bench a --seed -1", "--seed must be a whole number from 0 to 1000000000, not '-1';"),
    # other numbers
    ("generate --density nan", "--density must be a number from 0 to 1, not 'nan';"),
    ("generate --density 24", "--density must be a number from 0 to 1, not '24';"),
    ("generate --doubles half", "--doubles must be a number from 0 to 1, not 'half';"),
    ("generate --unknown nan", "--unknown must be a number from 0 to 1, not 'nan';"),
    ("render a -o a.png --cell 0", "--cell must be a number from 0.5 to 100 millimetres, not '0';"),
    ("pack a -o a.svg --width 5", "--width must be a number from 20 to 500 millimetres, not '5';"),
    # sizes and names
    ("generate --size 15", "--size must be columns x rows, such as 15x15, not '15';"),
    ("generate --size 15x", "--size must be columns x rows, such as 15x15, not '15x';"),
    ("generate --size 3x3000", "--size must be 1 to 2000 columns and rows, not '3x3000';"),
    ("generate --size 0x9", "--size must be 1 to 2000 columns and rows, not '0x9';"),
    ("generate --size", "--size needs a value;"),
    ("library --import", "--import needs a value;"),
    ("solve a --json=yes", "--json takes no value;"),
    ("check a --j 2", "--j may be one of --jobs, --json;"),
    ("generate --difficulty tricky", "--difficulty must be one of easy, medium, hard, expert, ext"),
    (
        "generate --symmetry odd",
        "--symmetry must be one of none, rotate, quarter-turns, mirror, flip, both-mirrors, "
        "diagonal, not 'odd';",
    ),
    (
        "render a -o a.png --theme pink",
        "--theme must be one of light, dark, sand, dusk, high-contrast, print, not",
    ),
    ("bench a --task draw", "--task must be one of solve, check, count, not 'draw';"),
    ("pack a -o a.pdf --paper a5", "--paper must be one of a4, letter, not 'a5';"),
    ("pack a -o a.pdf --per-page 3", "--per-page must be one of 1, 2, 4, 6, not '3';"),
    # files
    ("render a -o a.bad", "--output must be a file name that ends in one of .png, .svg, .pdf, no"),
    ("render a -o board", "--output must be a file name that ends in one of .png, .svg, .pdf, no"),
    ("pack a -o a.png", "--output must be a file name that ends in one of .pdf, .svg, not 'a.p"),
    ("pack a -o no/such/a.pdf", "--output must be a file in an existing folder, not 'no/such/a.p"),
    ("bench a --output pyproject.toml", "--output must be a folder, but 'pyproject.toml' is a fi"),
    (f"render a -o {'x' * 5000}.svg", "--output must be a possible name of a file, not 'xxx"),
    (f"bench a --output {'x' * 5000}", "--output must be a possible name of a file, not 'xxx"),
    (f"generate -o {'x' * 5000}", "cannot be written (File name too long)"),
    # options together
    ("generate --islands 9 --density 0.1", "--density cannot be combined with --islands;"),
    ("generate --jobs 2 --scheduler a", "--scheduler cannot be combined with --jobs;"),
    ("generate --size 25x25 --islands 400", "room for 2 to 313 islands, not 400"),
    ("bench a --jobs 2 --scheduler b", "--scheduler cannot be combined with --jobs;"),
    ("bench a --resume", "--resume needs --output;"),
    (
        "bench a --task check --methods asp,cp-sat",
        "with --task check, --methods must be one of auto, sat, asp, not 'cp-sat';",
    ),
    ("stats --json --csv", "--csv cannot be combined with --json;"),
    ("library --title x", "--title needs --import."),
    ("library -o x", "--to and --output need --export."),
    ("library --to sgt", "--to and --output need --export."),
    ("library --json --export x", "--json is for the list of packs."),
    ("library --export x --to text", "Several puzzles in the format text need a folder"),
    ("library --import x --export x", "--export cannot be combined with --import;"),
    ("pack a -o a.svg", "Only --template magazine can be an .svg file"),
    ("pack a -o a.pdf --width 84", "--width is only for --template magazine"),
    ("pack a -o a.pdf --template magazine", "--template magazine needs --width"),
    (
        "pack a -o a.pdf --template magazine --width 84 --per-page 2",
        "--per-page cannot be combined with --template magazine",
    ),
    ("pack a -o a.pdf --template card --qr puzzles", "--qr cannot be combined with --template car"),
    ("generate --max-bridges 3 --unknown 0.3", "this puzzle allows 3"),
    ("generate --max-bridges 3 --to csv", "this puzzle allows 3"),
    (
        "generate --unknown 0.5 --to sgt",
        "the clue ? of the island at row 1, column 1. Choose another format with --to.",
    ),
    (
        "generate --count 2 --to text -o b.txt",
        "Several puzzles in the format text need a folder or a .zip file;",
    ),
]


@pytest.mark.parametrize(("command", "message"), ERRORS)
def test_an_invalid_command_line_is_one_sentence(command: str, message: str) -> None:
    with pytest.raises(HashiError) as caught:
        parse(command.split(" "))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_method_whose_library_is_missing_is_reported_before_reading(monkeypatch, capsys) -> None:
    method = solving_methods.Method("lost", "", "", METHODS["sat"].search, library="pyganak")
    monkeypatch.setattr("hashi_gui.lab.methods.METHODS", {"lost": method})
    monkeypatch.setitem(sys.modules, "pyganak", None)
    assert main(["solve", "--method", "lost", "missing.has"]) == 2
    assert capsys.readouterr().err.startswith("hashi: This needs Ganak, which is not installed. ")
