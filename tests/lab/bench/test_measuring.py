import pytest

from hashi_gui.lab.bench.measuring import Table, format_number, format_percent


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
    shares = (0, 0.333, 29 / 30, 0.9999, 1)
    assert [format_percent(share) for share in shares] == ["0", "33", "96", "99", "100"]


def test_a_table_is_markdown_with_aligned_columns():
    table = Table("Title", "Note.", ["method", "s"], [["sat", "0.1"], ["ilp-v1", "12"]])
    assert table.markdown() == (
        "## Title\n\nNote.\n\n"
        "| method |   s |\n"
        "| ------ | --: |\n"
        "| sat    | 0.1 |\n"
        "| ilp-v1 |  12 |"
    )
