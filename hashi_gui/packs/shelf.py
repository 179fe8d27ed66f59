"""A pack with what the player has done with it."""

from __future__ import annotations

from dataclasses import dataclass

from hashi_gui.game import GameStore
from hashi_gui.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class Shelf:
    """A pack, and the keys of those of its puzzles that are solved or begun."""

    pack: Pack
    solved: frozenset[str]
    begun: frozenset[str]

    @classmethod
    def of(cls, pack: Pack, games: GameStore) -> Shelf:
        """Look up the progress, which waits for the disk."""
        keys = frozenset(puzzle.key for puzzle in pack.puzzles)
        return cls(pack, games.solved_puzzles() & keys, games.begun_puzzles(keys))

    @property
    def progress_text(self) -> str:
        """How many puzzles are solved, out of how many."""
        return f"{len(self.solved)} of {len(self.pack.puzzles)} solved"
