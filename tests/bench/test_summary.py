from __future__ import annotations

import pytest

from hashi_gui.bench.summary import (
    Summary,
    Table,
    fit_growth,
    format_number,
    format_percent,
    mean_added_memory,
)


def test_a_summary_has_the_times_of_correct_answers_only(run):
    runs = [
        run(seconds=1.0),
        run(seconds=2.0, outcome="none"),
        run(seconds=6.0),
        run(seconds=0.001, outcome="wrong"),
        run(seconds=60.0, outcome="stopped"),
    ]
    assert Summary.from_runs(runs) == Summary(count=5, rate=0.6, mean=3.0, median=2.0, max=6.0)
    assert Summary.from_runs(runs[3:]) == Summary(2, 0, None, None, None)


def test_growth_is_fitted_up_to_the_first_failure(run):
    cubic = [run(islands=n, seconds=1e-9 * n**3) for n in (10, 100, 1000)]
    assert fit_growth(cubic) == (10, 1000, pytest.approx(3))
    easy = run(islands=2000, seconds=1e-9)
    assert fit_growth([*cubic, run(islands=2000, outcome="stopped"), easy]) == fit_growth(cubic)
    assert fit_growth([*cubic, run(islands=100, outcome="wrong")]) is None
    assert fit_growth([]) is None


def test_added_memory_is_the_mean_of_known_values(run):
    assert mean_added_memory([run(added=100), run(added=300), run()]) == 200
    assert mean_added_memory([run()]) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (0, "0"),
        (413.68, "414"),
        (1234.5, "1234"),
        (36.94, "36.9"),
        (0.0173456, "0.0173"),
        (0.0000120, "0.0000120"),
    ],
)
def test_numbers_have_three_significant_digits(value: float | None, text: str):
    assert format_number(value) == text


def test_only_a_full_share_is_100_percent():
    assert [format_percent(share) for share in (0, 0.333, 29 / 30, 0.9999, 1)] == [
        "0",
        "33",
        "96",
        "99",
        "100",
    ]


def test_a_table_is_markdown_with_aligned_columns():
    table = Table("Title", "Note.", ["method", "s"], [["sat", "0.1"], ["ilp-v1", "12"]])
    assert table.markdown() == (
        "## Title\n\nNote.\n\n"
        "| method |   s |\n"
        "| ------ | --: |\n"
        "| sat    | 0.1 |\n"
        "| ilp-v1 |  12 |"
    )
