"""The method ``cp-sat``: a puzzle as one model of CP-SAT, connectivity included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.i18n import N_
from hashi_gui.core.puzzle import Island, Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.lab.methods.method import NO_LOOPS, THREADS_AND_SEED, Method
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.results import SolverError, UnsupportedPuzzleError
from hashi_gui.system.libraries import check_installed, load
from hashi_gui.system.processes import ServerPool

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


Answer = tuple[bytes | None, dict[str, Any]]
"""The number of bridges on each edge, or None if there is no solution; and statistics."""


def solve(puzzle: Puzzle, threads: int, seed: int | None) -> Answer:
    """Solve a puzzle that has edges. Raises UnsupportedPuzzleError without OR-Tools."""
    from importlib.metadata import version

    load("ortools.sat.python.cp_model", UnsupportedPuzzleError)
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    counts = PuzzleModel(puzzle, model).counts
    solver.parameters.num_workers = threads
    if seed is not None:
        solver.parameters.random_seed = seed
    status = solver.solve(model)
    stats = {
        "engine": f"OR-Tools {version('ortools')}",
        "variables": len(model.proto.variables),
        "constraints": len(model.proto.constraints),
        "branches": solver.num_branches,
        "conflicts": solver.num_conflicts,
    }
    if status == cp_model.INFEASIBLE:
        return None, stats
    if status != cp_model.OPTIMAL:
        name = solver.status_name(status)
        raise SolverError(f"This is a bug in the solver: CP-SAT ended with {name}.")
    return bytes(map(solver.value, counts)), stats


class PuzzleModel:
    """The rules of a puzzle that has edges, as a model of CP-SAT.

    The islands are connected if and only if the drawn edges contain a tree that is directed to one
    island, the root: each other island has a parent, and a higher rank than its parent (Miller,
    Tucker and Zemlin, Integer programming formulation of traveling salesman problems, 1960).

    ``counts`` holds the variable with the number of bridges on each edge.
    """

    def __init__(self, puzzle: Puzzle, model: cp_model.CpModel) -> None:
        """Add the rules to an empty ``model``."""
        self._puzzle, self._model = puzzle, model
        self.counts = [model.new_int_var(0, puzzle.rules.max_bridges, "") for _ in puzzle.edges]
        self._drawn = [model.new_bool_var("") for _ in puzzle.edges]
        for count, drawn in zip(self.counts, self._drawn):
            model.add(count >= drawn)
            model.add(count <= puzzle.rules.max_bridges * drawn)
        self._add_clues()
        self._add_crossings()
        self._add_tree()
        self._add_consequences_of_connectivity()

    def _add_clues(self) -> None:
        most = self._puzzle.rules.max_clue
        for island in self._puzzle.islands:
            low, high = (1, most) if island.clue is None else (island.clue, island.clue)
            degree = sum(self.counts[edge] for edge in self._puzzle.incident[island.id])
            self._model.add_linear_constraint(degree, low, high)

    def _add_crossings(self) -> None:
        for edge, others in enumerate(self._puzzle.crossings):
            for other in others:
                if edge < other:
                    self._model.add_at_most_one(self._drawn[edge], self._drawn[other])

    def _add_tree(self) -> None:
        puzzle, model = self._puzzle, self._model
        root = max(puzzle.islands, key=lambda island: len(puzzle.incident[island.id]))
        ranks = [model.new_int_var(0, len(puzzle.islands) - 1, "") for _ in puzzle.islands]
        for island in puzzle.islands:
            if island is not root:
                self._add_parent(island, ranks)

    def _add_parent(self, island: Island, ranks: list[cp_model.IntVar]) -> None:
        model, choices = self._model, []
        for edge, parent in self._puzzle.neighbours(island.id):
            chosen = model.new_bool_var("")
            model.add_implication(chosen, self._drawn[edge.id])
            model.add(ranks[parent.id] < ranks[island.id]).only_enforce_if(chosen)
            choices.append(chosen)
        model.add_exactly_one(choices)

    def _add_consequences_of_connectivity(self) -> None:
        """Add what is hard to derive from the tree.

        It has one edge less than there are islands; without loops, no other edge is drawn. And two
        islands are cut off if the bridges between them complete both.
        """
        puzzle = self._puzzle
        least, most = puzzle.rules.pairs_joined(len(puzzle.islands))
        self._model.add(sum(self._drawn) >= least)
        if most is not None:
            self._model.add(sum(self._drawn) <= most)
        if len(puzzle.islands) == 2:
            return
        for edge in puzzle.edges:
            a, b = puzzle.ends(edge.id)
            if a.clue is not None and a.clue == b.clue:
                self._model.add(self.counts[edge.id] < a.clue)


_servers = ServerPool("hashi_gui.lab.methods.cp_sat_worker", "The process of CP-SAT")
"""To start a process takes longer than most puzzles."""


def _search(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any], threads: int, seed: int | None
) -> bytes | None:
    check_installed("ortools", UnsupportedPuzzleError)
    cancel.raise_if_cancelled()
    if not puzzle.edges:
        return b"" if is_solution(puzzle, b"") else None
    try:
        with _servers.process() as process:
            with cancel.on_cancel(process.kill):
                answer: Answer = process.ask((puzzle, threads, seed))
            cancel.raise_if_cancelled()  # If so, the process was killed after its answer.
    except WorkerLostError:
        cancel.raise_if_cancelled()
        raise
    counts, found = answer
    stats |= found
    return counts


CP_SAT = Method(
    "cp-sat",
    N_("OR-Tools, CP-SAT; connectivity as a tree with ranks, Miller, Tucker and Zemlin, 1960"),
    N_("To compare constraint programming; quick if clues cannot add up."),
    _search,
    library="ortools",
    rules=NO_LOOPS,
    options=THREADS_AND_SEED,
)
"""Its stats are the ``engine``, the ``variables`` and ``constraints`` of its model, and the
``branches`` and ``conflicts`` of the search.
"""

METHODS = (CP_SAT,)
