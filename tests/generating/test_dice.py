from __future__ import annotations

from hashi_gui.generating.dice import Dice


def test_a_seed_always_gives_the_same_choices():
    dice = Dice(2024)
    assert [dice.index(100) for _ in range(8)] == [47, 72, 30, 88, 41, 71, 26, 24]
    assert "".join(dice.shuffled("bridges")) == "rbdgsie"


def test_every_index_and_every_order_comes_up():
    dice = Dice(1)
    assert {dice.index(4) for _ in range(200)} == {0, 1, 2, 3}
    assert len({tuple(dice.shuffled(range(4))) for _ in range(1000)}) == 24
    assert {dice.pick("ab") for _ in range(50)} == {"a", "b"}


def test_chance_is_a_share():
    dice = Dice(1)
    assert not any(dice.chance(0) for _ in range(100))
    assert all(dice.chance(1) for _ in range(100))
    assert 200 < sum(dice.chance(0.25) for _ in range(1000)) < 300
