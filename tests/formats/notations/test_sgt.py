import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, draw, read, write
from hashi_gui.solving import Solver, VerdictKind
from tests.strategies import puzzles

GAME_ID = "10x10m2:a1a4a4b4k4b6b2a4b2b2b1e2e1a4b4c3j25d2a1f2c3a4d4c3"
SQUARE = Puzzle.from_clues(3, 3, {(0, 0): 4, (0, 2): 4, (2, 0): 4, (2, 2): 4})
TOP, LEFT, RIGHT, BOTTOM = range(4)


def saved(*moves: str, position: int | None = None, **values: str) -> str:
    """A save file of SQUARE; each move is given as KEY VALUE."""
    lines = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1",
        "GAME": "Bridges",
        "PARAMS": "3x3m2",
        "CPARAMS": "3x3i30e10m2d0",
        "SEED": "a1b2c3",
        "DESC": "4a4c4a4",
        "AUXINFO": "0123456789abcdef",
        "NSTATES": str(len(moves) + 1),
        "STATEPOS": str(len(moves) + 1 if position is None else position),
    } | values
    pairs = [*lines.items(), *(tuple(f"{move} ".split(" ")[:2]) for move in moves)]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in pairs)


def test_the_sample_is_written_as_it_was_read() -> None:
    document = read(GAME_ID)
    assert document.notation == "sgt"
    assert write(document, "sgt") == GAME_ID
    assert draw(document.puzzle, document.board).splitlines()[2] == "4..6..2.4."


REAL = (
    "7x7m2:a4d32a4b3b3g4a2c2c3g13d2a",
    "5x5m3L:2a3a5l1b3c4",
    "7x7m2:4b5a3h6a2i1a6b7b2g4b5b1",
    "7x7m2:3a5a6a3i2c1m13a1e1b4a2",
    "7x7m2:3c5a3a1t4b4b1g3a3b3",
    "10x10m2:a1a3a5a4a44c3a3a2q2c2a2b2b3u3a5a4c3j24e3a2a",
    "10x10m2:2d5c3b1c2a3s2q3b4p2a1c2b4c32g1a",
    "15x15m2:3f3a3a3b2o5c6b7a6c2b1t4h2b5a2k1c3a2d24j5a6zs1zzf2a",
    "7x7m2:a3d31h3c42b2a3b2e3a6b3b2d3",
    "7x7m2:4d2b1b4a26b3m1c3c3c2d3",
    "3x3m2:2a2c2a2",
)
PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html"


@pytest.mark.parametrize("game_id", REAL)
def test_real_ids_are_read_and_written_as_read(game_id) -> None:
    document = read(game_id)
    assert document.puzzle.rules.loops == ("L" not in game_id)
    assert write(document, "sgt") == game_id


@pytest.mark.parametrize(
    "link",
    [
        f"{PAGE}#{GAME_ID}",
        f"{PAGE}#{GAME_ID.replace(':', '%3A')}",
        f"bridges.html#{GAME_ID}",
        f"http://127.0.0.1/bridges.html#{GAME_ID}",
    ],
)
def test_links_of_the_web_version_are_read(link) -> None:
    document = read(link)
    assert document == read(GAME_ID)._replace(notation="sgt-url")
    assert write(document, "sgt-url") == f"{PAGE}#{GAME_ID}"


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        (f"{PAGE}#7x7m2%23123", "1:75 A random seed follows the #, "),
        (f"{PAGE}#7x7m2", "1:70 Found '7x7m2', expected a game ID such as "),
        (f"{PAGE}#5x5:1a", "1:76 Found 2 cells, expected 5 x 5 = 25."),
        (
            PAGE.replace("bridges", "loopy") + "#7x7t0:2a",
            "Found a puzzle of type 'loopy', expected",
        ),
    ],
)
def test_broken_links_of_the_web_version(read_error, link, sentence) -> None:
    assert sentence in read_error(link)


@pytest.mark.parametrize(
    "game_id",
    [
        "3x3m2:4a4c4a4",
        "3:4a4c4a4",
        "3x3:4a4c4a4",
        "3x3i30e10m2d0:4a4c4a4",
        "3x3i30e10m2d2:4a4aaa4a4",
        " 3m2: 4a4c4a4\n",
    ],
)
def test_all_forms_of_a_game_id_are_read(game_id) -> None:
    assert read(game_id) == Document.from_puzzle(SQUARE, "sgt")


