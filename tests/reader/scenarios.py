"""What a reader's user does, as ``scenarios.py NAME``; the last word heard is printed."""

import os
import random
import sys
import time
from collections.abc import Iterator

from client import Atspi, GLib, Island, Reader, actions, has

STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}

Pair = tuple[Island, Island]


def pairs(islands: list[Island]) -> dict[Pair, str]:
    """The neighbours that the islands name, each pair once, and the direction."""
    at = {island.cell: island for island in islands}
    found = {}
    for island in islands:
        for way in {"right", "down"} & island.bridges.keys():
            row, col = island.cell
            while True:
                row, col = row + STEPS[way][0], col + STEPS[way][1]
                if (row, col) in at:
                    found[island, at[row, col]] = way
                    break
    return found


def cross(one: Pair, other: Pair) -> bool:
    def lies_over(along: Pair, across: Pair) -> bool:
        (row, left), (row_too, right) = along[0].cell, along[1].cell
        (top, col), (bottom, col_too) = across[0].cell, across[1].cell
        return row == row_too and col == col_too and left < col < right and top < row < bottom

    return lies_over(one, other) or lies_over(other, one)


def solve(islands: list[Island]) -> dict[Pair, int]:
    """The bridges of a solution, by trying."""
    return next(_solutions(islands, {}, list(pairs(islands))))


def _solutions(
    islands: list[Island], chosen: dict[Pair, int], undecided: list[Pair]
) -> Iterator[dict[Pair, int]]:
    for island in islands:
        least = sum(n for edge, n in chosen.items() if island in edge)
        most = least + 2 * sum(island in edge for edge in undecided)
        if island.clue is not None and not least <= island.clue <= most:
            return
    if not undecided:
        if _are_connected(islands, chosen):
            yield chosen
        return
    edge, *rest = undecided
    blocked = any(n and cross(edge, other) for other, n in chosen.items())
    for number in (0,) if blocked else (2, 1, 0):
        yield from _solutions(islands, {**chosen, edge: number}, rest)


def _are_connected(islands: list[Island], chosen: dict[Pair, int]) -> bool:
    reached = {islands[0]}
    for _ in islands:
        for edge, number in chosen.items():
            if number and reached & set(edge):
                reached |= set(edge)
    return len(reached) == len(islands)


def build(reader: Reader, edge: Pair, way: str, number: int) -> None:
    for _ in range(number - edge[0].bridges[way]):
        reader.do(edge[0].thing, f"Build a bridge {way}")


def solve_board(reader: Reader) -> None:
    islands = reader.islands()
    ways = pairs(islands)
    for edge, number in solve(islands).items():
        build(reader, edge, ways[edge], number)


def puzzle(reader: Reader) -> None:
    first = reader.wait(reader.islands, "islands")[0]
    assert not first.has("CHECKED")
    reader.do(first.thing, "Lock or unlock")
    reader.wait_to_hear("locked")
    (locked, *_) = reader.islands()
    assert locked.has("READ_ONLY")
    assert "locked" in locked.name
    reader.do(first.thing, "Lock or unlock")
    reader.press("Hint")
    reader.wait_to_hear("Row ")  # Where to look.
    solve_board(reader)
    reader.wait_to_hear("Solved with 1 hint.")
    assert all(island.has("CHECKED") and "finished" in island.name for island in reader.islands())


def lesson(reader: Reader) -> None:
    reader.find("Lesson 1 of")
    for number in (1, 2):
        reader.heard.clear()
        solve_board(reader)
        reader.wait_to_hear("Done!")
        reader.press("Next")
        reader.wait_to_hear(f"Lesson {number + 1} of")


def practice(reader: Reader) -> None:
    reader.press("Practice…", "menu item")
    reader.find("Techniques", "list")
    reader.press("Start")
    reader.wait_to_hear("1 of 10\nDraw a bridge that is certain.")
    island, edge, way = next(only_ways(reader.islands()))
    for _ in range(min(island.need, 2 - edge[0].bridges[way])):
        reader.do(edge[0].thing, f"Build a bridge {way}")
    reader.wait_to_hear("Right.")


def only_ways(islands: list[Island]) -> Iterator[tuple[Island, Pair, str]]:
    """The islands that have one direction left, as the lesson of the technique says it."""
    ways = pairs(islands)
    for island in islands:
        left = [
            edge
            for edge, way in ways.items()
            if island in edge and way in edge[0].open and edge[0].need and edge[1].need
        ]
        if len(left) == 1:
            yield island, left[0], ways[left[0]]


def setting(reader: Reader) -> None:
    reader.press("Set a puzzle…", "menu item")
    reader.press("New…")
    for name in ("Width", "Height"):
        reader.find(name, "spin").set_current_value(3)
    reader.press("Create")
    reader.wait_to_hear("3 × 3")
    for place, clue in (("row 1, column 1", 2), ("row 1, column 3", 1), ("row 3, column 1", 1)):
        reader.press(f"water, {place}")
        reader.wait_to_hear(f"?, {place}")
        island = reader.find(f"?, {place}")
        for _ in range(clue):
            reader.do(island, "Add 1 to the clue")
    reader.wait_to_hear("One solution")
    for tool in ("Bridges", "Islands"):
        reader.press(tool, "check box")
        reader.wait(lambda tool=tool: has(reader.find(tool, "check box"), "CHECKED"), tool)
    for menu, entry in (("Symmetry", "Along the diagonal"), ("Assistant", "Fewest clues")):
        reader.press(menu, "button")
        reader.wait(lambda entry=entry: has(reader.find(entry, "menu item"), "SHOWING"), entry)


def keys(reader: Reader) -> None:
    """Change the keys, for which the window opens again."""
    reader.press("Preferences…", "menu item")
    for preset, told in (("W, A, S, D", "D"), ("All defaults", "Right"), ("W, A, S, D", "D")):
        list(reader.all())
        heard = len(reader.heard)
        for button in ("Keys…", preset, "Use these keys"):
            reader.press(button, "push button")
        reader.wait_to_hear(f"press {told}, then Shift+{told}", heard)


def hammer(reader: Reader) -> None:
    """Ask for everything again and again while puzzles change."""
    seconds, calls, failed = float(os.environ["HASHI_READER_SECONDS"]), 0, 0
    rng, end = random.Random(1), time.monotonic() + seconds
    known: list[Atspi.Accessible] = []
    while time.monotonic() < end:
        reader.listen()
        try:
            known = known[-500:] + list(reader.all(reader.find("Board")))
            for thing in rng.sample(known, min(40, len(known))):
                thing.clear_cache()
                calls += 4
                thing.get_name(), thing.get_state_set(), thing.get_extents(0)
                names = actions(thing)
                if names and rng.random() < 0.5:
                    thing.do_action(rng.randrange(len(names)))
            if rng.random() < 0.3:
                reader.press("Another like this", "menu item")
        except GLib.Error:  # What is gone cannot be asked.
            failed += 1
    print(f"{calls} calls, {failed} rounds with something that was gone")


if __name__ == "__main__":
    user = Reader()
    try:
        globals()[sys.argv[1]](user)
    finally:
        print(*user.heard[-30:], sep="\n")
