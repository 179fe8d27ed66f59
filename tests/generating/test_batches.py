from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from hashi_gui.generating import GenerationError, GeneratorOptions, Recipe, batches
from hashi_gui.generating.batches import generate_many
from hashi_gui.system.parallel import Parallel, Sequential


@pytest.fixture(params=["sequential", "parallel"])
def mapper(request):
    if request.param == "sequential":
        yield Sequential()
    else:
        with ThreadPoolExecutor(3) as pool:
            yield Parallel(pool, lambda: 3)


def test_puzzles_come_in_the_order_of_their_seeds(mapper):
    options = GeneratorOptions(7, 7, 13)
    documents = list(generate_many(options, 100, 30, mapper))
    assert [document.info.seed for document in documents] == list(range(100, 130))
    assert documents[17] == Recipe(options, 117).make()


def test_no_puzzle_comes_twice(mapper):
    documents = list(generate_many(GeneratorOptions(3, 3, 3), 0, 12, mapper))
    assert len({document.puzzle.islands for document in documents}) == 12
    seeds = [document.info.seed for document in documents]
    assert seeds == sorted(seeds)
    assert seeds[-1] > 11


def test_too_few_different_puzzles_are_an_error(mapper, monkeypatch):
    monkeypatch.setattr(batches, "_MAX_REPEATS", 40)
    documents = []
    with pytest.raises(GenerationError, match=r"^There seem to be only \d+ different puzzles"):
        documents.extend(generate_many(GeneratorOptions(3, 3, 2), 0, 10_000, mapper))
    assert len(documents) > 3


def test_puzzles_before_a_failure_are_returned(mapper, monkeypatch):
    make = Recipe.make

    def fails_at_five(recipe):
        if recipe.seed == 5:
            raise GenerationError("No.")
        return make(recipe)

    monkeypatch.setattr(Recipe, "make", fails_at_five)
    documents = []
    with pytest.raises(GenerationError, match="No"):
        documents.extend(generate_many(GeneratorOptions(5, 5, 7), 0, 20, mapper))
    assert [document.info.seed for document in documents] == [0, 1, 2, 3, 4]
