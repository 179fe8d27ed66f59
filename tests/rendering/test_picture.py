import re
import sys
import weakref
from dataclasses import replace
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from threading import Thread
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray, QPoint, QSize, Qt
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.rendering import picture as picture_module
from hashi_gui.rendering.geometry import MARGIN
from hashi_gui.rendering.pages import MM_PER_INCH
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.picture import (
    AROUND,
    ENCODERS,
    FORMATS,
    GROWTH_FRAMES,
    IMAGE_DPI,
    LAST_FRAME_SECONDS,
    MAX_CELL,
    MAX_FRAME_SECONDS,
    MAX_SIDE,
    MIN_FRAME_SECONDS,
    Animation,
    Frame,
    KeyMoveAnimation,
    Picture,
    PictureError,
    Postcard,
    save_animation,
    save_picture,
)
from hashi_gui.rendering.resources import drawable, font, lacks_letters_of
from hashi_gui.rendering.theme import DARK, LIGHT, PRINT, THEMES
from hashi_gui.solving import Solver
from hashi_gui.system.files import StorageError

DRAWN = read("2═══2 .\n\n. . 1")
SOLVED = read("2═══2 .\n\n. . .")
CELL = 94
"""Of 8 mm, in pixels."""

SVG = "{http://www.w3.org/2000/svg}"


def picture(theme=LIGHT, cell=8.0):
    return Picture(DRAWN.puzzle, DRAWN.board, theme, cell)


def pixel(image, row, col):
    """The colour at a position on the board."""
    return image.pixelColor(round((0.85 + col) * CELL), round((0.85 + row) * CELL)).name()


pytestmark = pytest.mark.usefixtures("fonts")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_png_has_the_colours_of_its_theme(theme):
    image = QImage.fromData(picture(theme).png())
    assert image.size() == QSize(round(4.7 * 94), round(2.7 * 94))
    assert image.pixelColor(1, 1).name() == theme.water
    assert pixel(image, -0.3, 0) == theme.dim_island
    assert pixel(image, 0.1, 1) == theme.bridge
    assert pixel(image, 1, 1) == theme.dot


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_solved_puzzle_is_lit(theme):
    image = Picture(SOLVED.puzzle, SOLVED.board, theme, 8.0).image()
    assert pixel(image, -0.3, 0) == theme.lit
    root = ElementTree.fromstring(Picture(SOLVED.puzzle, SOLVED.board, theme, 8.0).svg())
    colours = {group.attrib.get("fill") for group in root.iter(f"{SVG}g")}
    assert theme.lit_clue in colours
    assert theme.dim_clue not in colours - {theme.lit_clue}


def test_a_png_has_its_size_on_paper():
    image = QImage.fromData(picture(cell=5.0).png())
    assert image.width() / image.dotsPerMeterX() * 1000 == pytest.approx(4.7 * 5, rel=0.01)


def test_an_svg_has_the_right_size_and_needs_no_font():
    root = ElementTree.fromstring(picture(DARK).svg())
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert (width, height) == pytest.approx((4.7 * 8, 2.7 * 8), abs=0.01)
    assert root.find(f".//{SVG}text") is None
    fills = {group.attrib["fill"] for group in root.iter(f"{SVG}g") if "fill" in group.attrib}
    assert {DARK.water, DARK.bridge, DARK.dim_clue} <= fills


def test_the_clues_of_an_svg_are_where_those_of_a_png_are():
    shown = picture(PRINT)
    expected = shown.image()
    image = QImage(expected.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(shown.svg())).render(painter)
    painter.end()
    dark = [
        {
            (x, y)
            for x in range(50, 110)
            for y in range(50, 110)
            if drawn.pixelColor(x, y).lightness() < 128
        }
        for drawn in (expected, image)
    ]
    assert len(dark[0]) > 200
    assert len(dark[0] ^ dark[1]) < 0.2 * len(dark[0])


