"""The constraint "the bridges at an island add up to its clue" as clauses, in three ways.

After section 5.2 of the HCMUS report. The literals 1 to ``most`` mean one bridge on the first edge,
two bridges on it, and so on; those of the second edge follow. The number of bridges is the weight
of the literal. Higher numbers are auxiliary variables. If the clue cannot be reached, the clauses
contain an empty one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate, count, product
from types import MappingProxyType

from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.results import UnsupportedPuzzleError

Clauses = list[Literals]
SumEncoding = Callable[[int, int, int], Clauses]
"""Takes the number of edges, the most bridges on each edge, and the clue."""


@cache
def encode_by_pbenc(edges: int, most: int, clue: int) -> Clauses:
    """PySAT's PBEnc with a binary decision diagram, the choice of the report.

    Raises UnsupportedPuzzleError if pindakaas, which PBEnc needs, is not installed.
    """
    try:
        from pysat.pb import EncType, PBEnc
    except (ImportError, AssertionError):  # PySAT asserts that pindakaas is installed
        raise UnsupportedPuzzleError(
            "PySAT's PBEnc needs the library pindakaas: pip install 'hashi-gui[pb]'"
        ) from None
    weights = _weights(edges, most)
    if not weights:
        return [[]] if clue else []  # PBEnc returns no clauses if there are no literals
    literals = list(range(1, len(weights) + 1))
    clauses: Clauses = PBEnc.equals(literals, weights, clue, encoding=EncType.bdd).clauses
    return clauses


@cache
def encode_by_tseitin(edges: int, most: int, clue: int) -> Clauses:
    """A variable for each combination of bridges with the right sum; one of them is true.

    After G. S. Tseitin, "On the complexity of derivation in propositional calculus", 1968: each
    variable is equivalent to the conjunction of the literals in its combination.
    """
    auxiliary = count(edges * most + 1)
    combinations = []
    clauses: Clauses = []
    for bridges in product(range(most + 1), repeat=edges):
        if sum(bridges) == clue:
            chosen = [number == on for on in bridges for number in range(1, most + 1)]
            literals = [i if true else -i for i, true in enumerate(chosen, 1)]
            combination = next(auxiliary)
            combinations.append(combination)
            clauses += [[-combination, literal] for literal in literals]
            clauses.append([combination, *[-literal for literal in literals]])
    return [combinations, *clauses]


@cache
def encode_by_dynamic_programming(edges: int, most: int, clue: int) -> Clauses:
    """A variable for each possible statement "the weights from here on add up to the rest".

    These are the nodes of a decision diagram. Each is equivalent to the choice between its two
    successors, as in N. Eén and N. Sörensson, "Translating pseudo-Boolean constraints into SAT",
    JSAT 2 (2006), section 5.
    """
    weights = _weights(edges, most)
    layers = _possible_rests(weights, clue)
    if not layers[0]:
        return [[]]
    auxiliary = count(len(weights) + 1)
    nodes = [{rest: next(auxiliary) for rest in sorted(layer)} for layer in layers]
    clauses: Clauses = [[nodes[0][clue]], [nodes[-1][0]]]
    for literal, weight in enumerate(weights, 1):
        successors = nodes[literal]
        for rest, node in nodes[literal - 1].items():
            clauses += _branch_clauses(node, literal, successors.get(rest - weight))
            clauses += _branch_clauses(node, -literal, successors.get(rest))
    return clauses


SUM_ENCODINGS: Mapping[str, SumEncoding] = MappingProxyType(
    {
        "sat-pb": encode_by_pbenc,
        "sat-tseitin": encode_by_tseitin,
        "sat-dp": encode_by_dynamic_programming,
    }
)
"""The encoding of each variant of ``sat``, by the name of the method."""


def _weights(edges: int, most: int) -> list[int]:
    return list(range(1, most + 1)) * edges


def _possible_rests(weights: list[int], total: int) -> list[set[int]]:
    """Return, for each number of weights used or skipped, the rests that the others can sum to."""
    remaining = accumulate(
        weights, lambda rests, weight: rests | {rest - weight for rest in rests}, initial={total}
    )
    reachable = accumulate(
        reversed(weights), lambda sums, weight: sums | {s + weight for s in sums}, initial={0}
    )
    return [rests & sums for rests, sums in zip(remaining, reversed(list(reachable)))]


def _branch_clauses(node: int, literal: int, successor: int | None) -> Iterator[Literals]:
    """Yield the clauses "if the literal is true, the node equals its successor".

    Without a successor the node is false.
    """
    if successor is None:
        yield [-node, -literal]
    else:
        yield [-node, -literal, successor]
        yield [node, -literal, -successor]
