"""Whether Qt can open a window or draw, and what to say of a missing system library.

Qt aborts the process if a system library or the display is missing. Checking first lets the
program explain in one sentence what to do.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import listed

LIBRARIES = (
    *("libEGL.so.1", "libGL.so.1", "libX11-xcb.so.1", "libX11.so.6", "libdbus-1.so.3"),
    *("libfontconfig.so.1", "libfreetype.so.6", "libglib-2.0.so.0", "libgssapi_krb5.so.2"),
    *("libwayland-client.so.0", "libwayland-cursor.so.0", "libxcb-cursor.so.0"),
    *("libxcb-icccm.so.4", "libxcb-image.so.0", "libxcb-keysyms.so.1", "libxcb-randr.so.0"),
    *("libxcb-render-util.so.0", "libxcb-render.so.0", "libxcb-shape.so.0", "libxcb-shm.so.0"),
    *("libxcb-sync.so.1", "libxcb-util.so.1", "libxcb-xfixes.so.0", "libxcb-xkb.so.1"),
    *("libxcb.so.1", "libxkbcommon-x11.so.0", "libxkbcommon.so.0"),
)
"""The system libraries that Qt loads on Linux."""

DRAWING_MODULES = ("QtGui", "QtSvg")
WINDOW_MODULES = (*DRAWING_MODULES, "QtNetwork", "QtPrintSupport", "QtWidgets")
"""The modules of Qt that drawing needs, and those that the window needs, beside QtCore."""


class DisplayError(HashiError):
    """Qt cannot open a window, or cannot even draw, and why.

    ``packages`` are the Debian packages with the system libraries that are missing, if any.
    """

    def __init__(self, message: str, packages: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.packages = tuple(packages)


def _wayland_responds() -> bool:
    wayland = ctypes.CDLL("libwayland-client.so.0")
    wayland.wl_display_connect.restype = ctypes.c_void_p
    connection = wayland.wl_display_connect(None)
    if connection:
        wayland.wl_display_disconnect(ctypes.c_void_p(connection))
    return bool(connection)


def _x11_responds() -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


DISPLAYS = {
    "wayland": ("WAYLAND_DISPLAY", _wayland_responds),
    "xcb": ("DISPLAY", _x11_responds),
}
"""Qt's platform plugins for Linux desktops, in Qt's order of preference: the environment variable
that names the display, and a function that returns whether the display server responds."""


def check_display() -> None:
    """Check that Qt can open a window. Raises DisplayError if it cannot."""
    platforms = _platforms()
    if not platforms:
        raise DisplayError(
            _("No display was found: start the game from a desktop, or over SSH with `ssh -X`.")
        )
    _check_modules(WINDOW_MODULES)
    errors = [_platform_error(platform) for platform in platforms]
    if all(errors) and errors[-1]:
        raise errors[-1]


def check_drawing(modules: Sequence[str] = DRAWING_MODULES) -> None:
    """Check that Qt can draw without a display. Raises DisplayError if it cannot."""
    _check_modules(modules)
    error = _plugin_error("offscreen") if sys.platform == "linux" else None
    if error:
        raise error


def check_libraries() -> None:
    """Check, before Qt is installed, for what it may load. Raises DisplayError."""
    if sys.platform == "linux" and (missing := _missing_libraries()):
        raise _missing_error(missing)


def _check_modules(names: Sequence[str]) -> None:
    try:
        for name in names:
            import_module(f"PySide6.{name}")
    except ImportError as error:
        raise _load_error(str(error)) from None


def _platforms() -> list[str]:
    """The platform plugins that Qt would try, in order."""
    chosen = os.environ.get("QT_QPA_PLATFORM")
    if chosen:
        return [name.partition(":")[0] for name in chosen.split(";")]
    if sys.platform != "linux":
        return [sys.platform]
    return [name for name, (variable, _) in DISPLAYS.items() if os.environ.get(variable)]


def _platform_error(platform: str) -> DisplayError | None:
    """Why Qt cannot use a platform plugin; None if it can, or if the plugin is not in DISPLAYS."""
    if platform not in DISPLAYS:
        return None
    error = _plugin_error(platform)
    if error:
        return error
    variable, responds = DISPLAYS[platform]
    if responds():
        return None
    display = f"{variable}={os.environ.get(variable, '')}"
    return DisplayError(_("The display at {display} does not respond.").format(display=display))


def _plugin_error(platform: str) -> DisplayError | None:
    """Why one of Qt's platform plugins cannot be loaded on this Linux; None if it can."""
    from PySide6.QtCore import QLibraryInfo

    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    try:
        ctypes.CDLL(str(plugins / "platforms" / f"libq{platform}.so"))
    except OSError as error:
        return _load_error(str(error))
    return None


def _load_error(message: str) -> DisplayError:
    """The error for a library that did not load, made from the loader's message.

    The loader names only the first missing library; the others are looked up, so that one
    installation is enough.
    """
    found = re.match(r"(lib[\w.+-]+\.so[.\d]*): cannot open", message)
    if found is None:
        return DisplayError(_("Qt cannot be loaded: {reason}.").format(reason=message))
    return _missing_error({found[1], *_missing_libraries()})


def _missing_error(libraries: Iterable[str]) -> DisplayError:
    missing = sorted(libraries)
    packages = sorted({_debian_package(name) for name in missing if name in LIBRARIES})
    text = _("Qt needs what is missing on this system: {names}.")
    if packages:
        text = _(
            "Qt needs what is missing on this system: {names}; on Debian and Ubuntu: {command}."
        )
    command = f"apt install {' '.join(packages)}"
    named = missing if len(missing) < 3 else [*missing[:2], "…"]
    return DisplayError(text.format(names=listed(named), command=command), packages)


def _debian_package(library: str) -> str:
    """The package of one of LIBRARIES; the rule for names is Debian's, but for that of GLib."""
    name, _, version = library.lower().replace("_", "-").partition(".so.")
    package = f"{name}-{version}" if name[-1].isdigit() else f"{name}{version}"
    return package.replace("libglib-", "libglib")


def _missing_libraries() -> list[str]:
    """Those of LIBRARIES that this system cannot load."""
    return [library for library in LIBRARIES if not _loads(library)]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def main() -> int:
    """Run a check for the setup script: for windows on a display, or drawn without one, or before
    Qt is installed.

    If Qt cannot be used, print why, then on a second line the packages to install, and return 2.
    """
    parser = argparse.ArgumentParser(description=_("Check that Qt can be used on this machine."))
    parser.add_argument("task", choices=["window", "drawing", "libraries"])
    try:
        match parser.parse_args().task:
            case "window":
                check_display()
            case "drawing":
                check_drawing(WINDOW_MODULES)
            case _:
                check_libraries()
    except DisplayError as error:
        print(error, " ".join(error.packages), sep="\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
