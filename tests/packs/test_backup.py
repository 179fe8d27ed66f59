"""Backups: round trips, merging, crashes in the middle, and archives that are none."""

import json
import os
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document
from hashi_gui.game import Game, GameStore
from hashi_gui.game.mastery import Attempt
from hashi_gui.packs.backup import Backup
from hashi_gui.packs.pack import PackedPuzzle, PackStore
from hashi_gui.solving import CancelToken

GARDEN = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
CORNER = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
DRAFT = "2026-11-21 19.30.00 0a1b2c3d.draft"
FIRST = {"format": "hashi-backup", "version": 1}
TOKEN = CancelToken()


def solved(puzzle, counts):
    game = Game(puzzle)
    game.play(game.board.move_to(Board(bytes(counts))))
    return game.to_document()


def attempt(second):
    return Attempt("Full house", f"2026-11-21T20:00:0{second}Z", right=True, seconds=4.5)


def fill(store):
    """Play one game, begin another, and make a pack and a draft."""
    store.save(solved(GARDEN, [1, 1]))
    game = Game(CORNER)
    game.play(game.toggle_mark(0))
    store.save(game.to_document())
    store.practice.add(attempt(1))
    store.practice.write()
    puzzle = PackedPuzzle.of(Document.from_puzzle(GARDEN, "hashi"))
    PackStore.beside(store).add("Mine", [puzzle])
    (store.folder / "drafts").mkdir()
    (store.folder / "drafts" / DRAFT).write_text("a draft")


def state(folder):
    """What a new start finds."""
    store = GameStore(folder)
    return (
        {(each.game, store.results.document(each) is None) for each in store.results.all()},
        {key: store.saved_game(key) for key in store.saved_games()},
        store.solved_puzzles(),
        store.practice.all(),
        store.practice.mastery(),
        {pack.name: pack for pack in PackStore.beside(store).load()},
        {path.name: path.read_text() for path in (folder / "drafts").glob("*.draft")},
    )


@pytest.fixture
def store(tmp_path):
    store = GameStore(tmp_path / "hashi")
    fill(store)
    return store


@pytest.fixture
def file(store, tmp_path):
    file = tmp_path / "backup.zip"
    Backup.of(store, {"theme": "dark"}).write(file)
    return file


def restore(file, folder):
    store = GameStore(folder)
    Backup.read(file, TOKEN).restore(store)
    return store


def test_everything_comes_back_once(store, file, tmp_path):
    backup = Backup.read(file, TOKEN)
    assert backup.settings == {"theme": "dark"}
    assert backup.summary == "Results: 1\nExercises: 1\nGames: 2\nPacks: 1\nDrafts: 1"
    for _ in range(2):
        again = restore(file, tmp_path / "new")
        assert state(again.folder) == state(store.folder)
    assert len(again.results.all()) == len(again.practice.all()) == 1
    restore(file, store.folder)
    assert state(again.folder) == state(store.folder)


def test_what_is_there_stays_and_what_is_missing_is_added(store, file):
    packs, before = PackStore.beside(store), store.results.all()
    (pack,) = packs.load()
    packs.rename(pack.name, "Other")
    draft = store.folder / "drafts" / DRAFT
    draft.write_text("a newer draft")
    store.save(game := solved(CORNER, [2]))
    store.practice.add(attempt(2))
    store.practice.write()
    restore(file, store.folder)
    results, games, _, attempts, mastery, after, drafts = state(store.folder)
    assert [each.title for each in after.values()] == ["Other"]
    assert drafts == {DRAFT: "a newer draft"}
    assert game in [each._replace(notation=game.notation) for each in games.values()]
    assert len(results) == len(before) + 1
    assert len(attempts) == 2
    assert mastery["Full house"].last.second == 2


def test_what_was_deleted_comes_back(store, file):
    before = state(store.folder)
    for key in store.saved_games():
        store.delete(key)
    store.delete_records()
    store.marks["solved"]._file.unlink()
    PackStore.beside(store).remove(next(iter(before[5])))
    (store.folder / "drafts" / DRAFT).unlink()
    again = restore(file, store.folder)
    assert state(store.folder) == before
    assert len(again.results.all()) == 1


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_killed_at_any_write_the_rest_comes_at_the_next_time(
    store, file, tmp_path, monkeypatch, name
):
    operation, wanted, crashes = getattr(os, name), state(store.folder), 0
    while True:
        folder, calls = tmp_path / f"{name}{crashes}", []

        def crash(*args, _calls=calls, _at=crashes, **kwargs):
            if len(_calls) == _at:
                raise KeyboardInterrupt
            _calls.append(args)
            return operation(*args, **kwargs)

        with monkeypatch.context() as patch:
            patch.setattr(os, name, crash)
            try:
                restore(file, folder)
            except KeyboardInterrupt:
                crashes += 1
            else:
                break
        GameStore(folder).load_last()
        assert not [*folder.rglob("*damaged*")]
        restore(file, folder)
        assert state(folder) == wanted
    assert crashes >= 4


