from __future__ import annotations

from types import SimpleNamespace

import pytest

from hashi_gui.gui.settings.preferences import AnimationSetting
from hashi_gui.gui.teaching import teacher
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.logic.teaching.explanation import Explanation

STEPS = Explanation(steps=[Explanation(heading) for heading in ("?", "1", "!")])


@pytest.fixture
def playing(qtbot, monkeypatch):
    """Shows steps without a board; a press on the button has played the first one of them."""

    def playing(animation: AnimationSetting, step_ms: int) -> tuple[Teacher, list[int]]:
        monkeypatch.setattr(teacher, "STEP_MS", step_ms)
        ignored = dict.fromkeys(("light", "look_at", "highlight", "clear_highlight"), lambda *_: 0)
        panel = TeacherPanel()
        qtbot.addWidget(panel)
        shown = list[int]()
        player = Teacher(panel, SimpleNamespace(animation=animation, **ignored))
        player.step_shown.connect(shown.append)
        player.show(STEPS)
        panel.play_button.click()
        assert shown == [0]
        return player, shown

    return playing


def test_the_steps_play_by_themselves_and_then_again(playing, qtbot):
    player, shown = playing(AnimationSetting.FULL, 0)
    qtbot.waitUntil(lambda: shown == [0, 1, 2])
    assert not player.stop_playing()
    player.panel.play_button.click()
    qtbot.waitUntil(lambda: shown == [0, 1, 2] * 2)


@pytest.mark.parametrize(
    ("stop", "later"),
    [
        (lambda player: player.panel.play_button.click(), []),
        (lambda player: player.turn(1), [1]),
        (lambda player: player.panel.step_clicked.emit(2), [2]),
        (lambda player: player.clear(), []),
    ],
)
def test_steps_that_play_can_be_stopped(playing, stop, later):
    player, shown = playing(AnimationSetting.FULL, 1_000_000)
    assert player.panel.play_button.text() == "Stop playing"
    stop(player)
    assert player.panel.play_button.text() == "Play the steps"
    assert not player.stop_playing()
    assert shown == [0, *later]


def test_with_reduced_motion_each_press_shows_the_next_step(playing):
    player, shown = playing(AnimationSetting.REDUCED, 0)
    assert not player.stop_playing()
    for _ in range(3):
        player.panel.play_button.click()
    assert shown == [0, 1, 2, 0]


@pytest.mark.parametrize(("headings", "offered"), [("?1!", True), (["0:19"], False)])
def test_only_steps_that_are_a_reason_can_be_played(qtbot, headings, offered):
    panel = TeacherPanel()
    qtbot.addWidget(panel)
    panel.show_explanation(Explanation(steps=[Explanation(each) for each in headings]))
    assert panel.play_button.isVisibleTo(panel) == offered
