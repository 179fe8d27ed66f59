"""Solves puzzles, one after the other, and prints the number of each that is reported as saved.

The arguments are the folder of the store and the first number. The process goes on until it is
killed. Each puzzle is a row of islands, so that its number of columns tells it from the others.
"""

import sys
from pathlib import Path

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.game import Game, GameStore
from hashi_gui.game.autosave import Autosave


def solved_game(number: int) -> Game:
    game = Game(Puzzle.from_clues(1, number + 3, {(0, 0): 1, (0, number + 2): 1}))
    game.play(game.cycle_bridges(0))
    assert game.finished
    return game


def main(folder: Path, number: int) -> None:
    autosave = Autosave(GameStore(folder), lambda _: None)
    while True:
        autosave.open(solved_game(number))
        autosave.save_whole()
        autosave.wait()
        if autosave.error is None:
            print(number, flush=True)
        number += 1


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
