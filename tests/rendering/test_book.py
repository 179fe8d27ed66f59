import re
from dataclasses import replace
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QMarginsF, QRectF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, is_solution
from hashi_gui.formats import PuzzleInfo
from hashi_gui.rendering import pages
from hashi_gui.rendering.book import PUZZLE_GRIDS, Book, Placement, draw_single, example_for, place
from hashi_gui.rendering.entry import MIN_CELL, BookError, Column, Entry
from hashi_gui.rendering.geometry import MARGIN
from hashi_gui.rendering.pages import PagePainter, Paper, output_buffer, pdf_writer
from hashi_gui.solving import Solver, VerdictKind

ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
SINGLES = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}, rules=Rules(1))
LARGE = Puzzle.from_clues(30, 30, {(0, 0): 1, (0, 29): 1})


def solved(puzzle, **info):
    return Entry(puzzle, PuzzleInfo(**info), bytes([1] * len(puzzle.edges)))


def entry(puzzle, title="", level="", **info):
    return Entry(puzzle, PuzzleInfo(title=title, level=level, **info))


pytestmark = pytest.mark.usefixtures("fonts")


@pytest.fixture
def drawn(monkeypatch):
    """The contents of each page: texts as strings, boards as (box, puzzle, board)."""
    pages = [[]]
    start_page = PagePainter.start_page

    def recording(draw):
        def record(painter, box, what, *rest):
            pages[-1].append(what if isinstance(what, str) else (QRectF(box), what, rest[0]))
            return draw(painter, box, what, *rest)

        return record

    def record_page(painter, *turned):
        pages.append([])
        start_page(painter, *turned)

    for name in ("draw_text", "draw_paragraph", "draw_board"):
        monkeypatch.setattr(PagePainter, name, recording(getattr(PagePainter, name)))
    monkeypatch.setattr(PagePainter, "start_page", record_page)
    return pages


@pytest.fixture
def drawn_rects(monkeypatch):
    """The rectangles that boards cover, with their puzzles, in order."""
    rects = []
    draw_fitted = pages.draw_fitted

    def record(painter, rect, puzzle, *rest):
        rects.append((puzzle, QRectF(rect)))
        draw_fitted(painter, rect, puzzle, *rest)

    monkeypatch.setattr(pages, "draw_fitted", record)
    return rects


FRONT = 3
"""The boards on the cover and below the rules."""


def grid(rows, cols):
    return Puzzle.from_clues(rows, cols, {(0, 0): 1, (0, cols - 1): 1})


def cell_size(puzzle, rect):
    return rect.width() / (puzzle.cols - 1 + 2 * MARGIN)


