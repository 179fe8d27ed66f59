"""The model that a method starts from, as text for other ILP solvers.

The text uses only what GLPK, CBC, HiGHS, SCIP and Gurobi read alike: no empty section or objective,
the keyword ``Binary`` in full, no ``OBJSENSE``, and a name for the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from types import MappingProxyType

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.ilp.formulations import FORMULATIONS, Formulation
from hashi_gui.lab.methods.method import model_comments
from hashi_gui.solving.linear import Model

COMMENT_PREFIXES: Mapping[str, str] = MappingProxyType({"lp": "\\", "mps": "*"})
"""The formats, and how a comment begins in each."""

_TERMS_PER_LINE = 5
"""Some readers accept only short lines."""

_MPS_SENSES = {"<=": "L", "==": "E", ">=": "G"}


def export_model(puzzle: Puzzle, method: str, notation: str) -> str:
    """Return the model of a puzzle as text in ``notation``, a key of COMMENT_PREFIXES.

    ``method`` is a key of FORMULATIONS. Comments at the top name the variables that count the
    bridges of each edge. Raises UnsupportedPuzzleError if the model is too large.
    """
    formulation = FORMULATIONS[method](puzzle)
    model = formulation.model
    if not model.names:
        # Neither format has a place for rows without any variable.
        model.add_variable("unused")
    prefix = COMMENT_PREFIXES[notation]
    comments = [f"{prefix} {line}" for line in _comments(method, formulation)]
    return "\n".join([*comments, *_WRITERS[notation](model)])


def _comments(method: str, formulation: Formulation) -> list[str]:
    connectivity = (
        "Connectivity is included."
        if formulation.enforces_connectivity
        else "Connectivity is left out: the islands of a solution may not be connected."
    )
    if not formulation.puzzle.rules.loops:
        connectivity += " Connected solutions have no loops."
    return model_comments(
        formulation.puzzle,
        f"A Hashiwokakero puzzle in the formulation of the method {method}.",
        connectivity,
        _edge_variables(formulation),
    )


def _edge_variables(formulation: Formulation) -> Iterator[tuple[int, str, str]]:
    names = formulation.model.names
    for edge, columns in enumerate(formulation.count_columns):
        for number, column in enumerate(columns, 1):
            statement = f"at least {number}" if len(columns) > 1 else "number of bridges"
            yield edge, statement, names[column]


def _lp_lines(model: Model) -> Iterator[str]:
    """Return the lines of the model in the LP format of CPLEX."""
    yield "Maximize" if any(model.objective) else "Minimize"
    objective = [(column, value) for column, value in enumerate(model.objective) if value]
    yield from _lp_expression(model, "obj", objective)
    yield "Subject To"
    for name, sense, right_side, terms in _rows(model):
        *lines, last = _lp_expression(model, name, terms)
        yield from lines
        yield f"{last} {sense.replace('==', '=')} {right_side}"
    general = [column for column, bound in enumerate(model.upper_bounds) if bound != 1]
    if general:
        yield "Bounds"
        yield from (f" {model.names[column]} <= {model.upper_bounds[column]}" for column in general)
        yield "General"
        yield from (f" {model.names[column]}" for column in general)
    if len(general) < len(model.names):
        yield "Binary"
        for name, bound in zip(model.names, model.upper_bounds):
            if bound == 1:
                yield f" {name}"
    yield "End"


def _lp_expression(model: Model, name: str, terms: list[tuple[int, int]]) -> Iterator[str]:
    words = [f"{_lp_coefficient(value)} {model.names[column]}" for column, value in terms]
    words = words or [f"0 {model.names[0]}"]
    yield f" {name}: {' '.join(words[:_TERMS_PER_LINE])}"
    for start in range(_TERMS_PER_LINE, len(words), _TERMS_PER_LINE):
        yield f"  {' '.join(words[start : start + _TERMS_PER_LINE])}"


def _lp_coefficient(value: int) -> str:
    sign = "-" if value < 0 else "+"
    return sign if abs(value) == 1 else f"{sign} {abs(value)}"


def _mps_lines(model: Model) -> Iterator[str]:
    """Return the lines of the model in the free MPS format, in which objectives are minimised."""
    entries: list[list[str]] = [[f"obj {-value}"] if value else [] for value in model.objective]
    yield "NAME hashi"
    yield "ROWS"
    yield " N obj"
    right_sides = []
    for name, sense, right_side, terms in _rows(model):
        yield f" {_MPS_SENSES[sense]} {name}"
        for column, value in terms:
            entries[column].append(f"{name} {value}")
        if right_side:
            right_sides.append(f" RHS {name} {right_side}")
    if not any(model.objective):
        entries[0].insert(0, "obj 0")
    yield "COLUMNS"
    yield " MARKER 'MARKER' 'INTORG'"
    for variable, column_entries in zip(model.names, entries):
        for entry in column_entries:
            yield f" {variable} {entry}"
    yield " MARKER 'MARKER' 'INTEND'"
    yield "RHS"
    yield from right_sides or [f" RHS {model.row_names[0]} 0"]
    yield "BOUNDS"
    for variable, bound in zip(model.names, model.upper_bounds):
        yield f" UP BOUND {variable} {bound}"
    yield "ENDATA"


def _rows(model: Model) -> Iterator[tuple[str, str, int, list[tuple[int, int]]]]:
    """Return the name, sense, right side and terms of each row."""
    terms = zip(model.columns, model.coefficients)
    lengths = (end - start for start, end in pairwise(model.row_starts))
    for name, sense, right_side, length in zip(
        model.row_names, model.senses, model.right_sides, lengths
    ):
        yield name, sense, right_side, list(islice(terms, length))


_WRITERS: Mapping[str, Callable[[Model], Iterator[str]]] = MappingProxyType(
    {"lp": _lp_lines, "mps": _mps_lines}
)
