"""The constraint "the bridges at an island add up to its clue" as clauses, in three ways.

After section 5.2 of the HCMUS report. The literals 1, 2, ... stand for one bridge on the first
edge, two on it and so on up to ``most``, then those of the second edge; they come with these
numbers as weights. What follows them is auxiliary. Where the clue cannot be, there is an empty
clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, count, product

from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.methods.method import UnsupportedPuzzleError

Clauses = list[Literals]
Sum = Callable[[int, int, int], Clauses]
"""Takes the number of edges, the most bridges on each, and the clue."""


@cache
def by_pbenc(edges: int, most: int, clue: int) -> Clauses:
    """PySAT's PBEnc with a binary decision diagram, which is the report's choice.

    Raises UnsupportedPuzzleError where the library behind PBEnc is not installed.
    """
    try:
        from pysat.pb import EncType, PBEnc
    except (ImportError, AssertionError):  # PySAT asserts that it finds pindakaas
        raise UnsupportedPuzzleError(
            "PySAT's PBEnc needs the library pindakaas: pip install 'hashi-gui[pb]'"
        ) from None
    weights = _weights(edges, most)
    if not weights:
        return [[]] if clue else []  # PBEnc gives no clause where there is no literal
    literals = list(range(1, len(weights) + 1))
    clauses: Clauses = PBEnc.equals(literals, weights, clue, encoding=EncType.bdd).clauses
    return clauses


@cache
def by_tseitin(edges: int, most: int, clue: int) -> Clauses:
    """A variable for each combination of bridges with that sum; one of them is true.

    After G. S. Tseitin, "On the complexity of derivation in propositional calculus", 1968: each
    is equivalent to the conjunction of literals that it stands for.
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
def by_dynamic_programming(edges: int, most: int, clue: int) -> Clauses:
    """A variable for each "the weights from here on add up to the rest", where they can.

    These are the nodes of a decision diagram. Each is equivalent to the choice between its two
    successors, as in N. Eén and N. Sörensson, "Translating pseudo-Boolean constraints into SAT",
    JSAT 2 (2006), section 5.
    """
    weights = _weights(edges, most)
    layers = _rests(weights, clue)
    if not layers[0]:
        return [[]]
    auxiliary = count(len(weights) + 1)
    nodes = [{rest: next(auxiliary) for rest in sorted(layer)} for layer in layers]
    clauses: Clauses = [[nodes[0][clue]], [nodes[-1][0]]]
    for literal, weight in enumerate(weights, 1):
        after = nodes[literal]
        for rest, node in nodes[literal - 1].items():
            clauses += _choice(node, literal, after.get(rest - weight))
            clauses += _choice(node, -literal, after.get(rest))
    return clauses


def _weights(edges: int, most: int) -> list[int]:
    return list(range(1, most + 1)) * edges


def _rests(weights: list[int], total: int) -> list[set[int]]:
    """For each number of weights dealt with, the rests that can be left and made up."""
    left = accumulate(
        weights, lambda rests, weight: rests | {rest - weight for rest in rests}, initial={total}
    )
    made = accumulate(
        reversed(weights), lambda sums, weight: sums | {s + weight for s in sums}, initial={0}
    )
    return [rests & sums for rests, sums in zip(left, reversed(list(made)))]


def _choice(node: int, literal: int, successor: int | None) -> Iterator[Literals]:
    """Where the literal is true, the node is its successor, or false if it has none."""
    if successor is None:
        yield [-node, -literal]
    else:
        yield [-node, -literal, successor]
        yield [node, -literal, -successor]
