"""A year of use, with all that can happen to a player's machine: what the window has shown as saved
is on the disk at the end of each day, and nothing is there twice.

The year begins with data of an earlier version. ``HASHI_YEAR_GAMES=2000 python -m pytest
tests/abuse/test_year.py`` begins so many games in it; the suite spends a few days. A day that fails
names its seed; ``HASHI_YEAR_SEED`` sets that of the year.
"""

import json
import os
import shutil
import signal
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from random import Random
from time import sleep

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import DraftStore
from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.game.result import GameId, Help
from hashi_gui.game.store import puzzle_key
from hashi_gui.generating.daily import streak
from hashi_gui.gui.settings.preferences import Preferences, Settings
from hashi_gui.packs import PackStore
from tests.abuse.processes.living import come_back, draft_key, make_puzzle, state_key
from tests.abuse.programs import OLDER_DATA, Program, data_folder, may_mount, script, write_puzzle

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows does not kill like this"),
]

GAMES = int(os.environ.get("HASHI_YEAR_GAMES", "7"))
SEED = os.environ.get("HASHI_YEAR_SEED", "2")
GAMES_IN_A_DAY = 8
DAYS = max(1, GAMES // 7)
"""On some of them, the program is killed before all games are begun."""
FIRST_DAY = date(2027, 7, 1)
"""The year has a leap day and both changes of the clock."""

LONGEST_LIFE = 4.0
"""The most seconds until a kill."""

ENDS = {"killed": signal.SIGKILL, "killed away": signal.SIGKILL, "ended": signal.SIGTERM}

KINDS = {
    "quiet": 4,
    "killed": 5,
    "ended": 2,
    "full": 3,
    "away": 3,
    "killed away": 1,
    "read only": 3,
    "clock": 3,
    "two starts": 3,
}
"""What happens on how many of the days: the player closes the window, it is killed, the system ends
it, the disk is full, the folder is away for a while or until after a kill, it cannot be written for
a while (if mounting is allowed), the clock jumps, and the program is started once more.
"""

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "Pacific/Niue")

FAKE_CLOCK = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


class Ledger:
    """What the player was shown in the year, and what of it was saved."""

    def __init__(self) -> None:
        self.puzzles: dict[str, Puzzle] = {}
        self.states: dict[str, list[tuple[str, bool]]] = {}
        self.drafts: dict[str, list[str]] = {}
        self.touched: set[str] = set()
        """The puzzles and drafts since the last check."""
        self.finishes: dict[GameId, tuple[float | None, str]] = {}
        self.packs: set[str] = set()
        self.attempts = 0
        self.saved_finishes: set[GameId] = set()
        self.saved_attempts = 0

    def take(self, lines: Iterable[str]) -> None:
        for line in lines:
            ((about, what),) = json.loads(line).items()
            self._take(about, what)

    def _take(self, about: str, what: object) -> None:
        match about, what:
            case "puzzle", [seed, key]:
                self.puzzles[key] = make_puzzle(seed)[0]
            case "game", [key, state, finished]:
                self.states.setdefault(key, []).append((state, finished))
                self.touched.add(key)
            case "finish", [key, begun, seconds, daily]:
                self.finishes[key, begun] = seconds, daily
            case "draft", [name, draft]:
                self.drafts.setdefault(name, []).append(draft)
                self.touched.add(name)
            case "draft saved", name:
                self.drafts[name] = self.drafts[name][-1:]
            case "pack", title:
                self.packs.add(title)
            case "attempts", number:
                self.attempts = number
            case "saved", [today, days, attempts]:
                self._take_saved(date.fromisoformat(today), days, attempts)

    def _take_saved(self, today: date, days: int, attempts: int) -> None:
        self.saved_finishes, self.saved_attempts = set(self.finishes), attempts
        self.states = {key: states[-1:] for key, states in self.states.items()}
        assert days == streak(today, self._dailies(self.finishes))

    def _dailies(self, games: Iterable[GameId]) -> set[str]:
        return {self.finishes[game][1] for game in games} - {""}

    def check(self, folder: Path) -> None:
        """Compare what was touched, and all results, with what is on the disk."""
        store = GameStore(folder)
        recorded = {result.game for result in store.results.all()}
        assert self.saved_finishes <= recorded, self.saved_finishes - recorded
        for key in self.touched & self.puzzles.keys():
            self._check_game(store, key)
        for name in self.touched & self.drafts.keys():
            history, problem = DraftStore(folder / "drafts").load(folder / "drafts" / name)
            assert problem == ""
            assert draft_key(history.draft) in self.drafts[name]
            self.drafts[name] = [draft_key(history.draft)]
        self.touched.clear()
        self._check_results(store)
        attempts = len(store.practice.all())
        assert self.saved_attempts <= attempts <= self.attempts, attempts
        self.attempts = self.saved_attempts = attempts
        assert self.packs <= {pack.title for pack in PackStore.beside(store).load()}
        assert not list(folder.rglob("*damaged*"))

    def _check_game(self, store: GameStore, key: str) -> None:
        states = self.states[key]
        found = store.resume(Document.from_puzzle(self.puzzles[key], "text"))
        begins_anew = found.game is None and any(finished for _, finished in states)
        assert begins_anew or state_key(found) in [state for state, _ in states], (
            f"{key}: {state_key(found)} is saved, not one of {states}"
        )
        self.states[key] = [(state_key(found), begins_anew)]

    def _check_results(self, store: GameStore) -> None:
        """What was finished before a crash may be missing if it was not saved, and is forgotten."""
        results = {result.game: result for result in store.results.all()}
        assert len(results) == len(store.results.all())
        assert results.keys() <= self.finishes.keys()
        self.finishes = {game: self.finishes[game] for game in results}
        self.saved_finishes = set(results)
        helped: dict[str, Help] = {}
        for game, result in results.items():
            assert result.helped_before is helped.get(result.puzzle, Help.NONE)
            helped[result.puzzle] = result.help
            alone = replace(result, helped_before=Help.NONE)
            assert (alone.unaided_seconds, result.daily) == self.finishes[game]
        for key in {key for key, _ in results}:
            times = [result.unaided_seconds for game, result in results.items() if game[0] == key]
            best = min((seconds for seconds in times if seconds is not None), default=None)
            assert store.results.best_seconds(key) == best
        assert self._dailies(results) == store.solved_dailies()
        assert {key for key, _ in results} == store.solved_puzzles()


