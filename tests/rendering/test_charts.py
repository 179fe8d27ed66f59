import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter

from hashi_gui.rendering.charts import (
    Chart,
    ChartColumn,
    Scale,
    column_at,
    draw_chart,
    plot_area,
    series_colours,
)
from hashi_gui.rendering.theme import DARK, HIGH_CONTRAST, LIGHT

RECT = QRectF(0, 0, 430, 128)


def texts(scale):
    return [text for _, text in scale.ticks]


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        (Scale.of_numbers(0), ["0", "1"]),
        (Scale.of_numbers(3), ["0", "1", "2", "3"]),
        (Scale.of_numbers(170), ["0", "50", "100", "150", "200"]),
        (Scale.of_numbers(3100), ["0", "1,000", "2,000", "3,000", "4,000"]),
        (Scale.of_times(0), ["0", "1 min"]),
        (Scale.of_times(50), ["0", "1 min"]),
        (Scale.of_times(3000), ["0", "15 min", "30 min", "45 min", "1 h"]),
        (Scale.of_times(5 * 3600), ["0", "2 h", "4 h", "6 h"]),
        (Scale.of_shares(1.2), ["0 %", "50 %", "100 %", "150 %"]),
        (Scale.of_shares(9), ["0 %", "500 %", "1,000 %"]),
    ],
)
def test_a_scale_has_a_few_round_numbers_up_to_the_largest(scale, expected):
    assert texts(scale) == expected


@pytest.mark.parametrize("largest", [10**7, 10**9])
def test_a_scale_of_any_time_reaches_the_largest(largest):
    scale = Scale.of_times(largest)
    assert scale.top >= largest
    assert len(scale.ticks) <= 5


def bars(*values, scale=None):
    columns = tuple(ChartColumn(f"{n}", each, f"tip {n}") for n, each in enumerate(values))
    return Chart(columns, scale or Scale.of_numbers(max(map(sum, values))))


def drawn(chart, theme):
    image = QImage(RECT.size().toSize(), QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window))
    painter = QPainter(image)
    draw_chart(painter, RECT, chart, theme)
    painter.end()
    return image


def colours_at(image, x):
    return [image.pixelColor(round(x), y).name() for y in range(image.height())]


@pytest.fixture
def metrics(qapp, fonts):
    return QFontMetrics(QFont())


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=["light", "dark", "contrast"])
def test_the_values_of_a_bar_are_stacked_in_their_colours_and_widths(metrics, theme):
    chart = bars((2, 1, 1), (0, 0, 0), (4, 0, 0))
    image = drawn(chart, theme)
    area = plot_area(QFontMetrics(QFont()), RECT, chart)
    first, second, third = (
        colours_at(image, area.left() + (n + 0.5) * area.width() / 3) for n in range(3)
    )
    heights = [first.count(colour) for colour in series_colours(theme)]
    assert heights[0] == pytest.approx(2 * heights[1], abs=4)
    assert heights[1] == pytest.approx(heights[2], abs=2)
    rows = [
        [image.pixelColor(x, y).name() for x in range(image.width())] for y in range(image.height())
    ]
    broad = [max(row.count(colour) for row in rows) for colour in series_colours(theme)]
    assert broad[0] > broad[1] + 2 > broad[2] + 4
    assert not set(second) & set(series_colours(theme))
    assert third.count(series_colours(theme)[0]) == pytest.approx(area.height(), abs=2)


def test_small_values_can_be_seen(metrics):
    chart = bars((1, 0, 0), (1000, 0, 0))
    area = plot_area(metrics, RECT, chart)
    column = colours_at(drawn(chart, LIGHT), area.left() + area.width() / 4)
    assert LIGHT.bridge in column


def test_a_line_leaves_out_what_is_unknown(metrics):
    columns = tuple(ChartColumn("", value, "") for value in ((1.0,), (), (0.5,)))
    chart = Chart(columns, Scale.of_shares(1.0), is_line=True, reference=1.0)
    area = plot_area(metrics, RECT, chart)
    image = drawn(chart, LIGHT)
    found = colours_at(image, area.left() + area.width() / 6)
    assert found.index(LIGHT.bridge) < area.top() + 8
    found = colours_at(image, area.left() + 5 * area.width() / 6)
    assert found.index(LIGHT.bridge) > area.center().y() - 8


def test_the_column_at_a_position(metrics):
    chart = bars((1,), (2,), (3,))
    area = plot_area(metrics, RECT, chart)
    positions = (area.left() - 1, area.left(), area.center().x(), area.right() - 1, area.right())
    found = [column_at(chart, area, x) for x in positions]
    assert [column and column.tip for column in found] == [None, "tip 0", "tip 1", "tip 2", None]


def test_many_columns_with_long_labels_are_drawn(metrics):
    columns = tuple(ChartColumn(f"November {n}", (n, 0, 0), "") for n in range(300))
    drawn(Chart(columns, Scale.of_numbers(300)), LIGHT)
