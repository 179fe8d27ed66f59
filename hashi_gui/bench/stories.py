"""Print for which stories a puzzle is found, and how long that takes.

Run `python -m hashi_gui.bench.stories --size 15x15`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from statistics import median
from time import process_time

from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    Story,
    default_island_count,
    generate,
)
from hashi_gui.generating.command import parse_size
from hashi_gui.generating.story import satisfies
from hashi_gui.logic.path_outline import path_outline
from hashi_gui.option_types import whole_number

STORIES = (
    "opens=center",
    "opens=top",
    "opens=bottom",
    "opens=left",
    "opens=right",
    "opens=top-left",
    "opens=top-right",
    "opens=bottom-left",
    "opens=bottom-right",
    "opens=corner",
    "opens=edge",
    "ends=connectivity",
    "ends=group-closed-off",
    "ends=three-closed-off",
    "ends=counting",
    "ends=full-house",
    "ends=blocking",
    "ends=intersection",
    "ends=what-if",
    "ends=one-in-every-direction",
    "needs=intersection",
    "needs=intersection@0.4-0.7",
    "needs=group-closed-off@0-0.3",
    "needs=group-closed-off@0.3-0.6",
    "needs=group-closed-off@0.7-1",
    "needs=three-closed-off@0.4-0.6",
    "needs=three-closed-off@0-0.2",
    "needs=starving-a-neighbour",
    "needs=starving-a-neighbour@0.3-0.7",
    "needs=group-needs-a-way-out",
    "needs=group-needs-a-way-out@0.5-1",
    "needs=what-if@0.3-0.7",
    "needs=general-count@0.8-1",
    "needs=connectivity@0.45-0.55",
    "needs=blocking@0.2-0.8",
    "opens=center,needs=connectivity@0.4-0.7",
    "opens=center,ends=connectivity",
    "opens=corner,needs=group-closed-off@0.4-0.7,ends=connectivity",
    "opens=top,needs=starving-a-neighbour,ends=counting",
    "opens=center,needs=intersection@0.4-0.7,ends=connectivity",
    "opens=left,needs=three-closed-off@0-0.5,ends=group-closed-off",
    "needs=three-closed-off@0-0.5,needs=group-closed-off@0.5-1",
    "needs=general-count@0-0.3,needs=connectivity@0.5-0.8,ends=connectivity",
    "opens=bottom-right,needs=general-count@0.3-0.7,ends=counting",
    "opens=edge,needs=what-if@0.4-0.9",
    "opens=center,needs=what-if",
    "needs=intersection@0.2-0.8,ends=connectivity",
    "opens=top-left,ends=three-closed-off",
)
"""Stories that a setter may well ask for: each place, each technique that is not too rare, parts of
the path, and two or three of these together."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a puzzle was found, the CPU seconds, and the number of puzzles tried."""

    story: str
    found: bool
    seconds: float
    attempts: int


def search(story: str, rows: int, cols: int, seed: int) -> Outcome:
    """Look for a puzzle with a story, and check it."""
    options = GeneratorOptions(rows, cols, default_island_count(rows, cols), story=story)
    tried: list[int] = []
    begin = process_time()
    try:
        generated = generate(options, seed, on_attempt=tried.append)
    except GenerationError:
        found = False
    else:
        path = path_outline(generated.puzzle, generated.solution)
        found = satisfies(Story.parse(story), path)
    return Outcome(story, found, process_time() - begin, len(tried))


def summary(outcomes: list[Outcome]) -> str:
    """One line about all outcomes."""
    seconds = sorted(outcome.seconds for outcome in outcomes)
    found = sum(outcome.found for outcome in outcomes)
    return (
        f"{found} of {len(outcomes)} found; seconds: median {median(seconds):.2f}, "
        f"nine of ten within {seconds[len(seconds) * 9 // 10]:.1f}, longest {seconds[-1]:.1f}"
    )


def main() -> None:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.stories", description=__doc__)
    parser.add_argument(
        "--size", type=parse_size, default=(15, 15), help="columns x rows (default: 15x15)"
    )
    parser.add_argument("--seed", type=whole_number, default=1, help="default: 1")
    args = parser.parse_args()
    cols, rows = args.size
    outcomes = []
    for story in STORIES:
        outcome = search(story, rows, cols, args.seed)
        outcomes.append(outcome)
        answer = "found" if outcome.found else "not found"
        print(f"{story}: {answer}, {outcome.seconds:.2f} s, {outcome.attempts} tried", flush=True)
    print(summary(outcomes))


if __name__ == "__main__":
    main()
