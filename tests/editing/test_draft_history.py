"""Undo without limit, and drafts on the disk."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.rules import Rules
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Change, Damage, Draft, DraftError, DraftHistory, DraftStore
from hashi_gui.editing.draft_store import REDO_LINE, UNDO_LINE, edit_line
from hashi_gui.editing.history import ChangeError
from hashi_gui.formats import PuzzleInfo
from hashi_gui.system.files import StorageError

SIDE = 5

cells = st.tuples(st.integers(-1, SIDE), st.integers(-1, SIDE))
drafts = st.builds(
    lambda rows, cols, clues, rules, title, *rest: Draft(
        rows, cols, clues, {}, rules, PuzzleInfo(title=title, extra={"tag": [title]}), *rest
    ).with_bridges({((0, 0), (0, 2)): 1, ((0, 2), (3, 2)): 2}),
    st.integers(1, SIDE),
    st.integers(1, SIDE),
    st.dictionaries(cells, st.none() | st.integers(0, 20), max_size=8),
    st.builds(Rules, st.integers(2, 4), st.booleans()),
    st.text(st.characters(codec="utf-8"), max_size=5),
    st.sampled_from([each for each in Symmetry if each.fits(1, 2)]),
    st.booleans(),
    st.frozensets(cells, max_size=4),
)


def history_of(steps: list[Draft | str]) -> DraftHistory:
    history = DraftHistory(Draft(SIDE, SIDE))
    for step in steps:
        if isinstance(step, Draft):
            history.edit(step)
        else:
            getattr(history, step)()
    return history


histories = st.lists(drafts | st.sampled_from(["undo", "redo"]), max_size=12).map(history_of)


@given(drafts, drafts)
def test_a_change_leads_from_one_draft_to_the_other(before: Draft, after: Draft) -> None:
    change = Change.between(before, after)
    assert change.apply(before) == after
    assert Change.from_data(json.loads(json.dumps(change.to_data()))) == change
    assert bool(change) is (before != after)


@given(histories)
def test_undo_leads_back_to_the_start_and_redo_to_the_end(history: DraftHistory) -> None:
    while history.redo():
        pass
    end, steps = history.draft, 0
    while history.undo():
        steps += 1
    assert history.draft == history.start
    assert steps == len(history.changes)
    while history.redo():
        pass
    assert history.draft == end


def test_an_edit_that_changes_nothing_keeps_what_can_be_redone() -> None:
    history = history_of([Draft(3, 3), "undo"])
    assert not history.edit(history.draft)
    assert history.can_redo


@given(history=histories)
def test_a_stored_draft_has_all_its_edits(
    tmp_path_factory: pytest.TempPathFactory, history: DraftHistory
) -> None:
    store = DraftStore(tmp_path_factory.mktemp("drafts"))
    path = store.new_path()
    store.write(path, history)
    loaded, problem = store.load(path)
    assert not problem
    assert (loaded.draft, loaded.changes, loaded.position, loaded.start) == (
        history.draft,
        history.changes,
        history.position,
        history.start,
    )


@given(history=histories, cut=st.integers(0, 2000))
def test_a_file_that_ends_anywhere_has_what_was_written_before(
    tmp_path_factory: pytest.TempPathFactory, history: DraftHistory, cut: int
) -> None:
    store = DraftStore(tmp_path_factory.mktemp("drafts"))
    path = store.new_path()
    store.write(path, history)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) - cut])
    try:
        loaded, problem = store.load(path)
    except DraftError:
        assert cut >= len(content) - len(content.splitlines()[0])
        return
    assert not problem
    assert loaded.changes == history.changes[: len(loaded.changes)]


def test_steps_can_be_added_one_by_one(tmp_path: Path) -> None:
    store = DraftStore(tmp_path / "drafts")
    path = store.new_path()
    history = DraftHistory(Draft(4, 4))
    store.write(path, history)
    for clue in (1, 2, 3):
        store.append(path, edit_line(history.edit(Draft(4, 4, {(0, 0): clue}))))
    for line in (UNDO_LINE, UNDO_LINE, REDO_LINE):
        store.append(path, line)
    loaded, _ = store.load(path)
    assert loaded.draft.clues == {(0, 0): 2}
    assert loaded.can_redo
    with pytest.raises(StorageError):
        store.append(tmp_path / "gone.draft", UNDO_LINE)


def store_drafts(store: DraftStore, *titles: str) -> list[Path]:
    """Files of drafts with titles, the first one changed last."""
    paths = []
    for number, title in enumerate(titles):
        path = store.new_path()
        store.write(path, DraftHistory(Draft(3, 3 + number, info=PuzzleInfo(title=title))))
        os.utime(path, (1000 - number, 1000 - number))
        paths.append(path)
    return paths


def test_every_draft_is_listed_the_latest_first_whatever_its_file_is_like(tmp_path: Path) -> None:
    store = DraftStore(tmp_path / "drafts")
    assert list(store.all()) == []
    one, two, three = store_drafts(store, "One", "Two", "Two")
    with three.open("a") as file:
        file.write("nonsense\n{}\n")
    damaged, newer = store.folder / "odd\nname.draft", store.folder / "somewhere" / "n.draft"
    damaged.write_text("[]\n")
    newer.parent.mkdir()
    newer.write_text('{"format": "hashi-draft", "version": 2, "start": {}}\n')
    for path, time in ((three, 800), (damaged, 700), (newer, 600)):
        os.utime(path, (time, time))
    found = list(store.all())
    assert [(each.path, each.damage) for each in found] == [
        (one, Damage.NONE),
        (two, Damage.NONE),
        (three, Damage.LAST_EDITS),
        (damaged, Damage.ALL),
        (newer, Damage.NEWER),
    ]
    assert [each.draft.cols for each in found[:3]] == [3, 4, 5]


@given(history=histories)
def test_the_list_shows_each_draft_as_it_is_opened(
    tmp_path_factory: pytest.TempPathFactory, history: DraftHistory
) -> None:
    class QuickStore(DraftStore):
        """Finds out about drafts without all their edits."""

        def load(self, path: Path) -> tuple[DraftHistory, str]:
            raise AssertionError

    store = QuickStore(tmp_path_factory.mktemp("drafts"))
    path = store.new_path()
    store.write(path, history)
    (listed,) = store.all()
    assert (listed.draft, listed.damage) == (history.draft, Damage.NONE)
    history.undo()
    store.append(path, UNDO_LINE)
    (listed,) = store.all()
    assert listed.draft == history.draft


def test_a_draft_can_be_deleted_restored_renamed_and_erased(tmp_path: Path) -> None:
    store = DraftStore(tmp_path / "drafts")
    (path,) = store_drafts(store, "One")
    gone = store.delete(path)
    assert [(each.path, each.is_deleted) for each in store.all()] == [(gone, True)]
    assert store.restore(gone) == path
    assert [(each.path, each.is_deleted) for each in store.all()] == [(path, False)]
    store.rename(path, "Two")  # This is an edit.
    history, _ = store.load(path)
    assert history.draft.info.title == "Two"
    assert history.undo()
    assert history.draft.info.title == "One"
    store.erase(store.delete(path))
    assert list(store.all()) == []


def test_folders_hold_drafts_and_lose_none_when_they_go(tmp_path: Path) -> None:
    store = DraftStore(tmp_path / "drafts")
    one, two, three = store_drafts(store, "One", "Two", "Three")

    def folders() -> list[str]:
        return [each.folder for each in store.all()]

    store.move([one, two], "Sunday / hard")
    assert folders() == ["Sunday / hard", "Sunday / hard", ""]
    store.rename_folder("Sunday / hard", "Monday")
    store.move([two], "")
    assert folders() == ["Monday", "", ""]
    store.restore(store.delete(one))
    assert folders() == ["Monday", "", ""]
    store.rename_folder("Monday", "")
    assert folders() == ["", "", ""]
    store.move([three], "Late")
    (store.folder / "index.json").write_text("nonsense")
    assert folders() == ["", "", ""]
    assert list(store.folder.glob("index-damaged*"))


def test_what_was_found_out_is_known_until_the_next_edit(tmp_path: Path) -> None:
    store = DraftStore(tmp_path / "drafts")
    one, two = store_drafts(store, "One", "Two")
    store.note(one, "hard")
    store.move([one], "Sunday")
    store.note(two, "none")
    assert [(each.found, each.folder) for each in store.all()] == [
        ("hard", "Sunday"),
        ("none", ""),
    ]
    store.append(one, UNDO_LINE)
    assert [each.found for each in store.all()] == ["", "none"]
    store.erase(one)
    store.note(one, "easy")


@pytest.mark.parametrize(
    "content",
    ["", "{}\n", "nonsense\n", '{"format": "hashi-draft", "version": 2, "start": {}}\n', "null\n"],
)
def test_a_file_without_a_draft_is_refused_in_one_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "some.draft"
    path.write_text(content)
    with pytest.raises(DraftError, match=r"some\.draft is not a draft"):
        DraftStore(tmp_path).load(path)


def test_a_symmetry_must_fit_the_grid() -> None:
    with pytest.raises(ChangeError, match="3 × 2 cells cannot have the symmetry “Quarter"):
        Change.from_data({"symmetry": "quarter-turns"}).apply(Draft(2, 3))


@pytest.mark.parametrize(
    "damaged",
    [
        *("nonsense", "{}", "[" * 100_000, "Infinity", "null", "3", "\udcff", '{"undo": "x"}'),
        {"clues": [[0, 0, "x"]]},
        {"clues": [[1]]},
        {"clues": [[10**9, 0, "1"]]},
        {"clues": [[0.5, 0, "1"]]},
        {"clues": [[0, 0, "-1"]]},
        {"clues": [[0, 0, "1" + "0" * 3000]]},
        {"clues": [[0, 0, "."]], "bridges": []},
        {"clues": [[1, 1, "2"]], "bridges": [[0, 0, 1, 0, 1]]},
        {"bridges": [[0, 0, 0, 2, 3]]},
        {"bridges": [[0, 0, 0, 2, 1e400]]},
        {"bridges": [[0, 0, 0, 2, -1]]},
        {"size": 4},
        {"size": [0, 3]},
        {"size": [2001, 3]},
        {"max_bridges": 5},
        {"info": {"title": 3}},
        {"symmetry": "odd"},
        {"ties_clues": 1},
        {"kept": [[1, 1e9]]},
    ],
)
def test_a_line_or_an_edit_that_cannot_be_ends_the_edits_that_are_read(
    tmp_path: Path, damaged: str | dict[str, object]
) -> None:
    file = tmp_path / "a.draft"
    start = {"size": [3, 3], "clues": [[0, 0, "2"], [0, 2, "2"]], "bridges": [[0, 0, 0, 2, 2]]}
    first = {"format": "hashi-draft", "version": 1, "start": start}
    good = {"edit": {"clues": [[2, 2, "?"]]}}
    line = damaged if isinstance(damaged, str) else json.dumps({"edit": damaged})
    lines = f"{json.dumps(first)}\n{json.dumps(good)}\n{line}\n{UNDO_LINE}"
    file.write_text(lines, encoding="utf-8", errors="surrogateescape")
    history, problem = DraftStore(tmp_path).load(file)
    assert problem.startswith("Line 3 of a.draft cannot be read")
    assert set(history.draft.clues) == {(0, 0), (0, 2), (2, 2)}
    assert history.undo()
    assert not history.undo()


@given(histories, st.data())
def test_damaged_bytes_never_lead_to_a_draft_that_cannot_be_edited(
    tmp_path_factory: pytest.TempPathFactory, history: DraftHistory, data: st.DataObject
) -> None:
    store = DraftStore(tmp_path_factory.mktemp("drafts"))
    file = store.new_path()
    store.write(file, history)
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    file.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    try:
        loaded, _ = store.load(file)
    except DraftError:
        return
    loaded.draft.degrees()
    loaded.draft.faults()
    while loaded.undo():
        pass
    while loaded.redo():
        pass
