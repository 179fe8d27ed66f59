"""A puzzle as a formula in DIMACS notation, for SAT solvers outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import Encoding
from hashi_gui.solving.methods.sat_variants.direct_encoding import DirectEncoding
from hashi_gui.solving.methods.sat_variants.methods import SUMS
from hashi_gui.solving.order_encoding import OrderEncoding
from hashi_gui.solving.spanning_tree import tree_clauses

ENCODINGS: Mapping[str, Callable[[Puzzle], Encoding]] = MappingProxyType(
    {
        "sat": OrderEncoding,
        **{name: partial(DirectEncoding, equals=equals) for name, equals in SUMS.items()},
    }
)
"""How a method turns a puzzle into clauses."""


def to_dimacs(puzzle: Puzzle, method: str) -> str:
    """A formula whose models are the solutions, and comments that say which variable is what.

    ``method`` is a key of ENCODINGS. Unlike the method itself, which adds connectivity as it
    goes, the formula has all of it. Raises UnsupportedPuzzleError where a library is missing.
    """
    encoding = ENCODINGS[method](puzzle)
    rules = encoding.clauses()
    tree = list(tree_clauses(encoding))
    clauses = [" ".join(map(str, [*clause, 0])) for clause in (*rules, *tree)]
    variables = max(
        encoding.variables, max((abs(literal) for clause in tree for literal in clause), default=0)
    )
    lines = [
        f"A Hashiwokakero puzzle in the encoding of {method}.",
        f"The last {len(tree)} clauses keep the islands connected.",
        "An edge is named by the rows and columns of its two islands, from 0 at the top left.",
        *_legend(encoding),
        "All other variables are auxiliary; an edge that is not named has no bridges.",
    ]
    header = [f"c {line}" for line in lines]
    return "\n".join([*header, f"p cnf {variables} {len(clauses)}", *clauses])


def _legend(encoding: Encoding) -> Iterator[str]:
    for edge, variables in enumerate(encoding.levels):
        a, b = encoding.puzzle.ends(edge)
        for count, variable in enumerate(variables, 1):
            yield (
                f"edge {a.row} {a.col} {b.row} {b.col} {encoding.relation} {count} = var {variable}"
            )