def test_a_pdf_is_one_page_of_the_size_of_the_board_with_embedded_fonts():
    data = picture(cell=10.0).pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    millimetres = [float(side) * 25.4 / 72 for side in box.groups()]
    assert millimetres == pytest.approx([47, 27], abs=0.4)
    assert b"/FontFile" in data
    assert b"Inter" in data


def test_clues_are_larger_if_islands_are_small():
    puzzle = Puzzle.from_clues(1, 1, {(0, 0): 1})

    def darkness(cell):
        """The share of the island that is covered by its clue."""
        image = Picture(puzzle, Board.empty(puzzle), PRINT, cell).image()
        middle = range(round(0.35 * image.width()), round(0.65 * image.width()))
        pixels = [image.pixelColor(x, y).lightness() for x in middle for y in middle]
        return 1 - sum(pixels) / len(pixels) / 255

    assert darkness(4.0) > 1.1 * darkness(8.0)


def test_a_picture_drawn_in_another_thread_is_the_same():
    shown, drawn = picture(), []
    thread = Thread(target=lambda: drawn.append(shown.png()))
    thread.start()
    thread.join()
    assert drawn == [shown.png()]


@pytest.mark.parametrize(
    ("rows", "pixels"), [(2000, "188066 x 188066"), (1, "188066 x 160")], ids=["area", "side"]
)
def test_a_too_large_image_is_rejected_before_it_is_allocated(rows, pixels):
    puzzle = Puzzle.from_clues(rows, 2000, {(0, 0): 1, (0, 2): 1})
    with pytest.raises(PictureError) as caught:
        Picture(puzzle, Board.empty(puzzle), LIGHT, 8.0).image()
    assert str(caught.value) == (
        f"The image would be {pixels} pixels; the limit is 150 million pixels and 32767 per side. "
        "Use a smaller cell, or SVG or PDF."
    )


def test_a_too_large_page_is_rejected():
    puzzle = Puzzle.from_clues(1, 2000, {(0, 0): 1, (0, 2): 1})
    with pytest.raises(
        PictureError, match="The page would be 16006 x 14 mm; the limit for PDF is 5080 mm"
    ):
        Picture(puzzle, Board.empty(puzzle), LIGHT, 8.0).pdf()


@pytest.mark.parametrize("extension", [*ENCODERS, ".PNG"])
def test_the_extension_determines_the_format(tmp_path, extension):
    file = tmp_path / f"board{extension}"
    save_picture(file, picture())
    signatures = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    assert file.read_bytes().startswith(signatures[extension.lower()])


def test_an_unknown_extension_is_rejected(tmp_path):
    with pytest.raises(
        PictureError,
        match=r"board\.gif: expected a file name ending in one of \.png, \.svg, \.pdf\.",
    ):
        save_picture(tmp_path / "board.gif", picture())
    assert list(tmp_path.iterdir()) == []


def test_an_error_while_writing_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be written"):
        save_picture(tmp_path / "file" / "board.png", picture())


def postcard(*facts, theme=LIGHT):
    return Postcard(Picture(SOLVED.puzzle, SOLVED.board, theme, 8.0), *facts).image()


def texts_in(image):
    """The columns of pixels in which something is written below the sheet."""
    rows = range(image.height() - round(0.9 * CELL), image.height())
    window = image.pixel(0, 0)
    return [x for x in range(image.width()) if any(image.pixel(x, y) != window for y in rows)]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_board_lies_lit_on_the_colour_of_the_window(theme):
    image = postcard("Row", [], theme=theme)
    edge = AROUND / 64
    assert image.pixelColor(1, 1).name() == theme.window
    assert image.pixelColor(round(edge * CELL) + 30, round(edge * CELL) + 8).name() == theme.water
    ring = round((edge + 0.85) * CELL), round((edge + 0.85 - 0.3) * CELL)
    assert image.pixelColor(*ring).name() == theme.lit


