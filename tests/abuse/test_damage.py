"""Files of the data folder are damaged: the program starts, and no game is lost silently."""

import json
import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import read
from hashi_gui.game import Game, GameStore, IllegalMoveError
from hashi_gui.game.autosave import Autosave
from hashi_gui.game.store import continue_document, continues, is_empty_journal
from tests.abuse.programs import Program, script, threes, write_puzzle

pytestmark = pytest.mark.abuse

GAMES = 3

VALUE = re.compile(rb'-?\d+(?:\.\d+)?|"[^"\n]*"|true|false|\[\]')
"""A number or a text in a file."""

WRONG_VALUES = (
    *(b"-1", b"2.5", b"NaN", b"-Infinity", b"1e400", b"1" + b"0" * 25, b"9" * 5000, b"null"),
    *(b"true", b"{}", b"[" * 2000, b"[[]]", rb'"\ud800"', rb'"\u0000"', b'"' + b"x" * 5000 + b'"'),
)


def play(game: Game, rng: Random, autosave: Autosave, moves: int) -> None:
    for _ in range(moves):
        try:
            game.play(game.cycle_bridges(rng.randrange(len(game.puzzle.edges))))
        except IllegalMoveError:
            continue
        if rng.random() < 0.2:
            game.undo()
        if rng.random() < 0.1:
            game.begin_trial()
        autosave.save()


def make_games(rng: Random, folder: Path) -> list[Game]:
    """Play some games in a store, each twice, so that all its files exist."""
    errors: list[object] = []
    autosave = Autosave(GameStore(folder), errors.append)
    games = [Game(threes(side, side)) for side in range(3, 3 + GAMES)]
    for game in [*games, *games]:
        autosave.open(game)
        play(game, rng, autosave, rng.randrange(1, 25))
    autosave.close()
    assert not any(errors)
    (folder / "solved").write_text("0123456789abcdef0123\n")
    (folder / "dailies").write_text("2026-01-01-easy\n")
    (folder / "lock").write_text("1\nhashi\nhost\n")
    (folder / "hashi.ini").write_text(
        "[General]\ntheme=dark\nerrors=asked\nshelf=1 easy\n"
        'geometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3\\0\\0)\nwish="{}"\nrecent=/a.has, /b.has\n'
    )
    return games


def damage(rng: Random, folder: Path) -> tuple[str, list[Path]]:
    """Damage some files; returns how, and which."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    kind = rng.choice(
        ["truncated", "flipped", "deleted", "exchanged", "overwritten", "appended", "altered"]
    )
    chosen = rng.sample(files, rng.choice([1, 1, 2, 4]))
    if kind == "exchanged":
        chosen = rng.sample(files, 2)
        one, two = (file.read_bytes() for file in chosen)
        chosen[0].write_bytes(two)
        chosen[1].write_bytes(one)
        return kind, chosen
    for file in chosen:
        data = bytearray(file.read_bytes())
        if kind == "deleted":
            file.unlink()
            continue
        if kind == "truncated":
            del data[rng.randrange(len(data)) :]
        elif kind == "flipped":
            for _ in range(rng.choice([1, 1, 3, 20])):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        elif kind == "altered" and (values := list(VALUE.finditer(data))):
            value = rng.choice(values)
            data[value.start() : value.end()] = rng.choice(WRONG_VALUES)
        elif kind == "overwritten":
            data[:] = rng.choice([b"", b"\0" * len(data), rng.randbytes(len(data))])
        else:
            data += rng.randbytes(rng.randrange(1, 200))
        file.write_bytes(data)
    return kind, chosen


def holds_changes(file: Path, content: bytes) -> bool:
    """Whether a damaged file still holds something of a game that must not be overwritten."""
    if file.suffix == ".hashi":
        return True
    if file.suffix != ".journal":
        return False  # What is in .previous is in .hashi too; the other files hold no games.
    text = content.decode(errors="replace")
    try:
        saved = file.with_suffix(".hashi").read_bytes()
        _, is_whole = continue_document(read(saved), saved, text)
        whole = continues(saved, text) and is_whole
    except (OSError, HashiError):
        whole = False
    return not is_empty_journal(text) and not whole


def test_damaged_files(abuse, tmp_path):
    programs: list[Program] = []

    def start(paths: list[Path]) -> dict:
        """Let a process open a window; it is replaced if it crashes."""
        if not programs or not programs[-1].runs:
            programs.append(running.enter_context(Program(script("start_on_damage.py"), tmp_path)))
        programs[-1].tell(json.dumps(list(map(str, paths))))
        return json.loads(programs[-1].wait_for("{"))

    def play_round(rng: Random, folder: Path) -> str:
        data = folder / "data"
        games = make_games(rng, data)
        files = [write_puzzle(folder / f"{n}.txt", game.puzzle) for n, game in enumerate(games)]
        names = {file.stem for file in (data / "games").iterdir()}
        assert len(names) == GAMES
        kind, damaged = damage(rng, data)
        contents = {
            file: file.read_bytes()
            for file in damaged
            if file.exists() and holds_changes(file, file.read_bytes())
        }
        case = f"{kind} {', '.join(file.name for file in damaged)}"
        report = start([data, *files])
        assert (report["errors"], report["claimed"], report["closed"]) == ([], True, True), (
            f"{case}: {report}"
        )
        check_games(games, report["resumed"], data, damaged, case)
        after = [file.read_bytes() for file in data.rglob("*") if file.is_file()]
        for file, content in contents.items():
            assert any(content in other for other in after), f"{case}: {file} is lost"
        aside = list(data.rglob("*-damaged-*"))
        told = any("damaged" in notice for notice in report["notices"])
        assert told == bool(aside), f"{case}: {aside}, {report['notices']}"
        return f"survived ({kind}, {'with' if told else 'without'} a notice)"

    with ExitStack() as running:
        abuse("damaged files", play_round, sample=12)


def check_games(
    games: list[Game], resumed: list[str], folder: Path, damaged: list[Path], case: str
) -> None:
    """Games are resumed as they were if none of their files was damaged."""
    touched = {file.stem for file in damaged}
    store = GameStore(folder)
    for game, text in zip(games, resumed, strict=True):
        found, expected = read(text), game.to_document()
        assert found.puzzle == expected.puzzle, case
        Game.from_document(found)
        if store._game_file(game.puzzle).stem not in touched:
            same_time = replace(found.game, seconds=expected.game.seconds)
            assert same_time == expected.game, f"{case}: {same_time}\n{expected.game}"
