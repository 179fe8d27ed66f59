"""Stories that no puzzle has, as far as that is known without a search, and why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import ceil, floor

from hashi_gui.core.i18n import _
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.story import PLACES, SIMPLEST, TECHNIQUES, Need, Story, easiest_level
from hashi_gui.logic.levels import Level

_FEWEST_ISLANDS = {
    "only-one-way-out": 2,
    "full-house": 3,
    "one-in-every-direction": 4,
    "ones-apart-twos-apart": 4,
    "what-the-rest-cannot-take": 4,
    "group-needs-a-way-out": 4,
}
"""With how many islands a puzzle can need a technique. All others need _MORE: so has shown trying
all puzzles with fewer."""

_MORE = 5

_WITH_DOUBLES = TECHNIQUES["one-in-every-direction"] | TECHNIQUES["what-the-rest-cannot-take"]
"""If no pair takes two bridges, "Full house", which is easier, gives all that these give."""

_BEFORE_HARDER = "ones-apart-twos-apart"
"""It depends on clues alone, so that all its steps come before the first one that is not easy."""


def refuse_impossible(story: Story, options: GeneratorOptions) -> None:
    """Raise GenerationError if it is known that no puzzle with these options has the story."""
    for reasons in (_missing, _same_steps, _wrong_order):
        for reason in reasons(story, options):
            raise GenerationError(reason)


def _missing(story: Story, options: GeneratorOptions) -> Iterator[str]:
    """What the story wants, but no such puzzle has."""
    level, most_islands = options.level, _most_islands(options)
    for what in story.techniques:
        easiest = easiest_level(what)
        if level is not None and level.rank < easiest.rank:
            yield _("No {level} puzzle needs {technique}; choose {easiest} or higher.").format(
                level=level, technique=what, easiest=easiest
            )
        if options.max_bridges == 1 and TECHNIQUES[what] <= _WITH_DOUBLES:
            yield _("Only puzzles with double bridges need {technique}.").format(technique=what)
        fewest = _fewest_islands(what)
        if most_islands < fewest:
            yield _("Only puzzles with at least {n} islands need {technique}.").format(
                n=fewest, technique=what
            )
    if options.max_bridges == 1 and level is Level.MEDIUM:
        yield _("Only puzzles with double bridges can be medium.")
    rows, cols = (range(3) if side > 1 else (1,) for side in (options.rows, options.cols))
    if story.opens and PLACES[story.opens].isdisjoint(product(rows, cols)):
        yield _("A grid of {cols} x {rows} cells is too narrow to open at {place}.").format(
            cols=options.cols, rows=options.rows, place=story.opens
        )


def _same_steps(story: Story, options: GeneratorOptions) -> Iterator[str]:
    """Why no solving path has enough steps in the parts that the story wants."""
    # An island has at most two edges to the right and down, and each step tightens one.
    lengths = range(1, 2 * _most_islands(options) * options.max_bridges)
    for need in story.needs:
        if not any(_steps_in(need, length) for length in lengths):
            yield _("No solving path has a step from {first} to {last} of it.").format(
                first=need.first, last=need.last
            )
    same_step = _("The story wants {one} and {two} in the same step.")
    for one, two in combinations(story.needs, 2):
        if TECHNIQUES[one.what].isdisjoint(TECHNIQUES[two.what]) and not any(
            _have_two_steps(_steps_in(one, length), _steps_in(two, length)) for length in lengths
        ):
            yield same_step.format(one=one.what, two=two.what)
    for need in story.needs if story.ends else ():
        others = TECHNIQUES[story.ends] | TECHNIQUES[SIMPLEST]
        if need.first == 1 and TECHNIQUES[need.what].isdisjoint(others):
            yield same_step.format(one=need.what, two=story.ends)


def _wrong_order(story: Story, options: GeneratorOptions) -> Iterator[str]:
    """Why steps cannot come in the order that the story wants."""
    lasts = [need.first for need in story.needs if need.what == _BEFORE_HARDER]
    if story.ends == _BEFORE_HARDER:
        lasts.append(1.0)
    for need in story.needs:
        if easiest_level(need.what) is not Level.EASY and any(need.last <= last for last in lasts):
            yield _("All steps with {early} come before those with {late}.").format(
                early=_BEFORE_HARDER, late=need.what
            )
    if story.ends == _BEFORE_HARDER and options.level not in (None, Level.EASY):
        yield _("Only easy puzzles end with {technique}.").format(technique=story.ends)


def _most_islands(options: GeneratorOptions) -> int:
    return options.islands + len(options.symmetry.transforms)


def _fewest_islands(what: str) -> int:
    singles = [word for word, names in TECHNIQUES.items() if len(names) == 1]
    members = [word for word in singles if TECHNIQUES[word] <= TECHNIQUES[what]]
    return min(_FEWEST_ISLANDS.get(word, _MORE) for word in members)


def _steps_in(need: Need, length: int) -> range:
    """The numbers of the steps in the part of a path whose last step has the number ``length``."""
    first, last = (round(place * length, 6) for place in (need.first, need.last))
    return range(ceil(first), floor(last) + 1)


def _have_two_steps(one: range, two: range) -> bool:
    return bool(one) and bool(two) and not (len(one) == 1 and one == two)
