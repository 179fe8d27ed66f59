from dataclasses import replace

import pytest

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.formats import read
from hashi_gui.logic.teaching.review import Judgement, KeyMove, Moment, Pause, Review
from hashi_gui.logic.teaching.review_text import (
    key_move_text,
    moment_text,
    pause_text,
    rush_text,
    summary,
    take_home,
    technique_to_practise,
)
from hashi_gui.logic.wording import with_places

PUZZLE = read("4.3\n...\n3.2").puzzle


def moment(
    judgement: str, seconds: float = 85.0, pause: float = 1.0, kind: LogKind = LogKind.MOVE
) -> Moment:
    entry = LogEntry(seconds, kind, Move(((0, 1),)))
    return Moment(0, entry, pause, Judgement(judgement), correction=Move(((0, 0),)))


def review(*judgements: str, lost: float = 0.0, pauses: tuple[Pause, ...] = ()) -> Review:
    return Review(tuple(map(moment, judgements)), pauses, lost)


OTHERS = [
    moment("other", kind=kind)
    for kind in (LogKind.UNDO, LogKind.REDO, LogKind.DISCARD, LogKind.HINT, LogKind.UNKNOWN)
]
PAUSE = Pause(moment("deduced", pause=48.0), "What the rest can't take")


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            review("wrong", "guess", "wrong", "after a mistake", lost=75.0),
            "2 wrong moves, and there is still a mistake on the board.",
        ),
        (review("wrong", "guess", lost=75.0, pauses=(PAUSE,)), "1 wrong move cost you 1:15."),
        (review("wrong", "correction", "wrong", "correction"), "2 wrong moves, soon corrected."),
        (
            review("deduced", "guess", "guess", pauses=(PAUSE,)),
            "2 moves were right, but the board did not show them yet.",
        ),
        (
            review("deduced", pauses=(PAUSE,)),
            "You thought longest, for 0:48, where “What the rest can't take” would have helped. "
            "Practise it, and you will be faster.",
        ),
        (
            Review((moment("other", kind=LogKind.SOLUTION), moment("deduced")), (PAUSE,), 0.0),
            "You have seen the solution, so that this review says little about you.",
        ),
        (
            Review((moment("other", kind=LogKind.HINT), moment("deduced")), (), 0.0),
            "No guesses and no mistakes, but 1 step was drawn by a hint.",
        ),
        (
            review("deduced"),
            "Every move followed from the board: no guesses, no mistakes. Well played!",
        ),
    ],
)
def test_the_sentence_to_take_home(found, sentence):
    assert take_home(found) == sentence


@pytest.mark.parametrize(
    ("judgements", "text"),
    [
        (
            ["deduced", *OTHERS],
            "6 moves: 1 deduced, 3 undone or redone, 1 drawn for you, 1 other.",
        ),
        (
            ["deduced"] * 3 + ["guess", "wrong", "other"],
            "6 moves: 3 deduced, 1 guessed, 1 wrong, 1 other.",
        ),
        (["deduced"], "1 move: 1 deduced."),
        (
            ["wrong", "after a mistake", "after a mistake", "correction", "wrong again"],
            "5 moves: 1 wrong, 2 built on a mistake, 1 corrected, 1 other.",
        ),
        (["tried", "tried"], "2 moves: 2 tried and discarded."),
        (["other"], "There are no moves of yours to review."),
        ([], "There are no moves of yours to review."),
    ],
)
def test_the_summary_counts_all_changes(judgements, text):
    moments = [each if isinstance(each, Moment) else moment(each) for each in judgements]
    assert summary(Review(tuple(moments), (), 0.0)) == text


def test_a_pause_says_what_would_have_helped():
    assert PAUSE.begin == 37.0
    assert pause_text(PAUSE) == (
        "You thought for 0:48 here. “What the rest can't take” would have helped."
    )
    assert pause_text(Pause(PAUSE.moment)) == "You thought for 0:48 here."
    mistake = Pause(PAUSE.moment, on_mistake=True)
    assert pause_text(mistake) == ("You thought for 0:48 here. There was a mistake on the board.")


def game(own: int, hints: int, rushed: int = 0) -> Review:
    """Deduced moves, some of them in a rush, and steps drawn by hints."""
    moments = [replace(moment("deduced"), number=number) for number in range(own)]
    drawn = (moment("other", kind=LogKind.HINT) for _ in range(hints))
    return Review((*moments, *drawn), (PAUSE,), 0.0, (tuple(moments[:rushed]),) if rushed else ())


def test_a_game_made_of_hints_gives_no_advice_to_practise():
    assert technique_to_practise(game(own=3, hints=3)) == "What the rest can't take"
    assert technique_to_practise(game(own=3, hints=4)) == ""
    assert take_home(game(own=3, hints=4)).startswith("Hints drew most of this game")


def test_what_could_be_known_and_how_fast_it_came_is_said_of_a_rush():
    rush = game(own=10, hints=0, rushed=8)
    assert take_home(rush).startswith("Most of your moves came in reading order")
    assert take_home(game(own=16, hints=0, rushed=8)) == (
        "No mistakes, but 8 moves came in reading order, faster than anyone can reason."
    )
    assert summary(rush) == "10 moves: 2 deduced, 8 rushed but right."
    assert rush_text(rush.rushes[0]) == (
        "A rush: 8 moves in reading order, one every 1.0 s, faster than anyone can reason. "
        "All of them could be known when they were made."
    )
    assert technique_to_practise(rush) == ""
    very_fast = [moment("deduced", pause=0.04)] * 8
    assert "8 moves in reading order, more than ten a second," in rush_text(very_fast)


@pytest.mark.parametrize(
    ("judgements", "known"),
    [
        (("deduced", "guess"), "Only 1 of them could be known when it was made."),
        (("guess", "guess"), "None of them could be known when they were made."),
        (("wrong", "after a mistake"), "There was a mistake on the board."),
    ],
)
def test_a_rush_says_how_many_of_its_moves_could_be_known(judgements, known):
    assert rush_text([moment(each) for each in judgements]).endswith(f"reason. {known}")


@pytest.mark.parametrize(
    ("drawn", "right", "what"),
    [
        (MARK, 0, "The mark at row 1, columns 1–3 is wrong."),
        (2, 1, "One bridge too many at row 1, columns 1–3."),
        (4, 2, "2 bridges too many at row 1, columns 1–3."),
    ],
)
def test_it_is_said_what_was_wrong_and_nothing_of_what_was_deduced(drawn, right, what):
    entry = LogEntry(1.0, LogKind.MOVE, Move(((0, drawn),)))
    wrong = Moment(0, entry, 1.0, Judgement.WRONG, correction=Move(((0, right),)))
    assert with_places(PUZZLE, moment_text(PUZZLE, wrong)) == what
    starts = {"correction": "Corrected: ", "guess": "A guess: ", "deduced": "", "other": ""}
    for judgement, start in starts.items():
        text = moment_text(PUZZLE, moment(judgement))
        assert text.startswith(start)
        assert bool(text) == bool(start)


@pytest.mark.parametrize(("drawn", "state", "times"), [(0, 1, ""), (1, 2, " ×2")])
def test_the_key_move(drawn, state, times):
    key_move = replace(moment("deduced"), entry=LogEntry(9, LogKind.MOVE, Move(((0, state),))))
    before = Board(bytes([drawn, 0, 0, 0]))
    text = with_places(PUZZLE, key_move_text(PUZZLE, KeyMove(key_move, before, {1: 2, 2: 1})))
    assert text == (
        f"Your key move: row 1, columns 1–3{times}. "
        "After it, 3 more bridges were certain, looking at one island at a time."
    )
