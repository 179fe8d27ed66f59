"""``hashi stats``: the games that were played in the window."""

from __future__ import annotations

from argparse import Namespace
from datetime import date
from typing import TYPE_CHECKING

from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.terminal import ExitCode, columns, padded, print_data, print_error, print_text
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.wording import format_duration, long_duration, shown_level
from hashi_gui.game import GameStore
from hashi_gui.game.result import GameResult, Help, to_csv, to_json
from hashi_gui.game.statistics import ResultGroup, Statistics
from hashi_gui.generating.daily import longest_streak, streak
from hashi_gui.system.files import data_folder

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def _help() -> list[str]:
    return [
        _(
            "Games count that you have solved yourself; lessons do not. Best, median and mean "
            "times are those of games without help. The window shows the same, with plots, under "
            "View > Statistics."
        ),
        _("""\
examples:
  hashi stats
  hashi stats --csv > results.csv
  hashi stats --json"""),
        _(
            "--csv and --json print every game that has ended: puzzle and title, size, level, "
            "where the puzzle comes from, when the game was begun and ended (UTC), the time, "
            "moves, undos, hints and checks, and whether the program has shown the solution."
        ),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "stats", run, _help())
    forms = command.add_mutually_exclusive_group()
    forms.add_argument(
        "--json", action="store_true", help=_("print all results as one JSON object")
    )
    forms.add_argument("--csv", action="store_true", help=_("print all results as a table"))


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
        return _("No game has been solved yet.")
    unaided = statistics.help[Help.NONE]
    heading = (_("size"), _("level"), _("games"), _("no help"), _("best"), _("median"), _("mean"))
    widths = [max(width, columns(text)) for width, text in zip(_WIDTHS, heading)]
    lines = [
        _("Games solved: {n}, {unaided} of them without help ({percent} %)").format(
            n=statistics.games, unaided=unaided, percent=round(100 * unaided / statistics.games)
        ),
        _("Time played:  {time}").format(time=long_duration(statistics.seconds)),
        _("Daily streak: {days}, longest {longest}").format(
            days=_days(streak(today, dailies)), longest=_days(longest_streak(dailies))
        ),
        "",
        *(_row(cells, widths) for cells in (heading, *map(_cells, statistics.groups))),
    ]
    return "\n".join(lines)


_WIDTHS = (18, 8, 5, 7, 8, 8, 8)


def _cells(group: ResultGroup) -> Sequence[str]:
    times = (
        "-" if time is None else format_duration(time)
        for time in (group.best, group.median, group.mean)
    )
    level = shown_level(group.level) or "-"
    return translated(group.size), level, str(group.games), str(group.unaided), *times


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Size and level on the left of their columns, numbers on the right."""
    return " ".join(
        padded(cell, width, right=place > 1)
        for place, (cell, width) in enumerate(zip(cells, widths))
    )


def _days(number: int) -> str:
    return ngettext("{n} day", "{n} days", number).format(n=number)
