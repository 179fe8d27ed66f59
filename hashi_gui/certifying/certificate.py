"""From a derivation to the files of a certificate, which hold only what its proof needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hashi_gui.certifying.arguments import contradict
from hashi_gui.certifying.derivation import LEMMA, Derivation, Step
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write
from hashi_gui.game.storage import atomic_write
from hashi_gui.solving import CancelToken, SolverError, Verdict, VerdictKind
from hashi_gui.verifying import certificate as files
from hashi_gui.verifying.clauses import Clauses


def certify(puzzle: Puzzle, verdict: Verdict, token: CancelToken) -> dict[str, bytes]:
    """The files of a certificate of a verdict, by name. Raises Cancelled."""
    texts = {files.PUZZLE: _document(puzzle)}
    if verdict.solution:
        texts[files.SOLUTION] = _document(puzzle, verdict.solution)
    if verdict.second:
        texts[files.SECOND] = _document(puzzle, verdict.second)
    if verdict.kind is not VerdictKind.SEVERAL:
        derivation = Derivation(puzzle, verdict.solution)
        contradict(derivation, token)
        texts |= _argument(derivation, token)
    contents = {name: text.encode() for name, text in texts.items()}
    return {**contents, files.MANIFEST: files.manifest(verdict.kind.value, contents)}


def write_certificate(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write the files of a certificate into a folder. Raises StorageError."""
    for name, content in contents.items():
        atomic_write(folder / name, content)


def _document(puzzle: Puzzle, counts: Sequence[int] | None = None) -> str:
    board = Board.empty(puzzle) if counts is None else Board(bytes(counts))
    return write(Document(puzzle, board, "hashi"), "hashi")


def _argument(derivation: Derivation, token: CancelToken) -> dict[str, str]:
    """The formula, the reasons and the proof."""
    puzzle, limit = derivation.puzzle, derivation.limit
    steps = _needed(derivation, token)
    numbers: dict[int, int] = {}
    formula: list[str] = []
    reasons: list[str] = []
    proof: list[str] = []
    for number, step in steps.items():
        line = " ".join([*map(str, step.clause), "0"])
        if step.kind == LEMMA:
            proof.append(line)
        else:
            numbers[number] = len(formula) + 1
            formula.append(line)
            reasons.append(" ".join([step.kind, *_details(puzzle, step, numbers)]))
    meanings = [
        f"c edge {a.row} {a.col} {b.row} {b.col} at least {count} = "
        f"var {derivation.variable(edge.id, count)}"
        for edge in puzzle.edges
        for a, b in [puzzle.ends(edge.id)]
        for count in range(1, limit + 1)
    ]
    head = f"p cnf {derivation.variables} {len(formula)}"
    lists = {
        files.FORMULA: [*meanings, head, *formula],
        files.REASONS: reasons,
        files.PROOF: [*proof, "0"],
    }
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in lists.items()}


def _details(puzzle: Puzzle, step: Step, numbers: Mapping[int, int]) -> Iterator[str]:
    """What a reason names, as text."""
    for island in step.islands:
        yield "{},{}".format(*puzzle.islands[island].cell)
    for factor, row in step.rows:
        yield f"{factor}*{row if isinstance(row, str) else f'clause:{numbers[row]}'}"


def _needed(derivation: Derivation, token: CancelToken) -> dict[int, Step]:
    """The steps, by number, from which the contradiction follows. Raises Cancelled."""
    clauses = Clauses(derivation.variables)
    sources: list[set[int]] = []
    for step in derivation.steps:
        token.raise_if_cancelled()
        sources.append(_sources(step, clauses))
        clauses.add(step.clause)
        if clauses.contradiction:
            break
    if not clauses.contradiction:
        raise SolverError("This is a bug in the solver: its proof does not come to an end.")
    needed: set[int] = set()
    pending = clauses.used()
    while pending:
        needed |= pending
        pending = {source for number in pending for source in sources[number]} - needed
    return {number: derivation.steps[number] for number in sorted(needed)}


def _sources(step: Step, clauses: Clauses) -> set[int]:
    """The steps from which this one follows."""
    if step.kind not in ("implied", "parity", "sum", LEMMA):
        return set()
    with clauses.assuming(-literal for literal in step.clause) as consistent:
        if not consistent:
            return clauses.used()
        if step.kind in ("implied", LEMMA):
            raise SolverError("This is a bug in the solver: a step of its proof does not follow.")
        rows = {row for _factor, row in step.rows if isinstance(row, int)}
        return rows | clauses.used([each for each in step.uses if clauses.values[each] > 0])
