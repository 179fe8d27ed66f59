import csv
import io
import json
import sqlite3
from datetime import UTC, date, datetime, timedelta
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.cli import main
from hashi_gui.cli.commands import stats
from hashi_gui.game.result import COLUMNS, GameResult, to_csv
from hashi_gui.game.results_database import ResultsDatabase
from hashi_gui.game.statistics import Periods, Statistics
from hashi_gui.gui.progress.statistics_overview import days_chart, months_chart, pace_chart
from tests.played_games import played_games, record

END = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the player's data."""
    folder = tmp_path / "data"
    monkeypatch.setattr(stats, "data_folder", lambda: folder)
    return folder


def test_without_games(folder, capsys):
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == "No game has been solved yet.\n"
    assert not folder.exists()


def test_the_summary(folder, capsys):
    today = date.today()
    game = {"puzzle": "p", "cols": 10, "rows": 10, "level": "easy", "finished": True}
    record(
        folder,
        [
            GameResult(**game, seconds=65, begun=f"{today}T01:00:00.000Z", daily=f"{today}/easy"),
            GameResult(
                **game,
                seconds=95,
                begun=f"{today}T02:00:00.000Z",
                daily=f"{today - timedelta(days=1)}/easy",
            ),
            GameResult(**game, seconds=5, begun=f"{today}T03:00:00.000Z", hints=1),
        ],
    )
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == (
        "Games solved: 3, 2 of them without help (67 %)\n"
        "Time played:  2 min\n"
        "Daily streak: 2 days, longest 2 days\n"
        "\n"
        "size               level    games no help     best   median     mean\n"
        "8 × 8 to 10 × 10   easy         3       2     1:05     1:20     1:20\n"
    )


def test_a_group_without_times():
    game = GameResult(puzzle="p", cols=10, rows=10, finished=True, seconds=9.0, hints=1)
    text = stats.summary(Statistics.of([game]), frozenset(), END.date())
    assert text.endswith("8 × 8 to 10 × 10   -            1       0        -        -        -")


def test_csv_and_json(folder, capsys):
    games = played_games(50, 1, END)
    record(folder, games)
    assert main(["stats", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert tuple(rows[0]) == COLUMNS
    assert [float(row["seconds"]) for row in rows] == [game.seconds for game in games]
    assert [row["ended"] for row in rows] == [game.ended for game in games]
    assert main(["stats", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["results"]
    assert [GameResult(**entry) for entry in listed] == games


def test_damaged_results_are_an_error_and_stay(folder, capsys):
    folder.mkdir()
    (folder / "results.sqlite").write_text("damaged")
    assert main(["stats"]) == 2
    assert "results.sqlite cannot be read" in capsys.readouterr().err
    assert [file.name for file in folder.iterdir()] == ["results.sqlite"]


def test_a_damaged_result_is_left_out_and_said(folder, capsys):
    record(folder, played_games(3, 1, END))
    with sqlite3.connect(folder / "results.sqlite") as connection:
        connection.execute("UPDATE results SET seconds = -1 WHERE rowid = 2")
    connection.close()
    assert main(["stats"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("Games solved: 2")
    aside = folder / "results-damaged-1.sqlite"
    assert captured.err == f"hashi: Some results are damaged. They are now in {aside}.\n"
    assert main(["stats"]) == 0
    assert not capsys.readouterr().err


def test_results_can_be_read_while_the_game_is_open(folder, capsys):
    record(folder, played_games(3, 1, END))
    database = ResultsDatabase(folder / "results.sqlite")
    with database._connection() as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert main(["stats"]) == 0
    assert capsys.readouterr().out.startswith("Games solved: 3")


@pytest.mark.parametrize("form", [[], ["--csv"], ["--json"]])
def test_texts_of_puzzles_have_no_commands_for_the_terminal(form, folder, capsys):
    text = "\x1b[31m\x9b2J\u202e\n" + 900 * "x"
    game = {"puzzle": "p", "cols": 9, "rows": 9, "finished": True, "seconds": 1.0}
    record(folder, [GameResult(**game, level=text, title=text)])
    assert main(["stats", *form]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(map(str.isprintable, lines))
    assert form or max(map(len, lines)) < 120


def test_a_text_that_a_spreadsheet_would_run_is_quoted(folder, capsys):
    titles = ["=1+1", " +1", "-1", "@A", "＝1", "a;=1", "a=1", "3-1", "\t=1", "a,b"]
    game = {"puzzle": "p", "cols": 9, "rows": 9, "finished": True}
    record(folder, [GameResult(**game, title=t, seconds=n) for n, t in enumerate(titles)])
    assert main(["stats", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["title"] for row in rows] == [
        "'=1+1", "' +1", "'-1", "'@A", "'＝1", "a;'=1", "a=1", "3-1", r"\t=1", "a,b"
    ]  # fmt: skip
    assert [float(row["seconds"]) for row in rows] == list(range(len(titles)))


times = st.none() | st.sampled_from([0.0, 5e-324, 1e9]) | st.floats(0, 1e9)


@given(st.lists(st.tuples(times, st.sampled_from(["", END.isoformat(), "0001-01-01T00:00Z"]))))
def test_no_time_that_can_be_read_ends_the_statistics(games):
    game = {"puzzle": "p", "cols": 9, "rows": 9, "finished": True}
    results = [GameResult(**game, seconds=seconds, ended=ended) for seconds, ended in games]
    statistics = Statistics.of(results)
    periods = Periods.of(statistics, END.date())
    stats.summary(statistics, frozenset(), END.date())
    assert all(period.pace is None or isfinite(period.pace) for period in periods.months)
    days_chart(periods.days)
    months_chart(periods.months)
    pace_chart(periods.months)
    assert to_csv(results).count("\n") == len(results) + 1
