import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hashi_gui
from hashi_gui.rendering import display_check
from hashi_gui.rendering.display_check import (
    DRAWING_MODULES,
    WINDOW_MODULES,
    DisplayError,
    check_display,
    check_drawing,
)


@pytest.fixture(autouse=True)
def linux(monkeypatch) -> None:
    """A Linux desktop on X11 where nothing is missing."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(display_check.ctypes, "CDLL", lambda library: None)
    monkeypatch.setitem(display_check.DISPLAYS, "xcb", ("DISPLAY", lambda: True))
    monkeypatch.setitem(display_check.DISPLAYS, "wayland", ("WAYLAND_DISPLAY", lambda: True))


@pytest.fixture
def remove_libraries(monkeypatch) -> Callable[..., None]:
    """Make libraries unavailable; the named platform plugin depends on the first of them."""

    def remove(plugin: str, *libraries: str) -> None:
        def load(name: str) -> None:
            if name in libraries or name.endswith(f"libq{plugin}.so"):
                missing = name if name in libraries else libraries[0]
                raise OSError(f"{missing}: cannot open shared object file: No such file")

        monkeypatch.setattr(display_check.ctypes, "CDLL", load)

    return remove


def display_error() -> str:
    with pytest.raises(DisplayError) as caught:
        check_display()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_only_a_window_on_linux_needs_a_display(monkeypatch) -> None:
    check_display()
    monkeypatch.delenv("DISPLAY")
    assert display_error().startswith("No display was found")
    check_drawing()
    with monkeypatch.context() as patch:
        patch.setenv("QT_QPA_PLATFORM", "offscreen")
        check_display()
    monkeypatch.setattr(sys, "platform", "darwin")
    check_display()


@pytest.mark.parametrize(
    ("libraries", "named", "packages"),
    [
        (
            ["libxcb-cursor.so.0", "libxcb-icccm.so.4"],
            "libxcb-cursor.so.0, libxcb-icccm.so.4",
            "libxcb-cursor0 libxcb-icccm4",
        ),
        (
            ["libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-image.so.0"],
            "libxcb-cursor.so.0, libxcb-icccm.so.4, …",
            "libxcb-cursor0 libxcb-icccm4 libxcb-image0",
        ),
        (["libstrange.so.9"], "libstrange.so.9", ""),
    ],
)
def test_missing_libraries_are_named_with_their_packages(
    remove_libraries: Callable[..., None], libraries: list[str], named: str, packages: str
) -> None:
    remove_libraries("xcb", *libraries)
    remedy = f"; on Debian and Ubuntu: apt install {packages}" if packages else ""
    assert display_error() == f"Qt needs what is missing on this system: {named}{remedy}."


def test_libraries_are_missed_before_qt_is_installed(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(display_check, "_loads", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(sys, "argv", ["display_check", "libraries"])
    assert display_check.main() == 2
    assert capsys.readouterr().out.splitlines()[1] == "libegl1"
    monkeypatch.setattr(display_check, "_loads", lambda library: True)
    assert display_check.main() == 0


def test_a_library_missing_for_a_module_of_qt_is_reported(monkeypatch) -> None:
    def load(name: str) -> None:
        if name == "PySide6.QtNetwork":
            raise ImportError("libgssapi_krb5.so.2: cannot open shared object file: No such file")

    monkeypatch.setattr(display_check, "import_module", load)
    check_drawing()
    assert "apt install libgssapi-krb5-2" in display_error()


def test_every_module_of_qt_that_is_used_is_checked() -> None:
    def used(folder: str) -> set[str]:
        files = Path(hashi_gui.__file__).with_name(folder).rglob("*.py")
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        return set(re.findall(r"from PySide6\.(\w+) import", text))

    assert used("rendering") == {*DRAWING_MODULES, "QtCore"}
    assert used("rendering") | used("gui") == {*WINDOW_MODULES, "QtCore"}


def test_another_error_while_loading_qt_is_reported(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtGui", None)
    assert display_error().startswith("Qt cannot be loaded: ")


def test_a_display_that_does_not_respond_is_reported(monkeypatch) -> None:
    monkeypatch.setitem(display_check.DISPLAYS, "xcb", ("DISPLAY", lambda: False))
    assert display_error() == "The display at DISPLAY=:7 does not respond."


def test_one_usable_display_is_enough(monkeypatch, remove_libraries: Callable[..., None]) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    remove_libraries("wayland", "libwayland-cursor.so.0")
    check_display()


def test_a_library_missing_for_drawing_is_reported(remove_libraries: Callable[..., None]) -> None:
    remove_libraries("offscreen", "libfontconfig.so.1")
    with pytest.raises(DisplayError, match="apt install libfontconfig1"):
        check_drawing()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
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
    assert result.stderr.startswith("hashi: No display was found")
    assert result.stderr.count("\n") == 1


def test_check_for_the_setup_prints_the_reason_and_the_packages(
    monkeypatch,
    capsys,
    remove_libraries: Callable[..., None],
) -> None:
    monkeypatch.setattr(sys, "argv", ["display_check", "drawing"])
    assert display_check.main() == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(sys, "argv", ["display_check", "window"])
    with monkeypatch.context() as patch:
        patch.delenv("DISPLAY")
        assert display_check.main() == 2
    assert re.fullmatch("No display was found.*\n\n", capsys.readouterr().out)
    remove_libraries("xcb", "libxcb-cursor.so.0", "libxcb-icccm.so.4")
    assert display_check.main() == 2
    reason, packages = capsys.readouterr().out.splitlines()
    assert ": libxcb-cursor.so.0, libxcb-icccm.so.4;" in reason
    assert packages == "libxcb-cursor0 libxcb-icccm4"
