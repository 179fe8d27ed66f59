"""Runs the program as usual, but a player or setter makes a change every few milliseconds.

Usage: playing.py SEED MODE [FILE]...

The first file is opened at the start. The mode is "moves", "everything" (undo, redo, trials and
opening other files too), "solve" (the solver draws the solution, after some moves) or "edit" (the
draft that an earlier process has left goes on).

Before each change a line ``plan KEY`` is printed, after it ``done SECONDS KEY``. A key names the
state of the game in play: the puzzle, the position, the length of the history, the open trials,
and a digest of the history. ``open SECONDS KEY`` is printed when another game is in play, and
``opening`` before. ``given SECONDS KEY NUMBER`` is printed before a state is given to the thread
that saves it, and ``saved NUMBER`` afterwards. While a draft is edited, keys are those of drafts,
and only these two kinds of lines are printed, after an ``open`` one.
"""

import hashlib
import sys
import time
from pathlib import Path
from random import Random

from PySide6.QtCore import QTimer

from hashi_gui.core.board import Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.symmetry import half_turn, mirror, turn_right
from hashi_gui.editing import Draft
from hashi_gui.formats import Document
from hashi_gui.game import Game, IllegalMoveError
from hashi_gui.gui.window.main_window import MainWindow
from tests.abuse.processes.inside import report_saved, run_with, show

INTERVAL_MS = 4


def state_key(puzzle: Puzzle, history: list[str], position: int, trials: tuple[int, ...]) -> str:
    clues = [(i.row, i.col, i.clue) for i in puzzle.islands]
    name = hashlib.sha256(repr(clues).encode()).hexdigest()[:8]
    digest = hashlib.sha256("\n".join(history).encode()).hexdigest()[:8]
    shown = ",".join(map(str, trials)) or "-"
    return f"{name}/{position}/{len(history)}/{shown}/{digest}"


def saved_key(document: Document) -> str:
    """The key of a document as it is saved."""
    saved = document.game
    if saved is None:
        return state_key(document.puzzle, [], 0, ())
    history = [move.to_text(document.puzzle) for move in saved.history]
    return state_key(document.puzzle, history, saved.position, saved.trials)


def puzzle_of(key: str) -> str:
    """The puzzle or draft that a key belongs to."""
    return key.split("/")[0]


def draft_key(path: Path | None, draft: Draft) -> str:
    """A key that names the file, "-" before the first edit, and a digest of the draft."""
    name = path.name.replace(" ", "_") if path else "-"
    clues = sorted(draft.clues.items(), key=str)
    content = repr((draft.rows, draft.cols, clues, sorted(draft.bridges.items())))
    return f"{name}/{hashlib.sha256(content.encode()).hexdigest()[:12]}"


