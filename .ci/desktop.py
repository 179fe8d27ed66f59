"""The folder ``share`` of an installation: what desktops and shells know of the program.

Hatch makes it when the program is built or installed: entry in the menu, metadata for software
centres, the type of .hashi files, thumbnails, icons, the manual page and completions.
``python .ci/desktop.py`` draws the icons in ``resources/desktop``, for which it needs Qt.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from xml.etree import ElementTree

import messages
import shells

from hashi_gui import APPLICATION_ID
from hashi_gui.core.i18n import N_

ROOT = messages.ROOT
SHARE = ROOT / "build" / "share"
ICON = ROOT / "resources" / "hashi.svg"
DRAWN = ROOT / "resources" / "desktop"
SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 192, 256, 512)

NAME = "Hashi"
DEVELOPER = "The Hashi developers"
CATEGORIES = ("Game", "LogicGame")
MIME_TYPE = "application/x-hashi+json"

SUMMARY = N_("Connect islands with bridges")
GENERIC_NAME = N_("Bridge puzzle")
KEYWORDS = N_("puzzle;logic;islands;bridges;Hashiwokakero;")
FILE_TYPE = N_("Hashi puzzle")

DESCRIPTION = (
    N_(
        "Hashi is a game for Hashiwokakero, the puzzle of islands and bridges. Each number says "
        "how many bridges end at its island; in the end you can walk from every island to every "
        "other."
    ),
    N_(
        "When you are stuck, a hint shows where to look, then explains why, then draws the bridge. "
        "There are new puzzles every day, in five levels from easy to extreme, each with exactly "
        "one solution."
    ),
    N_(
        "An editor is for puzzles of your own, and tells at once whether they have one solution, "
        "several or none. Everything works without a network."
    ),
)

SCREENSHOTS = {
    "light": N_("A hint says why the next bridge is certain"),
    "dark": N_("A solved puzzle in the dark theme: every island is a lantern"),
    "editor": N_("The editor tells what your own puzzle still lacks"),
}

RELEASE = re.compile(r"^## \[?(\d[\w.]*)\]?\W+(\d{4}-\d\d-\d\d)", re.MULTILINE)
"""The heading of a release in the changelog: its version and its date."""

Releases = Sequence[tuple[str, str]]
Languages = Mapping[str, NullTranslations]


def build(homepage: str = "", share: Path = SHARE) -> None:
    """Make the folder. Without the home page of the project, it names no screenshots."""
    shutil.rmtree(share, ignore_errors=True)
    languages = {}
    for file in messages.compile_all(messages.LANGUAGES):
        with file.open("rb") as compiled:
            languages[file.stem] = GNUTranslations(compiled)
    releases = RELEASE.findall((ROOT / "CHANGELOG.md").read_text("utf-8"))
    date = releases[0][1] if releases else datetime.now(UTC).date().isoformat()
    texts = {
        f"applications/{APPLICATION_ID}.desktop": entry(languages),
        f"thumbnailers/{APPLICATION_ID}.thumbnailer": THUMBNAILER,
        f"metainfo/{APPLICATION_ID}.metainfo.xml": metainfo(languages, homepage, releases),
        f"mime/packages/{APPLICATION_ID}.xml": mime_type(languages),
        **shells.completions(),
        **shells.manuals(languages, date),
    }
    for name, text in texts.items():
        file = share / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    icons = {f"{size}x{size}": DRAWN / f"{size}.png" for size in SIZES}
    icons |= {"scalable": ICON, "symbolic": DRAWN / "symbolic.svg"}
    for size, icon in icons.items():
        folder = share / "icons" / "hicolor" / size / "apps"
        folder.mkdir(parents=True)
        kind = "-symbolic" if size == "symbolic" else ""
        shutil.copyfile(icon, folder / f"{APPLICATION_ID}{kind}{icon.suffix}")


def translations(languages: Languages, text: str) -> dict[str, str]:
    """The translations of a text, by language, as far as there are any."""
    found = {code: language.gettext(text) for code, language in languages.items()}
    return {code: translation for code, translation in found.items() if translation != text}


THUMBNAILER = f"""\
[Thumbnailer Entry]
TryExec=hashi
Exec=hashi thumbnail %i %o %s
MimeType={MIME_TYPE};
"""


def entry(languages: Languages) -> str:
    """The entry in the menu."""
    lines = ["[Desktop Entry]", "Type=Application", f"Name={NAME}"]
    for key, text in (("GenericName", GENERIC_NAME), ("Comment", SUMMARY), ("Keywords", KEYWORDS)):
        lines.append(f"{key}={text}")
        lines += [f"{key}[{c}]={text}" for c, text in translations(languages, text).items()]
    lines += ["TryExec=hashi-gui", "Exec=hashi-gui %f", f"Icon={APPLICATION_ID}"]
    lines += [f"MimeType={MIME_TYPE};", f"Categories={';'.join(CATEGORIES)};"]
    lines.append("StartupWMClass=hashi")
    return "\n".join([*lines, ""])


class Element:
    """An element of an XML document, to which others are added."""

    def __init__(self, element: ElementTree.Element, languages: Languages) -> None:
        self.element = element
        self.languages = languages

    def add(self, tag: str, text: str | None = None, **attributes: str) -> Element:
        element = ElementTree.SubElement(self.element, tag, attributes)
        element.text = text
        return Element(element, self.languages)

    def add_translated(self, tag: str, text: str) -> None:
        self.add(tag, text)
        for code, translation in translations(self.languages, text).items():
            self.add(tag, translation, **{"xml:lang": code})

    def document(self) -> str:
        ElementTree.indent(self.element)
        text = ElementTree.tostring(self.element, encoding="unicode")
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def metainfo(languages: Languages, homepage: str, releases: Releases) -> str:
    """What software centres show."""
    root = ElementTree.Element("component", type="desktop-application")
    component = Element(root, languages)
    component.add("id", APPLICATION_ID)
    component.add("metadata_license", "CC0-1.0")
    component.add("project_license", "MIT AND OFL-1.1")
    component.add("name", NAME)
    component.add_translated("summary", SUMMARY)
    description = component.add("description")
    for text in DESCRIPTION:
        description.add_translated("p", text)
    component.add("launchable", f"{APPLICATION_ID}.desktop", type="desktop-id")
    component.add("icon", APPLICATION_ID, type="stock")
    categories = component.add("categories")
    for category in CATEGORIES:
        categories.add("category", category)
    provides = component.add("provides")
    provides.add("binary", "hashi")
    provides.add("binary", "hashi-gui")
    provides.add("mediatype", MIME_TYPE)
    component.add("developer", id=APPLICATION_ID.rpartition(".")[0]).add("name", DEVELOPER)
    component.add("content_rating", type="oars-1.1")
    if homepage:
        component.add("url", homepage, type="homepage")
        screenshots = component.add("screenshots")
        for name, caption in SCREENSHOTS.items():
            default = {"type": "default"} if name == "light" else {}
            screenshot = screenshots.add("screenshot", **default)
            screenshot.add_translated("caption", caption)
            screenshot.add("image", f"{homepage}/raw/HEAD/resources/screenshots/{name}.png")
    if releases:
        element = component.add("releases")
        for version, date in releases:
            element.add("release", version=version, date=date)
    return component.document()


def mime_type(languages: Languages) -> str:
    """What tells .hashi files from others."""
    namespace = "http://www.freedesktop.org/standards/shared-mime-info"
    info = Element(ElementTree.Element("mime-info", xmlns=namespace), languages)
    kind = info.add("mime-type", type=MIME_TYPE)
    kind.add_translated("comment", FILE_TYPE)
    kind.add("sub-class-of", type="application/json")
    kind.add("icon", name=APPLICATION_ID)
    kind.add("glob", pattern="*.hashi")
    magic = kind.add("magic")
    magic.add("match", type="string", offset="0:16", value='"format": "hashi"')
    return info.document()


def draw_icons(folder: Path = DRAWN) -> None:
    """Draw the icons of all sizes from the one that needs none."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        QSvgRenderer(str(ICON)).render(painter)
        painter.end()
        image.save(str(folder / f"{size}.png"))


if __name__ == "__main__":
    draw_icons()
