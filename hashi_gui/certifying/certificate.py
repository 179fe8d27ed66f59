"""From a derivation to the files of a certificate, which hold only what its proof needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hashi_gui.certifying.arguments import LEMMA, Bounds, Derivation, Line, contradict
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write
from hashi_gui.solving import CancelToken, SolverError, Verdict, VerdictKind
from hashi_gui.system.files import atomic_write
from hashi_gui.verify_certificate import (
    FORMULA,
    MANIFEST,
    PROOF,
    PUZZLE,
    REASONS,
    SECOND,
    SOLUTION,
    STEP,
    Clauses,
    manifest,
)

Contents = Mapping[str, bytes]
"""The files of a certificate, by name."""


def certify(puzzle: Puzzle, verdict: Verdict, token: CancelToken) -> Contents:
    """The files of a certificate of a verdict, by name. Raises Cancelled."""
    texts = {PUZZLE: _document(puzzle, Board.empty(puzzle))}
    if verdict.solution is not None:
        texts[SOLUTION] = _document(puzzle, Board(verdict.solution))
    if verdict.second is not None:
        texts[SECOND] = _document(puzzle, Board(verdict.second))
    if verdict.kind is VerdictKind.UNIQUE and verdict.solution is not None:
        exactly = [(edge, count, count) for edge, count in enumerate(verdict.solution)]
        texts |= _argument(Derivation(puzzle, [], exactly), token)
    elif verdict.kind is VerdictKind.NONE:
        texts |= _argument(Derivation(puzzle, [], None), token)
    return _with_manifest(verdict.kind.value, texts)


def certify_step(puzzle: Puzzle, board: Board, after: Board, token: CancelToken) -> Contents:
    """The files of a certificate that each solution extending ``board`` also extends ``after``.

    Raises Cancelled.
    """
    texts = {PUZZLE: _document(puzzle, board), STEP: _document(puzzle, after)}
    derivation = Derivation(puzzle, _extending(puzzle, board), _extending(puzzle, after))
    return _with_manifest("step", texts | _argument(derivation, token))


def certify_mistake(puzzle: Puzzle, board: Board, token: CancelToken) -> Contents:
    """The files of a certificate that no solution extends ``board``. Raises Cancelled."""
    texts = {PUZZLE: _document(puzzle, board)}
    derivation = Derivation(puzzle, _extending(puzzle, board), None)
    return _with_manifest("mistake", texts | _argument(derivation, token))


def _extending(puzzle: Puzzle, board: Board) -> Iterator[Bounds]:
    """What is true of each solution that extends a board."""
    for edge, count in enumerate(board.counts):
        if edge in board.marks:
            yield edge, 0, 0
        elif count:
            yield edge, count, puzzle.rules.max_bridges


def _with_manifest(claim: str, texts: Mapping[str, str]) -> Contents:
    contents = {name: text.encode() for name, text in texts.items()}
    return {**contents, MANIFEST: manifest(claim, contents)}


def write_certificate(folder: Path, contents: Contents) -> None:
    """Write the files of a certificate into a folder. Raises StorageError."""
    for name, content in contents.items():
        atomic_write(folder / name, content)


def _document(puzzle: Puzzle, board: Board) -> str:
    return write(Document(puzzle, board._replace(locks=frozenset()), "hashi"), "hashi")


def _argument(derivation: Derivation, token: CancelToken) -> dict[str, str]:
    """The formula, the reasons and the proof. Raises Cancelled."""
    contradict(derivation, token)
    puzzle, limit = derivation.puzzle, derivation.limit
    lines = _needed(derivation, token)
    numbers: dict[int, int] = {}
    formula: list[str] = []
    reasons: list[str] = []
    proof: list[str] = []
    for number, line in lines.items():
        clause = " ".join([*map(str, line.clause), "0"])
        if line.kind == LEMMA:
            proof.append(clause)
        else:
            numbers[number] = len(formula) + 1
            formula.append(clause)
            reasons.append(" ".join([line.kind, *_details(puzzle, line, numbers)]))
    meanings = [
        f"c edge {a.row} {a.col} {b.row} {b.col} at least {count} = "
        f"var {derivation.variable(edge.id, count)}"
        for edge in puzzle.edges
        for a, b in [puzzle.ends(edge.id)]
        for count in range(1, limit + 1)
    ]
    head = f"p cnf {derivation.variables} {len(formula)}"
    lists = {FORMULA: [*meanings, head, *formula], REASONS: reasons, PROOF: [*proof, "0"]}
    return {name: "".join(f"{text}\n" for text in texts) for name, texts in lists.items()}


def _details(puzzle: Puzzle, line: Line, numbers: Mapping[int, int]) -> Iterator[str]:
    """What a reason names, as text."""
    for island in line.islands:
        yield "{},{}".format(*puzzle.islands[island].cell)
    for factor, row in line.rows:
        yield f"{factor}*{row if isinstance(row, str) else f'clause:{numbers[row]}'}"


class _TracedClauses(Clauses):
    """Clauses that tell from which of them it follows what is known."""

    def used(self, literals: Iterable[int] | None = None) -> set[int]:
        """The clauses from which it follows that these literals are true.

        Without them, those from which the last contradiction followed. Ask within the block of
        :meth:`assuming`.
        """
        pending = [*(literals or ())]
        numbers: set[int] = set()
        if literals is None and self._conflict >= 0:
            numbers.add(self._conflict)
            pending = [-literal for literal in self._clauses[self._conflict]]
        seen: set[int] = set()
        while pending:
            literal = pending.pop()
            if literal in seen:
                continue
            seen.add(literal)
            number = self._sources[literal]
            if number >= 0 and self.values[literal] > 0:
                numbers.add(number)
                pending += [-other for other in self._clauses[number] if other != literal]
        return numbers


def _needed(derivation: Derivation, token: CancelToken) -> dict[int, Line]:
    """The lines, by number, from which the contradiction follows. Raises Cancelled."""
    clauses = _TracedClauses(derivation.variables)
    sources: list[set[int]] = []
    for line in derivation.lines:
        token.raise_if_cancelled()
        sources.append(_sources(line, clauses))
        clauses.add(line.clause)
        if clauses.contradiction:
            break
    if not clauses.contradiction:
        raise SolverError("This is a bug in the solver: its proof does not come to an end.")
    needed: set[int] = set()
    pending = clauses.used()
    while pending:
        needed |= pending
        pending = {source for number in pending for source in sources[number]} - needed
    return {number: derivation.lines[number] for number in sorted(needed)}


def _sources(line: Line, clauses: _TracedClauses) -> set[int]:
    """The lines from which this one follows."""
    if line.kind not in ("implied", "parity", "sum", LEMMA):
        return set()
    with clauses.assuming(-literal for literal in line.clause) as consistent:
        if not consistent:
            return clauses.used()
        if line.kind in ("implied", LEMMA):
            raise SolverError("This is a bug in the solver: a line of its proof does not follow.")
        rows = {row for _factor, row in line.rows if isinstance(row, int)}
        return rows | clauses.used([each for each in line.uses if clauses.values[each] > 0])