def test_a_locked_store_of_results_is_an_error_and_the_next_time_adds_them(
    store, file, tmp_path, monkeypatch
):
    folder = tmp_path / "new"
    with monkeypatch.context() as patch:
        patch.setattr("hashi_gui.game.results.Results.merge", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            restore(file, folder)
    restore(file, folder)
    assert state(folder) == state(store.folder)


@pytest.fixture
def archive(tmp_path):
    def make(files):
        path = tmp_path / "other.zip"
        with ZipFile(path, "w", ZIP_DEFLATED) as file:
            first = {"backup.json": json.dumps({**FIRST, "files": len(files)})}
            for name, content in (first | files).items():
                file.writestr(name, content)
        return path

    return make


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"../../evil.hashi": "1.1"}, "is not a backup of Hashi"),
        ({"/etc/evil": "x"}, "is not a backup of Hashi"),
        ({"z/../../evil.hashi": "x"}, "belongs in no backup"),
        ({"drafts/../../evil.draft": "x"}, "belongs in no backup"),
        ({"drafts/a\\..\\evil.draft": "x"}, "belongs in no backup"),
        ({f"games/{'0' * 20}.hashi": "1.1"}, "is damaged"),
        ({"results.jsonl": "{}"}, "is damaged"),
        ({"results.jsonl": '{"game": "?"}'}, "is damaged"),
        ({"practice.jsonl": "[" * 10**5}, "is damaged"),
        ({"settings.json": b"\xff"}, "is damaged"),
        ({"backup.json": "{}"}, "is damaged"),
        ({"backup.json": json.dumps({**FIRST, "version": 2})}, "made by a newer version"),
    ],
)
def test_an_archive_that_is_no_backup_gets_a_sentence(archive, files, sentence):
    with pytest.raises(HashiError, match=sentence) as caught:
        Backup.read(archive(files), TOKEN)
    assert "\n" not in str(caught.value)


def test_a_backup_of_the_first_version_can_be_restored(archive, tmp_path):
    key = "5d43fc4b98938fad1264"
    pack = "5a2f4d0d2f9f4a53a3c84d8e3d0b1c77"
    result = {"puzzle": key, "cols": 3, "rows": 1, "begun": "", "ended": "", "seconds": 4.5}
    practised = {"technique": "Full house", "ended": "2026-11-21T20:00:00Z", "right": True}
    restored = restore(
        archive(
            {
                "settings.json": '{"theme": "dark"}',
                "results.jsonl": json.dumps({**result, "finished": True}),
                "practice.jsonl": json.dumps({**practised, "seconds": 4.5}),
                "solved": key,
                f"games/{key}.hashi": '{"format": "hashi", "version": 1, "puzzle": ["2.2"]}',
                f"packs/{pack}.pack": '{"format": "hashi-pack", "version": 1, "title": "Mine"}',
                f"drafts/{DRAFT}": "a draft",
            }
        ),
        tmp_path / "new",
    )
    results, games, marks, attempts, _, packs, drafts = state(restored.folder)
    assert results == {((key, "4.5"), True)}
    assert [*games] == [*marks] == [key]
    assert len(attempts) == 1
    assert packs[pack].title == "Mine"
    assert drafts == {DRAFT: "a draft"}


def test_too_much_is_neither_written_nor_read(store, file, monkeypatch):
    for module in ("packs.backup", "formats.archive"):
        monkeypatch.setattr(f"hashi_gui.{module}.MAX_FILE_BYTES", 1000)
    with pytest.raises(HashiError, match="contains more than 0 MB"):
        Backup.read(file, TOKEN)
    before = file.read_bytes()
    with pytest.raises(HashiError, match="can have at most"):
        Backup.of(store, {}).write(file)
    assert file.read_bytes() == before


def test_other_archives_and_parts_of_one_get_a_sentence(file, tmp_path):
    content = file.read_bytes()
    for cut in (0, 10, len(content) // 2, len(content) - 1):
        file.write_bytes(content[:cut])
        with pytest.raises(HashiError):
            Backup.read(file, TOKEN)
    with ZipFile(file, "w") as other:
        other.writestr("solved", "a")
    with pytest.raises(HashiError, match="is not a backup of Hashi"):
        Backup.read(file, TOKEN)
    with pytest.raises(HashiError, match="cannot be read"):
        Backup.read(tmp_path / "missing.zip", TOKEN)
    with file.open("wb") as enormous:
        enormous.truncate(10 * 2**30)
    with pytest.raises(HashiError):
        Backup.read(file, TOKEN)


def test_every_flipped_byte_is_found_or_changes_nothing(file, tmp_path):
    content, wanted = bytearray(file.read_bytes()), Backup.read(file, TOKEN)
    for place in range(0, len(content), 29):
        content[place] ^= 0x55
        file.write_bytes(content)
        content[place] ^= 0x55
        try:
            found = Backup.read(file, TOKEN)
        except HashiError:
            continue
        assert found == wanted


def test_a_link_in_place_of_a_file_is_only_text(store, archive, tmp_path):
    link = ZipInfo(f"drafts/{DRAFT}")
    link.external_attr = 0o120777 << 16
    path = archive({link: "/etc/passwd"})
    restore(path, tmp_path / "new")
    restored = tmp_path / "new" / "drafts" / DRAFT
    assert not restored.is_symlink()
    assert restored.read_text() == "/etc/passwd"
