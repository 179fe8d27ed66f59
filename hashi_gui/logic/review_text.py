"""A review of a game in words."""

from __future__ import annotations

from hashi_gui.core.board import LogKind
from hashi_gui.core.wording import format_duration, quantity
from hashi_gui.logic.practice import PRACTICABLE
from hashi_gui.logic.review import Judgement, Moment, Pause, Review
from hashi_gui.logic.wording import join_words

MIN_SECONDS_TO_MENTION = 5.0
"""Less time lost by a mistake is not worth mentioning."""


def take_home(review: Review) -> str:
    """The one sentence to remember."""
    wrong, guesses = (len(review.with_judgement(j)) for j in (Judgement.WRONG, Judgement.GUESS))
    if wrong and review.ends_wrong:
        return f"{_count_of(wrong, 'move')} wrong, and there is still a mistake on the board."
    if wrong and review.seconds_lost >= MIN_SECONDS_TO_MENTION:
        lost = format_duration(review.seconds_lost)
        return f"{_count_of(wrong, 'move')} wrong, and it took {lost} until all was right again."
    if wrong:
        return f"{_count_of(wrong, 'move')} wrong, and soon corrected."
    if guesses:
        return f"{_count_of(guesses, 'move')} right, but the board did not show it yet."
    if review.number_of(LogKind.SOLUTION):
        return "You have seen the solution, so that this review says little about you."
    if name := technique_to_practise(review):
        longest = format_duration(review.pauses[0].moment.pause)
        return (
            f"Your longest pause, {longest}, was before a step that “{name}” gives. Practise it, "
            "and you will be faster."
        )
    if hints := review.number_of(LogKind.HINT):
        return (
            f"No guesses and no mistakes, but {_count_of(hints, 'step').lower()} drawn by a hint."
        )
    return "Every move followed from the board: no guesses, no mistakes. Well played!"


def technique_to_practise(review: Review) -> str:
    """The technique that would have helped at the longest pause of a game without guesses,
    mistakes and a look at the solution. Empty if there is none, or if there are no exercises for
    it.
    """
    faults = (*review.with_judgement(Judgement.WRONG), *review.with_judgement(Judgement.GUESS))
    clean = not (faults or review.number_of(LogKind.SOLUTION))
    name = review.pauses[0].technique if clean and review.pauses else ""
    return name if name in PRACTICABLE else ""


def summary(review: Review) -> str:
    """How many moves there were of each kind."""
    deduced, guesses, wrong = (
        len(review.with_judgement(judgement))
        for judgement in (Judgement.DEDUCED, Judgement.GUESS, Judgement.WRONG)
    )
    followed = review.with_judgement(Judgement.AFTER_MISTAKE)
    after = sum(moment.entry.kind is LogKind.MOVE for moment in followed)
    kinds = [
        (deduced, "deduced"),
        (guesses, "guessed"),
        (wrong, "wrong"),
        (after, "on a board with a mistake"),
    ]
    total = sum(number for number, _ in kinds)
    if not total:
        return "There are no moves of yours to review."
    return f"{quantity(total, 'move')}: {join_words([f'{n} {kind}' for n, kind in kinds if n])}."


def moment_text(moment: Moment) -> str:
    """What is worth saying about a change; empty if nothing is."""
    return _MOMENT_TEXTS.get(moment.judgement, "")


_MOMENT_TEXTS = {
    Judgement.WRONG: "A wrong move: after it, the puzzle could not be solved any more.",
    Judgement.WRONG_AGAIN: "The mistake is back on the board.",
    Judgement.CORRECTION: "Corrected: from here, the puzzle could be solved again.",
    Judgement.GUESS: "A guess: it was right, but the board did not show it yet.",
}


def pause_text(pause: Pause) -> str:
    """What would have helped at a pause."""
    length = f"A pause of {format_duration(pause.moment.pause)}."
    if pause.on_mistake:
        return f"{length} There was a mistake on the board."
    return f"{length} “{pause.technique}” gives a step here." if pause.technique else length


def _count_of(number: int, noun: str) -> str:
    return f"One {noun} was" if number == 1 else f"{quantity(number, noun)} were"
