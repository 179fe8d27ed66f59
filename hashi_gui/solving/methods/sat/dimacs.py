"""A puzzle as a formula in DIMACS notation, for other SAT solvers and model counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import Encoding, Literals, OrderEncoding
from hashi_gui.solving.methods.method import model_comments
from hashi_gui.solving.methods.sat.direct_encoding import SUM_ENCODINGS, DirectEncoding

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
    lines = model_comments(
        puzzle,
        f"A Hashiwokakero puzzle in the encoding of the method {method}.",
        f"Connectivity is included: the last {len(tree)} clauses keep the islands connected. The "
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


def tree_clauses(encoding: Encoding) -> Iterator[Literals]:
    """Yield clauses that only the connected solutions of an encoding satisfy, without any cuts.

    Each island except the first has a parent: a neighbour that it has a bridge to and that has a
    smaller number. The numbers are chosen by the solver and are binary, so that n islands need
    O(n log n) clauses. New variables follow those of the encoding.
    """
    puzzle, variables = encoding.puzzle, encoding.variables
    bits = (len(puzzle.islands) - 1).bit_length()
    numbers = []
    for _ in puzzle.islands:
        numbers.append(range(variables + 1, variables + bits + 1))
        variables += bits
    for child, incident in enumerate(puzzle.incident[1:], 1):
        parents = []
        for edge in incident:
            equal = range(variables + 1, variables + bits + 1)
            variables += bits
            parents.append(equal[0])
            yield [-equal[0], *encoding.any_drawn([edge])]
            yield from _is_less(numbers[puzzle.edges[edge].other(child)], numbers[child], equal)
        yield parents


def _is_less(small: range, large: range, equal: range) -> Iterator[Literals]:
    """Yield the clauses "if ``equal[0]`` is true, ``small`` is less than ``large``".

    The numbers are binary, highest bit first. ``equal[i]`` must be true if all bits before bit
    ``i`` are equal.
    """
    for i, (a, b) in enumerate(zip(small, large)):
        next_equal = equal[i + 1 : i + 2]
        yield [-equal[i], -a, b]
        yield [-equal[i], -a, *next_equal]
        yield [-equal[i], b, *next_equal]
