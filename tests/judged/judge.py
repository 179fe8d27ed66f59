"""Let other programs read what this one writes, and the other way round, and compare solutions.

    python tests/judged/judge.py --pzpr FOLDER --sgt /usr/games/sgt-bridges [--record N]

FOLDER has ``node_modules`` with the package ``pzpr``, for Node.js; ``sgt-bridges`` is in the
package ``sgt-puzzles`` of Debian. ``--record`` keeps a sample in ``record.json``, which the tests
compare with what is read, written and solved now.
"""

import json
import os
import re
import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, read, write
from hashi_gui.generating import GenerationError, GeneratorOptions, Recipe
from hashi_gui.solving import Solver, VerdictKind

HERE = Path(__file__).parent
RECORD = HERE / "record.json"
WITH_BOARD = ("pzpr", "kanpen", "kanpen-xml")
WITHOUT_BOARD = ("puzzlink", "kanpen-url")
SGT_PARAMS = (
    "5x5m2",
    "7x7m2d1",
    "7x7m2L",
    "10x10m2d2",
    "8x12i20e20m2",
    "6x6m3L",
    "9x7m4d2",
    "7x7m1",
)
STEP = 512
"""How far the cells of a printed page of SGT are from each other."""

_BRIDGE = re.compile(r"newpath (\d+) (\d+) moveto (\d+) (\d+) lineto")


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pzpr", type=Path, required=True)
    parser.add_argument("--sgt", type=Path, required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--record", type=int, default=0, metavar="N")
    args = parser.parse_args()
    made = list(made_puzzles(args.count))
    record = {
        "pzpr": judge_by_pzpr(made, args.pzpr),
        "to_sgt": judge_by_sgt([ours for ours in made if _sgt_id(ours)], args.sgt),
        "from_sgt": judge_sgt(args.count, args.sgt),
    }
    if args.record:
        sample = {name: entries[:: len(entries) // args.record] for name, entries in record.items()}
        RECORD.write_text(json.dumps(sample, indent=1) + "\n")


def made_puzzles(count: int) -> Iterator[Document]:
    """Generated puzzles of many sizes with their solutions, some with "?"."""
    seed = 0
    while count:
        seed += 1
        rows, cols = 5 + seed % 8, 5 + seed // 3 % 9
        unknown = 0.2 if seed % 3 == 0 else 0.0
        options = GeneratorOptions(rows, cols, rows * cols // 5, unknown=unknown)
        try:
            puzzle = Recipe(options, seed).make().puzzle
        except GenerationError:
            continue
        count -= 1
        yield Document(puzzle, Board(solution_of(puzzle)), "hashi")


def solution_of(puzzle: Puzzle) -> bytes:
    """The only solution of a puzzle."""
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    assert verdict.kind is VerdictKind.UNIQUE, write(Document.from_puzzle(puzzle, ""), "hashi")
    assert verdict.solution is not None
    return verdict.solution


def written(document: Document) -> dict[str, str]:
    """What this program writes for pzpr: files with the solution, links without."""
    empty = Document.from_puzzle(document.puzzle, "")
    return {name: write(document, name) for name in WITH_BOARD} | {
        name: write(empty, name) for name in WITHOUT_BOARD
    }


def judge_by_pzpr(made: Sequence[Document], folder: Path) -> list[dict[str, Any]]:
    ours = [written(document) for document in made]
    texts = [(number, name) for number, texts in enumerate(ours) for name in texts]
    process = subprocess.run(
        ["node", HERE / "pzpr.js"],
        input="".join(f"{json.dumps(ours[number][name])}\n" for number, name in texts),
        env=os.environ | {"NODE_PATH": str(folder / "node_modules")},
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    assert len(answers) == len(texts)
    for (number, name), theirs in zip(texts, answers):
        assert theirs["complete"] == (name in WITH_BOARD), ours[number][name]
        check_answer(made[number], name, theirs)
    print(f"pzpr: reads {len(made)} puzzles in {len(texts)} texts, and we what it writes of each")
    by_file = {number: each for (number, name), each in zip(texts, answers) if name == "pzpr"}
    return [{"ours": texts, "theirs": by_file[number]} for number, texts in enumerate(ours)]


def check_answer(document: Document, given: str, theirs: dict[str, str]) -> None:
    """Compare what pzpr makes of a puzzle in the ``given`` notation.

    In links of Kanpen it takes "?" for 9, and loses it when it writes them. Without a browser, it
    damages the empty names in XML that it has read.
    """
    unknown = any(island.clue is None for island in document.puzzle.islands)
    for name in (*WITH_BOARD, *WITHOUT_BOARD):
        if (unknown and "kanpen-url" in (name, given)) or name == given == "kanpen-xml":
            continue
        found = read(theirs[name])
        assert found.puzzle == document.puzzle, theirs[name]
        drawn = given in WITH_BOARD and name in WITH_BOARD
        shown = document.board if drawn else Board.empty(document.puzzle)
        assert found.board.counts == shown.counts, theirs[name]


def judge_by_sgt(made: Sequence[Document], program: Path) -> list[dict[str, Any]]:
    solved = []
    for document in made:
        board = printed(document, _sgt_id(document), program)
        if board is not None:
            assert board == document.board, _sgt_id(document)
            solved.append(document)
    print(f"SGT: reads {len(made)} game IDs, solves {len(solved)} of them, all as we do")
    return list(map(_entry, solved))


def judge_sgt(count: int, program: Path) -> list[dict[str, Any]]:
    entries = []
    for number in range(count):
        params = SGT_PARAMS[number % len(SGT_PARAMS)]
        given = _output([program, "--generate", "1", params]).strip()
        puzzle = read(given).puzzle
        document = Document(puzzle, Board(solution_of(puzzle)), "sgt")
        assert printed(document, given, program) == document.board, given
        assert read(_sgt_id(document)).puzzle == puzzle, given
        entries.append({**_entry(document), "id": given})
    print(f"SGT: {count} of its puzzles have one solution, the same for both programs")
    return entries


def printed(document: Document, game_id: str, program: Path) -> Board | None:
    """The solution that SGT prints; None if its solver gives the puzzle up."""
    try:
        text = _output([program, "--print", "1x1", "--with-solutions"], f"{game_id}\n")
    except subprocess.CalledProcessError as error:
        if "does not have a (non-recursive) solution" not in error.stderr:
            raise
        return None
    puzzle = document.puzzle
    across = [[0] * puzzle.cols for _ in range(puzzle.rows)]
    down = [[0] * puzzle.rows for _ in range(puzzle.cols)]
    for match in _BRIDGE.finditer(text):
        x, y, to_x, to_y = map(int, match.groups())
        col = round((x + to_x) / 2 / STEP) - 1
        row = puzzle.rows - round((y + to_y) / 2 / STEP)
        lines, place = (across[row], col) if y == to_y else (down[col], row)
        lines[place] += 1
    counts = []
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        line, start = (across[a.row], a.col) if edge.horizontal else (down[a.col], a.row)
        (count,) = set(line[start + 1 : b.col if edge.horizontal else b.row])
        counts.append(count)
    return Board(bytes(counts))


def _entry(document: Document) -> dict[str, str]:
    counts = "".join(map(str, document.board.counts))
    return {"id": _sgt_id(document), "bridges": counts}


def _sgt_id(document: Document) -> str:
    """The game ID of a puzzle; empty if it has none."""
    try:
        return write(document._replace(board=Board.empty(document.puzzle)), "sgt")
    except FormatError:
        return ""


def _output(command: Sequence[object], text: str = "") -> str:
    process = subprocess.run(
        list(map(str, command)), input=text, capture_output=True, text=True, check=True
    )
    return process.stdout


if __name__ == "__main__":
    main()
