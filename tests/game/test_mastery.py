from datetime import UTC, datetime, timedelta

from hashi_gui.game.mastery import BOXES, Attempt, Mastery, mastery_of, next_technique

BEGIN = datetime(2026, 11, 21, 20, tzinfo=UTC)
NAMES = ["easy", "medium", "hard"]


def attempt(technique: str, minutes: float, right: bool = True) -> Attempt:
    time = BEGIN + timedelta(minutes=minutes)
    return Attempt(technique, time.isoformat().replace("+00:00", "Z"), right, 4.0)


def chosen(minutes: float, *attempts: Attempt) -> str:
    return next_technique(NAMES, mastery_of(attempts), BEGIN + timedelta(minutes=minutes))


def test_new_techniques_come_one_by_one_the_easiest_first():
    assert chosen(0) == "easy"
    assert chosen(0.1, attempt("easy", 0)) == "medium"
    assert chosen(0.2, attempt("easy", 0), attempt("medium", 0.1)) == "hard"


def test_what_failed_comes_back_before_what_succeeded():
    right = [attempt(name, number * 2) for number in range(2) for name in NAMES]
    failed = attempt("medium", 3, right=False)
    assert chosen(4.5, *right, failed) == "medium"


def test_what_failed_goes_back_to_the_first_box_from_any_other():
    right = [attempt("easy", minutes) for minutes in (0, 2, 13, 1500, 20_000, 99_000, 199_000)]
    assert mastery_of(right[:5])["easy"].box == len(BOXES) - 1
    assert mastery_of(right)["easy"].box == len(BOXES) - 1
    assert mastery_of([*right, attempt("easy", 199_001, right=False)])["easy"].box == 0


def test_a_right_attempt_moves_up_one_box_only_when_it_is_due():
    due = [attempt("easy", 0), attempt("easy", 2)]
    assert mastery_of(due)["easy"].box == 1
    assert mastery_of([*due, attempt("easy", 3)])["easy"].box == 1
    assert mastery_of([*due, attempt("easy", 13)])["easy"].box == 2


def test_what_will_be_due_first_is_chosen_if_nothing_is_new_or_due():
    attempts = [attempt(name, number / 60) for number, name in enumerate(reversed(NAMES))]
    assert chosen(0.1, *attempts) == "hard"


def test_what_was_practised_while_the_clock_was_ahead_is_due():
    assert chosen(0, attempt("easy", 1e6)) == "easy"


def test_nine_of_the_last_ten_are_mastered():
    wrong, right = attempt("easy", 0, right=False), attempt("easy", 1)
    assert not mastery_of([right] * 9)["easy"].mastered
    assert mastery_of([wrong, *[right] * 9])["easy"].mastered
    assert mastery_of([wrong] * 5 + [right] * 10)["easy"].mastered
    assert not mastery_of([right] * 8 + [wrong] * 2)["easy"].mastered


def test_the_text_says_how_many_were_right():
    assert Mastery().text == "not practised yet"
    assert mastery_of([attempt("easy", 0)])["easy"].text == "1 of 1 right"
    assert (
        mastery_of([attempt("easy", 0)] * 10)["easy"].text == "✓ mastered: 10 of the last 10 right"
    )
