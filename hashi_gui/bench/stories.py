"""Time looking for puzzles with a story, in CPU seconds of one process."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hashi_gui.bench.measuring import Table, Times, check, format_number
from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    Story,
    default_island_count,
    generate,
)
from hashi_gui.generating.command import parse_size
from hashi_gui.generating.story import satisfies
from hashi_gui.logic.solving_path import path_outline
from hashi_gui.option_types import whole_number
from hashi_gui.system.progress import progress_bar

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
    "needs=what-the-rest-cannot-take@0.8-1",
    "needs=connectivity@0.45-0.55",
    "needs=blocking@0.2-0.8",
    "opens=center,needs=connectivity@0.4-0.7",
    "opens=center,ends=connectivity",
    "opens=corner,needs=group-closed-off@0.4-0.7,ends=connectivity",
    "opens=top,needs=starving-a-neighbour,ends=counting",
    "opens=center,needs=intersection@0.4-0.7,ends=connectivity",
    "opens=left,needs=three-closed-off@0-0.5,ends=group-closed-off",
    "needs=three-closed-off@0-0.5,needs=group-closed-off@0.5-1",
    "needs=what-the-rest-cannot-take@0-0.3,needs=connectivity@0.5-0.8,ends=connectivity",
    "opens=bottom-right,needs=what-the-rest-cannot-take@0.3-0.7,ends=counting",
    "opens=edge,needs=what-if@0.4-0.9",
    "opens=center,needs=what-if",
    "needs=intersection@0.2-0.8,ends=connectivity",
    "opens=top-left,ends=three-closed-off",
)
"""Stories that a setter may well ask for: each place, each technique that is not too rare, parts of
the path, and two or three of these together."""


def search(story: str, rows: int, cols: int, seed: int) -> tuple[bool, int]:
    """Whether a puzzle with a story was found, and the number of puzzles tried."""
    options = GeneratorOptions(rows, cols, default_island_count(rows, cols), story=story)
    tried: list[int] = []
    try:
        generated = generate(options, seed, on_attempt=tried.append)
    except GenerationError:
        return False, len(tried)
    path = path_outline(generated.puzzle, generated.solution)
    return satisfies(Story.parse(story), path), len(tried)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--size", type=parse_size, default=(15, 15), help="columns x rows (default: 15x15)"
    )
    parser.add_argument("--seed", type=whole_number, default=1, help="default: 1")


def run(args: Namespace) -> Iterator[Table]:
    cols, rows = args.size
    times, missing, found = Times(), [], []
    for story in progress_bar(STORIES, len(STORIES)):
        with times.measure("search"):
            is_found, tried = search(story, rows, cols, args.seed)
        found.append([story, format_number(times["search"][-1]), str(tried)])
        if not is_found:
            missing.append(f"no puzzle for {story}")
    yield Table("Stories", "CPU seconds, and puzzles tried.", ["story", "s", "tried"], found)
    yield times.table("All stories", "CPU seconds.")
    check(missing)