class Player:
    """Plays in a window, at random."""

    def __init__(self, window: MainWindow, rng: Random, mode: str, files: list[Path]) -> None:
        self.window = window
        self.rng = rng
        self.mode = mode
        self.files = files
        self.history: list[str] = []
        self._read_history(self.game)
        self.opening = False
        autosave = window.context.stores.autosave
        report_saved(autosave._thread, lambda number: self._show("given", autosave._game, number))
        window.play.controller.changed.connect(self.report)
        window.play.in_play.opened.connect(self._report_opened)
        self._show("open", self.game)
        self.timer = QTimer(window, interval=INTERVAL_MS)
        self.timer.timeout.connect(self.change)
        self.timer.start()
        if mode == "solve":
            self._draw_solution = window.play.controller.draw_solution
            window.play.controller.draw_solution = self._plan_and_draw_solution
            QTimer.singleShot(rng.randrange(300), window.teaching.presenter.solve)

    @property
    def game(self) -> Game:
        return self.window.play.controller.game

    def _show(self, event: str, game: Game, *words: object) -> None:
        self._read_history(game)
        saved = game.to_document().game
        key = state_key(game.puzzle, self.history, saved.position, saved.trials)
        show(event, time.monotonic(), key, *words)

    def report(self, _move: object) -> None:
        self._show("done", self.game)

    def _report_opened(self) -> None:
        self.opening = False
        self._show("open", self.game)

    def _read_history(self, game: Game) -> None:
        """Follow the history of the game; only what is new is turned into text."""
        moves = game.to_document().game.history
        if getattr(self, "_game", None) is not game:
            self._game, self._moves, self.history = game, (), []
        same = len(self._moves)
        while same and (same > len(moves) or self._moves[same - 1] is not moves[same - 1]):
            same -= 1
        new = [move.to_text(game.puzzle) for move in moves[same:]]
        self.history, self._moves = self.history[:same] + new, moves

    def change(self) -> None:
        if not self.window.isVisible():
            self.timer.stop()
            return
        if self.opening:
            return
        if self.mode == "everything" and self.rng.random() < 0.4:
            self._other_change()
        elif self.mode != "solve" or not self.window.play.runner.current:
            self._move()

    def _move(self) -> None:
        game = self.game
        edge = self.rng.randrange(len(game.puzzle.edges))
        try:
            move = game.toggle_mark(edge) if self.rng.random() < 0.2 else game.cycle_bridges(edge)
        except IllegalMoveError:
            return
        self._plan_move(move)
        self.window.play.controller.play(move)

    def _plan_and_draw_solution(self, counts: bytes) -> None:
        game = self.game
        marks = frozenset(edge for edge in game.board.marks if not counts[edge])
        self._plan_move(game.board.move_to(Board(counts, marks, game.board.locks)))
        self._draw_solution(counts)

    def _plan_move(self, move: Move) -> None:
        saved = self.game.to_document().game
        history = [*self.history[: saved.position], move.to_text(self.game.puzzle)]
        show("plan", state_key(self.game.puzzle, history, len(history), saved.trials))

    def _other_change(self) -> None:
        saved = self.game.to_document().game
        position, trials, history = saved.position, saved.trials, self.history
        controller = self.window.play.controller
        kind = self.rng.choice(["undo", "undo", "redo", "begin", "accept", "discard", "open"])
        if kind == "undo" and position:
            position -= 1
            trials = tuple(begin for begin in trials if begin <= position)
            change = controller.undo
        elif kind == "redo" and position < len(history):
            position += 1
            change = controller.redo
        elif kind == "begin" and len(trials) < 4:
            trials = (*trials, position)
            change = controller.begin_trial
        elif kind == "accept" and trials:
            trials = trials[:-1]
            change = controller.accept_trial
        elif kind == "discard" and trials:
            position, trials = trials[-1], trials[:-1]
            history = history[:position]
            change = controller.discard_trial
        elif kind == "open" and self.rng.random() < 0.1:
            show("opening")
            self.opening = True
            self.window.documents.open_file(self.rng.choice(self.files))
            return
        else:
            return
        show("plan", state_key(self.game.puzzle, history, position, trials))
        change()


class Setter:
    """Edits in a window, at random."""

    def __init__(self, window: MainWindow, rng: Random) -> None:
        self.rng = rng
        self.editor = window.editor
        if not self.editor.running:
            self.editor.edit_game()
        self._show("open")
        report_saved(self.editor.drafts._thread, lambda number: self._show("given", number))
        self.timer = QTimer(window, interval=INTERVAL_MS)
        self.timer.timeout.connect(self.edit)
        self.timer.start()

    def _show(self, event: str, *words: object) -> None:
        key = draft_key(self.editor.drafts.path, self.editor.controller.draft)
        show(event, time.monotonic(), key, *words)

    def edit(self) -> None:
        rng, controller = self.rng, self.editor.controller
        draft = controller.draft
        cell = rng.randrange(draft.rows), rng.randrange(draft.cols)
        controller.select({cell, rng.choice(list(draft.clues) or [cell])}, cell)
        acts = {
            lambda: controller.place_at(cell, rng.choice([None, 1, 2, 3])): 6,
            lambda: controller.set_clue(rng.randrange(1, 9)): 6,
            lambda: controller.step_clue(1): 3,
            lambda: controller.move_selected(0, 1): 3,
            controller.remove_selected: 2,
            lambda: controller.bridge_towards(0, 1): 3,
            controller.undo: 4,
            controller.redo: 2,
            lambda: controller.turn(rng.choice([half_turn, mirror, turn_right])): 1,
            lambda: self.editor.set_solution_first(rng.random() < 0.5): 1,
        }
        rng.choices(list(acts), list(acts.values()))[0]()


def main() -> int:
    seed, mode, *names = sys.argv[1:]
    files = list(map(Path, names))
    if mode == "edit":
        return run_with(lambda window: Setter(window, Random(seed)))
    return run_with(lambda window: Player(window, Random(seed), mode, files), names[0])


if __name__ == "__main__":
    sys.exit(main())