def test_the_width_comes_first_and_large_clues_are_letters() -> None:
    clues = {(0, 0): 10, (0, 4): 16, (2, 0): 3}
    puzzle = Puzzle.from_clues(3, 5, clues, rules=Rules(4))
    assert write(Document.from_puzzle(puzzle, "text"), "sgt") == "5x3m4:AcGe3d"
    assert read("5x3m4:AcGe3d").puzzle == puzzle


@given(data=st.data())
def test_write_then_read(data):
    puzzle = data.draw(puzzles(limits=(1, 2, 3, 4), loops=st.booleans(), unknown=False))
    apart = {(2 * island.row, 2 * island.col): island.clue for island in puzzle.islands} | {
        (15, 15): 1
    }
    puzzle = Puzzle.from_clues(16, 80, apart, puzzle.rules)
    document = Document.from_puzzle(puzzle, "sgt")
    assert read(write(document, "sgt")) == document


@pytest.mark.parametrize(
    ("moves", "position", "states"),
    [
        ([], None, [0, 0, 0, 0]),
        (["MOVE L0,0,2,0,1"], None, [1, 0, 0, 0]),
        (["MOVE L2,0,0,0,2", "MOVE N0,2,0,0"], None, [2, MARK, 0, 0]),
        (["MOVE N0,0,0,2", "MOVE N0,0,0,2"], None, [0, 0, 0, 0]),
        (["MOVE N0,0,0,2", "MOVE L0,0,0,2,1"], None, [0, 1, 0, 0]),
        (["MOVE L0,0,2,0,2", "MOVE L0,0,2,0,0"], None, [0, 0, 0, 0]),
        (["MOVE L0,0,2,0,1", "MOVE L0,0,0,2,1"], 2, [1, 0, 0, 0]),
        (["MOVE L0,0,2,0,1", "MOVE L0,0,0,2,1"], 1, [0, 0, 0, 0]),
        (["MOVE L0,0,2,0,1", "RESTART 4a4c4a4"], None, [0, 0, 0, 0]),
        (["SOLVE S;L0,0,2,0,2;L0,0,0,2,2;L2,0,2,2,2;L0,2,2,2,2"], None, [2, 2, 2, 2]),
        (["SOLVE S"], None, [0, 0, 0, 0]),
        (["MOVE"], None, [0, 0, 0, 0]),
    ],
)
def test_the_board_of_a_save_file_is_read(moves, position, states) -> None:
    document = read(saved(*moves, position=position))
    assert document.puzzle == SQUARE
    assert [document.board.state(edge) for edge in (TOP, LEFT, RIGHT, BOTTOM)] == states
    assert document.notation == "sgt"


WITHOUT_LOOPS = """
7x7m2L:3a4c4h1a4b4b2d2b3a1c4c31f
7x7m2L:3b6b3e1d2c4d4g1a1c2a2e1
7x7m2L:2b2b4g6e6g5d1h2b2b4
10x10m2L:2h3j3a5f3a2j2h4g3j1a2d4m3e4a1
10x10m2L:a2a5e31j1h4b3a3c2l1b6a3a23b1h2b4a6a5j2c4b4a1
5x5m3L:2a3a5l1b3c4
"""
"""Made by the program itself, which promises one solution without loops."""


@pytest.mark.parametrize("text", WITHOUT_LOOPS.split())
def test_a_puzzle_without_loops_has_one_solution(text: str) -> None:
    document = read(text)
    assert not document.puzzle.rules.loops
    with Solver(document.puzzle) as solver:
        assert solver.verdict().kind is VerdictKind.UNIQUE
    assert write(document, "sgt").strip() == text


def test_a_puzzle_may_have_one_solution_only_because_loops_are_forbidden() -> None:
    kinds = []
    for text in WITHOUT_LOOPS.split():
        with Solver(read(text.replace("L", "")).puzzle) as solver:
            kinds.append(solver.verdict().kind)
    assert VerdictKind.SEVERAL in kinds


def test_the_locks_of_a_save_file_are_read() -> None:
    board = read(saved("MOVE M0,0", "MOVE M2,2", "MOVE M0,0")).board
    assert board == Board(bytes(4), locks=frozenset({3}))


