"""Games in progress: history, trials, clock, saving and resuming."""

from hashi_gui.game.game import Clock, Game, History, IllegalMoveError
from hashi_gui.game.store import GameStore

__all__ = ["Clock", "Game", "GameStore", "History", "IllegalMoveError"]
