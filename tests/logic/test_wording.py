import pytest

from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.wording import (
    letters_for,
    mention,
    replace_mentions,
    with_legend,
    with_letters,
    with_places,
)


def test_islands_are_shown_by_their_places():
    puzzle = read("2.3\n...\n..1").puzzle
    text = f"The 3 at {mention([1])} and {mention([0, 1, 2])}."
    assert with_places(puzzle, text) == (
        "The 3 at row 1, column 3 and the group of 3 islands (row 1, columns 1, 3; row 3, "
        "column 3)."
    )


def test_a_legend_says_where_letters_are_and_some_islands_of_a_group():
    puzzle = read("2.3\n...\n1.4\n...\n1.2").puzzle
    pair, group = f"{mention([1])}–{mention([0])}", mention([5, 4, 3, 2, 0])
    assert with_legend(puzzle, [f"{group} needs {pair}.", f"So {group} is finished."]) == (
        ["Group C of 5 islands needs A–B.", "So group C of 5 islands is finished."],
        "Row, column: A (1, 3), B (1, 1), C (1, 1; 3, 1; 3, 3; 5, 1; and 1 more)",
    )
    assert with_legend(puzzle, ["Finished."]) == (["Finished."], "")


def test_mentions_are_replaced_one_by_one():
    text = f"{mention([12])}, {mention([3, 4])}, {mention([12])}"
    assert replace_mentions(text, lambda islands: "+".join(map(str, islands))) == "12, 3+4, 12"


def test_islands_mentioned_alone_are_listed_in_order_and_once():
    texts = [f"{mention([7])} {mention([1, 2])} {mention([3])}", mention([7]), mention([2])]
    assert letters_for(texts) == {7: "A", 3: "B", 2: "C"}


def test_other_brackets_are_left_alone():
    assert letters_for(["⟦⟧ ⟦x⟧ [1]"]) == {}


def test_there_are_names_for_any_number_of_islands():
    names = list(letters_for([mention([n]) for n in range(60)]).values())
    assert names[:2] + names[25:28] + names[52:53] == ["A", "B", "Z", "A1", "B1", "A2"]


def test_letters_stand_for_islands_and_sizes_for_groups():
    text = f"The 3 at {mention([1])} and {mention([0, 1])}."
    assert with_letters(text, letters_for([text])) == "The 3 at A and this group of 2."


def test_ranks_rise_with_the_levels():
    assert [level.rank for level in Level] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("level", Level)
def test_every_level_has_its_own_description(level):
    assert level.description.endswith(".")
    assert [each for each in Level if each.description == level.description] == [level]