MESSAGES = {
    "7x7#123456": (
        "1:4 A random seed follows the #, which only Simon Tatham's own "
        "program can use; copy the game ID that has a colon instead."
    ),
    "0x3:1": "1:1 Found 0, expected a number of columns from 1 to 2000.",
    "3x2001:1": "1:3 Found 2001, expected a number of rows from 1 to 2000.",
    "3x3m5:1": "1:5 Found 5, expected a bridge limit from 1 to 4.",
    "3x3:1a1": "1:8 Found 3 cells, expected 3 x 3 = 9.",
    "3x3:1a1fg": "1:9 Found more than 9 cells, expected 3 x 3.",
    "3x3:1a1g": "1:9 Found 10 cells, expected 3 x 3 = 9.",
    "3x3:1h": "1:5 Found 1 island, expected at least 2.",
    "3x3:1a0f": "1:7 Found '0', expected a clue or a letter for water.",
    "3x3:1a?f": "1:7 Found '?', expected a clue or a letter for water.",
    "3x3:11g": "1:6 Found adjacent islands, expected water between them.",
    "3x3:1b1e": "1:7 Found adjacent islands, expected water between them.",
    "3x3:9a1f": "1:5 Found the clue 9, expected at most 8, with 2 bridges per pair.",
    saved(SAVEFILE="x"): (
        "1:12 Found SAVEFILE 'x', expected \"Simon Tatham's Portable Puzzle Collection\"."
    ),
    saved(GAME="Mines"): "3:12 Found GAME 'Mines', expected 'Bridges'.",
    saved(PARAMS="?"): "4:12 Found '?', expected parameters such as '10x10m2'.",
    saved(DESC="4a4"): "7:15 Found 3 cells, expected 3 x 3 = 9.",
    saved(STATEPOS="3"): "10:12 Found 3, expected a position from 1 to 1.",
    saved(STATEPOS="x"): "10:12 Found 'x', expected a position from 1 to 1.",
    saved().replace("GAME    :7", "GAME    :0000000007"): (
        "3:10 Found '0000000007', expected a length."
    ),
    saved("MOVE L0,0,2,0,1;M0,0;X1"): "11:29 Found 'X1', expected a move such as 'L0,0,2,0,1'.",
    saved("MOVE N0,0,1,1"): "11:12 There is no island at column 1, row 1.",
    saved("MOVE N1,1,0,0"): "11:12 There is no island at column 1, row 1.",
    saved("MOVE X1"): "11:12 Found 'X1', expected a move such as 'L0,0,2,0,1'.",
    saved("MOVE L0,0,2,0,1;L0,0,2,0,3"): "11:24 Found 3 bridges, expected at most 2.",
    saved("MOVE M1,1"): "11:12 There is no island at column 1, row 1.",
    saved("MOVE L0,0,2,2,1"): "11:13 The two islands of 'L0,0,2,2,1' are not neighbours.",
    saved().replace("GAME    :7", "GAME    :8"): "3:12 Found 7 characters, expected 8.",
    "SAVEFILE:41": "1:1 Found 'SAVEFILE:41', expected KEY:LENGTH:VALUE.",
    "SAVEFILE:0:\n": (
        '1:12 Found SAVEFILE nothing, expected "Simon Tatham\'s Portable Puzzle Collection".'
    ),
    "\n".join(saved().splitlines()[:2]): "2:13 Found the end, expected a GAME line.",
}


@pytest.mark.parametrize("text", MESSAGES)
def test_error_messages(read_error, text):
    assert read_error(text) == MESSAGES[text]


@pytest.mark.parametrize(
    ("puzzle", "sentence"),
    [
        (
            Puzzle.from_clues(2, 3, {(0, 0): 1, (0, 2): 1}),
            "A game ID of SGT's Bridges needs at least 3 rows and columns; this "
            "puzzle has 2 x 3 cells.",
        ),
        (
            Puzzle.from_clues(3, 3, {(0, 0): 1}),
            "A game ID of SGT's Bridges needs at least 2 islands.",
        ),
    ],
)
def test_what_cannot_be_represented_is_refused(write_error, puzzle, sentence):
    assert write_error("sgt", puzzle) == sentence