class Year:
    """The days of a year in one home."""

    def __init__(self, home: Path) -> None:
        self.home, self.folder = home, data_folder(home)
        self.rng = Random(SEED)
        self.ledger = Ledger()
        self.old: list[str] = []
        self.kinds = {kind: n for kind, n in KINDS.items() if kind != "read only" or may_mount()}

    def live(self, number: int) -> str:
        """Live a day, and return what has happened."""
        day = FIRST_DAY + timedelta(days=number * 365 // DAYS)
        kind = self.rng.choices(list(self.kinds), list(self.kinds.values()))[0]
        seed = f"{SEED}/{number}"
        plan = {"seed": seed, "games": GAMES_IN_A_DAY, "old": self.old[-30:], "file": None}
        variables = self._variables(day)
        lives = [self._start({**plan, "kind": kind.removeprefix("killed ")}, variables)]
        if kind == "two starts":
            sleep(self.rng.uniform(0, LONGEST_LIFE))
            plan = {**plan, "seed": f"{seed}/again", "file": str(self._puzzle_file(seed))}
            lives.append(self._start({**plan, "kind": "quiet"}, variables))
        elif kind in ENDS:
            sleep(self.rng.uniform(0.5, LONGEST_LIFE))
            lives[0].process.send_signal(ENDS[kind])
        codes = [life.end() for life in lives]
        come_back(self.folder, self.home / "network")
        for life in lives:
            self.ledger.take(life.lines)
            self.old += [json.loads(line)["puzzle"][0] for line in life.lines if "puzzle" in line]
        self.ledger.check(self.folder)
        for life, code in zip(lives, codes, strict=True):
            # On a busy machine, the first window may not answer the second start in time.
            if life is lives[0] or "does not answer" not in life.errors:
                assert life.errors == ""
                assert code in (0, *(-each for each in ENDS.values()))
        return kind

    def _start(self, plan: dict[str, object], variables: dict[str, str]) -> Program:
        mounting = ["unshare", "-m"] if plan["kind"] == "read only" else []
        command = [*mounting, *script("living.py", json.dumps(plan))]
        return Program(command, self.home, **variables)

    def _variables(self, day: date) -> dict[str, str]:
        """The time and the time zone of a process."""
        hour = self.rng.choice(["12:00:00", "23:59:58", "00:00:01", "01:59:58", "02:59:58"])
        fake = {
            "LD_PRELOAD": str(FAKE_CLOCK),
            "FAKETIME": f"@{day} {hour}",
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # With it, timed waits end at once or very late.
            "NO_FAKE_STAT": "1",
        }
        return {"TZ": self.rng.choice(ZONES), **(fake if FAKE_CLOCK else {})}

    def _puzzle_file(self, seed: str) -> Path:
        puzzle, _ = make_puzzle(f"{seed}/file")
        self.ledger.puzzles[puzzle_key(puzzle)] = puzzle
        return write_puzzle(self.home / "puzzle.txt", puzzle)


def copy_older_data(home: Path, ledger: Ledger) -> None:
    """Copy it to a place that a link leads to, as if it were on another machine."""
    for part in ("data", "config"):
        shutil.copytree(OLDER_DATA / part, home / part)
    data_folder(home).rename(home / "network")
    come_back(data_folder(home), home / "network")
    ledger.take((OLDER_DATA / "shown").read_text().splitlines())


def test_data_of_an_earlier_version(tmp_path):
    ledger = Ledger()
    copy_older_data(tmp_path, ledger)
    assert all((ledger.states, ledger.finishes, ledger.drafts, ledger.packs, ledger.attempts))
    ledger.check(data_folder(tmp_path))
    assert Settings(tmp_path / "config" / "hashi" / "hashi.ini").preferences == Preferences(
        theme="dark"
    )


def test_a_year(abuse, tmp_path):
    year = Year(tmp_path)
    copy_older_data(tmp_path, year.ledger)
    days = count()

    def live(_rng: Random, _folder: Path) -> str:
        number = next(days)
        try:
            return year.live(number)
        except AssertionError as error:
            raise AssertionError(f"HASHI_YEAR_SEED={SEED}, day {number}: {error}") from error

    abuse("day of a year" if FAKE_CLOCK else "day of a year, without libfaketime", live, DAYS)
    print(f"{len(year.old)} games begun, {len(year.ledger.finishes)} finished")
    year.ledger.touched = {*year.ledger.states, *year.ledger.drafts}
    year.ledger.check(year.folder)
