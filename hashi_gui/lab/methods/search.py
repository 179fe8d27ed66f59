"""Search in plain Python, without a solver library: A*, DPLL and brute force.

A* and DPLL search assignments of clauses. Connectivity is not part of the initial clauses; it is
added lazily. If the islands are not connected even when every edge is drawn that an assignment
leaves free, a clause "some edge leaves it" is added for each component. This refutes the
assignment, and all later ones that isolate one of the components.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import compress, count, product
from math import prod
from operator import mul
from typing import Any

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.lab.methods.method import NO_LOOPS, Method
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import OrderEncoding, find_cuts
from hashi_gui.solving.results import UnsupportedPuzzleError

MAX_VARIABLES = 20_000
"""The size limit of a formula: a search copies its assignment at each variable it branches on."""


class Formula:
    """A puzzle as clauses, to which connectivity cuts are added.

    The variables are numbered from 1 to ``variables``; the first ``edges`` of them mean that an
    edge is drawn. ``occurrences[literal]`` are the clauses that contain this literal; negative
    literals index from the end, as usual in Python. ``conflict_weights[clause]`` is 1 plus the
    number of conflicts in this clause so far. ``cuts`` is the number of cuts added. Raises
    UnsupportedPuzzleError if there are more than MAX_VARIABLES variables.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.encoding = OrderEncoding(puzzle)
        false_literal = self.encoding.false_literal
        self.edges = len(puzzle.edges)
        self.variables = false_literal - 1
        if self.variables > MAX_VARIABLES:
            text = _(
                "This puzzle needs {variables} variables; a search in plain Python supports at "
                "most {most}."
            )
            raise UnsupportedPuzzleError(text.format(variables=self.variables, most=MAX_VARIABLES))
        self.clauses: list[Sequence[int]] = []
        self.occurrences: list[list[int]] = [[] for _ in range(2 * self.variables + 1)]
        self.conflict_weights: list[int] = []
        self.cuts = 0
        self._island_count = len(puzzle.islands)
        for clause in self.encoding.clauses():
            if -false_literal not in clause:
                self._add([literal for literal in clause if literal != false_literal])

    def connected_counts(self, model: Sequence[int]) -> bytes | None:
        """Return the number of bridges on each edge in a model, if it connects all islands.

        Otherwise adds cuts, which the model violates, and returns None.
        """
        cuts = find_cuts(self._island_count, self.encoding.ends, model)
        for cut in cuts:
            self._add([edge + 1 for edge in cut])
        self.cuts += len(cuts)
        return None if cuts else self.encoding.counts(model)

    def _add(self, clause: Sequence[int]) -> None:
        for literal in clause:
            self.occurrences[literal].append(len(self.clauses))
        self.clauses.append(clause)
        self.conflict_weights.append(1)


