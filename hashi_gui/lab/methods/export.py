"""The model or formula of a method as text for other solvers: LP and MPS for ILP, DIMACS for SAT.

LP and MPS use only what GLPK, CBC, HiGHS, SCIP and Gurobi read alike: no empty section or
objective, the keyword ``Binary`` in full, no ``OBJSENSE``, and a name for the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice, pairwise
from types import MappingProxyType

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.ilp import FORMULATIONS, Formulation
from hashi_gui.lab.methods.sat import SUM_ENCODINGS, DirectEncoding, tree_clauses
from hashi_gui.solving.encoding import Encoding, OrderEncoding
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
    comments = [f"{prefix} {line}" for line in _model_comments(method, formulation)]
    return "\n".join([*comments, *_WRITERS[notation](model)])


def _model_comments(method: str, formulation: Formulation) -> list[str]:
    connectivity = (
        "Connectivity is included."
        if formulation.enforces_connectivity
        else "Connectivity is left out: the islands of a solution may not be connected."
    )
    if not formulation.puzzle.rules.loops:
        connectivity += " Connected solutions have no loops."
    return _comments(
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

ENCODINGS: Mapping[str, Callable[[Puzzle], Encoding]] = MappingProxyType(
    {
        "sat": OrderEncoding,
        **{
            name: partial(DirectEncoding, encode_sum=encode_sum)
            for name, encode_sum in SUM_ENCODINGS.items()
        },
    }
)
"""The encoding that each SAT method uses, by the name of the method."""


def to_dimacs(puzzle: Puzzle, method: str) -> str:
    """Return a formula whose models are the solutions, with comments that name the variables.

    ``method`` is a key of ENCODINGS. The method itself adds connectivity while it solves; this
    formula contains it from the start. A solution has several models, because connectivity has
    variables of its own; a line ``c p show``, as in the Model Counting Competition, names the
    variables of the edges, on which each solution is one projected model. Raises
    UnsupportedPuzzleError if the method needs a library that is not installed.
    """
    encoding = ENCODINGS[method](puzzle)
    rules = encoding.clauses()
    tree = list(tree_clauses(encoding))
    clauses = [" ".join(map(str, [*clause, 0])) for clause in (*rules, *tree)]
    variables = max(
        encoding.variables, max((abs(literal) for clause in tree for literal in clause), default=0)
    )
    kept = "connected" if puzzle.rules.loops else "connected without loops"
    lines = _comments(
        puzzle,
        f"A Hashiwokakero puzzle in the encoding of the method {method}.",
        f"Connectivity is included: the last {len(tree)} clauses keep the islands {kept}. The "
        "models projected on the shown variables are the solutions, each once.",
        _encoding_variables(encoding),
    )
    header = [f"c {line}" for line in lines]
    shown = [variable for each in encoding.edge_variables for variable in each]
    show = " ".join(map(str, ["c p show", *shown, 0]))
    return "\n".join([*header, "c t pmc", f"p cnf {variables} {len(clauses)}", show, *clauses])


def _encoding_variables(encoding: Encoding) -> Iterator[tuple[int, str, int]]:
    for edge, variables in enumerate(encoding.edge_variables):
        for count, variable in enumerate(variables, 1):
            yield edge, f"{encoding.relation} {count}", variable


def _comments(
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
