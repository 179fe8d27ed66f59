"""A review of a game in words."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.core.board import MARK, LogKind
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import decimal_number, format_duration, listed, sentences
from hashi_gui.logic.teaching.mistakes import what_is_wrong
from hashi_gui.logic.teaching.practice import PRACTICABLE
from hashi_gui.logic.teaching.review import Judgement, KeyMove, Moment, Pause, Review
from hashi_gui.logic.wording import listed_bridges

MIN_SECONDS_TO_MENTION = 5.0
"""Less time lost by a mistake is not worth mentioning."""

MIN_PACE = 0.1
"""Fewer seconds between two moves of a rush are not given as a number."""


def take_home(review: Review) -> str:
    """The one sentence to remember."""
    wrong = len(review.with_judgement(Judgement.WRONG))
    if wrong:
        return _of_wrong_moves(review, wrong)
    if 2 * len(review.rushed) > len(review.own_moves):
        return _(
            "Most of your moves came in reading order, faster than anyone can reason: this review "
            "says little about you."
        )
    if guesses := len(_outside_rushes(review, Judgement.GUESS)):
        return ngettext(
            "{n} move was right, but the board did not show it yet.",
            "{n} moves were right, but the board did not show them yet.",
            guesses,
        ).format(n=guesses)
    if review.number_of(LogKind.SOLUTION):
        return _("You have seen the solution, so that this review says little about you.")
    if review.is_made_of_hints:
        return _("Hints drew most of this game, so that this review says little about you.")
    if name := technique_to_practise(review):
        return _(
            "You thought longest, for {time}, where “{technique}” would have helped. Practise it, "
            "and you will be faster."
        ).format(time=format_duration(review.pauses[0].moment.pause), technique=translated(name))
    if review.rushes:
        return _(
            "No mistakes, but {n} moves came in reading order, faster than anyone can reason."
        ).format(n=len(review.rushed))
    if hints := review.number_of(LogKind.HINT):
        return ngettext(
            "No guesses and no mistakes, but {n} step was drawn by a hint.",
            "No guesses and no mistakes, but {n} steps were drawn by a hint.",
            hints,
        ).format(n=hints)
    return _("Every move followed from the board: no guesses, no mistakes. Well played!")


def _of_wrong_moves(review: Review, wrong: int) -> str:
    if review.ends_wrong:
        text = ngettext(
            "{n} wrong move, and there is still a mistake on the board.",
            "{n} wrong moves, and there is still a mistake on the board.",
            wrong,
        )
    elif review.seconds_lost >= MIN_SECONDS_TO_MENTION:
        text = ngettext(
            "{n} wrong move cost you {time}.", "{n} wrong moves cost you {time}.", wrong
        )
    else:
        text = ngettext(
            "{n} wrong move, soon corrected.", "{n} wrong moves, soon corrected.", wrong
        )
    return text.format(n=wrong, time=format_duration(review.seconds_lost))


def technique_to_practise(review: Review) -> str:
    """The technique that would have helped at the longest pause of a game without guesses,
    mistakes, a rush, a look at the solution, and hints for most of it. Empty if there is none, or
    if there are no exercises for it.
    """
    clean = not (
        review.with_judgement(Judgement.WRONG)
        or review.with_judgement(Judgement.GUESS)
        or review.rushes
        or review.number_of(LogKind.SOLUTION)
        or review.is_made_of_hints
    )
    name = review.pauses[0].technique if clean and review.pauses else ""
    return name if name in PRACTICABLE else ""


def _outside_rushes(review: Review, judgement: Judgement) -> list[Moment]:
    """The moments with a judgement that are not part of a rush."""
    rushed = {moment.number for moment in review.rushed}
    return [each for each in review.with_judgement(judgement) if each.number not in rushed]


def summary(review: Review) -> str:
    """How many moves there were of each kind, those undone or made by the program, too."""
    right = (Judgement.DEDUCED, Judgement.GUESS)
    rushed = [moment for moment in review.rushed if moment.judgement in right]

    def moves(judgement: Judgement) -> int:
        found = review.with_judgement(judgement)
        return sum(moment.entry.kind is LogKind.MOVE for moment in found)

    kinds = [
        (len(_outside_rushes(review, Judgement.DEDUCED)), _("{n} deduced")),
        (len(_outside_rushes(review, Judgement.GUESS)), _("{n} guessed")),
        (len(rushed), _("{n} rushed but right")),
        (moves(Judgement.WRONG), _("{n} wrong")),
        (moves(Judgement.AFTER_MISTAKE), _("{n} built on a mistake")),
        (moves(Judgement.CORRECTION), _("{n} corrected")),
        (moves(Judgement.TRIED), _("{n} tried and discarded")),
    ]
    if not any(number for number, _text in kinds):
        return _("There are no moves of yours to review.")
    kinds += [
        (sum(map(review.number_of, _BACK_AND_FORTH)), _("{n} undone or redone")),
        (sum(map(review.number_of, _BY_THE_PROGRAM)), _("{n} drawn for you")),
    ]
    total = len(review.moments)
    kinds.append((total - sum(number for number, _text in kinds), _("{n} other")))
    shown = listed(text.format(n=number) for number, text in kinds if number)
    return ngettext("{n} move: {kinds}.", "{n} moves: {kinds}.", total).format(n=total, kinds=shown)


_BACK_AND_FORTH = (LogKind.UNDO, LogKind.REDO, LogKind.DISCARD)

_BY_THE_PROGRAM = (LogKind.HINT, LogKind.SOLUTION)


def moment_text(puzzle: Puzzle, moment: Moment) -> str:
    """What is worth saying about a change; empty if nothing is."""
    if moment.judgement is Judgement.WRONG:
        return _wrong_text(puzzle, moment)
    return {
        Judgement.WRONG_AGAIN: _("The mistake is back on the board."),
        Judgement.CORRECTION: _("Corrected: from here, the puzzle could be solved again."),
        Judgement.GUESS: _("A guess: it was right, but the board did not show it yet."),
    }.get(moment.judgement, "")


def _wrong_text(puzzle: Puzzle, moment: Moment) -> str:
    ((edge, right),) = moment.correction.edges
    drawn = dict(moment.entry.move.edges)[edge]
    return what_is_wrong(puzzle, edge, MARK if drawn == MARK else drawn - right)


def key_move_text(puzzle: Puzzle, key: KeyMove) -> str:
    """Which move opened the board, and what followed."""
    move = _("Your key move: {bridges}.").format(
        bridges=listed_bridges(puzzle, key.moment.entry.move.edges)
    )
    followed = ngettext(
        "After it, {n} more bridge was certain, looking at one island at a time.",
        "After it, {n} more bridges were certain, looking at one island at a time.",
        key.bridges,
    ).format(n=key.bridges)
    return sentences(move, followed)


def rush_text(rush: Sequence[Moment]) -> str:
    """What could be known of moves in a rush, and how fast they came."""
    known = sum(moment.judgement is Judgement.DEDUCED for moment in rush)
    seconds = sum(moment.pause for moment in rush) / len(rush)
    if seconds < MIN_PACE:
        fast = _(
            "A rush: {n} moves in reading order, more than ten a second, faster than anyone can "
            "reason."
        )
    else:
        fast = _(
            "A rush: {n} moves in reading order, one every {seconds} s, faster than anyone can "
            "reason."
        )
    if known == len(rush):
        could_be_known = _("All of them could be known when they were made.")
    elif known:
        could_be_known = ngettext(
            "Only {known} of them could be known when it was made.",
            "Only {known} of them could be known when they were made.",
            known,
        )
    elif any(moment.judgement is Judgement.AFTER_MISTAKE for moment in rush):
        could_be_known = _("There was a mistake on the board.")
    else:
        could_be_known = _("None of them could be known when they were made.")
    return sentences(fast, could_be_known).format(
        n=len(rush), seconds=decimal_number(seconds), known=known
    )


def pause_text(pause: Pause) -> str:
    """What would have helped at a pause."""
    if pause.on_mistake:
        text = _("You thought for {time} here. There was a mistake on the board.")
    elif pause.technique:
        text = _("You thought for {time} here. “{technique}” would have helped.")
    else:
        text = _("You thought for {time} here.")
    technique = translated(pause.technique)
    return text.format(time=format_duration(pause.moment.pause), technique=technique)