class Assignment:
    """Truth values for some of the variables, closed under unit propagation.

    ``true[literal]`` is 1 if the literal is true. ``open_literals[clause]`` is the number of
    literals of a clause that are not false, or 0 once one of them is true. ``assigned`` is the
    number of variables with a value.
    """

    __slots__ = ("assigned", "formula", "open_literals", "true")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.true = bytearray(2 * formula.variables + 1)
        self.open_literals = array("H")
        self.assigned = 0

    def copy(self) -> Assignment:
        copy = Assignment.__new__(Assignment)
        copy.formula, copy.assigned = self.formula, self.assigned
        copy.true, copy.open_literals = self.true[:], self.open_literals[:]
        return copy

    @property
    def size_in_bytes(self) -> int:
        """The size of the two arrays, which take nearly all of the memory."""
        return len(self.true) + self.open_literals.itemsize * len(self.open_literals)

    def extend(self, literals: Iterable[int] = ()) -> bool:
        """Make literals true and propagate; return False on a conflict.

        Clauses added to the formula since the last call are taken into account.
        """
        units = self._load_new_clauses()
        return units is not None and self._propagate([*units, *literals])

    def branching_literal(self) -> int | None:
        """Return a literal of the clause most likely to fail; None if all clauses are satisfied.

        A clause has more weight the fewer open literals it has, as in the rule of Jeroslow and
        Wang (1990), and the more often it has failed. Positive literals come first, because bridges
        connect.
        """
        weights = self.formula.conflict_weights
        clauses = zip(self.open_literals, weights, self.formula.clauses)
        weighted = ((weight / (1 << count), clause) for count, weight, clause in clauses if count)
        _, heaviest = max(weighted, default=(0, ()), key=lambda pair: pair[0])
        return max((literal for literal in heaviest if not self.true[-literal]), default=None)

    def model(self) -> list[int]:
        """Return a literal for each variable; free variables count as true.

        So every edge is drawn that can still be drawn.
        """
        return [-v if self.true[-v] else v for v in range(1, self.formula.variables + 1)]

    def _load_new_clauses(self) -> list[int] | None:
        """Return the unit literals of the clauses that are new; None if one is violated."""
        true, units = self.true, []
        for clause in self.formula.clauses[len(self.open_literals) :]:
            not_false = [literal for literal in clause if not true[-literal]]
            if not not_false:
                return None
            satisfied = any(true[literal] for literal in not_false)
            self.open_literals.append(0 if satisfied else len(not_false))
            if len(not_false) == 1:
                units += not_false
        return units

    def _propagate(self, units: list[int]) -> bool:
        true, counts, formula = self.true, self.open_literals, self.formula
        for literal in units:
            if true[literal]:
                continue
            if true[-literal]:
                return False
            true[literal] = 1
            self.assigned += 1
            for clause in formula.occurrences[literal]:
                counts[clause] = 0
            for clause in formula.occurrences[-literal]:
                if counts[clause]:
                    counts[clause] -= 1
                    if not counts[clause]:
                        formula.conflict_weights[clause] += 1
                        return False
                    if counts[clause] == 1:
                        units += [other for other in formula.clauses[clause] if not true[-other]]
        return True


MAX_QUEUE_BYTES = 1 << 30
"""The memory limit for all assignments in the queue of ``astar``."""

MAX_STATES = 3_000_000
"""The limit for the states in the queue of ``astar-published``: about 0.5 GB."""


