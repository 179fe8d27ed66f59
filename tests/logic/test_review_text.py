from __future__ import annotations

import pytest

from hashi_gui.core.board import LogEntry, LogKind, Move
from hashi_gui.logic.review import Judgement, Moment, Pause, Review
from hashi_gui.logic.review_text import moment_text, pause_text, summary, take_home


def moment(
    judgement: str, seconds: float = 85.0, pause: float = 1.0, kind: LogKind = LogKind.MOVE
) -> Moment:
    entry = LogEntry(seconds, kind, Move(((0, 1),)))
    return Moment(0, entry, pause, Judgement(judgement))


def review(*judgements: str, lost: float = 0.0, pauses: tuple[Pause, ...] = ()) -> Review:
    return Review(tuple(map(moment, judgements)), pauses, lost)


PAUSE = Pause(moment("deduced", pause=48.0), "What the rest can't take")


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            review("wrong", "guess", "wrong", "after a mistake", lost=75.0),
            "2 moves were wrong, and there is still a mistake on the board.",
        ),
        (
            review("wrong", "guess", lost=75.0, pauses=(PAUSE,)),
            "One move was wrong, and it took 1:15 until all was right again.",
        ),
        (
            review("wrong", "correction", "wrong", "correction"),
            "2 moves were wrong, and soon corrected.",
        ),
        (
            review("deduced", "guess", "guess", pauses=(PAUSE,)),
            "2 moves were right, but the board did not show it yet.",
        ),
        (
            review("deduced", pauses=(PAUSE,)),
            "Your longest pause, 0:48, was before a step that “What the rest can't take” gives. "
            "Practise it, and you will be faster.",
        ),
        (
            Review((moment("other", kind=LogKind.SOLUTION), moment("deduced")), (PAUSE,), 0.0),
            "You have seen the solution, so that this review says little about you.",
        ),
        (
            review("deduced", pauses=(Pause(PAUSE.moment, "Proof by solving"),)),
            "Every move followed from the board: no guesses, no mistakes. Well played!",
        ),
        (
            Review((moment("other", kind=LogKind.HINT), moment("deduced")), (), 0.0),
            "No guesses and no mistakes, but one step was drawn by a hint.",
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
            ["deduced"] * 3 + ["guess", "wrong", "other"],
            "5 moves: 3 deduced, 1 guessed and 1 wrong.",
        ),
        (["deduced"], "1 move: 1 deduced."),
        (
            ["wrong", "after a mistake", "after a mistake", "correction", "wrong again"],
            "3 moves: 1 wrong and 2 on a board with a mistake.",
        ),
        (["other"], "There are no moves of yours to review."),
        ([], "There are no moves of yours to review."),
    ],
)
def test_the_summary_counts_moves(judgements, text):
    assert summary(review(*judgements)) == text


@pytest.mark.parametrize(
    ("judgement", "start"),
    [
        ("wrong", "A wrong move:"),
        ("correction", "Corrected:"),
        ("guess", "A guess:"),
        ("deduced", ""),
        ("other", ""),
    ],
)
def test_only_some_moments_are_worth_a_text(judgement, start):
    text = moment_text(moment(judgement))
    assert text.startswith(start)
    assert bool(text) == bool(start)


def test_a_pause_says_what_would_have_helped():
    assert PAUSE.begin == 37.0
    assert pause_text(PAUSE) == "A pause of 0:48. “What the rest can't take” gives a step here."
    assert pause_text(Pause(PAUSE.moment)) == "A pause of 0:48."
    mistake = Pause(PAUSE.moment, on_mistake=True)
    assert pause_text(mistake) == "A pause of 0:48. There was a mistake on the board."
