import re

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import OBVIOUS_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.island_clues import FullHouse, OnlyWayOut, RestCannotTake
from hashi_gui.logic.wording import with_places


@pytest.mark.parametrize(
    ("drawing", "closed"),
    [
        ("1───2 . 3", " Row 1, column 1 has all its bridges."),
        (
            "1───3───1\n\n. . 2 . .",
            " Row 1, column 1 has all its bridges. Row 1, column 5 has all its bridges.",
        ),
        (
            ". . 1 . 3\n\n. . . . .\n\n1───────2\n\n. . . . .\n\n. . 2 . 3",
            " A bridge blocks rows 1–5, column 3.",
        ),
        ("4×. 1 . 2", " Row 1, columns 1–3 is ruled out."),
        ("5═══3 . 2", " Row 1, columns 1–3 is full."),
        (
            "5═══4───1\n\n. . 2 . .",
            " Row 1, columns 1–3 is full. Row 1, column 5 has all its bridges.",
        ),
        (". . 1 . .\n    │\n. . │ . .\n    │\n1───4───1\n\n. . . . .\n\n. . 1 . .", ""),
    ],
)
def test_what_closes_one_or_two_other_ways_is_named(drawing, closed):
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    for _ in Reasoner(position, OBVIOUS_TECHNIQUES).run():
        pass
    found = [each for i in range(len(position.group)) for each in OnlyWayOut().find(position, i)]
    reasons = [with_places(document.puzzle, each.reason(document.puzzle)) for each in found]
    assert any(
        re.search(rf"leads to row [^.]*\.{re.escape(closed)}$", reason) for reason in reasons
    )


@pytest.mark.parametrize(
    ("drawing", "need", "bounds"),
    [
        ("max-bridges 1\n2.2\n...\n2.1", 2, ["0,0-0,2 >= 1", "0,0-2,0 >= 1"]),
        ("max-bridges 3\n4.3\n...\n1.3", 4, ["0,0-0,2 >= 3", "0,0-2,0 >= 1"]),
        ("max-bridges 4\n8.6\n...\n5.3", 8, ["0,0-0,2 >= 4", "0,0-2,0 >= 4"]),
    ],
)
def test_a_full_house_depends_on_the_bridge_limit(conclusions_by, drawing, need, bounds):
    found = conclusions_by(FullHouse(), drawing)
    corner = f"Row 1, column 1 needs {need} more bridges."
    assert [bound for bound, reason in found.items() if reason.startswith(corner)] == bounds


def test_a_six_beside_a_one_has_a_bridge_to_each_of_the_other_three(conclusions_by):
    found = conclusions_by(RestCannotTake(), "..4..\n.....\n1.6.4\n.....\n..4..")
    reason = (
        "Row 3, column 3 needs 6 more bridges. At most these fit in all: rows 1–3, column 3 ×2; "
        "row 3, columns 1–3; row 3, columns 3–5 ×2; rows 3–5, column 3 ×2. So at least these are "
        "certain: rows 1–3, column 3; row 3, columns 3–5; rows 3–5, column 3."
    )
    six = [bound for bound, why in found.items() if why == reason]
    assert six == ["0,2-2,2 >= 1", "2,2-2,4 >= 1", "2,2-4,2 >= 1"]
