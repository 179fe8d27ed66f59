from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_gui.core.board import Board, LogEntry, LogKind, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, PuzzleInfo, SavedGame, read
from hashi_gui.game.share import MAX_LENGTH, caption, lanterns, result_text

ROW = read("1.2.1").puzzle
ALONG = "0,0-0,2=1", "0,2-0,4=1"


def finished(puzzle, *log, info=None, **facts) -> Document:
    """A solved game of 85 seconds with a log of (kind, move text)."""
    entries = tuple(LogEntry(85, LogKind(kind), Move.from_text(puzzle, text)) for kind, text in log)
    start = Board.empty(puzzle)
    board = start.after(entry.move for entry in entries)
    game = SavedGame(start, log=entries, seconds=85.0, finished=True, **facts)
    return Document(puzzle, board, "hashi", game, info or PuzzleInfo())


def test_the_result_names_the_puzzle_the_time_and_the_help():
    info = PuzzleInfo(title="Twin piers", level="easy")
    document = finished(ROW, *(("move", text) for text in ALONG), info=info)
    assert result_text(document).splitlines() == [
        "Hashi 🏮 Twin piers · 5×1 easy · 1:25",
        "🏮🏮 no hints",
        "https://puzz.link/p?hashi/5/1/1g2g1",
    ]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"hints": 1}, "1 hint"),
        ({"hints": 2}, "2 hints"),
        ({"hints": 2, "solution_shown": True}, "after seeing the solution"),
    ],
)
def test_help_is_said(facts, text):
    assert result_text(finished(ROW, **facts)).splitlines()[1] == text


@pytest.mark.parametrize(
    ("title", "level", "facts"),
    [
        ("5 × 1, easy", "easy", ["5×1 easy"]),
        ("Daily 2026-11-21, hard", "hard", ["Daily 2026-11-21, hard", "5×1"]),
        ("", "", ["5×1"]),
    ],
)
def test_the_caption_says_nothing_twice(title, level, facts):
    document = Document.from_puzzle(ROW, "text")
    document = replace(document, info=PuzzleInfo(title=title, level=level))
    assert caption(document) == facts


@pytest.mark.parametrize(
    ("log", "signs"),
    [
        ([("move", ALONG[0]), ("hint", ALONG[1])], "🏮💡"),
        ([("move", "0,0-0,2=2"), ("undo", "0,0-0,2=0"), ("move", ";".join(ALONG))], "🌊🏮"),
        ([("move", "0,0-0,2=x"), ("move", ALONG[0]), ("move", ALONG[1])], "🌊🏮🏮"),
        ([("move", "0,0=lock"), ("move", ";".join(ALONG))], "🏮"),
        ([("move", ";".join(ALONG)), ("undo", "0,0-0,2=0"), ("move", ALONG[0])], "🏮"),
        ([("unknown", ";".join(ALONG))], ""),
    ],
    ids=["hint", "mistake", "mark", "lock", "after the end", "unknown"],
)
def test_lanterns_say_how_it_went(log, signs):
    assert lanterns(finished(ROW, *log)) == signs


def test_a_lantern_stands_for_the_worst_in_a_tenth_of_the_moves():
    """Of 25 moves, 2 or 3 are a tenth."""
    cells = {(0, 2 * n): 2 - (n in (0, 25)) for n in range(26)}
    puzzle = Puzzle.from_clues(1, 51, cells)
    moves = [("move", f"0,{2 * n}-0,{2 * n + 2}=1") for n in range(25)]
    moves[4] = ("hint", moves[4][1])
    assert lanterns(finished(puzzle, *moves)) == "🏮💡" + 8 * "🏮"


@pytest.mark.parametrize("side", [5, 14, 29, 100])
def test_the_result_is_short(side):
    cells = {(row, col): 1 for row in range(0, side, 2) for col in range(0, side, 2)}
    info = PuzzleInfo(title="a very long name " * 10)
    document = finished(Puzzle.from_clues(side, side, cells), info=info, solution_shown=True)
    assert len(result_text(document)) <= MAX_LENGTH


def test_a_puzzle_without_a_link_has_none():
    wide = Puzzle.from_clues(1, 5, {(0, 0): 3, (0, 4): 3}, Rules(3))
    assert "puzz.link" not in result_text(finished(wide))
