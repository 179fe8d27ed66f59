"""Runs the program as usual for a day of its player, who writes down what the window shows.

Usage: living.py PLAN

PLAN is a JSON object: ``seed``, ``kind`` (what happens to the player that day), ``games`` (how many
are begun), ``old`` (seeds of puzzles that were played before) and ``file`` (a puzzle to open, or
null). Each line that is printed is a JSON object with one key: what it is about.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from subprocess import run

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox, QPushButton

from hashi_gui.core.board import Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import Draft
from hashi_gui.formats import Document
from hashi_gui.formats.document import utc_now
from hashi_gui.game import Game, IllegalMoveError
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.store import puzzle_key
from hashi_gui.generating.daily import daily_puzzles, streak
from hashi_gui.gui import stage
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.packs import PackedPuzzle, PackStore
from tests.abuse.processes.inside import Limit, before_saving, run_with

INTERVAL_MS = 1


def make_puzzle(seed: str) -> tuple[Puzzle, bytes]:
    """A small puzzle, and a solution."""
    rng = Random(seed)
    rows, cols = rng.choice([(1, 3), (2, 2), (2, 3), (3, 3), (3, 4)])
    cells = [(2 * row, 2 * col) for row in range(rows) for col in range(cols)]
    size = 2 * rows - 1, 2 * cols - 1
    blank = Puzzle.from_clues(*size, dict.fromkeys(cells, 8))
    counts = bytearray(len(blank.edges))
    reached = {0}
    while len(reached) < len(cells):
        edge = rng.randrange(len(counts))
        ends = {island.id for island in blank.ends(edge)}
        if len(ends & reached) == 1:
            reached |= ends
            counts[edge] = rng.choice([1, 1, 2])
    clues = [0] * len(cells)
    for edge, count in enumerate(counts):
        for island in blank.ends(edge):
            clues[island.id] += count
    clued = {(i.row, i.col): clue for i, clue in zip(blank.islands, clues, strict=True)}
    return Puzzle.from_clues(*size, clued), bytes(counts)


def state_key(document: Document) -> str:
    """What must be saved of a game, in short."""
    saved = document.game
    if saved is None:
        return "0/0/-"
    moves = "\n".join(move.to_text(document.puzzle) for move in saved.history)
    digest = hashlib.sha256(moves.encode()).hexdigest()[:8] if moves else "-"
    return f"{saved.position}/{len(saved.history)}/{digest}"


def draft_key(draft: Draft) -> str:
    content = draft.rows, draft.cols, sorted(draft.clues.items(), key=str)
    return hashlib.sha256(repr(content).encode()).hexdigest()[:12]


def show(about: str, what: object = None) -> None:
    print(json.dumps({about: what}), flush=True)


def come_back(folder: Path, target: Path) -> None:
    """Let a data folder be a link to where its files are."""
    link = folder.with_name("link")
    link.unlink(missing_ok=True)
    link.symlink_to(target)
    link.replace(folder)


class Trouble:
    """What happens to the data folder, a link, in the middle of the day."""

    def __init__(self, kind: str, folder: Path, rng: Random) -> None:
        self.kind, self.folder, self.target = kind, folder, folder.resolve()
        self.limit = Limit(rng.randrange(300))

    def begin(self) -> None:
        if self.kind == "away":
            gone = self.folder.with_name("gone")
            gone.touch()
            gone.replace(self.folder)  # A file, so that nothing can be written in its place.
        elif self.kind == "read only":
            run(["mount", "--bind", self.folder, self.folder], check=True)
            run(["mount", "-o", "remount,ro,bind", self.folder], check=True)
        else:
            self.limit.fill()

    def end(self) -> None:
        if self.kind == "away":
            come_back(self.folder, self.target)
        elif self.kind == "read only":
            run(["umount", self.folder], check=True)
        else:
            self.limit.free()


class Player:
    """Plays, practises, edits and imports at random; ``day`` does one thing at a time."""

    def __init__(self, window: MainWindow, plan: dict) -> None:
        self.window = window
        self.plan = plan
        self.rng = Random(plan["seed"])
        self.store = window.context.stores.flushed_games()
        self.packs = PackStore.beside(self.store)
        self.trouble = Trouble(plan["kind"], self.store.folder, self.rng)
        window.play.controller.changed.connect(self._show_game)
        window.play.in_play.opened.connect(self._show_game)
        window.editor.controller.changed.connect(self._show_draft)
        window.context.stage.changed.connect(self._show_draft)
        before_saving(self._show_all)
        self.acts = self.day()
        self.timer = QTimer(window, interval=INTERVAL_MS)
        self.timer.timeout.connect(self._act)
        self.timer.start()
        show("start", str(date.today()))
        self._show_game()

    @property
    def game(self) -> Game:
        return self.window.play.in_play.game

    def day(self) -> Iterator[None]:
        games = self.plan["games"]
        chosen = self.rng.randrange(games)
        for number in range(games):
            self._open(number)
            yield
            yield from self._play(troubled=number == chosen)
            other = self.rng.random()
            if other < 0.15:
                self._practise()
            elif other < 0.22:
                yield from self._edit()
            elif other < 0.26:
                self._import()
            yield
        self._check_saved()

    def _act(self) -> None:
        if not self.window.isVisible():
            self.timer.stop()
            return
        if next(self.acts, self) is self:
            self.timer.stop()
            if self.window.close():
                show("closed")

    def _open(self, number: int) -> None:
        """Another puzzle, one of the day, or one that was played before."""
        kind = self.rng.random()
        seed = f"{self.plan['seed']}/{number}"
        if kind < 0.25:
            daily = self.rng.choice(list(daily_puzzles(date.today()).values()))
            seed = daily.name
            document = daily.with_metadata(Document.from_puzzle(make_puzzle(seed)[0], "hashi"))
        else:
            if kind < 0.5 and self.plan["old"]:
                seed = self.rng.choice(self.plan["old"])
            document = Document.from_puzzle(make_puzzle(seed)[0], "text")
        show("puzzle", [seed, puzzle_key(document.puzzle)])
        self.seed = seed
        self.window.play.in_play.open_document(document)

    def _play(self, *, troubled: bool) -> Iterator[None]:
        game = self.game
        puzzle, solution = make_puzzle(self.seed)
        begin = self.rng.randrange(12)
        for turn in range(self.rng.randrange(3, 15)):
            if troubled and turn == begin:
                yield from self._be_troubled()
            self._change()
            yield
            if self.game is not game or puzzle != game.puzzle:
                return  # Another start has opened another puzzle.
        if self.rng.random() < 0.15:
            return
        wrong = [e for e, count in enumerate(solution) if game.board.state(e) != count]
        for edge in wrong:
            if self.game is game and not game.finished:
                self.window.play.controller.play(Move(((edge, solution[edge]),)))
                yield
        self._check_saved()
        if self.rng.random() < 0.1 and self.game is game:
            self.window.play.in_play.play_again()

    def _change(self) -> None:
        controller, game = self.window.play.controller, self.game
        kind = self.rng.random()
        if kind < 0.15:
            controller.undo()
        elif kind < 0.2:
            controller.redo()
        elif kind < 0.22:
            game.count(hints=1)
        else:
            with suppress(IllegalMoveError):
                controller.play(game.cycle_bridges(self.rng.randrange(len(game.puzzle.edges))))

    def _be_troubled(self) -> Iterator[None]:
        kind = self.plan["kind"]
        if kind == "clock":
            self._set_clock()
        elif kind in ("away", "read only", "full"):
            self._check_saved()
            self.trouble.begin()
            while not self._is_told:
                self._change()
                yield
            for _ in range(self.rng.randrange(8)):
                self._change()
                yield
            assert not self._is_saved(), "it cannot be saved, but nobody is told"
            if self.rng.random() < 0.3:
                self._practise()
            self.trouble.end()
            while self._is_told:
                yield
            self._check_saved()

    @property
    def _is_told(self) -> bool:
        return "not saved" in self.window.context.messages.notices.text

    def _set_clock(self) -> None:
        if "FAKETIME" in os.environ:
            days = self.rng.choice([-1, -1, -0.05, 0.05, 1, 30, -30])
            now = datetime.now() + timedelta(days=days)
            os.environ["FAKETIME"] = f"@{now:%Y-%m-%d %H:%M:%S}"
            show("clock", days)

    def _practise(self) -> None:
        self.store.practice.add(Attempt("full island", utc_now(), self.rng.random() < 0.7, 3.0))
        show("attempts", len(self.store.practice.all()))
        self.window.context.stores.autosave.save_practice()

    def _edit(self) -> Iterator[None]:
        editor = self.window.editor
        self._check_saved()
        editor.edit_game()
        for _ in range(self.rng.randrange(1, 10)):
            draft = editor.controller.draft
            cell = self.rng.randrange(draft.rows), self.rng.randrange(draft.cols)
            editor.controller.place_at(cell, self.rng.choice([None, 1, 2, 3]))
            yield
        editor.drafts.wait()
        path = editor.drafts.path
        if path is not None and not editor.drafts.save_now():
            show("draft saved", path.name)
        editor.leave()

    def _import(self) -> None:
        title = f"Pack {self.rng.random()}"
        puzzles = [make_puzzle(f"{title}/{number}")[0] for number in range(3)]
        packed = [PackedPuzzle.of(Document.from_puzzle(puzzle, "text")) for puzzle in puzzles]
        self.packs.add(title, {each.key: each for each in packed}.values())
        show("pack", title)

    def _is_saved(self) -> bool:
        return self.window.play.in_play.session.may_leave()

    def _check_saved(self) -> None:
        """Note what is shown once everything is saved."""
        if self._is_saved():
            today, dailies = date.today(), self.store.solved_dailies()
            show("saved", [str(today), streak(today, dailies), len(self.store.practice.all())])

    def _show_game(self) -> None:
        game, document = self.game, self.game.to_document()
        key = puzzle_key(game.puzzle)
        show("game", [key, state_key(document), game.finished])
        if game.finished:
            seconds = None if game.hints else game.clock.seconds
            show("finish", [key, game.begun, seconds, game.info.daily])

    def _show_all(self) -> None:
        self._show_game()
        self._show_draft()

    def _show_draft(self, *_: object) -> None:
        editor = self.window.editor
        if editor.drafts.path is not None:
            show("draft", [editor.drafts.path.name, draft_key(editor.controller.draft)])


def answer(box: QMessageBox) -> int:
    """The player wants to stay in a game that is not saved."""
    show("asked", box.text())
    next(b for b in box.findChildren(QPushButton) if "Cancel" in b.text()).click()
    return 0


def main() -> int:
    plan = json.loads(sys.argv[1])
    stage.RETRY_MS = 50
    QMessageBox.exec = answer
    return run_with(lambda window: Player(window, plan), plan["file"])


if __name__ == "__main__":
    sys.exit(main())
