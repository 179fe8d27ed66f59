from __future__ import annotations

from hashi_gui.generating.rng import Rng


def test_a_seed_always_gives_the_same_choices():
    rng = Rng(2024)
    assert [rng.index(100) for _ in range(8)] == [47, 72, 30, 88, 41, 71, 26, 24]
    assert "".join(rng.shuffled("bridges")) == "rbdgsie"


def test_every_index_and_every_order_occurs():
    rng = Rng(1)
    assert {rng.index(4) for _ in range(200)} == {0, 1, 2, 3}
    assert len({tuple(rng.shuffled(range(4))) for _ in range(1000)}) == 24
    assert {rng.pick("ab") for _ in range(50)} == {"a", "b"}


def test_chance_is_a_probability():
    rng = Rng(1)
    assert not any(rng.chance(0) for _ in range(100))
    assert all(rng.chance(1) for _ in range(100))
    assert 200 < sum(rng.chance(0.25) for _ in range(1000)) < 300
