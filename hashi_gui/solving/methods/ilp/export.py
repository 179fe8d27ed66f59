"""The model that a method starts from, as text for other ILP solvers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.methods.ilp.formulations import FORMULATIONS, Formulation
from hashi_gui.solving.methods.ilp.highs import load_model

COMMENT_PREFIXES = {"lp": "\\", "mps": "*"}
"""The notations, and how a comment begins in each."""


def export_model(puzzle: Puzzle, method: str, notation: str) -> str:
    """Return the model of a puzzle as text in ``notation``, a key of COMMENT_PREFIXES.

    ``method`` is a key of FORMULATIONS. Comments at the top name the variables that count the
    bridges of each edge. Raises UnsupportedPuzzleError if the model is too large, or if highspy is
    not installed.
    """
    formulation = FORMULATIONS[method](puzzle)
    prefix = COMMENT_PREFIXES[notation]
    comments = [f"{prefix} {line}\n" for line in _describe(method, formulation)]
    with TemporaryDirectory() as folder:
        path = Path(folder, f"model.{notation}")
        load_model(formulation.model).writeModel(str(path))
        return "".join(comments) + path.read_text(encoding="ascii")


def _describe(method: str, formulation: Formulation) -> list[str]:
    lines = [f"A Hashiwokakero puzzle as a model of the method {method}."]
    if not formulation.enforces_connectivity:
        lines.append("The rule of connectivity is left out: solutions may not be connected.")
    lines.append("Rows and columns count from 0 at the top left. The number of bridges on an edge")
    lines.append("is the sum of the variables that follow its two islands:")
    for edge, columns in enumerate(formulation.count_columns):
        a, b = formulation.puzzle.ends(edge)
        variables = " + ".join(formulation.model.names[column] for column in columns)
        lines.append(f"row {a.row}, column {a.col} and row {b.row}, column {b.col}: {variables}")
    return lines
