"""The comments at the top of exported models, the same in every format."""

from __future__ import annotations

from collections.abc import Iterable

from hashi_gui.core.puzzle import Puzzle


def model_comments(
    puzzle: Puzzle,
    model: str,
    connectivity: str,
    edge_variables: Iterable[tuple[int, str, int | str]],
) -> list[str]:
    """Return the lines of the comment, without the characters that begin a comment.

    ``model`` and ``connectivity`` are sentences. An item of ``edge_variables`` is an edge, a
    statement about it such as "at least 2", and the variable that stands for the statement.
    """
    lines = [
        model,
        connectivity,
        "An edge is named by the rows and columns of its two islands, from 0 at the top left.",
    ]
    for edge, statement, variable in edge_variables:
        a, b = puzzle.ends(edge)
        lines.append(f"edge {a.row} {a.col} {b.row} {b.col} {statement} = var {variable}")
    lines.append("All other variables are auxiliary; edges that are not listed have no bridges.")
    return lines
