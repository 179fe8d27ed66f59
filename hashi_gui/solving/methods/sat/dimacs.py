"""A puzzle as a formula in DIMACS notation, for other SAT solvers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import Encoding
from hashi_gui.solving.methods.sat.direct_encoding import DirectEncoding
from hashi_gui.solving.methods.sat.spanning_tree import tree_clauses
from hashi_gui.solving.methods.sat.sum_encodings import SUM_ENCODINGS
from hashi_gui.solving.order_encoding import OrderEncoding

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
    formula contains it from the start. Raises UnsupportedPuzzleError if the method needs a library
    that is not installed.
    """
    encoding = ENCODINGS[method](puzzle)
    rules = encoding.clauses()
    tree = list(tree_clauses(encoding))
    clauses = [" ".join(map(str, [*clause, 0])) for clause in (*rules, *tree)]
    variables = max(
        encoding.variables, max((abs(literal) for clause in tree for literal in clause), default=0)
    )
    lines = [
        f"A Hashiwokakero puzzle in the encoding of the method {method}.",
        f"The last {len(tree)} clauses keep the islands connected.",
        "An edge is named by the rows and columns of its two islands, from 0 at the top left.",
        *_variable_names(encoding),
        "All other variables are auxiliary; edges that are not listed have no bridges.",
    ]
    header = [f"c {line}" for line in lines]
    return "\n".join([*header, f"p cnf {variables} {len(clauses)}", *clauses])


def _variable_names(encoding: Encoding) -> Iterator[str]:
    for edge, variables in enumerate(encoding.edge_variables):
        a, b = encoding.puzzle.ends(edge)
        for count, variable in enumerate(variables, 1):
            yield (
                f"edge {a.row} {a.col} {b.row} {b.col} {encoding.relation} {count} = var {variable}"
            )