def _search_by_astar(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    """The cost g of a partial assignment is the number of variables it assigns, h an estimate of
    the cost that remains. All complete assignments cost the same, so A* only decides the order in
    which incomplete ones are examined, and that order depends on h alone.
    """
    formula = Formula(puzzle)
    stats |= dict.fromkeys(("expanded", "generated", "queue_peak", "cuts"), 0)
    start = Assignment(formula)
    latest_first = count(0, -1)
    queue = [(0.0, next(latest_first), start)] if start.extend() else []
    while queue:
        cancel.raise_if_cancelled()
        assignment = heappop(queue)[-1]
        if not assignment.extend():
            continue  # it violates a cut that was added since
        stats["expanded"] += 1
        solution = formula.connected_counts(assignment.model())
        stats["cuts"] = formula.cuts
        if solution is None:
            continue
        literal = assignment.branching_literal()
        if literal is None:
            return solution
        for value in (literal, -literal):
            child = assignment.copy()
            if child.extend([value]):
                stats["generated"] += 1
                cost = child.assigned + _estimate_remaining(child)
                heappush(queue, (cost, next(latest_first), child))
        stats["queue_peak"] = max(stats["queue_peak"], len(queue))
        if len(queue) * assignment.size_in_bytes > MAX_QUEUE_BYTES:
            text = _("astar: the queue reached its memory limit at {n} states.")
            raise UnsupportedPuzzleError(text.format(n=len(queue)))
    return None


def _estimate_remaining(assignment: Assignment) -> float:
    """Return h: the number of free variables, plus the clauses that random values would violate.

    A clause with n open literals is violated with probability 1 / 2^n. For a complete assignment
    the second term is the number of violated clauses, as in the published h.
    """
    lengths = Counter(assignment.open_literals)
    del lengths[0]
    violated = sum(clauses * 0.5**literals for literals, clauses in lengths.items())
    return assignment.formula.variables - assignment.assigned + violated


ASTAR = Method(
    "astar",
    "HCMUS report 5, section 6.2, with unit propagation, lazy cuts and a better heuristic",
    N_("To see A* at work; usually takes seconds for up to 200 islands."),
    _search_by_astar,
)
"""A* in plain Python, improved.

Stats: states ``expanded`` and ``generated``, the ``queue_peak``, connectivity ``cuts``.
"""


def _search_as_published(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Assign the variables in order. A state is the number assigned, and their values as bits."""
    formula = Formula(puzzle)
    order = _variables_by_edge(formula)
    due = _clauses_by_last_variable(formula, order)
    stats |= dict.fromkeys(("expanded", "generated", "queue_peak"), 0)
    earliest_first = count()
    queue = [] if due[0] else [(0, next(earliest_first), 0)]
    while queue:
        cancel.raise_if_cancelled()
        assigned, _number, values = heappop(queue)
        stats["expanded"] += 1
        if assigned == len(order):
            counts = formula.connected_counts([v if values >> v & 1 else -v for v in sorted(order)])
            if counts is not None:
                return counts
            continue
        for child in (values, values | 1 << order[assigned]):
            # h is the number of violated clauses, and states that violate one are pruned. So the
            # cost is g alone, and the search goes breadth first.
            if all(
                child & positive or ~child & negative for positive, negative in due[assigned + 1]
            ):
                stats["generated"] += 1
                heappush(queue, (assigned + 1, next(earliest_first), child))
        stats["queue_peak"] = max(stats["queue_peak"], len(queue))
        if len(queue) > MAX_STATES:
            text = _(
                "astar-published: the queue reached its limit of {most} states, with {n} of "
                "{variables} variables assigned."
            )
            raise UnsupportedPuzzleError(
                text.format(most=MAX_STATES, n=assigned, variables=len(order))
            )
    return None


def _variables_by_edge(formula: Formula) -> list[int]:
    """Return the variables in the order of the report: all of one edge, then all of the next."""
    edge_variables = formula.encoding.edge_variables
    return [
        variable
        for edge, variables in enumerate(edge_variables)
        for variable in variables or [edge + 1]
    ]


def _clauses_by_last_variable(
    formula: Formula, order: Sequence[int]
) -> list[list[tuple[int, int]]]:
    """Return, for each n, the clauses that become fully assigned by the n-th variable in order.

    A clause is a pair of bit masks: its positive variables and its negated ones.
    """
    positions = {variable: position for position, variable in enumerate(order, 1)}
    due: list[list[tuple[int, int]]] = [[] for _ in range(len(order) + 1)]
    for clause in formula.clauses:
        positive = sum(1 << literal for literal in clause if literal > 0)
        negative = sum(1 << -literal for literal in clause if literal < 0)
        last = max((positions[abs(literal)] for literal in clause), default=0)
        due[last].append((positive, negative))
    return due


ASTAR_PUBLISHED = Method(
    "astar-published",
    "HCMUS report 5, section 6.2",
    N_("To compare A* with its published form; up to about 60 islands."),
    _search_as_published,
)
"""A* as published: variables in a fixed order, h the number of violated clauses, no propagation.

Stats: states ``expanded`` and ``generated``, and the ``queue_peak``.
"""


def _search_by_dpll(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    """The procedure of Davis, Putnam, Logemann and Loveland (1962).

    Assigns what is forced (unit propagation) and what can do no harm (pure literals). If nothing
    more follows, it tries one value of a variable and, after a conflict, the other.
    """
    formula = Formula(puzzle)
    stats |= dict.fromkeys(("decisions", "backtracks", "propagations", "pure_literals", "cuts"), 0)
    untried: list[tuple[Assignment, list[int]]] = [(Assignment(formula), [])]
    while untried:
        cancel.raise_if_cancelled()
        assignment, decision = untried.pop()
        assigned_before = assignment.assigned
        consistent = assignment.extend(decision)
        stats["propagations"] += assignment.assigned - assigned_before
        if consistent:
            pure = _pure_literals(assignment)
            stats["pure_literals"] += len(pure)
            assignment.extend(pure)
        solution = formula.connected_counts(assignment.model()) if consistent else None
        stats["cuts"] = formula.cuts
        if solution is None:
            stats["backtracks"] += 1
            continue
        literal = assignment.branching_literal()
        if literal is None:
            return solution
        stats["decisions"] += 1
        untried.append((assignment.copy(), [-literal]))
        untried.append((assignment, [literal]))
    return None


def _pure_literals(assignment: Assignment) -> list[int]:
    """Return free literals whose negation is in no open clause, at most one for each variable.

    The literal "this edge is not drawn" never counts as pure: a later cut may need the edge.
    """
    formula, true, open_literals = assignment.formula, assignment.true, assignment.open_literals

    def is_pure(literal: int) -> bool:
        return not any(open_literals[clause] for clause in formula.occurrences[-literal])

    pure = []
    for variable in range(1, formula.variables + 1):
        if not true[variable] and not true[-variable]:
            if is_pure(variable):
                pure.append(variable)
            elif variable > formula.edges and is_pure(-variable):
                pure.append(-variable)
    return pure


BACKTRACKING = Method(
    "backtracking",
    "HCMUS report 5, section 6.3: DPLL, with lazy cuts and conflict-based branching",
    N_("To see DPLL at work; usually takes seconds for up to 200 islands."),
    _search_by_dpll,
)
"""DPLL in plain Python.

Stats: ``decisions`` on a variable, ``propagations`` (literals made true by decisions and unit
propagation), ``pure_literals``, ``backtracks`` and connectivity ``cuts``.
"""


MAX_ASSIGNMENTS_LOG2 = 34
"""The most assignments, as a power of 2; they take some minutes."""

TAIL_EDGES = 10
"""How many edges, the last ones, go through all their numbers between two checks of the token."""

DIGIT_BITS = 5
"""Enough for the bridges at one island: at most 4 on each of 4 sides."""


def _search_by_brute_force(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Try every number of bridges on every edge: a reference for tiny puzzles.

    It uses only the rules, and shares no code with the other methods.
    The bridges at all islands are added up in one integer, with a digit for each island that has
    a clue. So testing an assignment costs one comparison; only the few that match all clues are
    tested with the rules.
    """
    ranges = _count_ranges(puzzle)
    stats |= {"assignments": 0, "clues_met": 0}
    digits = [
        0 if island.clue is None else 1 << DIGIT_BITS * island.id for island in puzzle.islands
    ]
    clues = sum(digit * (island.clue or 0) for digit, island in zip(digits, puzzle.islands))
    bridge = [digits[edge.a] + digits[edge.b] for edge in puzzle.edges]
    tails = list(product(*ranges[-TAIL_EDGES:]))
    sums = [sum(map(mul, tail, bridge[-TAIL_EDGES:])) for tail in tails]
    for head in product(*ranges[:-TAIL_EDGES]):
        cancel.raise_if_cancelled()
        missing = clues - sum(map(mul, head, bridge))
        stats["assignments"] += len(tails)
        if missing not in sums:
            continue
        for tail in compress(tails, map(missing.__eq__, sums)):
            stats["clues_met"] += 1
            if is_solution(puzzle, counts := bytes(head + tail)):
                return counts
    return None


def _count_ranges(puzzle: Puzzle) -> list[range]:
    """Return the possible numbers of bridges of each edge: up to the limit or the smaller clue.

    Raises UnsupportedPuzzleError if they allow too many assignments.
    """
    limit = puzzle.rules.max_bridges
    clues = [limit if island.clue is None else island.clue for island in puzzle.islands]
    ranges = [range(min(limit, clues[edge.a], clues[edge.b]) + 1) for edge in puzzle.edges]
    log2 = (prod(map(len, ranges)) - 1).bit_length()
    if log2 > MAX_ASSIGNMENTS_LOG2:
        text = _("brute-force: this puzzle has 2^{n} assignments; at most 2^{most} are supported.")
        raise UnsupportedPuzzleError(text.format(n=log2, most=MAX_ASSIGNMENTS_LOG2))
    return ranges


BRUTE_FORCE = Method(
    "brute-force",
    "HCMUS report 5, section 6.4",
    N_("As a reference for tiny puzzles, with up to about 20 edges."),
    _search_by_brute_force,
    rules=NO_LOOPS,
)
"""Stats: the ``assignments`` tried, and ``clues_met``, the number of those that matched all clues
and were tested with the rules.
"""

METHODS = (ASTAR, ASTAR_PUBLISHED, BACKTRACKING, BRUTE_FORCE)
