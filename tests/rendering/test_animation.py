from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest

from hashi_gui.core.board import Board, Move
from hashi_gui.core.move_log import Action, LogEntry
from hashi_gui.formats import read
from hashi_gui.rendering import animation as module
from hashi_gui.rendering.animation import (
    LAST_FRAME_SECONDS,
    MAX_FRAME_SECONDS,
    MAX_SIDE,
    MIN_FRAME_SECONDS,
    Animation,
    save_animation,
)
from hashi_gui.rendering.picture import PictureError
from hashi_gui.rendering.theme import LIGHT

PUZZLE = read("2.2\n...\n2.2").puzzle
LOG = tuple(
    LogEntry(seconds, Action.MOVE, Move(((edge, 1),)))
    for edge, seconds in enumerate((2.0, 2.1, 6.1, 90.0))
)
ANIMATION = Animation(PUZZLE, Board.empty(PUZZLE), LOG, LIGHT)

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


def test_there_is_a_frame_for_each_change_and_they_differ():
    frames = list(ANIMATION.frames())
    assert len(frames) == 5
    assert all(one != two for one, two in pairwise(frames))


def test_frames_of_large_boards_have_small_cells():
    puzzle = read("\n".join(["2." * 30, "." * 60] * 30)).puzzle
    frame = next(iter(Animation(puzzle, Board.empty(puzzle), (), LIGHT).frames()))
    assert max(frame.width(), frame.height()) <= MAX_SIDE


@pytest.mark.parametrize(
    ("extension", "format_name"), [(".gif", "GIF"), (".webp", "WEBP"), (".PNG", "PNG")]
)
def test_the_file_is_an_animation(tmp_path: Path, extension: str, format_name: str):
    image_module = pytest.importorskip("PIL.Image")
    path = tmp_path / f"replay{extension}"
    save_animation(path, ANIMATION)
    with image_module.open(BytesIO(path.read_bytes())) as image:
        assert image.format == format_name
        assert image.n_frames == 5
        expected = list(ANIMATION.frames())[-1]
        image.seek(4)
        assert image.size == (expected.width(), expected.height())


def test_another_extension_is_refused():
    with pytest.raises(
        PictureError, match=r"cannot be written as '\.mp4': use \.gif, \.webp, \.png"
    ):
        ANIMATION.encode(".mp4")


def test_without_pillow_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(PictureError, match=r"needs Pillow, .*pip install 'hashi-gui\[animation\]'"):
        ANIMATION.encode(".gif")
