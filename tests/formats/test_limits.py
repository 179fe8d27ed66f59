"""Input that would take too much time or memory is refused early."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from hashi_gui.core.errors import PuzzleError
from hashi_gui.core.puzzle import MAX_ISLANDS, Puzzle
from hashi_gui.formats import FormatError, read_path
from hashi_gui.formats.registry import MAX_INPUT, NOTATIONS

MB = 2**20
SIDE = 2000
FULL = ["8"] * SIDE
SAVED_GAME = (
    '{"format": "hashi", "version": 1, "puzzle": ["1.1"], "bridges": [], "start": "", '
    '"position": 0, "trials": [], "seconds": 0, "hints": 0, "finished": false, "history": ['
)
TOO_MANY = f"The puzzle has more than {MAX_ISLANDS} islands, the maximum."


def filled(head: str, unit: str, size: int) -> str:
    return head + unit * (size // len(unit))


def grid(separator: str, end: str = "\n") -> str:
    return (separator.join(FULL) + end) * SIDE


@pytest.mark.parametrize(
    "text",
    [
        lambda: grid(""),
        lambda: grid(","),
        lambda: f"{SIDE} {SIDE} {SIDE * SIDE}\n{grid(' ')}",
        lambda: f"p?hashi/{SIDE}/{SIDE}/{grid('', '')}",
        lambda: f"pzprv3/hashikake/{SIDE}/{SIDE}/{grid(' ', '/')}",
        lambda: f"{SIDE}\n{SIDE}\n{grid(' ')}",
        lambda: f"hashi.html?problem={SIDE}/{SIDE}/{grid('_', '/')}",
        lambda: f"{SIDE}x{SIDE}:" + ("1a" * 1000 + "z" * 76 + "x") * 1000,
        lambda: f'{{"format": "hashi", "version": 1, "puzzle": {FULL}}}'.replace("'", '"').replace(
            '"8"', f'"{"".join(FULL)}"'
        ),
        lambda: f"[problem]\n{grid(' ')}",
        lambda: (
            f'<puzzle><size row="{SIDE}" col="{SIDE}"/><board>'
            + "".join(
                f'<number r="{r}" c="{c}" n="8"/>' for r in range(1, 99) for c in range(1, 2000)
            )
        ),
        lambda: "8─" * 1000 + "8\n\n" + ("8 " * 1000 + "8\n\n") * 1999,
    ],
    ids=[
        "text",
        "csv",
        "has",
        "puzzlink",
        "pzpr",
        "kanpen",
        "kanpen-url",
        "sgt",
        "hashi",
        "janko",
        "xml",
        "drawn",
    ],
)
def test_too_many_islands_are_refused_by_every_notation(
    read_error: Callable[[str], str], text: Callable[[], str]
) -> None:
    assert read_error(text()) == TOO_MANY


def test_too_many_islands_are_refused_by_the_puzzle() -> None:
    clues = {divmod(cell, SIDE): None for cell in range(MAX_ISLANDS + 1)}
    with pytest.raises(PuzzleError) as caught:
        Puzzle.from_clues(SIDE, SIDE, clues)
    assert str(caught.value) == (
        f"The puzzle has {MAX_ISLANDS + 1} islands; at most {MAX_ISLANDS} are allowed."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (lambda: '{"a":' + "[" * 500_000, "The JSON is nested too deeply."),
        (
            lambda: filled('{"a": [', "[],", 4 * MB),
            "The JSON has more than 1000000 lists, the maximum.",
        ),
        (
            lambda: filled('{"a": [', "{},", 4 * MB),
            "The JSON has more than 10000 objects, the maximum.",
        ),
        (
            lambda: filled('{"a": 0', ',"b":0', 4 * MB),
            "The JSON has more than 100000 keys, the maximum.",
        ),
        (
            lambda: filled(SAVED_GAME, '"",', 16 * MB),
            "The JSON has more than 4000000 values, the maximum.",
        ),
        (
            lambda: filled('{"a": ', "9", 1 * MB) + "}",
            "The JSON has a number with too many digits.",
        ),
        (lambda: filled("{", " ", 32 * MB), "A .hashi file can be at most 32 MB long."),
        (
            lambda: filled("p?hashi/5/5/", "!", 16 * MB),
            "A puzz.link URL can be at most 16 MB long.",
        ),
        (lambda: filled("1 1 2\n1", " ", 32 * MB), "A .has file can be at most 32 MB long."),
        (lambda: filled("1,1\n", "\n", 32 * MB), "A CSV grid can be at most 32 MB long."),
        (
            lambda: filled("3:1a1", "f", 2 * MB),
            "A game ID of SGT's Bridges can be at most 2 MB long.",
        ),
        (lambda: filled("pzprv3", "/", 48 * MB), "A pzpr file can be at most 48 MB long."),
        (
            lambda: filled("hashi.html?problem=", "/", 16 * MB),
            "A PencilBox URL can be at most 16 MB long.",
        ),
    ],
)  # fmt: skip
def test_huge_input_is_refused(
    read_error: Callable[[str], str], text: Callable[[], str], sentence: str
) -> None:
    assert read_error(text()) == sentence


@pytest.mark.parametrize("unit", ["a", "1", "1 ", "- ", ".", "?", "/", "\n", "#\n", "1\n", "─"])
def test_a_long_text_of_repeated_characters_is_refused(
    read_error: Callable[[str], str], unit: str
) -> None:
    sentence = read_error(filled("x", unit, 8 * MB))
    assert sentence.startswith("This is not a puzzle in any supported notation: ")


def test_a_file_of_100_mb_is_not_read_into_memory(tmp_path) -> None:
    file = tmp_path / "huge.has"
    with file.open("wb") as stream:
        stream.write(b"3 3 2\n")
        stream.truncate(100 * MB)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError) as caught:
            read_path(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert str(caught.value) == f"{file}: The input is larger than 64 MB, the maximum."
    assert peak < 1.1 * MAX_INPUT


def test_no_notation_allows_more_than_the_maximum_input() -> None:
    assert all(0 < notation.MAX_LENGTH <= MAX_INPUT for notation in NOTATIONS)
