"""The model that a method starts from, as text for other solvers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.methods.ilp.formulations import FORMULATIONS, Formulation
from hashi_gui.solving.methods.ilp.highs import highs_with

COMMENTS = {"lp": "\\", "mps": "*"}
"""The notations, and what a comment begins with in each."""


def export(puzzle: Puzzle, method: str, notation: str) -> str:
    """The model of a puzzle as text in ``notation``, a key of COMMENTS.

    ``method`` is a key of FORMULATIONS. Comments at the top say which variables stand for the
    bridges of which edge. Raises UnsupportedPuzzleError for a model that is too large, and where
    highspy is not installed.
    """
    formulation = FORMULATIONS[method](puzzle)
    comments = [f"{COMMENTS[notation]} {line}\n" for line in _explanation(method, formulation)]
    with TemporaryDirectory() as folder:
        path = Path(folder, f"model.{notation}")
        highs_with(formulation.model).writeModel(str(path))
        return "".join(comments) + path.read_text(encoding="ascii")


def _explanation(method: str, formulation: Formulation) -> list[str]:
    lines = [f"A Hashiwokakero puzzle as {method} has it."]
    if not formulation.connected:
        lines.append("The rule of connectivity is left out: solutions may fall apart.")
    lines.append("Rows and columns count from 0 at the top left. The bridges between the islands")
    for edge, parts in enumerate(formulation.parts):
        a, b = formulation.puzzle.ends(edge)
        sum_of = " + ".join(formulation.model.names[part] for part in parts)
        lines.append(f"at row {a.row}, column {a.col} and row {b.row}, column {b.col}: {sum_of}")
    return lines
