"""``hashi stats``: the games that were played in the window."""

from __future__ import annotations

from argparse import Namespace
from datetime import date
from typing import TYPE_CHECKING

from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.terminal import ExitCode, print_data, print_error, print_text
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import format_duration, long_duration, quantity, shown_level
from hashi_gui.game import GameStore
from hashi_gui.game.result import GameResult, Help, to_csv, to_json
from hashi_gui.game.statistics import ResultGroup, Statistics
from hashi_gui.generating.daily import longest_streak, streak
from hashi_gui.system.files import data_folder

if TYPE_CHECKING:
    from collections.abc import Collection

HELP = """\
Games count that you have solved yourself; lessons do not. Best, median and mean times are those of
games without help. The window shows the same, with plots, under View > Statistics.

examples:
  hashi stats
  hashi stats --csv > results.csv
  hashi stats --json

--csv and --json print every game that has ended: puzzle and title, size, level, where the puzzle
comes from, when the game was begun and ended (UTC), the time, moves, undos, hints and checks, and
whether the program has shown the solution."""


def add(commands: Commands) -> None:
    command = add_command(commands, "stats", run, HELP)
    forms = command.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print all results as one JSON object")
    forms.add_argument("--csv", action="store_true", help="print all results as a table")


def run(args: Namespace) -> int:
    store = GameStore(data_folder())
    results: list[GameResult] = []
    if store.folder.is_dir():
        results, _until = store.results.database.read()
        results.sort(key=lambda result: result.ended)
    for file in store.results.quarantined:
        print_error(_("Some results are damaged. They are now in {file}.").format(file=file))
    if args.csv:
        print_data(to_csv(results).rstrip("\n"))
    elif args.json:
        print_data(to_json(results).rstrip("\n"))
    else:
        print_text(summary(Statistics.of(results), store.solved_dailies(), date.today()))
    return ExitCode.ANSWERED


def summary(statistics: Statistics, dailies: Collection[str], today: date) -> str:
    """The statistics as text; ``dailies`` are the names of the solved daily puzzles."""
    if not statistics.games:
        return "No game has been solved yet."
    unaided = statistics.help[Help.NONE]
    days, longest = streak(today, dailies), longest_streak(dailies)
    lines = [
        f"Games solved: {statistics.games}, {unaided} of them without help "
        f"({round(100 * unaided / statistics.games)} %)",
        f"Time played:  {long_duration(statistics.seconds)}",
        f"Daily streak: {quantity(days, 'day')}, longest {quantity(longest, 'day')}",
        "",
        f"{'size':18} {'level':8} games no help {'best':>8} {'median':>8} {'mean':>8}",
        *map(_line, statistics.groups),
    ]
    return "\n".join(lines)


def _line(group: ResultGroup) -> str:
    times = (
        "-" if time is None else format_duration(time)
        for time in (group.best, group.median, group.mean)
    )
    level = shown_level(group.level) or "-"
    counts = f"{group.games:5} {group.unaided:7}"
    return f"{group.size:18} {level:8} {counts} " + " ".join(f"{t:>8}" for t in times)
