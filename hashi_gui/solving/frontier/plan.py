"""What a frontier search does at each edge, worked out in advance.

A *state* is all that the decided edges mean for the others. It is a few words of 64 bits, divided
into fields. Which fields there are depends on the step alone:

* for an island with a clue in the frontier: how many bridges it still needs;
* for a group in the frontier: its label. Groups have the same label if they are connected. The
  label is the lowest number of a field of such a group, so that equal states have equal bits; it is
  0 if no edge leads out of the group any more;
* for an undecided edge that a decided one crosses: whether a bridge blocks it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.frontier.parts import Part

WORD_BITS = 64
_ALL_BITS = (1 << WORD_BITS) - 1

Bits = tuple[tuple[int, int], ...]
"""Bits of a state, as pairs of the index of a word and a mask."""


class BitField(NamedTuple):
    """Bits of a state: ``mask`` is shifted to the left by ``shift`` in the word ``word``."""

    word: int
    shift: int
    mask: int


class Labels(NamedTuple):
    """Where the labels are: in the first words of a state, with up to ``per_word`` fields of
    ``bits`` bits each. A label times a number of ``ones`` is that label in every field of a word.
    """

    bits: int
    per_word: int
    ones: tuple[int, ...]

    @classmethod
    def for_groups(cls, groups: int) -> Labels:
        """Room for the labels of this many groups."""
        bits = max(1, groups.bit_length())
        per_word = WORD_BITS // bits
        in_words = (range(min(per_word, groups - n)) for n in range(0, groups, per_word))
        return cls(bits, per_word, tuple(sum(1 << bits * n for n in word) for word in in_words))

    @property
    def masks(self) -> tuple[int, ...]:
        """The bits of all fields, for each word."""
        return tuple(ones * ((1 << self.bits) - 1) for ones in self.ones)

    def field(self, number: int) -> BitField:
        """The field with a number, counted from 1."""
        word, place = divmod(number - 1, self.per_word)
        return BitField(word, place * self.bits, (1 << self.bits) - 1)


class Outlet(NamedTuple):
    """An undecided edge of an island or a group, and what decides whether it can have a bridge.

    It takes at most ``capacity`` bridges, none if ``blocked`` is set, and no more than the fields
    ``needed`` say: what the islands at its ends still need, if they have a clue and are in the
    frontier.
    """

    capacity: int
    blocked: BitField | None
    needed: tuple[BitField, ...]

    @property
    def is_certain(self) -> bool:
        """Whether the edge can have a bridge in every state."""
        return self.blocked is None and not self.needed


class Supply(NamedTuple):
    """What an island needs, and the edges that can satisfy it."""

    needed: BitField | int
    outlets: tuple[Outlet, ...]


class Exits(NamedTuple):
    """The label of a group, the number of that field, and the edges that lead out of the group."""

    label: BitField
    number: int
    outlets: tuple[Outlet, ...]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """What happens when ``edge`` is decided, which takes 0 to ``capacity`` bridges.

    1. The bits of ``start`` are set: islands and groups enter the frontier.
    2. For each number of bridges, states that do not allow it are dropped: those where ``blocked``
       is set, or ``needed`` is smaller, or would remain larger than the number beside it; and if
       the number is positive, those where the two labels of ``apart`` are the same.
    3. The number is subtracted from ``needed``. If it is positive, the bits of ``blocks`` are set,
       and the two labels of ``joins`` become one.
    4. The bits of ``end`` are cleared: what is finished is not part of the state.
    5. The bits ``blocked`` of ``hopeless`` edges are cleared if these have no use anyway.
    6. States are dropped where a ``supply`` is too small.
    7. A label of ``exits`` is cleared if its group has no usable edge. If no other group has this
       label, the state is dropped, unless ``may_end`` and there is no label left at all.

    Different states may have become equal only if ``merges``.
    """

    edge: int
    capacity: int
    start: Bits
    blocked: BitField | None
    needed: tuple[tuple[BitField, int], ...]
    blocks: Bits
    joins: tuple[BitField, BitField] | None
    apart: tuple[BitField, BitField] | None
    end: Bits
    hopeless: tuple[Outlet, ...]
    supplies: tuple[Supply, ...]
    exits: tuple[Exits, ...]
    may_end: bool
    merges: bool


class Plan:
    """The steps that decide the edges of a part in a given order.

    A state has ``words`` words, with labels as in ``labels``.
    """

    def __init__(self, part: Part, order: Sequence[int], token: CancelToken | None = None) -> None:
        """Raises Cancelled: it takes a while if there are thousands of edges."""
        self._part = part
        self._undecided = set(order)
        self._leading_out: dict[int, set[int]] = defaultdict(set)
        for e in order:
            a, b = part.group_ends(e)
            if a != b:
                self._leading_out[a].add(e)
                self._leading_out[b].add(e)
        self._not_started = len(self._leading_out)
        self._label_numbers: dict[int, int] = {}
        self._needed: dict[int, BitField] = {}
        self._blocked: dict[int, BitField] = {}
        self.labels = Labels.for_groups(self._most_groups(order))
        self._free = [_ALL_BITS ^ mask for mask in self.labels.masks]
        """The bits of each word that are free for fields other than labels."""
        self.steps: list[PlanStep] = []
        for e in order:
            if token:
                token.raise_if_cancelled()
            self.steps.append(self._step(e))
        self.words = max(1, len(self._free))

    def _most_groups(self, order: Sequence[int]) -> int:
        """The most groups that are in the frontier at the same time."""
        remaining = {group: len(edges) for group, edges in self._leading_out.items()}
        started: set[int] = set()
        most = 0
        for e in order:
            a, b = self._part.group_ends(e)
            if a != b:
                started |= {a, b}
                most = max(most, len(started))
                for group in (a, b):
                    remaining[group] -= 1
                started -= {group for group in (a, b) if not remaining[group]}
        return most

    def _step(self, edge: int) -> PlanStep:
        part = self._part
        # First, so that what follows sees only the edges that are open after this step.
        self._undecided.remove(edge)
        start = list(self._start_islands(edge)) + list(self._start_groups(edge))
        crossed = self._undecided.intersection(part.crossings[edge])
        for e in crossed - self._blocked.keys():
            self._blocked[e] = self._new_field(1)
        with_clue = [i for i in part.ends[edge] if i in self._needed]
        needed = tuple((self._needed[i], self._capacity(i)) for i in with_clue)
        a, b = part.group_ends(edge)
        ended = [self._needed.pop(i) for i in with_clue if not self._open_edges(i)]
        blocked = self._blocked.pop(edge, None)
        if blocked:
            ended.append(blocked)
        changed = crossed.union(*map(self._open_edges, part.ends[edge]))
        islands = {i for e in changed for i in part.ends[e]}
        hopeless = tuple(
            outlet for outlet in map(self._outlet, changed) if outlet.blocked and outlet.needed
        )
        # Before the exits, which take the labels of groups without open edges away.
        joins = None if a == b else (self._label(a), self._label(b))
        exits = tuple(self._exits({a, b, *(part.groups[i] for i in islands)}))
        step = PlanStep(
            edge=edge,
            capacity=part.capacities[edge],
            start=_bits(start),
            blocked=blocked,
            needed=needed,
            blocks=_bits((self._blocked[e], 1) for e in crossed),
            joins=joins,
            apart=None if part.loops else joins,
            end=_bits((field, field.mask) for field in ended),
            hopeless=hopeless,
            supplies=tuple(self._supplies(islands)),
            exits=exits,
            may_end=not self._not_started,
            merges=bool(ended or hopeless or exits) or not with_clue,
        )
        # Only now: a field that begins in this step must not share bits with one that ends in it.
        for field in ended:
            self._free[field.word] |= field.mask << field.shift
        return step

    def _open_edges(self, island: int) -> set[int]:
        return self._undecided.intersection(self._part.incident[island])

    def _capacity(self, island: int) -> int:
        """The most bridges that the undecided edges of an island can have."""
        return sum(self._part.capacities[e] for e in self._open_edges(island))

    def _start_islands(self, edge: int) -> Iterator[tuple[BitField, int]]:
        """The values of the fields of islands that enter the frontier, or pass through it."""
        for i in self._part.ends[edge]:
            needed = self._part.needed[i]
            if needed is not None and i not in self._needed:
                self._needed[i] = self._new_field(needed.bit_length())
                yield self._needed[i], needed

    def _start_groups(self, edge: int) -> Iterator[tuple[BitField, int]]:
        """The labels of groups that enter the frontier."""
        a, b = self._part.group_ends(edge)
        for group in (a, b):
            if a != b and group not in self._label_numbers:
                used = self._label_numbers.values()
                # The lowest number that is free, so that labels stay within the fields for them.
                number = next(n for n in count(1) if n not in used)
                self._label_numbers[group] = number
                self._not_started -= 1
                yield self.labels.field(number), number

    def _label(self, group: int) -> BitField:
        return self.labels.field(self._label_numbers[group])

    def _new_field(self, bits: int) -> BitField:
        mask = (1 << bits) - 1
        for word, free in enumerate(self._free):
            for shift in range(WORD_BITS - bits + 1):
                if free >> shift & mask == mask:
                    self._free[word] &= ~(mask << shift)
                    return BitField(word, shift, mask)
        self._free.append(_ALL_BITS)
        return self._new_field(bits)

    def _outlet(self, edge: int) -> Outlet:
        ends = self._part.ends[edge]
        needed = tuple(self._needed[i] for i in ends if i in self._needed)
        return Outlet(self._part.capacities[edge], self._blocked.get(edge), needed)

    def _supplies(self, islands: Iterable[int]) -> Iterator[Supply]:
        """What islands need, if states differ in how much of it they can get."""
        for i in islands:
            needed = self._part.needed[i]
            if needed is not None:
                own = self._needed.get(i)
                outlets = tuple(map(self._outlet, self._open_edges(i)))
                others = [
                    Outlet(o.capacity, o.blocked, tuple(f for f in o.needed if f != own))
                    for o in outlets
                ]
                if not all(o.is_certain for o in others):
                    yield Supply(own or needed, tuple(others))

    def _exits(self, groups: Iterable[int]) -> Iterator[Exits]:
        """The exits of groups in the frontier, if some states have none."""
        for group in groups:
            number = self._label_numbers.get(group)
            if number is not None:
                edges = self._leading_out[group] & self._undecided
                outlets = tuple(map(self._outlet, edges))
                if not any(outlet.is_certain for outlet in outlets):
                    yield Exits(self.labels.field(number), number, outlets)
                if not edges:
                    del self._label_numbers[group]


def _bits(values: Iterable[tuple[BitField, int]]) -> Bits:
    """The bits of fields that have these values."""
    words: dict[int, int] = defaultdict(int)
    for field, value in values:
        words[field.word] |= value << field.shift
    return tuple(words.items())
