"""The Debian package of the program, which ``.ci/app`` has built, see docs/packaging.md.

What Debian has, the package names and does not bring: Qt's system libraries and most of Python's.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import desktop

from hashi_gui import APPLICATION_ID, __version__

VERSION = f"{__version__}-1"
MAINTAINER = f"{desktop.DEVELOPER} <{APPLICATION_ID.split('.')[2]}@users.noreply.github.com>"

BUILD = desktop.ROOT / "build" / "deb"
PACKAGE = BUILD / "debian" / "hashi"
PROGRAM = PACKAGE / "usr" / "lib" / "hashi"
INTERNAL = PROGRAM / "_internal"
SHARE = PACKAGE / "usr" / "share"
DOC = SHARE / "doc" / "hashi"

OWN = re.compile(r"lib(python|mpdec)")
"""Libraries that the package brings though Debian has them: in each release another version."""

OPTIONAL = re.compile("cups|gtk|wayland-egl")
"""Plugins of Qt for what only some systems have."""

CONTROL = """\
Package: hashi
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: libcups2, xdg-utils
Suggests: fonts-noto-cjk, libgtk-3-0
Section: games
Priority: optional
Description: {summary}
{description}
"""

CHANGELOG = """\
hashi ({version}) unstable; urgency=medium

  * New version; the file changelog.gz says what is new.

 -- {maintainer}  {date}
"""

OVERRIDES = """\
# Qt and Python contain libraries, as their projects, and Debian, built them.
hashi: embedded-library
# The licences of what it brings want their texts to come along.
hashi: copyright-file-contains-full-apache-2-license
hashi: copyright-file-contains-full-gpl-license
# It is a command line as well, for scripts and thumbnails, which do not look into /usr/games.
hashi: package-section-games-but-contains-no-game
"""


def build() -> Path:
    """Make the package from the program in the folder ``dist``."""
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(desktop.ROOT / "dist" / "hashi", PROGRAM, symlinks=True)
    take_libraries_of_the_system_away()
    shutil.move(INTERNAL / "share", SHARE)
    (INTERNAL / "share").symlink_to("../../../share")
    shutil.move(SHARE / "zsh" / "site-functions", SHARE / "zsh" / "vendor-completions")
    commands = PACKAGE / "usr" / "bin"
    commands.mkdir()
    for name in ("hashi", "hashi-gui"):
        (commands / name).symlink_to(f"../lib/hashi/{name}")
    write_documents()
    set_modes()
    write_control()
    package = desktop.ROOT / "dist" / f"hashi_{VERSION}_{architecture()}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", PACKAGE, package)
    return package


def run(*command: str | Path) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, cwd=BUILD)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed with {done.returncode}.")
    return done.stdout


def architecture() -> str:
    return run("dpkg", "--print-architecture").strip()


def binaries() -> Iterator[Path]:
    """The program and its libraries."""
    for file in PROGRAM.rglob("*"):
        if file.is_file() and not file.is_symlink():
            with file.open("rb") as opened:
                if opened.read(4) == b"\x7fELF":
                    yield file


def take_libraries_of_the_system_away() -> None:
    for library in INTERNAL.glob("lib*.so*"):
        if not library.is_symlink() and not OWN.match(library.name):
            library.unlink()


def write_documents() -> None:
    """What Debian wants in ``/usr/share/doc``, and manual pages as it wants them."""
    DOC.mkdir(parents=True)
    shutil.move(PROGRAM / "LICENCES.txt", DOC / "copyright")
    date = format_datetime(datetime.now(UTC))
    changelog = CHANGELOG.format(version=VERSION, maintainer=MAINTAINER, date=date)
    compress(DOC / "changelog.Debian", changelog)
    compress(DOC / "changelog", (desktop.ROOT / "CHANGELOG.md").read_text("utf-8"))
    for page in list((SHARE / "man").rglob("*.1")):
        text = page.read_text("utf-8")
        page.unlink()
        if text.startswith(".so"):
            page.with_suffix(".1.gz").symlink_to("hashi.1.gz")
        else:
            compress(page, text)
    overrides = SHARE / "lintian" / "overrides" / "hashi"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES)


def compress(file: Path, text: str) -> None:
    file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def set_modes() -> None:
    for file in PACKAGE.rglob("*"):
        if not file.is_symlink():
            file.chmod(0o755 if file.is_dir() or file == PROGRAM / "hashi" else 0o644)


def write_control() -> None:
    debian = BUILD / "debian"
    (debian / "control").write_text("Source: hashi\n\nPackage: hashi\nArchitecture: any\n")
    control = PACKAGE / "DEBIAN" / "control"
    control.parent.mkdir()
    control.touch()
    needed = [file for file in binaries() if not OPTIONAL.search(file.name)]
    found = run("dpkg-shlibdeps", "-O", "--warnings=0", f"-l{INTERNAL}", *needed)
    size = sum(file.lstat().st_size for file in PACKAGE.rglob("*") if not file.is_dir())
    paragraphs = [textwrap.indent(textwrap.fill(text, 76), " ") for text in desktop.DESCRIPTION]
    text = CONTROL.format(
        version=VERSION,
        architecture=architecture(),
        maintainer=MAINTAINER,
        size=size // 1024,
        depends=found.strip().removeprefix("shlibs:Depends="),
        summary=desktop.SUMMARY,
        description="\n .\n".join(paragraphs),
    )
    control.write_text(text)


if __name__ == "__main__":
    print(build().relative_to(desktop.ROOT))
