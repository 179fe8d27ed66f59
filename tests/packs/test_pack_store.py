"""Packs on the disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from random import Random

import pytest

from hashi_gui.game import Game, GameStore
from hashi_gui.packs import Pack, PackStore
from hashi_gui.packs.pack import PackProgress, examine
from hashi_gui.system.files import StorageError


def raise_full(*_):
    raise OSError("full")


def contents(packs: PackStore) -> list[tuple[str, int]]:
    """What a program that starts now finds."""
    return [(pack.title, len(pack.puzzles)) for pack in PackStore(packs.folder).load()]


def test_packs_stay_and_come_in_natural_order_of_their_titles(packs, packed):
    for title in ("Week 10", "week 9", "Ärger", "日本"):
        packs.add(title, packed())
    assert packs.load() == PackStore(packs.folder).load()
    assert [title for title, _ in contents(packs)] == ["week 9", "Week 10", "Ärger", "日本"]


def test_two_packs_never_have_the_same_title(packs, packed):
    first, second, third = (packs.add(title, packed()) for title in ("A", "a", "b"))
    packs.rename(third.name, "A")
    packs.rename(first.name, "A")
    assert [title for title, _ in contents(packs)] == ["A", "a (2)", "A (3)"]
    assert second.title == "a (2)"


def test_a_puzzle_is_put_into_a_new_pack_or_into_one_that_is_there(packs, packed):
    [one], [other] = packed("1.1"), packed("2.2")
    assert [packs.put(title, one).title for title in ("Mine", " mine\n")] == ["Mine", "Mine"]
    assert contents(packs) == [("Mine", 1)]
    packs.put("MINE", other)
    packs.put("Theirs", other)
    assert contents(packs) == [("Mine", 2), ("Theirs", 1)]


def test_a_pack_is_renamed_and_removed(packs, packed):
    rain, sun = packs.add("Rain", packed()), packs.add("Sun", packed("1.1"))
    packs.rename(rain.name, " Heavy\nrain ")
    packs.remove(sun.name)
    assert contents(packs) == [("Heavy rain", 5)]
    packs.remove(sun.name)
    packs.rename(sun.name, "Gone")
    assert contents(packs) == [("Heavy rain", 5)]


def test_what_was_found_out_is_stored_and_the_rest_stays(packs, packed):
    puzzles = packed()
    pack = packs.add("Rain", puzzles)
    packs.rename(pack.name, "Snow")
    known = examine(puzzles[1])
    packs.update(pack.name, {known.key: known})
    (stored,) = PackStore(packs.folder).load()
    assert stored.puzzles == (puzzles[0], known, *puzzles[2:])
    assert stored.title == "Snow"


def test_what_another_program_has_changed_is_read(packs, packed):
    pack = packs.add("Rain", packed())
    other = PackStore(packs.folder)
    other.rename(pack.name, "Sunshine")
    other.add("Wind", packed("1.1"))
    assert [pack.title for pack in packs.load()] == ["Sunshine", "Wind"]
    other.remove(pack.name)
    assert [pack.title for pack in packs.load()] == ["Wind"]


def test_files_that_have_not_changed_are_not_read_again(packs, packed, monkeypatch):
    packs.add("Rain", packed())
    before = packs.load()
    monkeypatch.setattr("hashi_gui.packs.pack.read_regular_file", None)
    assert packs.load()[0] is before[0]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"nonsense", b'{"format": "hashi-pack"}'])
def test_a_file_that_cannot_be_read_is_set_aside(packs, packed, content):
    pack = packs.add("Rain", packed())
    packs.add("Sun", packed())
    file = packs.folder / f"{pack.name}.pack"
    file.write_bytes(content)
    assert [pack.title for pack in packs.load()] == ["Sun"]
    (aside,) = packs.quarantined
    assert aside.read_bytes() == content
    assert contents(packs) == [("Sun", 5)]


def test_of_a_damaged_file_stays_what_can_be_read(packs, packed, monkeypatch):
    pack = packs.add("Rain", packed())
    file = packs.folder / f"{pack.name}.pack"
    damaged = file.read_bytes()[:-40]
    file.write_bytes(damaged)
    with monkeypatch.context() as full_disk:
        full_disk.setattr("os.fsync", raise_full)
        assert contents(packs) == [("Rain", 4)]
        assert [each.read_bytes() for each in packs.folder.iterdir()] == [damaged]
    packs = PackStore(packs.folder)
    assert [len(pack.puzzles) for pack in packs.load()] == [4]
    (aside,) = packs.quarantined
    assert aside.read_bytes() == damaged
    assert contents(packs) == [("Rain", 4)]


def test_a_folder_in_place_of_a_file_is_set_aside(packs):
    (packs.folder / f"{'0' * 32}.pack").mkdir(parents=True)
    assert packs.load() == []
    assert len(packs.quarantined) == 1


def test_other_files_are_left_alone(packs, packed):
    packs.add("Rain", packed())
    (packs.folder / "mine.pack").write_text("mine")
    assert contents(packs) == [("Rain", 5)]
    assert (packs.folder / "mine.pack").read_text() == "mine"


def test_a_pack_that_cannot_be_written_is_an_error(packs, packed):
    packs.folder.write_text("in the way")
    with pytest.raises(StorageError):
        packs.add("Rain", packed())
    assert packs.load() == []


WRITE_FOR_EVER = """
import sys
from pathlib import Path
from hashi_gui.packs import PackStore
packs = PackStore(Path(sys.argv[1]))
(pack,) = packs.load()
print(flush=True)
while True:
    packs.rename(pack.name, "Rain and wind")
    packs.rename(pack.name, "Rain")
    new = packs.add("New", pack.puzzles)
    packs.remove(new.name)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_program_that_is_killed_leaves_whole_packs(packs, packed):
    rain = packs.add("Rain", packed(*(f"1{'.' * gap}1" for gap in range(1, 200))))
    random = Random(1)
    for _ in range(8):
        command = [sys.executable, "-c", WRITE_FOR_EVER, str(packs.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(random.random() / 5)
            process.send_signal(signal.SIGKILL)
        now = PackStore(packs.folder)
        now.remove_partial_files()
        found = {pack.name: pack for pack in now.load()}
        assert {len(pack.puzzles) for pack in found.values()} == {199}
        assert found.pop(rain.name).title in ("Rain", "Rain and wind")
        assert {pack.title for pack in found.values()} <= {"New"}
        assert now.quarantined == []
        assert {file.suffix for file in packs.folder.iterdir()} == {".pack"}
        for name in found:
            now.remove(name)


def test_solved_and_begun_puzzles_of_a_pack_are_known(packed, tmp_path):
    pack = Pack("Rain", packed("1.1", "1..1", "1.2.1"))
    games = GameStore(tmp_path)
    assert PackProgress.of(pack, games) == PackProgress(pack, frozenset(), frozenset())
    for index, moves in ((0, 1), (2, 1)):
        game = Game.from_document(pack.document(index))
        for _ in range(moves):
            game.play(game.cycle_bridges(0))
        games.save(game.to_document())
    solved, _, begun = (puzzle.key for puzzle in pack.puzzles)
    pack_progress = PackProgress.of(pack, games)
    assert pack_progress == PackProgress(pack, frozenset({solved}), frozenset({begun}))
    assert pack_progress.progress_text == "1 of 3 solved"
    (result,) = games.results.all()
    assert result.origin == "library"
