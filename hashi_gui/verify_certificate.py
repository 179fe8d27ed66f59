"""Verify a certificate: how many solutions a Hashi puzzle has, a step, or a mistake.

    python -I verify_certificate.py FOLDER

This file needs Python 3.11 or later and nothing else. It shares no code with what solves puzzles
and writes certificates, so no mistake there can hide here. Take it from where you trust it, never
from a certificate: docs/certificates.md has its SHA-256, and describes the files of a certificate.

Two solutions prove the claim ``several``. Any other one says that there is no *counterexample*:

- ``unique``: a solution other than solution.hashi;
- ``none``: a solution;
- ``step``: a solution with the bridges and marks of puzzle.hashi, but not all of step.hashi;
- ``mistake``: a solution with the bridges and marks of puzzle.hashi.

That is proved by clauses: "these two islands have at least 1 bridge, or those two do not have 2":

1. Each clause of formula.cnf is true of every counterexample. Its reason is in reasons.txt, and
   :class:`Formula` checks it by the rules of the puzzle.
2. Each clause of proof.drat follows from the clauses before it (:class:`Clauses`).
3. The last clause is empty, so it is true of nothing: there is no counterexample.

How the clauses were found makes no difference, nor whether they say all that is true of the
puzzle: without one that is needed, step 2 or 3 fails.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

# --- The puzzle and its rules -----------------------------------------------------------------
Cell = tuple[int, int]
"""A row and a column, from 0."""

Edge = tuple[Cell, Cell]
"""Two islands that see each other; the left or upper one is the first."""

Bounds = Mapping[Edge, tuple[int, int]]
"""The least and the most bridges on some edges."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A grid with islands, and the rules that differ from puzzle to puzzle.

    ``clues`` has the number of each island, None for "?". At most ``limit`` bridges join two
    islands; ``loops`` says whether they may form loops. ``incident`` has the edges at each island.
    """

    grid: Sequence[str]
    clues: Mapping[Cell, int | None]
    limit: int
    loops: bool
    edges: Sequence[Edge]
    incident: Mapping[Cell, Sequence[Edge]]


def is_solution(puzzle: Puzzle, counts: Mapping[Edge, int]) -> bool:
    """Whether these edges with so many bridges, from 1 to the limit, follow all rules."""
    links = count_links(counts)
    return (
        all(
            fits(clue, sum(counts.get(edge, 0) for edge in puzzle.incident[cell]))
            for cell, clue in puzzle.clues.items()
        )
        and not any_cross(counts)
        and links == len(puzzle.clues) - 1
        and (puzzle.loops or links == len(counts))
    )


def fits(clue: int | None, bridges: int) -> bool:
    """Whether an island with this clue can have so many bridges; "?" stands for any from 1."""
    return bridges >= 1 if clue is None else bridges == clue


def any_cross(edges: Iterable[Edge]) -> bool:
    """Whether any of these edges share a cell of water.

    Those along the same line never do, because an edge ends at the next island.
    """
    water: list[Cell] = []
    for (top, left), (bottom, right) in edges:
        water += list(product(range(top, bottom + 1), range(left, right + 1)))[1:-1]
    return len(set(water)) < len(water)


def count_links(edges: Iterable[Edge]) -> int:
    """How many of these edges connect islands that those before them do not connect.

    With n - 1 of them, n islands are all connected. Any other edge is the last of a loop.
    """
    links = 0
    groups: dict[Cell, set[Cell]] = {}
    for edge in edges:
        smaller, larger = sorted((groups.setdefault(cell, {cell}) for cell in edge), key=len)
        if smaller is not larger:
            links += 1
            larger |= smaller
            groups |= dict.fromkeys(smaller, larger)
    return links


_CLUES = dict(zip("?0123456789ABCDEFG", [None, *range(17)]))
_KEYS = {"format", "version", "max_bridges", "loops", "puzzle", "bridges", "marks", "locks"}


def read_puzzle(text: str) -> tuple[Puzzle, Mapping[Edge, int], Bounds]:
    """The puzzle in a .hashi file, its bridges, and the bounds of solutions with all that is drawn.

    Those may have more bridges where there are some, but none at a mark. Raises ValueError,
    TypeError, KeyError or RecursionError if the text is anything else, or has a key that is not
    known here, because that could be a rule.
    """
    pairs = json.loads(text, object_pairs_hook=tuple)
    data = dict(pairs)
    grid, limit, loops = data["puzzle"], data["max_bridges"], data.get("loops", True)
    clues = {
        (row, col): _CLUES[character]
        for row, line in enumerate(grid)
        for col, character in enumerate(line)
        if character != "."
    }
    across = pairwise(sorted(clues))
    down = pairwise(sorted(clues, key=lambda cell: (cell[1], cell[0])))
    edges = [(a, b) for a, b in across if a[0] == b[0]]
    edges += [(a, b) for a, b in down if a[1] == b[1]]
    incident: dict[Cell, list[Edge]] = {cell: [] for cell in clues}
    for edge in edges:
        for cell in edge:
            incident[cell].append(edge)
    counts = {((a, b), (c, d)): count for a, b, c, d, count in data["bridges"]}
    marks = {((a, b), (c, d)) for a, b, c, d in data["marks"]}
    if not (
        (type(pairs), len(pairs)) == (tuple, len(data))  # No key is there twice.
        and data.keys() <= _KEYS
        and (data["format"], data["version"], data["locks"]) == ("hashi", 1, [])
        and (type(limit), type(loops), type(grid)) == (int, bool, list)
        and 1 <= limit <= 4
        and clues
        and all(type(row) is str and len(row) == len(grid[0]) for row in grid)
        and len(counts) == len(data["bridges"])
        and all(type(count) is int and 1 <= count <= limit for count in counts.values())
        and not counts.keys() & marks
        and counts.keys() | marks <= set(edges)
    ):
        raise ValueError
    bounds = {edge: (count, limit) for edge, count in counts.items()} | dict.fromkeys(marks, (0, 0))
    return Puzzle(grid, clues, limit, loops, edges, incident), counts, bounds


# --- What follows from clauses ----------------------------------------------------------------
Clause = Sequence[int]
"""Literals, of which at least one is true: variables from 1, or negative, their negations."""


class Clauses:
    """A growing list of clauses, and what follows from them by unit propagation.

    That is a single rule: if all literals of a clause but one are false, that one is true. By it,
    ``values[literal]`` is 1 for a literal that is known to be true, -1 for one that is known to be
    false, and 0 for others. ``contradiction`` says whether all literals of a clause are false.

    A clause is looked at only when one of its first two literals becomes false, because the rule
    needs one of them. If a clause were overlooked, less would follow, but nothing wrong.
    """

    def __init__(self, variables: int) -> None:
        # A negative literal is an index from the end.
        self.values = [0] * (2 * variables + 1)
        self.contradiction = False
        self._clauses: list[list[int]] = []
        # The clauses that are looked at when a literal becomes false.
        self._watching: list[list[int]] = [[] for _ in self.values]
        # All literals that are true, in the order in which that was found.
        self._trail: list[int] = []
        # From which clause a literal follows, and which one is false: only for writing proofs.
        self._sources = [-1] * len(self.values)
        self._conflict = -1

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause; not within :meth:`assuming`."""
        number = len(self._clauses)
        literals = sorted(set(clause), key=lambda literal: self.values[literal] < 0)
        self._clauses.append(literals)
        if len(literals) > 1 and self.values[literals[1]] >= 0:
            for literal in literals[:2]:
                self._watching[literal].append(number)
        elif not self.contradiction:
            self._conflict = number
            self.contradiction = not literals or not self._make_true(literals[:1], number)

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether a clause follows: its literals cannot all be false."""
        with self.assuming(-literal for literal in clause) as consistent:
            return not consistent

    @contextmanager
    def assuming(self, literals: Iterable[int]) -> Iterator[bool]:
        """Assume literals in this block; False if that leads to a contradiction."""
        start = len(self._trail)
        yield not self.contradiction and self._make_true(literals)
        for literal in self._trail[start:]:
            self.values[literal] = self.values[-literal] = 0
        del self._trail[start:]

    def _make_true(self, literals: Iterable[int], source: int = -1) -> bool:
        """Find what follows from these literals; False if it is a contradiction."""
        start = len(self._trail)
        for literal in literals:
            if self.values[literal] < 0:
                self._conflict = self._sources[-literal] if source < 0 else source
                return False
            if not self.values[literal]:
                self.values[literal], self.values[-literal] = 1, -1
                self._sources[literal] = source
                self._trail.append(literal)
        return self._propagate(start)

    def _propagate(self, start: int) -> bool:
        """Find what follows from the trail from ``start`` on; False if it is a contradiction."""
        values, watching, trail = self.values, self._watching, self._trail
        while start < len(trail):
            false = -trail[start]
            start += 1
            numbers, watching[false] = watching[false], []
            for position, number in enumerate(numbers):
                clause = self._clauses[number]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if values[clause[0]] <= 0:
                    for other in range(2, len(clause)):
                        if values[clause[other]] >= 0:
                            clause[1], clause[other] = clause[other], false
                            break
                    else:  # All literals but the first are false.
                        if values[clause[0]] < 0:
                            watching[false] += numbers[position:]
                            self._conflict = number
                            return False
                        values[clause[0]], values[-clause[0]] = 1, -1
                        self._sources[clause[0]] = number
                        trail.append(clause[0])
                watching[clause[1]].append(number)
        return True


# --- What follows from sums -------------------------------------------------------------------
class Row(NamedTuple):
    """At least ``least`` of some literals are true; if ``equal``, exactly so many."""

    literals: Collection[int]
    least: int
    equal: bool = False


def is_contradiction(rows: Sequence[tuple[int, Row]], values: Sequence[int]) -> bool:
    """Whether the rows, each times its factor, cannot all hold.

    If they did, the sum of the factors of all true literals would be ``least`` or more. It is at
    most ``most``: of a variable and its negation one is true, and where ``values``, those of
    :class:`Clauses`, do not tell which, the greater factor is taken. Only an equation can have a
    negative factor, because that turns "at least" into "at most".
    """
    factors: Counter[int] = Counter()
    for factor, row in rows:
        for literal in row.literals:
            factors[literal] += factor
    most = sum(
        max(factors[literal] for literal in (variable, -variable) if values[literal] >= 0)
        for variable in {abs(literal) for literal in factors}
    )
    least = sum(factor * row.least for factor, row in rows)
    return most < least and all(factor > 0 or row.equal for factor, row in rows)


# --- The reasons ------------------------------------------------------------------------------
@dataclass
class Formula:
    """The clauses that are known to be true of every counterexample.

    The variable ``number`` of ``meanings`` is true if the edge has at least so many bridges. A
    counterexample is a solution within the bounds ``given`` and, if there is a ``conclusion``, not
    within all of its bounds.

    Each reason shows that no counterexample makes its clause false, so it is true of all of them.
    A clause may have more literals than its reason needs.
    """

    puzzle: Puzzle
    meanings: Mapping[int, tuple[Edge, int]]
    given: Bounds
    conclusion: Bounds | None

    def __post_init__(self) -> None:
        self._variables = {meaning: number for number, meaning in self.meanings.items()}
        self._clauses = Clauses(len(self.meanings))
        self._rows: list[Row] = []

    def add(self, clause: Clause, reason: str) -> bool:
        """Add a clause if its reason, a line of reasons.txt, holds; otherwise return False.

        Raises ValueError or KeyError for a reason that makes no sense.
        """
        kind, *details = reason.split(" ")
        match kind:
            case "implied":
                holds = self._clauses.follows(clause)
            case "parity":
                holds = self._is_odd(clause, _cells(details))
            case "sum":
                parts = [detail.partition("*") for detail in details]
                rows = [(int(factor), self._row(name)) for factor, _star, name in parts]
                with self._clauses.assuming(-literal for literal in clause) as consistent:
                    holds = not consistent or is_contradiction(rows, self._clauses.values)
            case _:
                holds = self._is_impossible(self._bounds_if_false(clause), kind, details)
        if holds:
            self._clauses.add(clause)
            self._rows.append(Row(set(clause), 1))
        return holds

    def _bounds_if_false(self, clause: Clause) -> Bounds:
        """The least and the most bridges on any edge if all literals of a clause are false."""
        limit = self.puzzle.limit
        bounds: defaultdict[Edge, tuple[int, int]] = defaultdict(lambda: (0, limit))
        for literal in clause:
            edge, count = self.meanings[abs(literal)]
            low, high = bounds[edge]
            bounds[edge] = (max(low, count), high) if literal < 0 else (low, min(high, count - 1))
        return bounds

    def _is_impossible(self, bounds: Bounds, kind: str, details: Sequence[str]) -> bool:
        """Whether no counterexample is within the bounds, for this kind of reason."""
        puzzle = self.puzzle
        drawn = [edge for edge, (least, _most) in bounds.items() if least]
        match kind:
            case "order":  # An edge would have at least so many bridges, and fewer.
                return any(least > most for least, most in bounds.values())
            case "island":  # No numbers of bridges would fit the clue of this island.
                (cell,) = _cells(details)
                ranges = [bounds[edge] for edge in puzzle.incident[cell]]
                counts = product(*[range(least, most + 1) for least, most in ranges])
                return not any(fits(puzzle.clues[cell], sum(each)) for each in counts)
            case "crossing":  # Two edges that cross would have bridges.
                return any_cross(drawn)
            case "loop":  # There would be a loop, although that is forbidden.
                return not puzzle.loops and count_links(drawn) < len(drawn)
            case "cut":  # No bridge would lead from these islands to the others.
                group = _cells(details)
                isolated = not any(bounds[edge][1] for edge in self._leaving(group))
                return isolated and 0 < len(group) < len(puzzle.clues)
            case "board":  # An edge would be outside what is given.
                return any(
                    bounds[edge][0] > most or bounds[edge][1] < least
                    for edge, (least, most) in self.given.items()
                )
            case "other":  # All edges would be within the conclusion.
                return self.conclusion is not None and all(
                    least <= bounds[edge][0] and bounds[edge][1] <= most
                    for edge, (least, most) in self.conclusion.items()
                )
        raise ValueError

    def _is_odd(self, clause: Clause, group: set[Cell]) -> bool:
        """Whether the clues of a group and the bridges that leave it would have an odd sum.

        It is even: a bridge within the group counts for two clues, and one that leaves it for one
        clue and once more. How many leave it must follow from the clauses before this one.
        """
        clues = [self.puzzle.clues[cell] for cell in group]
        counts = range(1, self.puzzle.limit + 1)
        leaving = [self._variables[each] for each in product(self._leaving(group), counts)]
        with self._clauses.assuming(-literal for literal in clause) as consistent:
            values = [self._clauses.values[variable] for variable in leaving]
            known = None not in clues and 0 not in values
            odd = (sum(filter(None, clues)) + values.count(1)) % 2 == 1
            return not consistent or (known and odd)

    def _row(self, name: str) -> Row:
        """An equation or an inequality that is true of every counterexample."""
        puzzle, variables = self.puzzle, self._variables
        kind, _colon, detail = name.partition(":")
        if kind == "island":  # The bridges on all of its edges add up to its clue.
            (cell,) = _cells([detail])
            clue, counts = puzzle.clues[cell], range(1, puzzle.limit + 1)
            literals = [variables[meaning] for meaning in product(puzzle.incident[cell], counts)]
            return Row(literals, 1 if clue is None else clue, clue is not None)
        if kind == "joined":  # To connect n islands takes n - 1 edges; more would form a loop.
            drawn = [variables[edge, 1] for edge in puzzle.edges]
            return Row(drawn, len(puzzle.clues) - 1, not puzzle.loops)
        if kind != "clause" or not 0 < int(detail) <= len(self._rows):
            raise ValueError
        return self._rows[int(detail) - 1]

    def _leaving(self, group: set[Cell]) -> list[Edge]:
        """The edges from a group of islands to others."""
        incident = self.puzzle.incident
        return [edge for cell in group for edge in incident[cell] if not group.issuperset(edge)]


def _cells(texts: Sequence[str]) -> set[Cell]:
    """The cells that these texts name, each as ``row,column``."""
    return {(int(row), int(col)) for row, _, col in (text.partition(",") for text in texts)}


# --- The files of a certificate ---------------------------------------------------------------
VERSION = "hashi certificate 1"
MANIFEST = "certificate.txt"
PUZZLE = "puzzle.hashi"
SOLUTION = "solution.hashi"
SECOND = "second.hashi"
STEP = "step.hashi"
FORMULA = "formula.cnf"
REASONS = "reasons.txt"
PROOF = "proof.drat"

FILES: Mapping[str, Sequence[str]] = {
    "unique": (PUZZLE, SOLUTION, FORMULA, REASONS, PROOF),
    "several": (PUZZLE, SOLUTION, SECOND),
    "none": (PUZZLE, FORMULA, REASONS, PROOF),
    "step": (PUZZLE, STEP, FORMULA, REASONS, PROOF),
    "mistake": (PUZZLE, FORMULA, REASONS, PROOF),
}
"""The files of a certificate, beside the manifest, by what it claims."""

MAX_FILE = 512 * 2**20
"""The most bytes of a file of a certificate."""

_VARIABLE = re.compile("c edge" + 4 * " ([0-9]{1,9})" + " at least ([1-4]) = var ([0-9]{1,9})")
_CLAUSE = re.compile("(?:-?[1-9][0-9]{0,8} )*0")


class CertificateError(Exception):
    """A certificate proves nothing; the message says why."""


def verify(folder: Path) -> tuple[str, Puzzle]:
    """Return what the certificate in a folder proves (a key of FILES), and of which puzzle.

    Other files in the folder make no difference. Raises CertificateError.
    """
    found = _read(folder, MANIFEST)
    version, claim, *_sums = [*found.decode(errors="replace").split("\n"), "", ""]
    if version != VERSION or claim not in FILES:
        raise _not_in_format(MANIFEST, 2 if version == VERSION else 1)
    files = {name: _read(folder, name) for name in FILES[claim]}
    if found != manifest(claim, files):
        raise CertificateError("The certificate has been changed since it was made.")
    texts = {name: data.decode("ascii", "replace") for name, data in files.items()}
    return claim, _verify_claim(claim, texts)


def manifest(claim: str, files: Mapping[str, bytes]) -> bytes:
    """The text that names all files of a certificate, each with its SHA-256."""
    sums = [f"{sha256(files[name]).hexdigest()}  {name}\n" for name in FILES[claim]]
    return "".join([f"{VERSION}\n{claim}\n", *sums]).encode()


def _verify_claim(claim: str, texts: Mapping[str, str]) -> Puzzle:
    """Return the puzzle of which the claim is proved."""
    boards = {name: _read_board(name, texts) for name in texts if name.endswith(".hashi")}
    puzzle, _counts, board = boards.pop(PUZZLE)
    for name, (of, counts, _bounds) in boards.items():
        if of != puzzle:
            raise CertificateError(f"{name} is of another puzzle.")
        if name != STEP and not is_solution(puzzle, counts):
            raise CertificateError(f"{name} is not a solution of the puzzle.")
    if claim == "several":
        if boards[SOLUTION][1] == boards[SECOND][1]:
            raise CertificateError("The two solutions are the same.")
        return puzzle
    given = board if claim in ("step", "mistake") else {}  # The others are of the empty board.
    conclusion: Bounds | None = None
    if claim == "unique":
        counts = boards[SOLUTION][1]
        conclusion = {edge: (counts.get(edge, 0),) * 2 for edge in puzzle.edges}
    elif claim == "step":
        conclusion = boards[STEP][2]
    _verify_proof(puzzle, given, conclusion, texts)
    return puzzle


def _verify_proof(
    puzzle: Puzzle, given: Bounds, conclusion: Bounds | None, texts: Mapping[str, str]
) -> None:
    """Verify all clauses, of the formula and of the proof."""
    lines = texts[FORMULA].splitlines()
    meanings = _read_variables(puzzle, lines)
    head = len(meanings) + 1
    clauses = list(_read_clauses(FORMULA, lines, head, len(meanings)))
    if lines[head - 1 : head] != [f"p cnf {len(meanings)} {len(clauses)}"]:
        raise _not_in_format(FORMULA, head)
    reasons = texts[REASONS].splitlines()
    if len(reasons) != len(clauses):
        raise CertificateError("Not every clause has a reason.")
    formula = Formula(puzzle, meanings, given, conclusion)
    for number, (clause, reason) in enumerate(zip(clauses, reasons), start=1):
        try:
            holds = formula.add(clause, reason)
        except (ValueError, KeyError):
            raise _not_in_format(REASONS, number) from None
        if not holds:
            kind = reason.partition(" ")[0]
            raise CertificateError(f"Clause {number} does not follow from its reason, “{kind}”.")
    proof = list(_read_clauses(PROOF, texts[PROOF].splitlines(), 0, len(meanings)))
    for number, clause in enumerate(proof, start=1):
        if not formula.add(clause, "implied"):
            raise CertificateError(f"Line {number} of the proof does not follow.")
    if not proof or proof[-1]:
        raise CertificateError("The proof does not come to an end.")


def _read_variables(puzzle: Puzzle, lines: Sequence[str]) -> Mapping[int, tuple[Edge, int]]:
    """What each variable means; there is one for each edge and each number of bridges."""
    needed = set(product(puzzle.edges, range(1, puzzle.limit + 1)))
    meanings: dict[int, tuple[Edge, int]] = {}
    for number, line in enumerate([*lines, ""][: len(needed)], start=1):
        if not (match := _VARIABLE.fullmatch(line)):
            raise _not_in_format(FORMULA, number)
        a, b, c, d, count, variable = map(int, match.groups())
        meanings[variable] = ((a, b), (c, d)), count
    if meanings.keys() != set(range(1, len(needed) + 1)) or set(meanings.values()) != needed:
        raise CertificateError(f"The variables in {FORMULA} are not those of the puzzle.")
    return meanings


def _read_clauses(name: str, lines: Sequence[str], skip: int, variables: int) -> Iterator[Clause]:
    for number, line in enumerate(lines[skip:], start=skip + 1):
        clause = [int(text) for text in line.split()[:-1]] if _CLAUSE.fullmatch(line) else None
        if clause is None or any(abs(literal) > variables for literal in clause):
            raise _not_in_format(name, number)
        yield clause


def _read_board(name: str, texts: Mapping[str, str]) -> tuple[Puzzle, Mapping[Edge, int], Bounds]:
    try:
        return read_puzzle(texts[name])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise CertificateError(f"{name} is not a puzzle that can be verified.") from None


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    try:
        if not path.is_file():
            raise CertificateError(f"{folder} is not a certificate: it has no {name}.")
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise CertificateError(f"{path} cannot be read ({error.strerror or error}).") from error
    if len(data) > MAX_FILE:
        raise CertificateError(f"{path} cannot be read (it is larger than {MAX_FILE // 2**20} MB).")
    return data


def _not_in_format(name: str, line: int) -> CertificateError:
    return CertificateError(f"Line {line} of {name} is not what a certificate has there.")


_SENTENCES = {
    "unique": "this puzzle has exactly one solution.",
    "several": "this puzzle has several solutions.",
    "none": "this puzzle has no solution.",
    "step": f"each solution with the bridges and marks of {PUZZLE} has those of {STEP}, too.",
    "mistake": f"no solution has the bridges and marks of {PUZZLE}.",
}


def main() -> int:
    """Verify the certificate in a folder, and print what it proves, and of which puzzle."""
    parser = ArgumentParser(description="Verify a certificate of a Hashi puzzle.")
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    try:
        claim, puzzle = verify(parser.parse_args().folder)
    except (CertificateError, MemoryError) as error:
        text = str(error) or "There is not enough memory."
        # The name of a folder could hold commands for the terminal.
        print(*(each if each.isprintable() else "?" for each in text), sep="", file=sys.stderr)
        return 2
    print("Proved:", _SENTENCES[claim])
    print(*puzzle.grid, sep="\n")
    loops = "allowed" if puzzle.loops else "forbidden"
    print(f"Bridges between two islands: at most {puzzle.limit}. Loops: {loops}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
