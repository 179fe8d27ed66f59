"""A small example of each technique, with a lesson: for the pages of Help.

Each is a position at which the easier techniques neither draw a bridge nor close an edge, on a
puzzle with one solution; found as the smallest of many that a search came by.
"""

from __future__ import annotations

from dataclasses import dataclass
from inspect import cleandoc

from hashi_gui.formats import Document, read
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import OBVIOUS_TECHNIQUES, all_techniques
from hashi_gui.logic.techniques.technique import Conclusion, Technique


@dataclass(frozen=True, slots=True)
class Example:
    """A drawing at which a technique says something, and how players think about it."""

    technique: Technique
    drawing: str
    lesson: str

    @property
    def document(self) -> Document:
        """The puzzle, with what is drawn on it already."""
        return read(self.drawing)

    def conclusion(self) -> Conclusion:
        """What the technique says of the example when what is plain to see has been seen."""
        document = self.document
        position = Position.from_board(document.puzzle, document.board)
        for _ in Reasoner(
            position, [t for t in OBVIOUS_TECHNIQUES if t is not self.technique]
        ).run():
            pass
        subjects = self.technique.subjects(position, range(len(document.puzzle.islands)))
        return next(
            conclusion
            for subject in subjects
            for conclusion in self.technique.find(position, subject)
            if conclusion.is_new(position)
        )


_DRAWINGS = {
    "Finished island": (
        """
        1───2

        . . .

        1 . 2
        """,
        "An island that has all its bridges takes no more. Every other direction is closed, "
        "which often leaves a neighbour with only one way out.",
    ),
    "Blocked": (
        """
        . 1 . 2

        . . . .

        1─────3

        . . . .

        . 1 . 2
        """,
        "Bridges never cross. Once one is drawn, every possible bridge across it is gone.",
    ),
    "Too many already": (
        """
        2───2

        . . .

        2 . 2
        """,
        "An edge cannot take more than the island at either end still needs: a 2 that has one "
        "bridge gives at most one more in any direction.",
    ),
    "Only one way out": (
        """
        2.3
        ...
        ..1
        """,
        "Where only one direction is left, all the bridges that are missing go there.",
    ),
    "Full house": (
        """
        4.3
        ...
        3.2
        """,
        "When an island needs just what all its directions can take together, all of them are "
        "full: a 4 in a corner, a 6 at a side, an 8 in the middle, or a 3 beside a 1.",
    ),
    "One in every direction": (
        """
        3.2.2
        .....
        3...2
        """,
        "When only one bridge is missing to a full house, each direction has at least one: a 3 "
        "in a corner, a 5 at a side, a 7 in the middle.",
    ),
    "Ones apart, twos apart": (
        """
        1.1
        ...
        2.2
        """,
        "Two 1s joined, or two 2s joined twice, are finished and cut off from everything else. "
        "So they never are, unless they are the whole puzzle.",
    ),
    "The general count": (
        """
        1.3.2.1
        .......
        2.3...2
        """,
        "Add up what all other directions can take at most; what the island needs beyond that "
        "goes in this one. Here a 2 has a 1 on one side, so at least one bridge goes to the "
        "other. Beware of a wrong version that many repeat: a 6 in the middle with a 1 beside it "
        "gives one bridge to each of the other three, not to the 1.",
    ),
    "Three closed off": (
        """
        1───2 . 1
        ×
        . . . . .

        1───3───2
        """,
        "A 2 between two 1s, a 3 between a 1 and a 2, or a 4 between two 2s must not be filled "
        "by just those two: the three would be finished and cut off. A bridge has to lead on.",
    ),
    "Group closed off": (
        """
        3───2 . 2───3
        ║           │
        ║ . . . . . │
        ║           │
        4═══3 . 1 . 2
        """,
        "Before you join two groups, count what all their islands still need. If the bridges you "
        "think of use that up while islands remain outside, they are too many.",
    ),
    "A group needs a way out": (
        """
        2 . 2─────1
        │
        │ . . . . .
        │
        │ . 2 . 1 .
        │
        │ . . . . .
        │
        3───3───2 .
        """,
        "Look at the ways out of a group; a single island is one too. If there is only one, or "
        "if filling all the others would close the group off, that one gets a bridge.",
    ),
    "The only link": (
        """
        1 . 2 . 3───2
            │
        . . │ . . . .
            │
        . . │ . 2 . 1
            │   │
        2 . │ . │ . .
        │   │   │
        │ . │ . 3───2
        │   │
        3───3 . . . .
        """,
        "If the puzzle would fall apart without an edge, that edge gets at least one bridge, "
        "whatever the numbers are.",
    ),
    "Starving a neighbour": (
        """
        1 . 4───3 . 1
            ║
        . . ║ . . . .
            ║
        . . 2 . . . .

        2───────3───2
        """,
        "Suppose that nothing more goes in one direction, so that all the other ways of the "
        "island have to be filled. If that takes away what another island needs, it cannot be: "
        "the direction gets a bridge.",
    ),
    "Intersection": (
        """
        3───2 . 1
        │
        │ . . . .
        │
        │ . 1 . .
        │
        │ . . . .
        │
        3 . 3 . .

        . . . . .

        2 . 3───2
        """,
        "List every combination that an island can still have and strike out those that break a "
        "rule around it. What all the others share is sure.",
    ),
    "What if, one step": (
        """
        3───2 . . . 2
        │           │
        │ . . . . . │
        │           │
        2 . . . . . 3
                    │
        . . . . . . │
                    │
        . . 1 . 2───3
        """,
        "Suppose the opposite of what you hope for, and go on with the rules you know. If "
        "something becomes impossible, the supposition was wrong.",
    ),
    "What if, deeper": (
        """
        . 2 . . . . . . ?
                        │
        . . . . . . . . │
                        │
        . ?─────────2 . │
                        │
        . . . . . . . . │
                        │
        . . 2 . 1 . 2 . 2
            │
        . . │ . . . . . .
            │
        ?═══4 . . . 2 . 1

        . . . . . . . . .

        2 . . . . . ? . .
        """,
        "The same, but on the way another supposition has to be refuted. The last resort: hardly "
        "any puzzle needs it.",
    ),
}
"""By technique: the drawing and the lesson."""

EXAMPLES = tuple(
    Example(technique, cleandoc(drawing), lesson)
    for technique in all_techniques()
    for drawing, lesson in [_DRAWINGS[technique.name]]
)
"""The examples, the easiest technique first."""
