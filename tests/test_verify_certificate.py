"""Certificates are verified, and those that were changed, cut short or made up are refused.

Those in `tests/certificates` were made by an earlier version; they stay valid.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from hashi_gui import verify_certificate
from hashi_gui.certifying.arguments import Bounds, Derivation, Line
from hashi_gui.certifying.certificate import _details, _document
from hashi_gui.cli import main
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.rules import is_solution as is_solution_of_program
from hashi_gui.verify_certificate import (
    FILES,
    FORMULA,
    MANIFEST,
    PROOF,
    PUZZLE,
    REASONS,
    SECOND,
    SOLUTION,
    CertificateError,
    Clauses,
    Edge,
    Formula,
    is_solution,
    manifest,
    read_puzzle,
    verify,
)
from tests.samples import find_all, small_puzzle

ROOT = Path(__file__).parents[1]
VERIFIER = ROOT / "hashi_gui/verify_certificate.py"
CERTIFICATES = ROOT / "tests/certificates"
KINDS = {
    *("order", "island", "crossing", "loop", "cut", "board", "other", "implied", "parity", "sum")
}


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str], Path]:
    """Copies one of the certificates, and returns its folder."""
    return lambda name: copytree(CERTIFICATES / name, tmp_path / name)


def refusal(folder: Path) -> str:
    """Why a certificate is refused although the manifest fits its files."""
    claim = (folder / MANIFEST).read_text().split("\n")[1]
    files = {name: (folder / name).read_bytes() for name in FILES[claim]}
    (folder / MANIFEST).write_bytes(manifest(claim, files))
    with pytest.raises(CertificateError) as caught:
        verify(folder)
    return str(caught.value)


def test_certificates_stay_valid() -> None:
    reasons = ""
    for folder in CERTIFICATES.iterdir():
        assert verify(folder)[0] == (folder / MANIFEST).read_text().split("\n")[1]
        if (folder / REASONS).exists():
            reasons += (folder / REASONS).read_text()
    assert {line.split(" ")[0] for line in reasons.splitlines()} == KINDS


@pytest.mark.parametrize("claim", ["unique", "several"])
def test_a_certificate_with_any_byte_changed_is_refused(claim: str, copy) -> None:
    folder = copy(claim)
    for file in folder.iterdir():
        content = file.read_bytes()
        changes = [b"", content[:-1], content + b"\n", content + content]
        for at, byte in enumerate(content):
            changes.append(content[:at] + bytes([byte ^ 1]) + content[at + 1 :])
        for changed in changes:
            file.write_bytes(changed)
            with pytest.raises(CertificateError):
                verify(folder)
        file.write_bytes(content)


def test_what_was_made_up_proves_nothing_even_with_a_manifest_that_fits(copy) -> None:
    """Each change of one character either leaves the claim proved, or is refused in a sentence."""
    folder, random, refused = copy("unique"), Random(1), 0
    files = {name: (folder / name).read_bytes() for name in FILES["unique"]}
    for name, text in files.items():
        for _ in range(100):
            at = random.randrange(len(text))
            character = random.choice(b"0123456789- \n,*.xA\xff").to_bytes(1, "big")
            changed = {**files, name: text[:at] + character + text[at + 1 :]}
            (folder / name).write_bytes(changed[name])
            (folder / MANIFEST).write_bytes(manifest("unique", changed))
            try:
                assert verify(folder)[0] == "unique"
            except CertificateError:
                refused += 1
        (folder / name).write_bytes(text)
    assert refused > 250


WRONG_VARIABLES = "The variables in formula.cnf are not those of the puzzle."


def wrong_clause(number: int, kind: str) -> str:
    return f"Clause {number} does not follow from its reason, “{kind}”."


def wrong_line(number: int, name: str) -> str:
    return f"Line {number} of {name} is not what a certificate has there."


@pytest.mark.parametrize(
    ("claim", "name", "old", "new", "why"),
    [
        ("unique", FORMULA, "3 5 0", "3 0", wrong_clause(12, "cut")),
        ("unique", REASONS, "implied", "cut 0,0 2,0 0,2 2,2", wrong_clause(13, "cut")),
        ("unique", REASONS, "cut 0,0", "cut 0,2", wrong_clause(12, "cut")),
        ("unique", REASONS, "other", "loop", wrong_clause(11, "loop")),
        ("unique", REASONS, "other", "board", wrong_clause(11, "board")),
        ("unique", REASONS, "other", "parity 0,0", wrong_clause(11, "parity")),
        ("unique", REASONS, "other", "sum 1*joined 1*clause:3", wrong_clause(11, "sum")),
        ("unique", REASONS, "other", "sum 1*clause:12", wrong_line(11, REASONS)),
        ("unique", REASONS, "other", "sum 1*clause:0", wrong_line(11, REASONS)),
        ("unique", REASONS, "other", "sum joined", wrong_line(11, REASONS)),
        ("unique", REASONS, "other", "belief", wrong_line(11, REASONS)),
        ("unique", REASONS, "cut 0,0", "cut 1,1", wrong_line(12, REASONS)),
        ("unique", REASONS, "cut 0,0", f"cut {'9' * 5000},0", wrong_line(12, REASONS)),
        ("unique", REASONS, "other\n", "", "Not every clause has a reason."),
        ("unique", FORMULA, "p cnf 8 15", "p cnf 8 14", wrong_line(9, FORMULA)),
        ("unique", FORMULA, "3 5 0", "3 9 0", wrong_line(21, FORMULA)),
        ("unique", FORMULA, "3 5 0", f"3 {'9' * 5000} 0", wrong_line(21, FORMULA)),
        ("unique", FORMULA, "edge 0", f"edge {'9' * 5000}", wrong_line(1, FORMULA)),
        ("unique", FORMULA, "var 8", "var 7", WRONG_VARIABLES),
        ("unique", FORMULA, "least 2 = var 8", "least 1 = var 8", WRONG_VARIABLES),
        ("unique", PROOF, "0\n", "", "The proof does not come to an end."),
        ("unique", PROOF, "0", "1 0", "The proof does not come to an end."),
        ("unique", PROOF, "0", "٠", wrong_line(1, PROOF)),
        ("proof", PROOF, "15 19 0\n-15 0\n", "", "Line 1 of the proof does not follow."),
        (
            *("unique", SOLUTION, "0, 2, 1]", "0, 2, 2]"),
            "solution.hashi is not a solution of the puzzle.",
        ),
        ("unique", PUZZLE, "2.2", "2.3", "solution.hashi is of another puzzle."),
        ("unique", PUZZLE, "[", "[" * 5000, "puzzle.hashi is not a puzzle that can be verified."),
        ("none", REASONS, "island 2,3", "other", wrong_clause(2, "other")),
        # A double bridge would cut off two of four 2s; a single one would not.
        ("mistake", PUZZLE, "0, 2, 2]", "0, 2, 1]", wrong_clause(3, "board")),
        # The board of a puzzle is given only for steps and mistakes.
        ("mistake", MANIFEST, "mistake", "none", wrong_clause(3, "board")),
        ("step", MANIFEST, "step", "mistake", wrong_clause(6, "other")),
    ],
)
def test_why_a_certificate_proves_nothing(
    copy, claim: str, name: str, old: str, new: str, why: str
) -> None:
    folder = copy(claim)
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert refusal(folder) == why


def test_two_solutions_must_differ_in_more_than_marks(copy) -> None:
    folder = copy("several")
    text = (folder / SOLUTION).read_text()
    for marks in ("[]", "[[0, 0, 0, 1]]"):
        (folder / SECOND).write_text(text.replace('"marks": []', f'"marks": {marks}'))
        assert refusal(folder) == "The two solutions are the same."


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(verify_certificate, "MAX_FILE", 2**20)
    (tmp_path / MANIFEST).write_bytes(bytes(2**20 + 1))
    with pytest.raises(CertificateError, match=r"cannot be read \(it is larger than 1 MB\)"):
        verify(tmp_path)


def test_a_folder_that_is_no_certificate(tmp_path: Path) -> None:
    nothing = r"is not a certificate: it has no certificate\.txt\."
    with pytest.raises(CertificateError, match=nothing):
        verify(tmp_path)
    (tmp_path / MANIFEST).mkdir()
    with pytest.raises(CertificateError, match=nothing):
        verify(tmp_path)
    with pytest.raises(CertificateError, match=r"cannot be read"):
        verify(tmp_path / ("x" * 5000))


def test_the_verifier_runs_by_itself(copy, tmp_path: Path) -> None:
    """Without other libraries, and without anything that lies in the folder of the certificate."""
    script, folder = tmp_path / "verifier.py", copy("unique")
    script.write_bytes(VERIFIER.read_bytes())
    for name in ("json.py", "verify_certificate.py"):
        (folder / name).write_text("raise SystemExit('This is not the verifier.')")

    def run(*arguments: str) -> tuple[int, str, str]:
        command = [sys.executable, "-I", "-S", script, *arguments]
        result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        return result.returncode, result.stdout, result.stderr

    puzzle = "2.2\n...\n2.2\nBridges between two islands: at most 2. Loops: allowed.\n"
    assert run(".") == (0, f"Proved: this puzzle has exactly one solution.\n{puzzle}", "")
    (folder / PROOF).write_text("")
    assert run(".") == (2, "", "The certificate has been changed since it was made.\n")
    assert run()[0] == 2
    assert run("\x1b")[2] == "? is not a certificate: it has no certificate.txt.\n"


@pytest.mark.parametrize("claim", FILES)
def test_the_command_says_the_same(claim: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(CERTIFICATES / claim)]) == 0
    assert capsys.readouterr().out.startswith(f"Proved: {verify_certificate._SENTENCES[claim]}")


def test_the_documents_have_the_hash_of_the_verifier() -> None:
    line = f"    {sha256(VERIFIER.read_bytes()).hexdigest()}  hashi_gui/verify_certificate.py\n"
    assert line in (ROOT / "docs/certificates.md").read_text(encoding="utf-8")


def clauses_of(*clauses: list[int]) -> Clauses:
    result = Clauses(5)
    for clause in clauses:
        result.add(clause)
    return result


def test_a_clause_follows_if_its_negation_leads_to_a_contradiction() -> None:
    clauses = clauses_of([1, 2], [-2, 3], [-3, -4], [4, 1])
    for clause, follows in (([1], True), ([1, -3], True), ([5, -5], True), ([2], False)):
        # A conflict makes nothing be overlooked the second time.
        assert [clauses.follows(clause), clauses.follows(clause)] == [follows, follows]
    assert not clauses.follows([3, 4])
    assert not any(clauses.values)


def test_what_units_imply_is_known_for_good() -> None:
    clauses = clauses_of([-1, 2], [-2, 3, 4], [1])
    assert [clauses.values[literal] for literal in (1, 2, -2, 3)] == [1, 1, -1, 0]
    clauses.add([-4])
    assert clauses.values[3] == 1
    with clauses.assuming([5]) as consistent:
        assert consistent
        assert clauses.values[5] == 1
    assert clauses.values[5] == 0
    clauses.add([4, 5])
    assert clauses.values[5] == 1
    for literal in (-3, 3):
        clauses.add([literal])
        assert clauses.contradiction
    assert clauses.follows([])


def test_an_empty_clause_is_a_contradiction() -> None:
    assert clauses_of([]).contradiction
    assert clauses_of([1], [-1, -1]).contradiction
    assert not clauses_of([1, -1], [1, 1]).contradiction


def test_solutions_are_those_of_the_program() -> None:
    random = Random(1)
    answers = []
    for number in range(3000):
        cells = random.sample([(row, col) for row in range(4) for col in range(4)], 6)
        clues = {cell: random.choice((None, 1, 2, 2, 3)) for cell in cells}
        rules = Rules(random.choice((1, 2, 3)), loops=bool(number % 2))
        shape = Puzzle.from_clues(4, 4, clues, rules)
        counts = bytes(random.choice((0, 1, rules.max_bridges)) for _ in shape.edges)
        degrees = {island.cell: 0 for island in shape.islands}
        for edge, count in zip(shape.edges, counts):
            for end in shape.ends(edge.id):
                degrees[end.cell] += count
        fitting = {
            cell: clue if number % 7 == 0 else clue and degrees[cell]
            for cell, clue in clues.items()
        }
        puzzle = shape.with_clues(fitting)
        of, bridges, _bounds = read_puzzle(_document(puzzle, Board(counts)))
        assert len(of.edges) == len(puzzle.edges)
        answers.append(is_solution(of, bridges))
        assert answers[-1] == is_solution_of_program(puzzle, counts)
    assert answers.count(True) > 50


CHANGES: list[dict[str, object]] = [
    {"a_rule": True},
    {"version": 2},
    {"format": "has"},
    *({"max_bridges": limit} for limit in (0, 5, True)),
    {"loops": 0},
    *({"puzzle": rows} for rows in ([], ["2.H"], 3, {"2.2": 1}, ["2.2", "2."], ["2.2", 5])),
    *({"bridges": [bridge]} for bridge in ([0, 0, 0, 2, 3], [0, 0, 0, 2, 0], [0, 0, 2, 2, 1])),
    {"bridges": [[0, 0, 0, 2, 1], [0, 0, 0, 2, 1]]},
    {"bridges": [[[], 0, 0, 2, 1]]},
    {"bridges": None},
    {"marks": [[0, 0, 2, 2]]},
    {"marks": [[0, 0, 0, 2]], "bridges": [[0, 0, 0, 2, 1]]},
    {"locks": [[0, 0]]},
]


def test_what_is_not_known_is_refused() -> None:
    text = (CERTIFICATES / "unique" / PUZZLE).read_text()
    data = json.loads(text)
    read_puzzle(json.dumps(data))
    twice = text.replace('"version": 1', '"version": 1, "version": 1')
    pairs = json.dumps([*data.items()])
    for changed in (twice, pairs, *(json.dumps({**data, **change}) for change in CHANGES)):
        with pytest.raises((ValueError, TypeError, KeyError)):
            read_puzzle(changed)


def random_lines(derivation: Derivation, random: Random) -> Iterator[Line]:
    """Lines of all kinds, most of them wrong."""
    islands = range(len(derivation.puzzle.islands))
    variables = range(1, derivation.variables + 1)
    rows: list[str | int] = [
        "joined",
        *("island:{},{}".format(*island.cell) for island in derivation.puzzle.islands),
        *range(len(derivation.lines)),
    ]
    for _ in range(8):
        signs = random.choices((1, -1), k=random.randint(0, 3))
        clause = tuple(sign * random.choice(variables) for sign in signs)
        group = tuple(random.sample(islands, random.randint(0, len(islands))))
        yield Line(clause, "cut", group)
        yield Line(clause, "parity", group)
        counts = [(e, random.randint(0, derivation.limit)) for e in derivation.leaving(group)]
        clause_of_counts = derivation.outside((e, count, count) for e, count in counts)
        yield Line(tuple(clause_of_counts), "parity", group)
        yield Line(clause, "implied")
        drawn = tuple(-variable for variable in random.sample(variables, len(variables) // 2))
        yield Line(drawn, "crossing")
        yield Line(drawn, "loop")
        chosen = random.sample(rows, random.randint(1, min(6, len(rows))))
        yield Line(
            clause, "sum", rows=tuple((random.choice((-2, -1, 1, 2)), row) for row in chosen)
        )
        sums = [(random.choice((-1, 1)), row) for row in rows[1 : len(islands) + 1]]
        yield Line(clause, "sum", rows=(*sums, (random.choice((-2, 2)), "joined")))


def changed(line: Line, random: Random) -> Line:
    """A line with another literal, one less, or another group of islands."""
    clause, islands = list(line.clause), list(line.islands)
    if clause and random.random() < 0.7:
        at = random.randrange(len(clause))
        if random.random() < 0.7:
            del clause[at]
        else:
            clause[at] = -clause[at]
    elif islands:
        islands[random.randrange(len(islands))] = 0
    return Line(tuple(clause), line.kind, tuple(islands), line.rows)


BoundsOfEdges = list[Bounds]


def within(counts: bytes, bounds: BoundsOfEdges) -> bool:
    return all(least <= counts[edge] <= most for edge, least, most in bounds)


def random_bounds(counts: bytes, limit: int, random: Random) -> BoundsOfEdges:
    """Bounds like those that a board gives, most of them true of these numbers of bridges."""
    bounds = [(edge, count, limit if count else 0) for edge, count in enumerate(counts)]
    bounds = random.sample(bounds, random.randint(0, len(bounds)))
    if bounds and random.random() < 0.3:
        bounds[0] = (bounds[0][0], 1, limit)
    return bounds


class Checker:
    """A formula of the verifier for what a derivation looks for, and its number of clauses.

    ``numbers`` are those of the clauses of the derivation.
    """

    def __init__(
        self, derivation: Derivation, given: BoundsOfEdges, conclusion: BoundsOfEdges | None
    ) -> None:
        self.puzzle, self.limit = derivation.puzzle, derivation.limit
        puzzle, _counts, _bounds = read_puzzle(_document(self.puzzle, Board.empty(self.puzzle)))
        cells = [(a.cell, b.cell) for a, b in map(self.puzzle.ends, range(len(self.puzzle.edges)))]
        meanings = {
            derivation.variable(edge, count): (cells[edge], count)
            for edge in range(len(cells))
            for count in range(1, self.limit + 1)
        }

        def named(bounds: BoundsOfEdges) -> dict[Edge, tuple[int, int]]:
            return {cells[edge]: (least, most) for edge, least, most in bounds}

        ending = None if conclusion is None else named(conclusion)
        self.formula = Formula(puzzle, meanings, named(given), ending)
        self.clauses = 0
        self.numbers: list[int] = []
        self.sought = [
            counts
            for counts in find_all(self.puzzle) or ()
            if within(counts, given) and (conclusion is None or not within(counts, conclusion))
        ]

    def accepts(self, line: Line) -> bool:
        """Whether the verifier adds a line to the formula."""
        numbers = {row: self.numbers[row] for _, row in line.rows if isinstance(row, int)}
        reason = " ".join([line.kind, *_details(self.puzzle, line, numbers)])
        try:
            accepted = self.formula.add(line.clause, reason)
        except ValueError:
            return False
        self.clauses += accepted
        return accepted

    def is_true(self, line: Line) -> bool:
        """Whether a line is true of all solutions that are looked for."""
        return all(
            any(
                (counts[(abs(literal) - 1) // self.limit] > (abs(literal) - 1) % self.limit)
                == (literal > 0)
                for literal in line.clause
            )
            for counts in self.sought
        )


@pytest.mark.parametrize("loops", [True, False])
def test_what_is_accepted_is_true_of_every_solution(loops: bool) -> None:
    random = Random(1)
    accepted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(100):
        puzzle = small_puzzle(seed)
        puzzle = puzzle._replace(rules=puzzle.rules._replace(loops=loops))
        solutions = find_all(puzzle) if puzzle.edges else None
        if solutions is None:
            continue
        limit = puzzle.rules.max_bridges
        counts = solutions[0] if solutions else bytes(len(puzzle.edges))
        exactly = [(edge, count, count) for edge, count in enumerate(counts)]
        given, conclusion = random.choice(
            [
                ([], None),
                ([], exactly),
                (random_bounds(counts, limit, random), random_bounds(counts, limit, random)),
            ]
        )
        derivation = Derivation(puzzle, given, conclusion)
        for _ in range(4):
            derivation.add_violated([random.random() < 0.5 for _ in puzzle.edges])
        checker = Checker(derivation, given, conclusion)
        for line in derivation.lines:
            for trial in (changed(line, random), changed(line, random), line):
                if valid := checker.accepts(trial):
                    assert checker.is_true(trial), trial
                (accepted if valid else refused)[trial.kind] += 1
            assert valid, line
            checker.numbers.append(checker.clauses)
        for line in random_lines(derivation, random):
            if valid := checker.accepts(line):
                assert checker.is_true(line), line
            (accepted if valid else refused)[line.kind] += 1
    assert set(accepted) == KINDS - ({"loop"} if loops else set())
    assert set(refused) == KINDS
