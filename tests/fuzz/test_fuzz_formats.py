"""Read damaged input in one notation: it must be read, or refused with one sentence.

    python tests/fuzz/test_fuzz_formats.py has --seconds 120

With atheris installed (Linux and macOS, ``pip install atheris``) the inputs are guided by coverage,
and it is an error, too, if one takes more than a second or 500 MB; what caused an error is written
to the working folder as ``crash-...``, ``timeout-...`` or ``oom-...``. Otherwise they are random.
What was read must not change when it is converted to any notation.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
import zlib
from argparse import ArgumentParser
from base64 import b64decode, b64encode
from collections.abc import Iterable
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path

import pytest

try:
    import atheris
except ImportError:
    atheris = None

with atheris.instrument_imports(include=["hashi_gui"]) if atheris else nullcontext():
    from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
    from hashi_gui.core.errors import HashiError
    from hashi_gui.core.puzzle import Puzzle
    from hashi_gui.core.rules import Rules
    from hashi_gui.formats import Document, FormatError, read, write
    from hashi_gui.formats.race import Race
    from hashi_gui.formats.registry import NOTATIONS, find_notation

MAX_SECONDS = 1
MAX_MEGABYTES = 500
MAX_LENGTH = 4096

ONE_SENTENCE = re.compile(r"[^\n]+\.")
PUZZLES = [
    Puzzle.from_clues(3, 5, {(0, 0): 2, (0, 2): 4, (2, 0): 2, (2, 2): 2, (2, 4): 1}),
    Puzzle.from_clues(5, 3, {(0, 1): None, (2, 0): 3, (2, 2): 3, (4, 1): 2}),
    Puzzle.from_clues(2, 3, {(0, 0): 3, (0, 1): 2, (1, 0): 1, (1, 2): 1}),
    Puzzle.from_clues(3, 4, {(0, 0): 10, (0, 3): 6, (2, 0): 7}, rules=Rules(4)),
]
SOLVED = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})
CHANGES = ((0.5, LogKind.MOVE, (0, MARK)), (1.5, LogKind.UNDO, (0, 1)), (9.0, LogKind.HINT, (1, 1)))
LOG = (
    *(LogEntry(seconds, kind, Move((change,))) for seconds, kind, change in CHANGES),
    LogEntry(12.5, LogKind.MOVE, Move(((2, 1), (3, 1)))),
)
RACE = Document.from_puzzle(SOLVED, "")._replace(race=Race(LOG, "Ann", 1))
SAVE = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Bridges
PARAMS  :5:3x3m2
DESC    :7:4a4c4a4
STATEPOS:1:4
MOVE    :10:L0,0,2,0,2
MOVE    :8:N0,0,0,2
MOVE    :4:M0,0
"""

MORE = {
    "sgt": [SAVE],
    "sgt-url": ["https://a.org/~sgtatham/puzzles/js/bridges.html#3x3m2%3A4a4c4a4"],
    "pzpr": ["p?type=player&v:/pzprv3/hashikake/2/3/1%20.%201/.%20.%20-/1%201/0%200/0%200%20-1/"],
    "puzzlink": ["hashi.html?pzpr=/5/5/4g2i3h23k3g1g3g4g3", "p?a=b&bridges/v:/3/1/1g1"],
    "puzzle-bridges": ["task = '3c2c1a4b2d2b3a2h3a3b1d2b3b1'"],
    "janko": ["begin\nauthor Ann\nsize 1 3\nproblem\n1 - 1\nsolution\n- 1 -\nmoves\nend"],
}
"""Texts in other forms than the one that is written."""


def seeds(name: str) -> list[bytes]:
    """Valid texts in one notation, and one text in each of the others."""
    texts = list(MORE.get(name, ()))
    texts += [unpacked(_try_write(RACE, name))] if name == "penpa" else []
    for puzzle in PUZZLES:
        drawn = bytes(i % 2 for i in range(len(puzzle.edges)))
        for counts in (bytes(len(puzzle.edges)), drawn):
            document = Document(puzzle, Board(counts), name)
            texts += [text for text in (_try_write(document, name),) if text]
    texts += [text for text in (_try_write(RACE, name),) if text]
    others = [_try_write(Document.from_puzzle(PUZZLES[0], ""), other.NAME) for other in NOTATIONS]
    return [text.encode() for text in [*texts, *others] if text]


