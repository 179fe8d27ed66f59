from __future__ import annotations

import pytest

from hashi_gui.bench.measuring import (
    DisagreementError,
    Table,
    Times,
    check,
    format_number,
    format_percent,
    median_and_longest,
)


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


def test_times_are_summarised_by_name():
    times = Times()
    times["click"] += [0.001 * n for n in range(1, 21)]
    with times.measure("start", iter([1.0, 1.5]).__next__):
        pass
    assert times.table("", "", unit=0.001).rows == [
        ["click", "20", "10.5", "19.0", "20.0"],
        ["start", "1", "500", "500", "500"],
    ]


def test_the_longest_is_shown_if_there_are_several():
    assert median_and_longest([1.0, 2.0, 9.0]) == "2.00 (9.00)"
    assert median_and_longest([0.5]) == "0.500"
    assert median_and_longest([]) == "-"


def test_wrong_answers_are_listed():
    check([])
    with pytest.raises(DisagreementError, match="1 wrong answers:\n6 instead of 7"):
        check(["6 instead of 7"])
