"""A small example of each technique, with a lesson, for the help pages.

Each is a position of a puzzle with exactly one solution, at which the easier techniques neither
draw a bridge nor rule one out. They are the smallest ones found by a random search.
"""

from __future__ import annotations

from dataclasses import dataclass
from inspect import cleandoc
from itertools import groupby

from hashi_gui.core.i18n import N_, translated
from hashi_gui.formats import Document, read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques, draw_obvious
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import letters_for, with_letters


@dataclass(frozen=True, slots=True)
class Example:
    """A drawing to which a technique applies, and a lesson about how players use it."""

    technique: Technique
    drawing: str
    english_lesson: str

    @property
    def lesson(self) -> str:
        """How players use the technique."""
        return translated(self.english_lesson)

    @property
    def document(self) -> Document:
        """The puzzle, with the bridges and marks of the drawing."""
        return read(self.drawing)

    @property
    def sentence(self) -> str:
        """Why the conclusions hold, with letters for the islands."""
        reason = self.conclusions()[0].reason(self.document.puzzle)
        return with_letters(reason, letters_for([reason]))

    def conclusions(self) -> list[Conclusion]:
        """The first conclusions of the technique, after those that are obvious on the board.

        There are several if they have the same reason.
        """
        document = self.document
        position = Position.from_board(document.puzzle, document.board)
        draw_obvious(position, but=self.technique.name)
        found = self.technique.find_new(position, range(len(document.puzzle.islands)))
        by_reason = groupby(found, lambda each: each.reason(document.puzzle))
        return next(list(conclusions) for _reason, conclusions in by_reason)


_LESSONS = {
    "Finished island": (
        """
        1───2

        . . .

        1 . 2
        """,
        N_(
            "An island that has all its bridges takes no more. That often leaves a neighbour with "
            "only one way out."
        ),
    ),
    "Blocked": (
        """
        . 1 . 2

        . . . .

        1─────3

        . . . .

        . 1 . 2
        """,
        N_("Bridges never cross. Once a bridge is drawn, none can be built across it."),
    ),
    "Too many already": (
        """
        2───2

        . . .

        2 . 2
        """,
        N_(
            "Between two islands there can be no more bridges than either of them still needs: a 2 "
            "that has one bridge can have only one more, in any direction."
        ),
    ),
    "Only one way out": (
        """
        2.3
        ...
        ..1
        """,
        N_("If an island has only one direction left, all its missing bridges go there."),
    ),
    "Full house": (
        """
        4.3
        ...
        3.2
        """,
        N_(
            "If an island needs exactly as many bridges as there is room for, fill every "
            "direction: a 4 in a corner, a 6 on a side, an 8 in the middle, or a 3 in a corner "
            "beside a 1."
        ),
    ),
    "One in every direction": (
        """
        3.2.2
        .....
        3...2
        """,
        N_(
            "If an island needs just one bridge less than there is room for, every direction that "
            "takes two gets at least one: a 3 in a corner, a 5 on a side, a 7 in the middle."
        ),
    ),
    "Ones apart, twos apart": (
        """
        1.1
        ...
        2.2
        """,
        N_(
            "Two 1s joined by a bridge, or two 2s joined by two, would be finished and cut off "
            "from all other islands. So that never happens, unless they are the whole puzzle."
        ),
    ),
    "What the rest can't take": (
        """
        1.3.2.1
        .......
        2.3...2
        """,
        N_(
            "Add up the most bridges that all other directions can take; what the island needs "
            "beyond that goes in this one: a 2 between a 1 and another island has at least one "
            "bridge to the other. Beware of a common mistake: a 6 in the middle with a 1 beside it "
            "has a bridge to each of the other three neighbours, but not necessarily to the 1."
        ),
    ),
    "Closing a loop": (
        """
        no-loops
        3───3 . .
        │   │
        │ . │ . .
        │   │
        2 . 4═══2
        """,
        N_(
            "Only where the rules say “no loops”: two islands that you can already walk between "
            "get no bridge of their own. Mark it: what is left often has only one way to go."
        ),
    ),
    "The last way without a loop": (
        """
        no-loops
        1 . . . .
        │
        │ . . . .
        │
        4───4───3
        │       │
        │ . . . │
        │       │
        2 . 2 . 2
        """,
        N_(
            "Only where the rules say “no loops”: of several ways from an island into one group, "
            "only one can have bridges. If that and all other ways take too few, the rest goes "
            "where it closes no loop."
        ),
    ),
    "Three closed off": (
        """
        1───2 . 1
        ×
        . . . . .

        1───3───2
        """,
        N_(
            "A 2 between two 1s, a 3 between a 1 and a 2, or a 4 between two 2s must not get all "
            "its bridges from those two: the three would be finished and cut off. It needs a "
            "bridge to another island."
        ),
    ),
    "Group closed off": (
        """
        3───2 . 2───3
        ║           │
        ║ . . . . . │
        ║           │
        4═══3 . 1 . 2
        """,
        N_(
            "Before you join two groups, count how many bridges their islands still need. If the "
            "new bridges leave nothing to add while there are other islands, they are too many."
        ),
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
        N_(
            "Look at the ways out of a group; a single island is a group, too. If there is only "
            "one, it gets a bridge. The same goes for a way out if the group would be cut off "
            "after filling all the others."
        ),
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
        N_(
            "If two parts of the puzzle can be connected in only one place, there is a bridge "
            "there, no matter what the numbers are."
        ),
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
        N_(
            "Suppose no more bridges go in one direction, so that the island must fill all the "
            "others. If another island then ends up with too few bridges, that is wrong: a bridge "
            "goes in the first direction."
        ),
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
        N_(
            "List all combinations of bridges that an island can still have, and cross out those "
            "that break a rule nearby. What the others have in common is certain."
        ),
    ),
    "Odd and even": (
        """
        . . . 4═════3
              ║     │
        . . . ║ . . │
              ║     │
        . 2───6───2 │
                    │
        2 . . . . . 3

        . 2───4 . 1 .

        3 . . . . . 3
        │           │
        │ . . . . . │
        │           │
        2 . . 2─────3
        """,
        N_(
            "Add up what all islands of one part still need. A bridge between two of them counts "
            "twice, so if the sum is odd, an odd number of bridges leads out; if it is even, an "
            "even number. Where only one way out is left, with room for two, an odd number is "
            "exactly one."
        ),
    ),
    "What if": (
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
        N_(
            "Assume the opposite of what you expect, and go on with the other techniques. If "
            "something becomes impossible, the assumption was wrong."
        ),
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
        │
        │ . . . . . . . .
        │
        2───────────? . .
        """,
        N_(
            "The same with nested assumptions: on the way, you have to rule out another "
            "assumption. A last resort that hardly any puzzle needs."
        ),
    ),
}
"""The drawing and the lesson for each technique."""

EXAMPLES = tuple(
    Example(technique, cleandoc(drawing), lesson)
    for technique in all_techniques()
    for drawing, lesson in [_LESSONS[technique.name]]
)
"""The examples in the order of their techniques, the easiest first."""
