from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from hashi_gui.rendering import display_check
from hashi_gui.rendering.display_check import DisplayError, check_display, check_drawing


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Linux desktop on X11 that has everything."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(display_check.ctypes, "CDLL", lambda library: None)
    monkeypatch.setitem(display_check.DISPLAYS, "xcb", ("DISPLAY", lambda: True))
    monkeypatch.setitem(display_check.DISPLAYS, "wayland", ("WAYLAND_DISPLAY", lambda: True))


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Take libraries away; a plugin whose name is given with them needs the first of these."""

    def lack(plugin: str, *libraries: str) -> None:
        def load(name: str) -> None:
            if name in libraries or name.endswith(f"libq{plugin}.so"):
                missing = name if name in libraries else libraries[0]
                raise OSError(f"{missing}: cannot open shared object file: No such file")

        monkeypatch.setattr(display_check.ctypes, "CDLL", load)

    return lack


def complaint() -> str:
    with pytest.raises(DisplayError) as caught:
        check_display()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_all_is_there() -> None:
    check_display()


def test_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY")
    assert complaint().startswith("There is no display to open a window on")


def test_platform_of_choice_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    check_display()


def test_other_systems_need_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "darwin")
    check_display()


def test_missing_libraries_are_named_with_their_packages(lacking: Callable[..., None]) -> None:
    lacking("xcb", "libxcb-cursor.so.0", "libxcb-icccm.so.4")
    assert complaint() == (
        "Qt needs libxcb-cursor.so.0 and libxcb-icccm.so.4, missing on this system; "
        "on Debian and Ubuntu: apt install libxcb-cursor0 libxcb-icccm4."
    )


def test_only_the_first_of_many_missing_libraries_is_named(lacking: Callable[..., None]) -> None:
    lacking("xcb", "libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-image.so.0")
    assert complaint() == (
        "Qt needs libxcb-cursor.so.0 and 2 other libraries, missing on this system; "
        "on Debian and Ubuntu: apt install libxcb-cursor0 libxcb-icccm4 libxcb-image0."
    )


def test_missing_library_without_a_known_package(lacking: Callable[..., None]) -> None:
    lacking("xcb", "libstrange.so.9")
    assert complaint() == "Qt needs libstrange.so.9, missing on this system."


def test_library_that_qt_itself_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(name: str) -> None:
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file")

    broken = ModuleType("PySide6")
    monkeypatch.setattr(broken, "__getattr__", lack, raising=False)
    monkeypatch.setitem(sys.modules, "PySide6", broken)
    assert "apt install libegl1" in complaint()


def test_qt_that_does_not_load_for_another_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6", None)
    assert complaint().startswith("Qt cannot be loaded: ")


def test_display_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(display_check.DISPLAYS, "xcb", ("DISPLAY", lambda: False))
    assert complaint() == "No display answers at DISPLAY=:7."


def test_one_usable_display_is_enough(
    monkeypatch: pytest.MonkeyPatch, lacking: Callable[..., None]
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    lacking("wayland", "libwayland-cursor.so.0")
    check_display()


def test_drawing_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY")
    check_drawing()


def test_drawing_needs_libraries(lacking: Callable[..., None]) -> None:
    lacking("offscreen", "libfontconfig.so.1")
    with pytest.raises(DisplayError) as caught:
        check_drawing()
    assert str(caught.value) == (
        "Qt needs libfontconfig.so.1, missing on this system; "
        "on Debian and Ubuntu: apt install libfontconfig1."
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_game_without_a_display_ends_with_one_sentence() -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    result = subprocess.run(
        [sys.executable, "-m", "hashi_gui", "play"],
        env={name: value for name, value in os.environ.items() if name not in hidden},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr.startswith("hashi: There is no display")
    assert result.stderr.count("\n") == 1


def test_check_for_the_setup_prints_the_reason_and_the_packages(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lacking: Callable[..., None],
) -> None:
    monkeypatch.setattr(sys, "argv", ["display_check", "window"])
    lacking("xcb", "libxcb-cursor.so.0", "libxcb-icccm.so.4")
    assert display_check.main() == 2
    reason, packages = capsys.readouterr().out.splitlines()
    assert reason.startswith("Qt needs libxcb-cursor.so.0 and libxcb-icccm.so.4")
    assert packages == "libxcb-cursor0 libxcb-icccm4"


def test_check_for_the_setup_names_no_packages_if_only_the_display_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["display_check", "window"])
    monkeypatch.delenv("DISPLAY")
    assert display_check.main() == 2
    reason, packages = capsys.readouterr().out.split("\n", 1)
    assert reason.startswith("There is no display")
    assert packages == "\n"


def test_check_for_the_setup_prints_nothing_if_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["display_check", "drawing"])
    assert display_check.main() == 0
    assert capsys.readouterr().out == ""
