from __future__ import annotations

from hashi_gui.bench.table import Table


def test_a_table_is_markdown_with_aligned_columns():
    table = Table("Title", "Note.", ["method", "s"], [["sat", "0.1"], ["ilp-v1", "12"]])
    assert table.markdown() == (
        "## Title\n\nNote.\n\n"
        "| method |   s |\n"
        "| ------ | --: |\n"
        "| sat    | 0.1 |\n"
        "| ilp-v1 |  12 |"
    )
