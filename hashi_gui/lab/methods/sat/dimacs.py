"""A puzzle as a formula in DIMACS notation, for other SAT solvers and model counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.method import model_comments
from hashi_gui.lab.methods.sat.direct_encoding import SUM_ENCODINGS, DirectEncoding
from hashi_gui.lab.methods.sat.tree import tree_clauses
from hashi_gui.solving.encoding import Encoding, OrderEncoding

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
    lines = model_comments(
        puzzle,
        f"A Hashiwokakero puzzle in the encoding of the method {method}.",
        f"Connectivity is included: the last {len(tree)} clauses keep the islands {kept}. The "
        "models projected on the shown variables are the solutions, each once.",
        _edge_variables(encoding),
    )
    header = [f"c {line}" for line in lines]
    shown = [variable for each in encoding.edge_variables for variable in each]
    show = " ".join(map(str, ["c p show", *shown, 0]))
    return "\n".join([*header, "c t pmc", f"p cnf {variables} {len(clauses)}", show, *clauses])


def _edge_variables(encoding: Encoding) -> Iterator[tuple[int, str, int]]:
    for edge, variables in enumerate(encoding.edge_variables):
        for count, variable in enumerate(variables, 1):
            yield edge, f"{encoding.relation} {count}", variable
