"""What the player has done with a pack."""

from __future__ import annotations

from hashi_gui.game import Game, GameStore
from hashi_gui.packs import Pack
from hashi_gui.packs.shelf import Shelf


def test_solved_and_begun_puzzles_of_a_pack_are_known(packed, tmp_path):
    pack = Pack("Rain", packed("1.1", "1..1", "1.2.1"))
    games = GameStore(tmp_path)
    assert Shelf.of(pack, games) == Shelf(pack, frozenset(), frozenset())
    for index, moves in ((0, 1), (2, 1)):
        game = Game.from_document(pack.document(index))
        for _ in range(moves):
            game.play(game.cycle_bridges(0))
        games.save(game.to_document())
    solved, _, begun = (puzzle.key for puzzle in pack.puzzles)
    shelf = Shelf.of(pack, games)
    assert shelf == Shelf(pack, frozenset({solved}), frozenset({begun}))
    assert shelf.progress_text == "1 of 3 solved"
    (result,) = games.results.all()
    assert result.origin == "library"
