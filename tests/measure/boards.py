"""Write boards of families that are hard for solvers, and of 100 to 100,000 islands.

A folder gets a folder for each family. A file says how its board was made, and whether it has a
solution where that is known. Beside the folder, a table of the same name has a line for each board.
`hashi bench FOLDER` then measures methods on them.
"""

import csv
import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo, read_path, write
from hashi_gui.lab.bench.measuring import Table
from hashi_gui.system.option_types import folder, one_of
from hashi_gui.system.progress import progress_bar
from tests.measure.makers import (
    almost_closed_groups,
    chessboard,
    circuit_with_holes,
    closed_groups,
    comb,
    corner_and_holes,
    folded_corridor,
    grid_graph,
    joined_blocks,
    knights_moves,
    large_puzzle,
    one_colour_holes,
    planted,
    random_clues,
    random_holes,
    spiral,
    swapped_clues,
    swapped_nearby,
    uniform,
)


@dataclass(frozen=True, slots=True)
class HardBoard:
    """A board, made by calling ``make`` with the parameters ``options``.

    ``solvable`` says whether there is a solution where that is known, by construction or by a
    proof; otherwise it is None.
    """

    family: str
    name: str
    make: Callable[..., Puzzle]
    options: Mapping[str, Any]
    solvable: bool | None = None

    def puzzle(self) -> Puzzle:
        return self.make(**self.options)

    def write(self, path: Path) -> Puzzle:
        """Write the board to a .hashi file, with what is known about it, and return it."""
        puzzle = self.puzzle()
        info = PuzzleInfo(
            title=f"{self.family}, {self.name}",
            source="tests.measure.boards",
            seed=self.options.get("seed"),
            options={key: value for key, value in self.options.items() if key != "seed"},
            extra={} if self.solvable is None else {"solvable": self.solvable},
        )
        document = Document.from_puzzle(puzzle, "hashi")._replace(info=info)
        path.write_text(write(document, "hashi"), encoding="utf-8")
        return puzzle


FOUND = Path(__file__).with_name("found")
"""The folder of the boards that were found by a search."""

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
"""The numbers of islands of the boards that show how the time of a method grows."""

DENSE: Mapping[str, Any] = MappingProxyType(
    {"density": 0.95, "limit": 2, "extra": 0.02, "doubles": 0.1}
)
"""What the dense boards have in common."""

Variant = tuple[str, Callable[..., Puzzle], Mapping[str, Any], bool | None]
"""The name of a board without that of its family, then the fields of HardBoard."""


FAMILIES: dict[str, Callable[[], Iterator[Variant]]] = {}
"""The families by name."""


def family(variants: Callable[[], Iterator[Variant]]) -> Callable[[], Iterator[Variant]]:
    """Enter the boards of a family, which has the name of the function, among all."""
    FAMILIES[variants.__name__.replace("_", "-")] = variants
    return variants


def square(side: int) -> Mapping[str, int]:
    """The rows and columns of a square."""
    return {"rows": side, "cols": side}


@family
def one_hole() -> Iterator[Variant]:
    """All 2s, an odd side and one hole of the colour with fewer islands."""
    for side, row, col in ((11, 5, 4), (13, 6, 5), (13, 6, 7), (15, 7, 6), (21, 10, 9)):
        options = {**square(side), "clue": 2, "holes": [(row, col)]}
        yield f"{side}-hole-{row}-{col}", uniform, options, False


@family
def minority_holes() -> Iterator[Variant]:
    """The same with one to four holes: each makes up for one island, but one more is missing."""
    for side in (13, 17):
        for holes in (1, 2, 3, 4):
            for seed in (0, 1):
                options = {**square(side), "holes": holes, "colour_of_holes": 1}
                yield f"{side}-{holes}-{seed}", one_colour_holes, {**options, "seed": seed}, False


