"""A small example of each technique, with a lesson: for the pages of Help.

The examples were found as the smallest positions, of many thousand, at which all easier
techniques are silent. Two could not be found so: "Starving a neighbour" only ever says what
"The general count" says of the neighbour itself, and no puzzle with a single solution needed
"What if, deeper".
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi_gui.formats import Document, read
from hashi_gui.logic.deducer import Deducer
from hashi_gui.logic.position import Position
from hashi_gui.logic.technique import Conclusion, Technique
from hashi_gui.logic.techniques import PLAIN, all_techniques


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
        position = Position.on(document.puzzle, document.board)
        for _ in Deducer(position, [t for t in PLAIN if t is not self.technique]).run():
            pass
        subjects = self.technique.subjects(position, range(len(document.puzzle.islands)))
        return next(
            conclusion
            for subject in subjects
            for conclusion in self.technique.find(position, subject)
            if conclusion.changes(position)
        )


_DRAWINGS = {
    "Finished island": (
        "2───2\n│\n│ . .\n│\n1 . 1",
        "An island that has all its bridges takes no more. Every other direction is closed, which "
        "often leaves a neighbour with only one way out.",
    ),
    "Blocked": (
        ". . 1 . .\n    │\n2 . │ . 1\n    │\n. . │ . .\n    │\n. . │ . .\n    │\n4 . 5 . 3",
        "Bridges never cross. Once one is drawn, every possible bridge across it is gone.",
    ),
    "Too many already": (
        "1───2\n×\n. . .\n\n1 . 2",
        "An edge cannot take more than the island at either end still needs: a 2 that has one "
        "bridge gives at most one more in any direction.",
    ),
    "Only one way out": (
        "2.3\n...\n..1",
        "Where only one direction is left, all the bridges that are missing go there.",
    ),
    "Full house": (
        "3.3\n...\n1.1",
        "When an island needs just what all its directions can take together, all of them are "
        "full: a 4 in a corner, a 6 at a side, an 8 in the middle, or a 3 beside a 1.",
    ),
    "One in every direction": (
        "2...2\n.....\n..3.3\n.....\n2.2..",
        "When only one bridge is missing to a full house, each direction has at least one: a 3 in "
        "a corner, a 5 at a side, a 7 in the middle.",
    ),
    "Ones apart, twos apart": (
        "2.2\n...\n1.1",
        "Two 1s joined, or two 2s joined twice, are finished and cut off from everything else. So "
        "they never are, unless they are the whole puzzle.",
    ),
    "The general count": (
        ". . 1 . .\n    │\n. . │ . .\n    │\n. . 3───2\n\n. . . . .\n\n1───3 . 2",
        "Add up what all other directions can take at most. What the island needs beyond that goes "
        "in this one. Beware: a 6 in the middle with a 1 beside it gives one bridge to each of the "
        "other three, not to the 1.",
    ),
    "Three closed off": (
        "1 . . . .\n│\n│ . . . .\n│\n3 . 2 . .\n\n. . . . .\n\n2 . 3───1",
        "A 2 between two 1s, or a 3 between a 1 and a 2, must not be filled by just those two: the "
        "three would be cut off. It needs another neighbour.",
    ),
    "Group closed off": (
        "2───3───2\n        │\n. . . . │\n        │\n2 . 2 . │\n│   │   │\n│ . │ . 1\n│   │\n"
        "1×. 1 . .",
        "Before you join two groups, count what both still lack. If nothing is left while islands "
        "remain outside, the bridges are one too many.",
    ),
    "A group needs a way out": (
        "1───? . ?\n        │\n. . . . │\n        │\n. . . . 1",
        "Look at the ways out of a group. If there is only one, or if filling all the others would "
        "close the group, that one gets a bridge.",
    ),
    "The only link": (
        "?.?.?.?\n.......\n?.?....\n....?.?",
        "If the puzzle would fall apart without an edge, that edge gets at least one bridge, "
        "whatever the numbers are.",
    ),
    "Starving a neighbour": (
        "3.2.3\n.....\n2...2",
        "Two bridges to the right would finish the 2 in the middle; then the 3 in the corner could "
        "not get enough. So at most one goes there. Counting at the 3 says the same.",
    ),
    "Intersection": (
        "2───3─────2\n\n. . . . . .\n\n2 . . . . 3\n\n. . 3───1 .\n    │\n. . │ . . .\n    │\n"
        "2───4 . . 2",
        "List every combination that an island can still have and strike out those that break a "
        "rule around it. What all the others share is sure.",
    ),
    "What if, one step": (
        "2───3─────3\n          │\n. . . . . │\n          │\n3─────2 . │\n│         │\n"
        "│ . . . . 2\n│\n│ . . . . .\n│\n2 . . 2 . 1",
        "Suppose the opposite, and go on with the rules you know. If something becomes impossible, "
        "the supposition was wrong.",
    ),
    "What if, deeper": (
        "2 3─4─2\n\n3 2 3─2\n│\n2 . 2 .\n    │\n2─4─3 .",
        "The same, but on the way another supposition has to be refuted. The last resort: hardly "
        "any puzzle needs it.",
    ),
}
"""By technique: the drawing and the lesson."""

EXAMPLES = tuple(Example(technique, *_DRAWINGS[technique.name]) for technique in all_techniques())
"""The examples, the easiest technique first."""
