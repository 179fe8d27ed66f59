"""Print how many orders of dense puzzles are filled, and how long that takes.

Run `python -m hashi_gui.bench.densities`. An order is filled if the puzzle has all islands and
exactly the level that were asked for.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from time import process_time

from hashi_gui.generating import GenerationError, GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.option_types import positive_number

SIDES = (9, 12, 15, 18, 20)
DENSITIES = (0.26, 0.33, 0.37, 0.40, 0.42)
LEVELS = (None, Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT)


@dataclass(frozen=True, slots=True)
class Order:
    """The outcome of an order: whether it was filled, and the CPU seconds."""

    filled: bool
    seconds: float


def fill_order(options: GeneratorOptions, seed: int) -> Order:
    begin = process_time()
    try:
        filled = len(generate(options, seed).puzzle.islands) >= options.islands
    except GenerationError:
        filled = False
    return Order(filled, process_time() - begin)


def row(level: Level | None, orders: Sequence[Sequence[Order]]) -> str:
    """A row of the table, with the orders for each density."""
    cells = [
        f"{sum(order.filled for order in each)} of {len(each)}, "
        f"{1000 * fmean(order.seconds for order in each):.0f} ms"
        for each in orders
    ]
    return f"| {level or 'any'} | {' | '.join(cells)} |"


def main() -> None:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.densities", description=__doc__)
    parser.add_argument(
        "--count", type=positive_number, default=6, help="seeds for each size (default: 6)"
    )
    count = parser.parse_args().count
    print(f"| level | {' | '.join(f'{density:.0%}' for density in DENSITIES)} |")
    print(f"|---|{'---:|' * len(DENSITIES)}")
    for level in LEVELS:
        orders = [
            [
                fill_order(
                    GeneratorOptions(side, side, round(density * side * side), level=level), seed
                )
                for side in SIDES
                for seed in range(count)
            ]
            for density in DENSITIES
        ]
        print(row(level, orders), flush=True)


if __name__ == "__main__":
    main()