def _try_write(document: Document, name: str) -> str | None:
    try:
        return write(document, name)
    except FormatError:
        return None


def unpacked(link: str) -> str:
    """What is in a link of Penpa, where damage tells more than in what is packed."""
    data = link.partition("p=")[2]
    return zlib.decompress(b64decode(data + "=" * (-len(data) % 4)), -15).decode()


def packed(data: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-15)
    return b"m=edit&p=" + b64encode(packing.compress(data) + packing.flush())


def try_one(name: str, data: bytes) -> None:
    """Read the data in one notation, if it recognises them, and convert them to all notations."""
    notation = find_notation(name)
    if name == "penpa" and data.startswith(b"square"):
        data = packed(data)
    text = data.decode("utf-8", "replace").replace("\r", "").replace("\0", "")
    if not text.strip() or not notation.recognises(text):
        return
    document = message = None
    try:
        document = notation.read(text)
    except HashiError as error:
        message = str(error)
    if document is None:
        assert ONE_SENTENCE.fullmatch(message), message
    elif document.puzzle.rows * document.puzzle.cols <= MAX_LENGTH:
        _check_conversions(document)


def _check_conversions(document: Document) -> None:
    for target in NOTATIONS:
        written = _try_write(document, target.NAME)
        if written is not None:
            again = read(written)
            assert again.puzzle == document.puzzle, target.NAME
            assert again.board.counts == document.board.counts, target.NAME
            assert again.board.marks == document.board.marks, target.NAME
            if target.NAME == "hashi":
                assert again.race == document.race, target.NAME


def fuzz_with_coverage(name: str, seconds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds(name):
            (Path(folder) / sha256(seed).hexdigest()[:16]).write_bytes(seed)
        flags = [
            f"-max_total_time={seconds}",
            f"-timeout={MAX_SECONDS}",
            f"-rss_limit_mb={MAX_MEGABYTES}",
            f"-max_len={MAX_LENGTH}",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], folder, *flags], lambda data: try_one(name, data))
        atheris.Fuzz()


def fuzz_randomly(name: str, rounds: Iterable[object]) -> None:
    """Read valid input, and in each of the rounds damaged input."""
    rng, inputs = random.Random(name), seeds(name)
    for data in inputs:
        try_one(name, data)
    for _ in rounds:
        data = rng.choice(inputs)
        for _ in range(rng.randint(1, 4)):
            data = damage(data, rng.choice(inputs), rng)
        try:
            try_one(name, data)
        except Exception as error:
            error.add_note(repr(data))
            raise


def damage(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """Return ``data`` with a piece replaced by a piece of ``other`` or by random bytes."""
    at, there = rng.randint(0, len(data)), rng.randint(0, len(other))
    cut, length = rng.choice([0, 0, 1, 2, 8, 64]), rng.choice([0, 1, 1, 2, 8, 64])
    piece = other[there : there + length] if rng.random() < 0.7 else rng.randbytes(length % 4)
    return (data[:at] + piece + data[at + cut :])[:MAX_LENGTH]


@pytest.mark.parametrize("name", [notation.NAME for notation in NOTATIONS])
def test_damaged_input_is_read_or_refused(name: str) -> None:
    fuzz_randomly(name, range(300))


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("name", choices=[notation.NAME for notation in NOTATIONS])
    parser.add_argument("--seconds", type=int, default=120)
    args = parser.parse_args()
    if atheris:
        fuzz_with_coverage(args.name, args.seconds)
    else:
        end = time.monotonic() + args.seconds
        fuzz_randomly(args.name, iter(lambda: time.monotonic() > end, True))


if __name__ == "__main__":
    main()