def test_the_texts_are_below_at_both_ends():
    title, both = texts_in(postcard("Row", [])), texts_in(postcard("Row", ["5×1 easy", "1:25"]))
    assert title[0] == both[0] < 0.5 * CELL
    assert both[-1] > 4.9 * CELL
    assert title[-1] < 2 * CELL


def test_long_texts_are_smaller():
    image = postcard("A very long name indeed", ["25×25 extreme", "1:25:00"])
    columns = texts_in(image)
    assert columns[0] > 0
    assert columns[-1] < image.width() - 1


def test_a_character_that_no_font_has_is_a_box():
    assert drawable("a\U0010fffd\nb", font(1, QFont.Weight.Medium)) == "a□\nb"
    assert lacks_letters_of("a\U0010fffdb")
    assert not lacks_letters_of("Grün")


# Animations


PUZZLE = read("2.2\n...\n2.2").puzzle
LOG = tuple(
    LogEntry(seconds, LogKind.MOVE, Move(((edge, 1),)))
    for edge, seconds in enumerate((2.0, 2.1, 6.1, 90.0))
)
ANIMATION = Animation(PUZZLE, Board.empty(PUZZLE), LOG, LIGHT)
MAX_ERROR = {"GIF": 4, "WEBP": 0, "PNG": 0}
"""How far colours may be off; a GIF has at most 256 of them for all shades of light."""


def test_frames_are_shown_as_long_as_the_player_waited_within_limits():
    expected = [0.5, MIN_FRAME_SECONDS, 1.0, MAX_FRAME_SECONDS, LAST_FRAME_SECONDS]
    assert ANIMATION.durations() == pytest.approx(expected)


def pictures(animation: Animation) -> list[QImage]:
    """All frames, each drawn as a whole, in cells of 48 pixels."""
    moves = (entry.move for entry in animation.log)
    boards = accumulate(moves, Board.apply, initial=animation.start)
    cell = MAX_CELL * MM_PER_INCH / IMAGE_DPI
    return [Picture(animation.puzzle, board, animation.theme, cell).image() for board in boards]


def test_there_is_a_frame_for_each_change_and_they_differ():
    frames = list(ANIMATION.frames())
    assert len(frames) == 5
    assert all(one.image != two.image for one, two in pairwise(frames))


@pytest.fixture
def varied() -> Animation:
    """An animation with moves of all kinds; one solves the puzzle, another changes nothing."""
    puzzle = read("..4..3\n1...1.\n.....3\n..4.3.\n......\n2.2..3").puzzle
    with Solver(puzzle) as solver:
        solution = solver.solution()
    assert solution
    far = Move(
        ((0, 1), (len(puzzle.edges) - 1, MARK)), ((0, True), (len(puzzle.islands) - 1, True))
    )
    empty = Board.empty(puzzle)
    solving = empty.apply(far).move_to(Board(solution))
    one = next(edge for edge, count in enumerate(solution) if count)
    moves = [far, solving, Move(((one, 0),)), Move(), Move(locks=((3, True),)), Move(((one, 2),))]
    log = [LogEntry(seconds, LogKind.MOVE, move) for seconds, move in enumerate(moves)]
    return Animation(puzzle, empty, log, LIGHT)


def test_only_what_changes_is_drawn_again_as_in_the_whole_picture(varied: Animation):
    expected = pictures(varied)
    shown = QImage(expected[0].size(), expected[0].format())
    sizes = []
    for frame, picture in zip(varied.frames(), expected, strict=True):
        with painting_on(shown) as painter:
            painter.drawImage(frame.corner, frame.image)
        shown.setDotsPerMeterX(picture.dotsPerMeterX())
        shown.setDotsPerMeterY(picture.dotsPerMeterY())
        assert shown == picture
        sizes.append(frame.image.width() * frame.image.height())
    assert max(sizes[4:6]) < sizes[0] / 4
    assert sizes[2] == sizes[3] == sizes[0]  # Solved or not, finished islands look different.


