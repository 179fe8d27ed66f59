"""What must be there before a window can open, or a picture be drawn without one.

Qt ends the process with an abort where a system library or the display is missing. Looking first
lets the program say in one sentence what to do.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from pathlib import Path

from hashi_gui.core.errors import HashiError

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""The system libraries that Qt loads on Linux, and the Debian packages that hold them."""


class DisplayError(HashiError):
    """Qt cannot open a window here, or not even draw."""


def _compositor_answers() -> bool:
    wayland = ctypes.CDLL("libwayland-client.so.0")
    wayland.wl_display_connect.restype = ctypes.c_void_p
    connection = wayland.wl_display_connect(None)
    if connection:
        wayland.wl_display_disconnect(ctypes.c_void_p(connection))
    return bool(connection)


def _x_server_answers() -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


DISPLAYS = {
    "wayland": ("WAYLAND_DISPLAY", _compositor_answers),
    "xcb": ("DISPLAY", _x_server_answers),
}
"""Qt's platform plugins for the desktops of Linux, in the order in which Qt prefers them: the
variable that names the display, and whether something answers there."""


def check_display() -> None:
    """Make sure that Qt can open a window. Raises DisplayError, which says what is missing."""
    platforms = _platforms()
    if not platforms:
        raise DisplayError(
            "There is no display to open a window on: start the game from a desktop, "
            "or over ssh with `ssh -X`."
        )
    _check_qt()
    obstacles = [_obstacle(platform) for platform in platforms]
    if all(obstacles):
        raise DisplayError(obstacles[-1])


def check_drawing() -> None:
    """Make sure that Qt can draw without a display. Raises DisplayError, as check_display does."""
    _check_qt()
    obstacle = _plugin_obstacle("offscreen") if sys.platform == "linux" else None
    if obstacle:
        raise DisplayError(obstacle)


def _check_qt() -> None:
    try:
        from PySide6 import QtGui  # noqa: F401
    except ImportError as error:
        raise DisplayError(_complaint(str(error))) from None


def _platforms() -> list[str]:
    """The platform plugins that Qt would try, in its order."""
    chosen = os.environ.get("QT_QPA_PLATFORM")
    if chosen:
        return [name.partition(":")[0] for name in chosen.split(";")]
    if sys.platform != "linux":
        return [sys.platform]
    return [name for name, (variable, _) in DISPLAYS.items() if os.environ.get(variable)]


def _obstacle(platform: str) -> str | None:
    """What keeps Qt from using one of the plugins in DISPLAYS; None where nothing does."""
    if platform not in DISPLAYS:
        return None
    obstacle = _plugin_obstacle(platform)
    if obstacle:
        return obstacle
    variable, answers = DISPLAYS[platform]
    if answers():
        return None
    return f"No display answers at {variable}={os.environ.get(variable, '')}."


def _plugin_obstacle(platform: str) -> str | None:
    """What one of Qt's platform plugins lacks on this Linux; None where nothing."""
    from PySide6.QtCore import QLibraryInfo

    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    try:
        ctypes.CDLL(str(plugins / "platforms" / f"libq{platform}.so"))
    except OSError as error:
        return _complaint(str(error))
    return None


def _complaint(error: str) -> str:
    """The sentence for a library that did not load, made from the loader's message.

    The loader names the first missing library only; the others are looked for, so that one
    installation is enough.
    """
    found = re.match(r"(lib[\w.+-]+\.so[.\d]*): cannot open", error)
    if found is None:
        return f"Qt cannot be loaded: {error}."
    missing = sorted({found[1], *missing_libraries()})
    packages = sorted({PACKAGES[name] for name in missing if name in PACKAGES})
    remedy = f"; on Debian and Ubuntu: apt install {' '.join(packages)}" if packages else ""
    return f"Qt needs {' and '.join(missing)}, missing on this system{remedy}."


def missing_libraries() -> list[str]:
    """Those in PACKAGES that this system cannot load."""
    return [library for library in PACKAGES if not _loads(library)]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