def page_sizes(data):
    """The width and height of each page in millimetres, title page first."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    return [tuple(round(float(side) * 25.4 / 72) for side in box) for box in boxes]


def boards(page):
    return [item for item in page if isinstance(item, tuple)]


def pages_in(data):
    return len(re.findall(rb"/Type\s*/Page\b", data))


@pytest.mark.parametrize(
    ("per_page", "pages"), [(1, 2 + 7 + 1), (2, 2 + 4 + 1), (4, 2 + 2 + 1), (6, 2 + 2 + 1)]
)
def test_a_book_has_a_title_page_its_puzzles_and_its_solutions(per_page, pages):
    data, count = Book("B", [solved(ROW)] * 7, per_page).pdf()
    assert pages_in(data) == count == pages


def test_a_book_without_solutions_has_no_pages_for_them():
    data, count = Book("B", [Entry(ROW)] * 7, 2).pdf()
    assert pages_in(data) == count == 2 + 4


def test_the_title_page_has_a_summary_and_the_page_of_each_puzzle(drawn):
    entries = [entry(ROW, level="hard"), entry(LARGE, level="easy"), solved(ROW, level="my own")]
    Book(
        "Long evenings", [replace(each, info=each.info._replace(author="Ann")) for each in entries]
    ).pdf()
    title, byline, summary, cover = drawn[0]
    assert (title, byline) == ("Long evenings", "by Ann")
    assert summary == "3 puzzles · 5 × 1 to 30 × 30 · easy to hard"
    assert is_solution(cover[1], cover[2].counts)
    contents = drawn[1][: drawn[1].index("How to play", 9)]
    rows = [contents[n : n + 5] for n in range(4, len(contents), 5)]
    # The large one has a page of its own, and the others are in order.
    numbers = [("", "2"), ("1", "3"), ("2", "4"), ("3", "5"), ("", "6")]
    assert [(row[0], row[-1]) for row in rows] == numbers
    assert drawn[4][:2] == ["5", "Long evenings"]


@pytest.mark.parametrize(("puzzles", "lists", "rules"), [(16, 1, 0), (24, 1, 1), (100, 3, 1)])
def test_contents_take_as_many_pages_as_they_need_and_the_rules_what_is_left(
    drawn, puzzles, lists, rules
):
    titles = [f"Puzzle {n}" for n in range(puzzles)]
    data, count = Book("B", [entry(ROW, title) for title in titles]).pdf()
    assert count == pages_in(data) == 1 + lists + rules + puzzles / 4
    shown = [text for page in drawn[1 : 1 + lists] for text in page]
    assert titles == [text for text in shown if str(text).startswith("Puzzle ")]
    assert str(count) in shown
    boxes = [box for box, _, _ in boards(drawn[lists + rules])]
    assert [(box.height() >= 50, box.bottom() < 297 - 22) for box in boxes] == [(True, True)] * 2


def test_puzzles_without_a_name_share_a_row_of_the_contents(drawn):
    Book("B", [*[entry(ROW, level="easy")] * 6, entry(ROW, "Sun"), Entry(ROW), Entry(ROW)]).pdf()
    rows = [drawn[1][n : n + 5] for n in range(9, 24, 5)]
    assert [(row[0], row[-1]) for row in rows] == [("1 to 6", "3"), ("7", "4"), ("8 to 9", "4")]


def test_hints_are_before_the_solutions_on_as_many_pages_as_they_need(drawn):
    hints = [f"Begin at row {n}. {'Look there. ' * 20}" for n in range(1, 21)]
    _data, count = Book("B", [replace(solved(ROW), hint=hint) for hint in hints]).pdf()
    assert [text for page in drawn[7:9] for text in page if text in hints] == hints
    chapters = [(drawn[1][n], drawn[1][n + 2]) for n in (16, 21)]
    assert chapters == [("Hints", "8"), ("Solutions", "10")]
    assert count == 10


def test_the_summary_of_one_puzzle_has_no_ranges(drawn):
    Book("B", [Entry(ROW)]).pdf()
    assert "1 puzzle · 5 × 1" in drawn[0]


def test_puzzles_have_a_number_a_title_a_level_and_a_size(drawn):
    Book("B", [entry(ROW, "Harbour", "easy"), Entry(SINGLES), Entry(ROW)], per_page=2).pdf()
    texts = [[item for item in page if isinstance(item, str)] for page in drawn]
    assert texts[2] == [
        *("3", "B"),
        *("Time", "Easy · 5 × 1", "1", "Harbour", ""),
        *("Time", "up to 1 bridge per pair · 3 × 1", "2", "", ""),
    ]
    assert texts[3] == ["4", "B", "Time", "5 × 1", "3", "", ""]


def test_a_title_that_says_only_the_size_and_the_level_is_left_out(drawn):
    Book("B", [entry(ROW, "5 × 1, easy", "easy")]).pdf()
    assert "Easy · 5 × 1" in drawn[2]
    assert "5 × 1, easy" not in drawn[2]


def test_puzzles_are_empty_and_solutions_have_their_bridges(drawn):
    row = solved(ROW)
    Book("B", [row]).pdf()
    assert [board for _, _, board in boards(drawn[2])] == [Board.empty(ROW)]
    assert [board for _, _, board in boards(drawn[3])] == [Board(row.solution)]


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("paper", Paper)
def test_boards_are_inside_the_page_and_do_not_overlap(drawn, per_page, paper):
    Book("B", [solved(LARGE)] * 7, per_page, paper).pdf()
    page_rect = QRectF(0, 0, paper.size.width(), paper.size.height()).adjusted(15, 15, -15, -20)
    for page in drawn[2:]:
        boxes = [box for box, _, _ in boards(page)]
        assert boxes
        for n, box in enumerate(boxes):
            assert page_rect.contains(box)
            assert not any(box.intersects(other) for other in boxes[:n])


def test_a_page_has_as_many_solutions_as_are_readable(drawn):
    Book("B", [solved(ROW)] * 20 + [solved(LARGE)] * 7, per_page=4).pdf()
    assert [len(boards(page)) for page in drawn[14:]] == [20, 6, 1]
    assert "1 to 20" in drawn[14]
    assert "27" in drawn[16]


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (210, 297)), (Paper.LETTER, (216, 279))])
def test_the_pages_have_the_size_of_the_paper(paper, size):
    data, _ = Book("B", [Entry(ROW)], 4, paper).pdf()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert [float(side) * 25.4 / 72 for side in box.groups()] == pytest.approx(size, abs=0.5)


def test_the_fonts_are_embedded_and_the_title_is_set():
    data, _ = Book("Long evenings", [Entry(ROW)]).pdf()
    assert data.count(b"/FontFile") == 3
    assert "Long evenings".encode("utf-16-be") in data


def test_a_single_page_can_be_in_landscape_format(drawn):
    writer = pdf_writer(buffer := output_buffer(), QPageSize(QPageSize.PageSizeId.A4), "")
    writer.setPageOrientation(QPageLayout.Orientation.Landscape)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    page = PagePainter(writer, painter)
    assert (page.size.width(), page.size.height()) == pytest.approx((297, 210), abs=0.5)
    draw_single(page, entry(ROW, "Harbour"), Board(b"\x01\x01"))
    painter.end()
    assert pages_in(buffer.data().data()) == 1
    [(box, _, board)] = boards(drawn[0])
    assert board == Board(b"\x01\x01")
    assert box.right() < 297
    assert "Harbour" in drawn[0]
    assert "Time" not in drawn[0]  # Of a board that is begun, it would be too late.


@pytest.mark.parametrize(
    ("rows", "cols", "per_page", "placement"),
    [
        (9, 9, 6, Placement(6)),
        (10, 10, 6, Placement(4)),
        (10, 10, 2, Placement(2)),
        (12, 12, 4, Placement(2)),
        (17, 17, 4, Placement(1)),
        (12, 30, 2, Placement(1, turned=True)),
        (42, 42, 1, Placement(1)),
        (60, 40, 6, Placement(1)),
        (40, 60, 6, Placement(1, turned=True)),
        (40, 60, 1, Placement(1, turned=True)),
    ],
)
def test_a_puzzle_has_the_page_that_its_size_needs(rows, cols, per_page, placement):
    assert place(Entry(grid(rows, cols)), per_page, Paper.A4) == placement


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("per_page", PUZZLE_GRIDS)
def test_no_cell_is_too_small(drawn_rects, per_page, paper):
    puzzles = [grid(rows, cols) for rows in (3, 25, 40, 57) for cols in (3, 17, 25, 40, 57)]
    fitting = []
    for puzzle in puzzles:
        try:
            place(Entry(puzzle), per_page, paper)
            fitting.append(puzzle)
        except BookError:
            assert min(puzzle.rows, puzzle.cols) > 39
    Book("B", [Entry(puzzle) for puzzle in fitting], per_page, paper).pdf()
    drawn = drawn_rects[FRONT:]
    assert [puzzle for puzzle, _ in drawn] == fitting
    assert all(cell_size(puzzle, rect) >= MIN_CELL for puzzle, rect in drawn)


def test_a_large_puzzle_between_small_ones_has_a_page_of_its_own(drawn):
    entries = [Entry(puzzle) for puzzle in (ROW, ROW, grid(25, 25), ROW, grid(40, 60), ROW, ROW)]
    data, count = Book("B", entries).pdf()
    assert [len(boards(page)) for page in drawn] == [1, 2, 2, 1, 1, 1, 2]
    upright, turned = (210, 297), (297, 210)
    assert page_sizes(data) == [upright] * 5 + [turned, upright]
    assert count == 7


def test_the_board_of_a_turned_page_is_inside_it(drawn, drawn_rects):
    Book("B", [Entry(grid(40, 60))]).pdf()
    [(box, _, _)] = boards(drawn[2])
    assert QRectF(0, 0, 297, 210).contains(box)
    [(puzzle, rect)] = drawn_rects[FRONT:]
    assert box.contains(rect)
    assert cell_size(puzzle, rect) == pytest.approx(4.1, abs=0.1)


def test_a_puzzle_that_is_too_large_for_a_page_is_rejected():
    with pytest.raises(BookError) as caught:
        Book("B", [Entry(grid(60, 60))]).pdf()
    assert str(caught.value) == (
        "The puzzle is too large for A4 paper: its cells would be 2.9 mm wide, and 4 mm is the "
        "smallest readable size. hashi render draws it at any size."
    )


def test_a_small_puzzle_alone_on_its_page_is_large_and_in_the_middle(drawn_rects):
    Book("B", [Entry(grid(5, 5))], per_page=1).pdf()
    [(puzzle, rect)] = drawn_rects[FRONT:]
    assert cell_size(puzzle, rect) == pytest.approx(24)
    assert rect.center().x() == pytest.approx(210 / 2)
    assert rect.center().y() == pytest.approx(297 / 2, abs=2)


def test_boards_side_by_side_have_their_tops_aligned(drawn_rects):
    Book("B", [Entry(grid(5, 5)), Entry(grid(8, 10)), Entry(ROW)]).pdf()
    (_, first), (_, second), (_, third) = drawn_rects[FRONT:]
    assert first.top() == second.top() < third.top()


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(
    ("side", "least", "pages"), [(7, 15, 1), (10, 10.5, 1), (17, 9, 2), (25, 6.5, 2)]
)
def test_two_on_a_page_use_its_width_and_larger_ones_have_a_page_of_their_own(
    drawn, drawn_rects, side, least, pages, paper
):
    Book("B", [entry(grid(side, side), "Harbour", notes="Sea.")] * 2, 2, paper).pdf()
    assert len(drawn) == 2 + pages
    left = 18 + 46 if pages == 1 else 18
    for puzzle, rect in drawn_rects[FRONT:]:
        assert cell_size(puzzle, rect) >= least
        assert left <= rect.left() < left + 13
        assert 0 <= paper.size.width() - 17.9 - rect.right() < 7


@pytest.mark.parametrize(("per_page", "left"), [(2, 1), (4, 1), (4, 2), (4, 3), (6, 1), (6, 4)])
def test_no_last_page_is_half_empty(drawn_rects, per_page, left):
    entries = [solved(grid(8, 8))] * (per_page + left)
    Book("B", entries, per_page).pdf()
    drawn = [rect for _, rect in drawn_rects[FRONT:]]
    last, solutions = drawn[per_page : len(entries)], drawn[len(entries) :]
    assert max(rect.bottom() for rect in last) > 297 / 2
    assert max(rect.bottom() for rect in solutions) > 297 / 2


def test_solutions_are_below_their_numbers_and_readable(drawn_rects):
    puzzles = [grid(5, 5), grid(5, 5), grid(60, 40), grid(40, 60), grid(5, 5)]
    entries = [solved(puzzle) for puzzle in puzzles]
    Book("B", entries).pdf()
    drawn = drawn_rects[FRONT + len(entries) :]
    assert [puzzle for puzzle, _ in drawn] == puzzles
    assert all(cell_size(puzzle, rect) >= 2.3 for puzzle, rect in drawn)
    assert drawn[0][1].left() == 18
    assert drawn[0][1].bottom() < drawn[1][1].top()


def test_a_title_has_all_the_space_that_the_facts_leave(monkeypatch):
    shortened = {}
    draw_text = PagePainter.draw_text

    def record(painter, box, text, style, *rest):
        shortened[text] = PagePainter.text_width(text, style) > box.width()
        draw_text(painter, box, text, style, *rest)

    monkeypatch.setattr(PagePainter, "draw_text", record)
    Book("B", [entry(grid(5, 5), "The harbour in the evening", "easy"), entry(ROW, "W" * 60)]).pdf()
    assert not shortened["The harbour in the evening"]
    assert shortened["W" * 60]


def test_painting_ends_before_the_page_is_destroyed(monkeypatch):
    """Qt would crash otherwise, for example at Ctrl+C."""
    painters = []

    def interrupt(page, *rest):
        painters.append(page._painter)
        raise KeyboardInterrupt

    monkeypatch.setattr(PagePainter, "draw_board", interrupt)
    with pytest.raises(KeyboardInterrupt):
        Book("B", [Entry(ROW)]).pdf()
    assert not painters[0].isActive()


def test_texts_from_outside_are_drawn_in_one_line_without_commands(monkeypatch):
    texts = []
    monkeypatch.setattr(
        PagePainter, "_draw_layout", lambda self, at, layout, *rest: texts.append(layout.text())
    )
    data, _ = Book("\u202eb\n", [entry(ROW, "\u202et\x1b", "\u202el" * 50)]).pdf()
    assert {r"\u202eb\n", r"\u202et\x1b"} <= set(texts)
    assert all(map(str.isprintable, texts))
    assert "\u202e".encode("utf-16-be") not in data


def test_a_puzzle_has_its_byline_points_instructions_and_notes(drawn):
    told = {"author": "Ann", "points": 12, "instructions": "Think.", "notes": "Made\nat sea."}
    for per_page in (1, 4):
        drawn[:] = [[]]
        Book("B", [entry(ROW, "Harbour", **told)], per_page).pdf()
        assert {"Harbour", "by Ann", "Think.", "Made\nat sea."} <= {*filter_texts(drawn[2])}
        assert any("12 points" in text for text in filter_texts(drawn[2]))


def test_boards_side_by_side_align_below_their_texts(drawn_rects):
    entries = [entry(grid(5, 5)), entry(grid(5, 5), author="Ann", instructions="Think. " * 40)]
    Book("B", [*entries, Entry(ROW)]).pdf()
    (_, first), (_, second), _row = drawn_rects[FRONT:]
    assert first.top() == second.top() > 40


def test_a_puzzle_whose_texts_are_too_long_for_its_part_of_a_page_has_a_page_of_its_own(drawn):
    long = Entry(grid(5, 5), PuzzleInfo(notes="Lorem ipsum " * 150))
    assert place(long, 4, Paper.A4) == Placement(1)
    # However long they are, there is room for the board.
    endless = Entry(grid(38, 60), PuzzleInfo(instructions="W" * 10_000, notes="Lorem\n" * 10_000))
    assert place(endless, 4, Paper.A4) == Placement(1, turned=True)
    Book("B", [endless]).pdf()
    [(box, _, _)] = boards(drawn[2])
    assert box.height() >= 4 * 38
    with pytest.raises(BookError):  # Only notes are left out.
        place(replace(endless, puzzle=grid(40, 60)), 4, Paper.A4)
    assert place(entry(grid(40, 60), notes="Lorem"), 4, Paper.A4) == Placement(1, turned=True)


def test_a_book_has_the_rules_of_its_puzzles(drawn):
    unknown = Puzzle.from_clues(1, 3, {(0, 0): None, (0, 2): 1}, rules=Rules(3))
    tree = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}, rules=Rules(3, loops=False))
    for puzzles, told in (
        ([ROW], "At most 2 bridges"),
        ([SINGLES], "At most 1 bridge "),
        ([unknown], "with “?”"),
        ([tree], "no loops: "),
        ([ROW, tree], "Where it says “no loops”"),
    ):
        drawn[:] = [[]]
        Book("B", [Entry(puzzle) for puzzle in puzzles]).pdf()
        text = " ".join(filter_texts(drawn[1]))
        assert told in text
    assert "unless the puzzle says otherwise" in text


@pytest.mark.parametrize("unknown", [False, True])
@pytest.mark.parametrize("rules", [Rules(), Rules(1), Rules(4), Rules(2, loops=False)])
def test_the_example_follows_the_rules_and_has_one_solution(rules, unknown):
    clue = None if unknown else 1
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): clue}, rules=rules)
    example = example_for([puzzle])
    shown = example.puzzle._replace(rules=rules)
    assert any(island.clue is None for island in shown.islands) is unknown
    with Solver(shown) as solver:
        verdict = solver.verdict()
    assert (verdict.kind, verdict.solution) == (VerdictKind.UNIQUE, example.board.counts)


def test_a_contest_lists_points_and_has_boxes_to_write_in(drawn, monkeypatch):
    boxes = []
    monkeypatch.setattr(PagePainter, "draw_box", lambda page, box: boxes.append(box))
    easy = entry(ROW, "5 × 1, easy", "easy").for_contest()
    Book("B", [entry(ROW, points=1200), easy], contest=True).pdf()
    assert "asy" not in str(drawn)
    front = filter_texts(drawn[0])
    assert {"Name", "Start", "Finish", "Score", "Points", "1,200", "–", "Total"} <= {*front}
    assert front[-1] == "1,200"
    assert len(boxes) == 4 + 3
    assert ["Name" in page for page in drawn] == [True, False, True]


@pytest.mark.parametrize("info", [{}, {"title": "Harbour", "author": "Ann", "notes": "W" * 500}])
def test_a_column_is_exactly_as_wide_as_it_should_be(info):
    column = Column(entry(grid(5, 5), **info), 83.7)
    (box,) = re.findall(rb"/MediaBox \[([^]]+)\]", column.pdf())
    left, bottom, right, top = map(float, box.split())
    assert (right - left) * 25.4 / 72 == pytest.approx(83.7, abs=0.001)
    svg = column.svg().decode()
    width, height = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', svg).groups()
    assert float(width) == 83.7
    assert (top - bottom) * 25.4 / 72 == pytest.approx(float(height), abs=0.01)
    assert (float(height) == 83.7) is (not info)
    assert "<text" not in svg


@pytest.mark.parametrize("draw", [Column.pdf, Column.svg])
def test_a_column_that_would_be_too_long_is_refused(draw):
    with pytest.raises(BookError, match="would be 9298 mm long"):
        draw(Column(Entry(grid(200, 2)), 84))


def filter_texts(page):
    return [text for text in page if isinstance(text, str)]


def test_making_a_book_can_be_stopped():
    for calls in range(5):
        check = Mock(side_effect=[None] * calls + [KeyboardInterrupt])
        with pytest.raises(KeyboardInterrupt):
            Book("B", [solved(ROW)], check=check).pdf()
