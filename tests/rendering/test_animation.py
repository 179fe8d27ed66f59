from __future__ import annotations

import sys
import weakref
from dataclasses import replace
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.formats import read
from hashi_gui.rendering import picture as module
from hashi_gui.rendering.geometry import MARGIN
from hashi_gui.rendering.pages import MM_PER_INCH
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.picture import (
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
    save_animation,
)
from hashi_gui.rendering.theme import LIGHT
from hashi_gui.solving import Solver

PUZZLE = read("2.2\n...\n2.2").puzzle
LOG = tuple(
    LogEntry(seconds, LogKind.MOVE, Move(((edge, 1),)))
    for edge, seconds in enumerate((2.0, 2.1, 6.1, 90.0))
)
ANIMATION = Animation(PUZZLE, Board.empty(PUZZLE), LOG, LIGHT)
MAX_ERROR = {"GIF": 4, "WEBP": 0, "PNG": 0}
"""How far colours may be off; a GIF has at most 256 of them for all shades of light."""

pytestmark = pytest.mark.usefixtures("fonts")


def test_frames_are_shown_as_long_as_the_player_waited_within_limits():
    assert ANIMATION.durations() == pytest.approx(
        [
            0.5,
            MIN_FRAME_SECONDS,
            1.0,
            MAX_FRAME_SECONDS,
            LAST_FRAME_SECONDS,
        ]
    )


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


def test_a_file_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("PIL")
    monkeypatch.setattr(module, "MAX_BYTES", 2**12)
    with pytest.raises(PictureError, match=r"too long to be one animation: .* larger than 0 MB\."):
        ANIMATION.encode(".gif")


def test_no_more_than_one_frame_is_in_memory(monkeypatch: pytest.MonkeyPatch):
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
        PictureError, match=r"cannot be written as '\.mp4': use \.gif, \.webp, \.png"
    ):
        ANIMATION.encode(".mp4")


def test_without_pillow_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
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
