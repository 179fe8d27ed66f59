"""Cut edges, found again after the loss of some edges without a look at the whole board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hashi_gui.core.puzzle import Puzzle


class Cycles:
    """On which cycles of the possible edges each edge is.

    ``cycles[e]`` is a set of bits: the cycles that are closed by one edge outside a spanning tree.
    A set of edges is what joins two parts of the board if and only if it has an even number of
    edges on every cycle. So the loss of some edges makes another one a cut edge if and only if its
    set is the symmetric difference of theirs.
    """

    def __init__(self, puzzle: Puzzle, lost: Sequence[int]) -> None:
        """``lost`` are the edges that are not possible."""
        self.lost = len(lost)
        incident = puzzle.incident
        self._cycles = cycles = [0] * len(puzzle.edges)
        entry = {0: -1}
        order = [0]
        bit, gone = 1, set(lost)
        for island in order:
            for edge in incident[island]:
                there = puzzle.edges[edge].other(island)
                if edge in gone or cycles[edge] or edge == entry[island]:
                    continue
                if there not in entry:
                    entry[there] = edge
                    order.append(there)
                else:
                    cycles[edge] = bit
                    bit <<= 1
        self._is_split = len(order) < len(incident)
        for island in reversed(order[1:]):
            across = 0
            for edge in incident[island]:
                across ^= cycles[edge]
            cycles[entry[island]] = across
        self._by_last_cycle: dict[int, list[int]] = {}
        for edge, bits in enumerate(cycles):
            if edge not in gone:
                self._by_last_cycle.setdefault(bits.bit_length(), []).append(edge)

    def may_have_cut(self, lost: Iterable[int], drawn: Sequence[int], high: Sequence[int]) -> bool:
        """Whether an undrawn edge is a cut edge after the loss of further edges.

        Also true if the islands are split.
        """
        basis = {0: 0}
        for edge in lost:
            bits = self._reduced(edge, basis)
            if not bits:
                return True
            basis[bits.bit_length()] = bits
        return self._is_split or any(
            high[edge] and not drawn[edge] and not self._reduced(edge, basis)
            for last in basis
            for edge in self._by_last_cycle.get(last, ())
        )

    def _reduced(self, edge: int, basis: dict[int, int]) -> int:
        """What remains of the cycles of an edge without those with the same last cycle."""
        bits = self._cycles[edge]
        while bits and (other := basis.get(bits.bit_length())):
            bits ^= other
        return bits
