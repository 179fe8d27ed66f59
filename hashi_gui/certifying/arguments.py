"""A derivation, and arguments that lead it to a contradiction: search, parity and sums.

It has clauses that are true of every solution of a puzzle, each with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import inf
from typing import Any

from pysat.solvers import Glucose4, Minisat22

from hashi_gui.core.board_status import ConnectedComponents
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, find_loops
from hashi_gui.solving import CancelToken, SolverError
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.solving.linear import DualRay, HighsEngine, Model
from hashi_gui.verify_certificate import Clauses, Row, is_contradiction

Bounds = tuple[int, int, int]
"""An edge, and the least and the most bridges on it."""

LEMMA = "lemma"
"""The reason of a clause that belongs to the proof: it follows from those before it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A clause and its reason: the kind, and the islands that it names.

    A sum has ``rows``: pairs of a factor and the name of a row, or the number of an earlier line.
    The reason makes use of those of the literals ``uses`` that are known to be true.
    """

    clause: tuple[int, ...]
    kind: str
    islands: tuple[int, ...] = ()
    rows: tuple[tuple[int, str | int], ...] = ()
    uses: tuple[int, ...] = ()


class Derivation:
    """The lines so far; at first the rules, and what is looked for.

    That is a solution within the bounds ``given``, and if there is a ``conclusion``, not within
    its bounds: triples of an edge, the least, and the most bridges.

    The variable ``e * limit + k`` is true if edge ``e`` has at least ``k`` bridges. All rules are
    included but one: cuts and loops are added as they are needed.
    """

    def __init__(
        self, puzzle: Puzzle, given: Iterable[Bounds], conclusion: Iterable[Bounds] | None
    ) -> None:
        self.puzzle = puzzle
        self.limit = puzzle.rules.max_bridges
        self.variables = len(puzzle.edges) * self.limit
        self.lines: list[Line] = []
        self._cuts: set[tuple[int, ...]] = set()
        self._add_rules()
        for bounds in given:
            for literal in self.outside([bounds]):
                self.add([-literal], "board")
        if conclusion is not None:
            self.add(self.outside(conclusion), "other")
        self._forbid_isolating()

    def variable(self, edge: int, count: int) -> int:
        return edge * self.limit + count

    def add(
        self,
        clause: Iterable[int],
        kind: str,
        islands: Iterable[int] = (),
        rows: Iterable[tuple[int, str | int]] = (),
        uses: Iterable[int] = (),
    ) -> None:
        self.lines.append(Line(tuple(clause), kind, tuple(islands), tuple(rows), tuple(uses)))

    def add_cut(self, group: Iterable[int]) -> bool:
        """Add the clause "some bridge leaves this group of islands", unless it is there."""
        islands = tuple(sorted(group))
        if islands in self._cuts:
            return False
        self._cuts.add(islands)
        self.add([self.variable(e, 1) for e in self.leaving(islands)], "cut", islands)
        return True

    def add_violated(self, drawn: Sequence[bool]) -> bool:
        """Add cuts and loops that these edges violate; return whether there were any."""
        added = [self.add_cut(group) for group in self.groups(drawn)]
        loops = [] if self.puzzle.rules.loops else find_loops(self.puzzle, drawn)
        for loop in loops:
            self.add([-self.variable(e, 1) for e in loop], "loop")
        return any(added) or bool(loops)

    def groups(self, drawn: Sequence[bool]) -> list[list[int]]:
        """The islands that these edges connect, without the group that most edges leave."""
        groups = components(self.puzzle, drawn)
        return sorted(groups, key=lambda group: len(self.leaving(group)))[:-1]

    def known(self) -> Clauses:
        """What follows from all lines."""
        clauses = Clauses(self.variables)
        for line in self.lines:
            clauses.add(line.clause)
        return clauses

    def island_row(self, island: int) -> Row:
        edges, clue = self.puzzle.incident[island], self.puzzle.islands[island].clue
        counts = range(1, self.limit + 1)
        literals = [self.variable(e, count) for e in edges for count in counts]
        return Row(literals, 1 if clue is None else clue, clue is not None)

    def joined_row(self) -> Row:
        puzzle = self.puzzle
        literals = [self.variable(e, 1) for e in range(len(puzzle.edges))]
        return Row(literals, len(puzzle.islands) - 1, not puzzle.rules.loops)

    def outside(self, bounds: Iterable[Bounds]) -> Iterator[int]:
        """The clause "some edge has fewer bridges than the least, or more than the most"."""
        for edge, least, most in bounds:
            if least:
                yield -self.variable(edge, least)
            if most < self.limit:
                yield self.variable(edge, most + 1)

    def leaving(self, group: Iterable[int]) -> list[int]:
        """The edges from a group to other islands."""
        inside = set(group)
        edges, incident = self.puzzle.edges, self.puzzle.incident
        return sorted(e for i in inside for e in incident[i] if edges[e].other(i) not in inside)

    def _add_rules(self) -> None:
        for e, crossings in enumerate(self.puzzle.crossings):
            for count in range(1, self.limit):
                self.add([self.variable(e, count), -self.variable(e, count + 1)], "order")
            for across in crossings:
                if across > e:
                    self.add([-self.variable(e, 1), -self.variable(across, 1)], "crossing")
        for island in range(len(self.puzzle.islands)):
            self._add_clue(island)

    def _add_clue(self, island: int) -> None:
        """Add a clause for each way to have one bridge too few, or one too many."""
        edges, clue = self.puzzle.incident[island], self.puzzle.islands[island].clue
        most = len(edges) * self.limit
        low, high = (1, most) if clue is None else (clue, clue)
        if low > most:
            self.add([], "island", [island])
        for counts in product(range(self.limit + 1), repeat=len(edges)):
            if sum(counts) == low - 1:
                more = [self.variable(e, n + 1) for e, n in zip(edges, counts) if n < self.limit]
                self.add(more, "island", [island])
            elif sum(counts) == high + 1:
                fewer = [-self.variable(e, n) for e, n in zip(edges, counts) if n]
                self.add(fewer, "island", [island])

    def _forbid_isolating(self) -> None:
        """Two islands with the same number, and as many bridges, would be isolated from others."""
        if len(self.puzzle.islands) == 2:
            return
        for edge, most in zip(self.puzzle.edges, max_bridge_counts(self.puzzle)):
            a, b = self.puzzle.ends(edge.id)
            if a.clue == b.clue == most + 1 <= self.limit:
                self.add_cut([a.id, b.id])
                self.add([-self.variable(edge.id, most + 1)], "implied")


_FIRST_CONFLICTS = 2_000
"""Conflicts after which the SAT solver gives up at first; few puzzles need as many."""

_MORE_CONFLICTS = 100_000
"""The same for its second try; the verifier would take a minute for a longer proof."""

_CASES = 500
"""The most cases in which sums are looked for."""

_MAX_ROUNDS = 30
"""Rounds of cuts added to a relaxation."""

_THRESHOLDS = (0.01, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75)
"""Edges above one of these values join components of a solution with fractions."""

_TOLERANCE = 1e-6

_MAX_FACTOR = 24
"""Multiples of the smallest factor of a sum that are tried to make all factors whole."""

_SCALE = 2**24
"""Otherwise, factors are rounded after the largest of them is scaled to this."""


def contradict(derivation: Derivation, token: CancelToken) -> None:
    """Extend a derivation until a contradiction follows by unit propagation. Raises Cancelled.

    What an argument has found before it gives up helps the next.
    """
    # The cheap ones first; the last one always ends, but its proof may be very long.
    for argument in (
        partial(search, conflicts=_FIRST_CONFLICTS),
        find_odd_group,
        partial(find_sums, cases=1),
        partial(search, conflicts=_MORE_CONFLICTS),
        partial(find_sums, cases=_CASES),
        partial(search, conflicts=None),
    ):
        if argument(derivation, token):
            break


def search(derivation: Derivation, token: CancelToken, conflicts: int | None) -> bool:
    """Add the cuts that are needed, then a proof of a SAT solver; False after so many conflicts.

    The solver that finds the cuts logs no proof, and that of the other one is much shorter if it
    starts with all cuts.
    """
    lines = derivation.lines
    with _solver(Minisat22, derivation, token) as (finder, solve):
        finder.set_phases(derivation.variable(e, 1) for e in range(len(derivation.puzzle.edges)))
        while True:
            if conflicts is not None:
                finder.conf_budget(max(1, conflicts - finder.accum_stats()["conflicts"]))
            answer = solve()
            if answer is None:
                return False
            if not answer:
                break
            before = len(lines)
            true = {literal for literal in finder.get_model() if literal > 0}
            edges = range(len(derivation.puzzle.edges))
            if not derivation.add_violated([derivation.variable(e, 1) in true for e in edges]):
                raise SolverError("This is a bug in the solver: it has missed a solution.")
            for line in lines[before:]:
                finder.add_clause(line.clause)
    with _solver(Glucose4, derivation, token, with_proof=True) as (prover, solve):
        solve()
        for text in prover.get_proof():
            if not text.startswith("d"):
                derivation.add(map(int, text.split()[:-1]), LEMMA)
    return True


@contextmanager
def _solver(
    kind: Any, derivation: Derivation, token: CancelToken, **options: Any
) -> Iterator[tuple[Any, Callable[[], bool | None]]]:
    """A SAT solver with all lines, and a function that runs it. Raises Cancelled."""
    clauses = [line.clause for line in derivation.lines]
    with kind(bootstrap_with=clauses, **options) as solver, token.on_cancel(solver.interrupt):

        def solve() -> bool | None:
            answer: bool | None = solver.solve_limited(expect_interrupt=True)
            token.raise_if_cancelled()
            return answer

        yield solver, solve


def find_odd_group(derivation: Derivation, token: CancelToken) -> bool:
    """Look for a group of islands that would need an odd number of bridge ends between them.

    Every edge is drawn without which the islands could not be connected.
    """
    puzzle = derivation.puzzle
    edges = range(len(puzzle.edges))
    while True:
        token.raise_if_cancelled()
        known = derivation.known()
        if known.contradiction:
            return True
        values = [known.values[derivation.variable(e, 1)] for e in edges]
        possible = [int(value >= 0) for value in values]
        groups = ConnectedComponents(puzzle, possible, possible)
        found = len(derivation.lines)
        for e in edges:
            if not values[e]:
                possible[e] = 0
                if part := groups.smaller_part(e):
                    derivation.add_cut(part)
                possible[e] = 1
        if found == len(derivation.lines):
            break
    open_edges = [not _count_is_known(derivation, known, e) for e in edges]
    for group in components(puzzle, open_edges):
        clues = [puzzle.islands[island].clue for island in group]
        leaving = [
            derivation.variable(e, count)
            for e in derivation.leaving(group)
            for count in range(1, derivation.limit + 1)
        ]
        ends = sum(known.values[variable] > 0 for variable in leaving)
        if None not in clues and sum(filter(None, clues), ends) % 2:
            uses = [literal for variable in leaving for literal in (variable, -variable)]
            derivation.add([], "parity", group, uses=uses)
            return True
    return False


def _count_is_known(derivation: Derivation, known: Clauses, edge: int) -> bool:
    counts = range(1, derivation.limit + 1)
    return all(known.values[derivation.variable(edge, count)] for count in counts)


def find_sums(derivation: Derivation, token: CancelToken, cases: int) -> bool:
    """Look for sums of rows that are impossible, in up to so many cases.

    Returns whether all cases were refuted. Raises Cancelled.
    """
    return _SumSearch(derivation, token, cases).contradicts()


class _SumSearch:
    """The solution of the linear relaxation says which case to look at next."""

    def __init__(self, derivation: Derivation, token: CancelToken, cases: int) -> None:
        self._derivation = derivation
        self._token = token
        self._cases = cases
        self._clauses = Clauses(derivation.variables)
        self._known_lines = 0
        self._names: list[str | int] = []
        self._rows: list[Row] = []
        self._fixed: dict[int, int] = {}
        model = Model()
        for variable in range(derivation.variables):
            model.add_variable(f"x{variable}", 1, int(variable % derivation.limit == 0))
        self._highs = HighsEngine(model)
        for island in derivation.puzzle.islands:
            self._add_row(f"island:{island.row},{island.col}", derivation.island_row(island.id))
        self._add_row("joined", derivation.joined_row())
        self._take_lines()

    def contradicts(self) -> bool:
        self._search([])
        return self._clauses.contradiction

    def _add_row(self, name: str | int, row: Row) -> None:
        self._names.append(name)
        self._rows.append(row)
        columns = [abs(literal) - 1 for literal in row.literals]
        signs = [1 if literal > 0 else -1 for literal in row.literals]
        least = row.least - signs.count(-1)
        self._highs.add_row(columns, signs, least, float(least) if row.equal else inf)

    def _take_lines(self) -> None:
        """Make use of the lines that the derivation has got."""
        lines = self._derivation.lines
        for number in range(self._known_lines, len(lines)):
            line = lines[number]
            self._clauses.add(line.clause)
            if line.kind not in ("island", LEMMA) and len(line.clause) > 1:
                self._add_row(number, Row(line.clause, 1))
        self._known_lines = len(lines)

    def _search(self, case: Sequence[int]) -> None:
        """Refute the case that these literals are true, unless there are too many cases."""
        with self._clauses.assuming(case) as consistent:
            if not consistent:
                return
            values = list(self._clauses.values)
        if not self._cases:
            return
        self._cases -= 1
        solution = self._relaxation(values)
        if isinstance(solution, DualRay):
            self._add_sum(case, solution.multipliers)
            return
        open_columns = [column for column in range(len(solution)) if not values[column + 1]]
        if not open_columns:
            return
        column = min(open_columns, key=lambda column: abs(solution[column] - 0.5))
        literal = column + 1 if solution[column] >= 0.5 else -column - 1
        self._search([*case, literal])
        self._search([*case, -literal])
        clause = [-literal for literal in case]
        if self._clauses.follows(clause):
            self._derivation.add(clause, "implied")
            self._take_lines()

    def _relaxation(self, values: Sequence[int]) -> Sequence[float] | DualRay:
        """A solution of the relaxation in a case, which is not cut off, or why there is none."""
        for variable in range(1, self._derivation.variables + 1):
            value = values[variable]
            if self._fixed.get(variable, 0) != value:
                self._fixed[variable] = value
                self._highs.set_bounds(variable - 1, int(value > 0), int(value >= 0))
        for _ in range(_MAX_ROUNDS):
            solution = self._highs.solve_relaxation(self._token)
            if isinstance(solution, DualRay) or not self._add_cuts(solution):
                break
        return solution

    def _add_cuts(self, solution: Sequence[float]) -> bool:
        """Add cuts that a solution with fractions violates; return whether there are any."""
        derivation = self._derivation
        drawn = solution[:: derivation.limit]
        added = False
        for threshold in _THRESHOLDS:
            for group in derivation.groups([value > threshold for value in drawn]):
                if sum(drawn[e] for e in derivation.leaving(group)) < 1 - _TOLERANCE:
                    added |= derivation.add_cut(group)
        self._take_lines()
        return added

    def _add_sum(self, case: Sequence[int], multipliers: Sequence[float]) -> None:
        """Add the clause that follows from a sum of rows, for as few literals as possible."""
        rows = self._factors(case, multipliers)
        needed = list(case)
        for literal in case if rows else ():
            fewer = [other for other in needed if other != literal]
            if self._is_impossible(fewer, rows):
                needed = fewer
        if rows:
            named = [(factor, self._names[number]) for factor, number in rows]
            factors: Counter[int] = Counter()
            for factor, number in rows:
                for literal in self._rows[number].literals:
                    factors[abs(literal)] += factor if literal > 0 else -factor
            uses = [-variable if factor > 0 else variable for variable, factor in factors.items()]
            clause = [-literal for literal in needed]
            self._derivation.add(clause, "sum", rows=named, uses=uses)
            self._take_lines()

    def _factors(self, case: Sequence[int], multipliers: Sequence[float]) -> list[tuple[int, int]]:
        """Whole factors, each with the number of a row, that are impossible; empty if none are."""
        used = {number: each for number, each in enumerate(multipliers) if abs(each) > 1e-9}
        if not used:
            return []
        least, largest = (pick(map(abs, used.values())) for pick in (min, max))
        scales = [factor / least for factor in range(1, _MAX_FACTOR + 1)]
        for scale in (*scales, _SCALE / largest):
            for sign in (1, -1):
                rows = [(sign * round(each * scale), number) for number, each in used.items()]
                rows = [
                    (factor, number)
                    for factor, number in rows
                    if factor > 0 or (factor and self._rows[number].equal)
                ]
                if self._is_impossible(case, rows):
                    return rows
        return []

    def _is_impossible(self, case: Sequence[int], rows: Sequence[tuple[int, int]]) -> bool:
        with self._clauses.assuming(case) as consistent:
            return not consistent or is_contradiction(
                [(factor, self._rows[number]) for factor, number in rows],
                self._clauses.values,
            )
