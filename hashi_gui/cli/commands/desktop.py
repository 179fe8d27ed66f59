"""``hashi desktop``: the files by which a desktop and shells know the program, for one user.

A package of the system brings them; pip, pipx and uv put them where no desktop looks.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from site import getuserbase

from hashi_gui import APPLICATION_ID
from hashi_gui.cli.command import Commands, add_command, exit_codes_help
from hashi_gui.cli.terminal import ExitCode, print_text
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.system.files import atomic_write, storage_errors, user_share

FILES = (
    *(f"{folder}/{APPLICATION_ID}.*" for folder in ("applications", "metainfo", "thumbnailers")),
    *(f"mime/packages/{APPLICATION_ID}.xml", f"icons/hicolor/*/apps/{APPLICATION_ID}*"),
    *("man/man1/hashi.1", "man/man1/hashi-gui.1", "man/*/man1/hashi.1"),
    *("bash-completion/completions/hashi", "fish/vendor_completions.d/hashi.fish"),
    "zsh/site-functions/_hashi",
)
"""What the build makes, in the folder ``share`` of an installation."""

DATABASES = (
    ("applications", "**/*.desktop", "update-desktop-database", ("mimeinfo.cache",)),
    (
        "mime",
        "packages/*.xml",
        "update-mime-database",
        (
            *("XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic"),
            *("mime.cache", "subclasses", "treemagic", "types", "version"),
        ),
    ),
)
"""Folders of ``share``, the files there that a program collects, and what it writes of them."""

_COMMAND = re.compile(r"^(Exec|TryExec)=(hashi(?:-gui)?)\b", re.MULTILINE)


class DesktopError(HashiError):
    """There is nothing to add to the desktop."""


def _help() -> list[str]:
    return [
        _(
            "For programs installed by pip, pipx or uv; a package of the system has done so "
            "already. It adds the entry in the menu, icons, thumbnails, the type of .hashi files, "
            "the manual page and the completions of shells, in $XDG_DATA_HOME or ~/.local/share. "
            "Run it again after an update or a move."
        ),
        _("""\
examples:
  hashi desktop --install
  hashi desktop --remove"""),
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "desktop", run, _help())
    actions = command.add_mutually_exclusive_group(required=True)
    help_of_install = _("add Hashi, or bring it up to date")
    actions.add_argument("--install", action="store_true", help=help_of_install)
    help_of_remove = _("remove all that was added")
    actions.add_argument("--remove", dest="install", action="store_false", help=help_of_remove)


def run(args: Namespace) -> int:
    share = user_share()
    with storage_errors(share):
        if args.install:
            _install(_shipped(), share)
            text = _("Hashi is in the menu now, with its files in {folder}.")
        else:
            _remove(share)
            text = _("Hashi is no longer in the menu. Your games are still there.")
    print_text(text.format(folder=share))
    return ExitCode.ANSWERED


def _shipped() -> Path:
    """The folder ``share`` of this installation. Raises DesktopError."""
    of_system = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    for base in () if sys.platform in ("win32", "darwin") else (sys.prefix, getuserbase()):
        share = Path(base, "share")
        if not any(_files(share)):
            continue
        if str(share.resolve()) in of_system.split(":"):
            raise DesktopError(_("Hashi is in the menu already: it was installed for all users."))
        return share
    raise DesktopError(_("This installation of Hashi has no files for a desktop."))


def _files(share: Path) -> Iterator[Path]:
    return (file for pattern in FILES for file in share.glob(pattern))


def _install(source: Path, share: Path) -> None:
    for file in list(_files(source)):
        content = file.read_bytes()
        if file.suffix in (".desktop", ".thumbnailer"):
            content = _COMMAND.sub(_with_path, content.decode()).encode()
        target = share / file.relative_to(source)
        if not target.is_symlink():  # Such as pipx makes for the manual page.
            atomic_write(target, content)
    _collect(share)


def _remove(share: Path) -> None:
    folders = {Path("mime/application")}
    for file in list(_files(share)):
        if not file.is_symlink():
            folders.update(file.relative_to(share).parents)
            file.unlink()
    _collect(share)
    for folder in sorted(folders, reverse=True):
        with suppress(OSError):  # It does not exist, or is not empty.
            (share / folder).rmdir()


def _collect(share: Path) -> None:
    """Let the desktop know of the files that were added or removed."""
    for folder, files, program, collected in DATABASES:
        if path := which(program):
            subprocess.run([path, share / folder], capture_output=True, check=False)
        if not any((share / folder).glob(files)):
            for name in collected:
                (share / folder / name).unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        os.utime(share / "icons" / "hicolor")  # A cache of icons is older now.


def _with_path(match: re.Match[str]) -> str:
    """Name a program by its path, if this is known: few desktops look where pip puts it."""
    key, name = match.groups()
    program = Path(sys.executable).with_name(name)
    if not program.exists():
        return match[0]
    path = str(program)
    if key == "Exec" and re.search(r"[^\w./+-]", path):
        path = re.sub(r'(["`$\\])', r"\\\1", path).replace("%", "%%")
        path = f'"{path}"'
    return f"{key}={path}".replace("\\", r"\\")