def circuits(limit: int) -> Iterator[Variant]:
    """All 2s with many holes: a Hamiltonian circuit, in which bridges may pass over the holes."""
    for side in (10, 16, 24):
        common = {"side": side, "limit": limit}
        for share, seed in ((0.1, 0), (0.2, 1)):
            options = {**common, "holes": round(share * side**2), "seed": seed}
            yield f"{side}-planted-{seed}", circuit_with_holes, options, True
            yield f"{side}-random-{seed}", random_holes, options, None
        full = {**square(side), "clue": 2, "limit": limit}
        yield f"{side}-full", uniform, full, True
        options = {**common, "holes": side // 3, "seed": 0}
        yield f"{side}-corner", corner_and_holes, options, False
        exact = {**square(side), "holes": side // 3, "colour_of_holes": 0}
        yield f"{side}-one-colour", one_colour_holes, {**exact, "limit": limit, "seed": 0}, None


FAMILIES |= {"circuits-1": partial(circuits, 1), "circuits-2": partial(circuits, 2)}


@family
def reduction() -> Iterator[Variant]:
    """Hamiltonian circuits of grid graphs, by Andersson's reduction."""
    for side, blocks in ((12, 30), (16, 55), (24, 120), (40, 330)):
        options = {"side": side, "blocks": blocks, "seed": side}
        yield f"{side}-circuit", grid_graph, {**options, "removed": (0, 0)}, True
        yield f"{side}-one-colour", grid_graph, {**options, "removed": (0, 1)}, False
        yield f"{side}-both-colours", grid_graph, {**options, "removed": (2, 2)}, None


@family
def chessboard_1() -> Iterator[Variant]:
    """1 and "?", odd sides, limit 1: the 1s are too few for each "?" to have one."""
    for side in (15, 21, 31, 41):
        options = {**square(side), "clue": 1, "limit": 1, "colour_of_clues": 1}
        yield f"{side}", chessboard, options, False


@family
def chessboard_2() -> Iterator[Variant]:
    """2 and "?", limit 1."""
    for side in (20, 25, 30, 40, 50):
        options = {**square(side), "clue": 2, "limit": 1, "colour_of_clues": 0}
        yield f"{side}", chessboard, options, True


@family
def dense() -> Iterator[Variant]:
    """Nearly full grids, limit 2, with the clues of a spanning tree and few other bridges."""
    for side, seeds in ((20, 1), (25, 1), (30, 3), (35, 1), (40, 1)):
        for seed in range(seeds):
            yield f"{side}-{seed}", planted, {**DENSE, **square(side), "seed": seed}, True


@family
def trees() -> Iterator[Variant]:
    """Full grids, limit 1, with just as many bridges as it takes: every solution is a tree."""
    for side in (10, 15, 20, 30):
        options = {**square(side), "density": 1.0, "limit": 1, "seed": side}
        yield f"{side}", planted, options, True
        yield f"{side}-swapped", swapped_clues, {**options, "swaps": 1}, None


@family
def sparse_trees() -> Iterator[Variant]:
    """Trees on half of the cells or more, with many crossings."""
    for side, density in ((30, 0.5), (40, 0.7), (60, 0.5)):
        for seed in (0, 1):
            options = {**square(side), "density": density, "limit": 1, "seed": seed}
            yield f"{side}-{round(100 * density)}-{seed}", planted, options, True


@family
def higher_limits() -> Iterator[Variant]:
    """Dense boards with up to 3 and up to 4 bridges per pair."""
    for limit in (3, 4):
        for side in (20, 30):
            options = {**square(side), "density": 0.95, "limit": limit}
            options |= {"doubles": 0.1, "seed": limit}
            yield f"{side}-limit-{limit}", planted, options, True


@family
def strips() -> Iterator[Variant]:
    """Long and narrow boards: 2s, and the clues of trees."""
    for rows, cols, holes in ((3, 60, []), (3, 61, [(1, 30)]), (4, 40, []), (5, 41, [(2, 19)])):
        options = {"rows": rows, "cols": cols, "clue": 2, "holes": holes}
        solvable = rows * cols % 2 == 0
        yield f"{rows}-{cols}-twos", uniform, options, solvable
    for rows, cols in ((3, 60), (4, 40), (4, 150), (6, 100)):
        options = {"rows": rows, "cols": cols, "density": 0.95, "limit": 2}
        options |= {"doubles": 0.1, "seed": cols}
        yield f"{rows}-{cols}-tree", planted, options, True


@family
def unreachable() -> Iterator[Variant]:
    """Squares of "?" and 1s: no solution, because there are several groups of "?"."""
    for side in (20, 30, 50):
        for ones in (0.3, 0.4):
            options = {"side": side, "ones": ones, "seed": side}
            yield f"{side}-{round(100 * ones)}", closed_groups, options, False


@family
def almost_closed() -> Iterator[Variant]:
    """The same with a solution: almost all groups can be left in few places only."""
    for side in (20, 30, 50):
        for ones in (0.4, 0.5):
            options = {"side": side, "ones": ones, "seed": side}
            yield f"{side}-{round(100 * ones)}", almost_closed_groups, options, True


@family
def threes_and_fours() -> Iterator[Variant]:
    """3s, and random clues from 2 to 4, limit 2."""
    for side in (10, 20, 30):
        options: dict[str, Any] = {**square(side), "clue": 3}
        yield f"{side}-threes", uniform, options, None
        options = {**square(side), "clues": [2, 3, 4], "limit": 2, "seed": side}
        yield f"{side}-mixed", random_clues, {**options, "bridges": round(1.45 * side**2)}, None


@family
def swapped() -> Iterator[Variant]:
    """Dense boards with a few clues swapped: some have a solution, some do not."""
    for side in (12, 16, 20, 30):
        for swaps in (1, 2, 3):
            options = {**DENSE, **square(side), "swaps": swaps, "seed": swaps % 2}
            yield f"{side}-{swaps}", swapped_clues, options, None


@family
def long_strips() -> Iterator[Variant]:
    """Five or six rows and hundreds of columns, with the clues of trees with multiple bridges."""
    for rows, cols, limit in ((5, 300, 2), (6, 400, 2), (5, 300, 4), (5, 800, 4), (6, 500, 3)):
        options = {"rows": rows, "cols": cols, "density": 0.95, "limit": limit}
        options |= {"doubles": 0.3, "seed": cols}
        yield f"{rows}-{cols}-limit-{limit}", planted, options, True


@family
def changed_strips() -> Iterator[Variant]:
    """Strips with many loops, with a few clues swapped with others nearby."""
    for rows, cols, limit, density, extra, doubles, swaps, seed in (
        (6, 120, 2, 0.85, 0.2, 0.1, 3, 6202),
        (8, 100, 2, 0.9, 0.1, 0.2, 2, 8212),
        (8, 100, 2, 0.9, 0.1, 0.1, 5, 8215),
        (8, 160, 2, 0.93, 0.08, 0.1, 2, 8222),
        (5, 400, 3, 0.93, 0.08, 0.2, 2, 5322),
    ):
        options = {"rows": rows, "cols": cols, "limit": limit, "density": density, "extra": extra}
        options |= {"doubles": doubles, "swaps": swaps, "seed": seed}
        solvable = seed not in (6202, 8212)
        yield f"{rows}-{cols}-limit-{limit}-{seed}", swapped_nearby, options, solvable


@family
def folded_corridors() -> Iterator[Variant]:
    """A corridor folded into a square, with the clues of a tree along it and across its walls."""
    for side, width, limit in ((31, 3, 1), (31, 3, 2), (47, 3, 2), (31, 5, 2), (47, 5, 2)):
        options = {"side": side, "width": width, "limit": limit, "doubles": 0.2, "seed": side}
        yield f"{side}-width-{width}-limit-{limit}", folded_corridor, options, True


@family
def combs() -> Iterator[Variant]:
    """Teeth that hang from the top rows of a square, with the clues of a tree across all water."""
    for side, width, seed in ((44, 4, 44), (59, 4, 59), (59, 4, 0), (71, 3, 71)):
        options = {"side": side, "width": width, "limit": 2, "doubles": 0.1, "seed": seed}
        yield f"{side}-width-{width}-{seed}", comb, options, True


@family
def spirals() -> Iterator[Variant]:
    """A corridor wound into a square, with the clues of a tree along it and across its walls."""
    for side, width, seed in ((41, 4, 41), (41, 4, 0), (51, 4, 51), (51, 3, 51)):
        options = {"side": side, "width": width, "limit": 2, "doubles": 0.15, "seed": seed}
        yield f"{side}-width-{width}-{seed}", spiral, options, True


@family
def no_loops() -> Iterator[Variant]:
    """Full grids, limit 2, with the clues of a spanning tree with doubles; loops are forbidden."""
    for side, doubles in ((40, 0.4), (50, 0.4), (60, 0.4), (50, 0.1)):
        options = {**square(side), "density": 1.0, "limit": 2, "doubles": doubles, "loops": False}
        yield f"{side}-{round(100 * doubles)}", planted, {**options, "seed": side}, True


@family
def knights() -> Iterator[Variant]:
    """Islands a knight's move apart, many of them "?"."""
    for side, unknown in ((40, 0.3), (60, 0.3), (60, 0.0), (90, 0.3)):
        options = {"side": side, "limit": 2, "extra": 0.05, "doubles": 0.2, "seed": side}
        name = f"{side}-unknown-{round(100 * unknown)}"
        yield name, knights_moves, {**options, "unknown": unknown}, True


@family
def odd_blocks() -> Iterator[Variant]:
    """Two blocks of 2s joined by a 2: each takes an even number of bridges, but would get one."""
    for rows, cols, limit in ((11, 11, 3), (24, 24, 2), (5, 150, 1), (40, 40, 2)):
        options = {"rows": rows, "cols": cols, "holes": rows * cols // 9, "limit": limit}
        yield f"{rows}-{cols}-limit-{limit}", joined_blocks, {**options, "seed": rows}, False


@family
def full_trees() -> Iterator[Variant]:
    """Full grids, limit 1, with the clues of a spanning tree."""
    for side in (45, 60, 75, 100):
        options = {**square(side), "density": 1.0, "limit": 1, "seed": side}
        yield f"{side}", planted, options, True


@family
def nearly_trees() -> Iterator[Variant]:
    """Like `full_trees`, but with a few bridges more than a tree has, or a few "?"."""
    for side in (20, 40, 45, 60):
        for name, limit in (("extra", 1), ("unknown", 1), ("doubles", 2)):
            options = {**square(side), "density": 1.0, "limit": limit, "seed": side}
            yield f"{side}-{name}", planted, {**options, name: 3 / side**2}, True


@family
def rings() -> Iterator[Variant]:
    """Random islands with the clues of many loops; several solutions."""
    for side in (60, 100, 150, 200, 350):
        options = {**square(side), "density": 0.28, "limit": 2, "seed": side}
        yield f"{side}", planted, {**options, "extra": 0.3, "doubles": 0.3}, True


@family
def growth() -> Iterator[Variant]:
    """Boards with a solution, as dense as puzzles that are pleasant to play."""
    for islands in SIZES:
        for seed in range(3):
            yield f"{islands}-{seed}", large_puzzle, {"islands": islands, "seed": seed}, True


@family
def found() -> Iterator[Variant]:
    """Small boards that random changes have made harder and harder."""
    for path in sorted(FOUND.glob("*.hashi")):
        known = read_path(path).info.extra.get("solvable")
        solvable = known if isinstance(known, bool) else None
        yield path.stem, read_found, {"name": path.stem}, solvable


def read_found(*, name: str) -> Puzzle:
    """A board that was found."""
    return read_path(FOUND / f"{name}.hashi").puzzle


def boards(name: str) -> Iterator[HardBoard]:
    """The boards of the family with this name."""
    for variant, make, options, solvable in FAMILIES[name]():
        yield HardBoard(name, variant, make, options, solvable)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", type=folder, help="the folder to write")
    parser.add_argument(
        "--families",
        metavar="NAME",
        nargs="+",
        type=one_of(FAMILIES),
        default=list(FAMILIES),
        help=f"some of {', '.join(FAMILIES)} (default: all)",
    )


def run(args: Namespace) -> Iterator[Table]:
    rows = []
    contents = []
    for name in progress_bar(args.families, len(args.families)):
        (args.folder / name).mkdir(parents=True, exist_ok=True)
        written = list(boards(name))
        for board in written:
            file = f"{name}/{board.name}.hashi"
            contents.append({"file": file, **_line(board, board.write(args.folder / file))})
        rows.append([name, str(len(written))])
    folder = args.folder.resolve()
    # Not in the folder, where commands would take it for a puzzle.
    with folder.with_name(f"{folder.name}.csv").open("w", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, contents[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(contents)
    yield Table("Boards", "The families, each in a folder.", ["family", "boards"], rows)


def _line(board: HardBoard, puzzle: Puzzle) -> dict[str, object]:
    """The line of a board in the table of contents; ``options`` are a JSON object."""
    options = dict(board.options)
    seed = options.pop("seed", "")
    return {
        "family": board.family,
        "rows": puzzle.rows,
        "columns": puzzle.cols,
        "islands": len(puzzle.islands),
        "limit": puzzle.rules.max_bridges,
        "solvable": {True: "yes", False: "no", None: ""}[board.solvable],
        "seed": seed,
        "options": json.dumps(options),
    }