def test_frames_of_large_boards_have_small_cells():
    puzzle = read("\n".join(["2." * 30, "." * 60] * 30)).puzzle
    frame = next(Animation(puzzle, Board.empty(puzzle), (), LIGHT).frames()).image
    assert max(frame.width(), frame.height()) <= MAX_SIDE


@pytest.mark.parametrize(
    ("extension", "format_name"), [(".gif", "GIF"), (".webp", "WEBP"), (".PNG", "PNG")]
)
def test_the_file_is_an_animation(
    tmp_path: Path, extension: str, format_name: str, varied: Animation
):
    image_module = pytest.importorskip("PIL.Image")
    chops = pytest.importorskip("PIL.ImageChops")
    path = tmp_path / f"replay{extension}"
    save_animation(path, varied)
    with image_module.open(BytesIO(path.read_bytes())) as image:
        assert image.format == format_name
        assert image.info["loop"] == 0
        assert image.n_frames == len(varied.log) + 1
        for number, picture in enumerate(pictures(varied)):
            image.seek(number)
            expected = Frame(picture, QPoint(), 0).to_pillow()
            difference = chops.difference(image.convert("RGB"), expected)
            assert max(high for _, high in difference.getextrema()) <= MAX_ERROR[format_name]
            assert round(image.info["duration"]) in (120, 250, 3000)


def test_a_file_that_would_be_too_large_is_refused(monkeypatch):
    pytest.importorskip("PIL")
    monkeypatch.setattr(picture_module, "MAX_BYTES", 2**12)
    with pytest.raises(PictureError, match=r"too long to be one animation: .* larger than 0 MB\."):
        ANIMATION.encode(".gif")


def test_no_more_than_one_frame_is_in_memory(monkeypatch):
    pytest.importorskip("PIL")
    alive: list[weakref.ref[QImage]] = []
    to_pillow = Frame.to_pillow

    def counted(frame: Frame):
        assert sum(other() is not None for other in alive) <= 1
        alive.append(weakref.ref(frame.image))
        return to_pillow(frame)

    monkeypatch.setattr(Frame, "to_pillow", counted)
    for extension in FORMATS:
        ANIMATION.encode(extension)
    assert len(alive) == 5 * len(FORMATS)


def test_another_extension_is_refused():
    with pytest.raises(
        PictureError, match=r"cannot be written as '\.mp4': use one of \.gif, \.webp, \.png"
    ):
        ANIMATION.encode(".mp4")


def test_without_pillow_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(PictureError, match="This needs Pillow, which is not installed"):
        ANIMATION.encode(".gif")


KEY_MOVE = KeyMoveAnimation(PUZZLE, Board.empty(PUZZLE), LOG, LIGHT)


def test_a_key_move_takes_a_few_seconds():
    assert len(KEY_MOVE.durations()) == len([*KEY_MOVE.frames()])
    assert 3 < sum(KEY_MOVE.durations()) < 10
    many = replace(KEY_MOVE, log=LOG * 50)
    assert sum(many.durations()) < 10


def test_a_key_move_grows_before_the_others_follow():
    """The pixels in the colour of a hint along the first edge, frame by frame."""
    shown, lengths = QImage(), []
    for frame in KEY_MOVE.frames():
        if shown.isNull():
            shown = frame.image.copy()
        with painting_on(shown) as painter:
            painter.drawImage(frame.corner, frame.image)
        y = round(MARGIN * MAX_CELL)
        row = [shown.pixelColor(x, y - 9) for x in range(shown.width())]
        water = shown.pixelColor(2, y)
        lengths.append(sum(colour != water and colour.blue() < 200 for colour in row))
    growth = lengths[: GROWTH_FRAMES + 1]
    assert growth == sorted(growth)
    assert growth[1] < growth[-2] < growth[-1] == lengths[GROWTH_FRAMES + 2]
