"""What is packed with the program, under which licence: a list for people, a bill for machines.

The build of the app (``.ci/app.spec``) gives the files that it packs, and fails if nobody is known
to own one. Distributions say themselves what they are, libraries of Debian have its copyright file;
``INSIDE`` is what neither tells.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, distributions
from pathlib import Path

from hashi_gui import __version__

ROOT = Path(__file__).resolve().parents[1]
TEXTS = Path(__file__).with_suffix("")

SAID_OTHERWISE = {"pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception"}
"""The licences of distributions that say them in their own words."""

INSIDE = {
    "clingo": (
        ("gringo, clasp, libpotassco", "MIT", "Roland Kaminski, Benjamin Kaufmann"),
        ("hopscotch-map", "MIT", "Thibaut Goetghebuer-Planchon"),
    ),
    "cffi": (("libffi", "MIT", "Anthony Green, Red Hat and others"),),
    "pyinstaller": (("zlib", "Zlib", "Jean-loup Gailly, Mark Adler"),),
    "python-sat": (
        ("CaDiCaL 1.0.3, 1.5.3, 1.9.5, 3.0.0", "MIT", "Armin Biere and others"),
        ("Glucose 3.0, 4.1, 4.2.1, Gluecard", "MIT", "Gilles Audemard, Laurent Simon"),
        ("Kissat 4.0.4", "MIT", "Armin Biere"),
        ("Lingeling, Druplig", "MIT", "Armin Biere, Johannes Kepler University Linz"),
        ("Maplesat, MapleCM, MapleChrono", "MIT", "Jia Hui Liang, Chanseok Oh and others"),
        ("MergeSat 3.0", "MIT", "Norbert Manthey"),
        ("Minicard 1.2", "MIT", "Mark Liffiton"),
        ("MiniSat 2.2", "MIT", "Niklas Eén, Niklas Sörensson"),
    ),
    "PySide6_Essentials": (
        ("Qt", "LGPL-3.0-only", "The Qt Company Ltd. and other contributors"),
        ("AT-SPI2 interfaces", "LGPL-2.1-or-later", "Red Hat, Novell and others"),
        ("BLAKE2", "CC0-1.0", "Samuel Neves"),
        ("D3D12 and Vulkan Memory Allocator", "MIT", "Advanced Micro Devices, Inc."),
        ("double-conversion", "BSD-3-Clause", "the V8 project authors"),
        ("Easing equations", "BSD-3-Clause", "Robert Penner"),
        ("Emoji Segmenter", "Apache-2.0", "Google LLC"),
        ("forkfd", "MIT", "Intel Corporation"),
        ("FreeBSD strtoll", "BSD-3-Clause", "The Regents of the University of California"),
        ("FreeType 2", "FTL", "David Turner, Robert Wilhelm, Werner Lemberg"),
        ("HarfBuzz", "MIT", "Google, Inc., Red Hat, Inc., Behdad Esfahbod and others"),
        ("IAccessible2", "BSD-3-Clause", "Linux Foundation and others"),
        ("ICU", "Unicode-3.0", "Unicode, Inc. and others"),
        (
            "libjpeg-turbo",
            "IJG AND BSD-3-Clause AND Zlib",
            "Thomas G. Lane, Guido Vollbeding, D. R. Commander and others",
        ),
        ("libpng", "libpng-2.0", "The PNG Reference Library Authors"),
        ("libpsl", "BSD-3-Clause", "Tim Rühsen; The Chromium Authors"),
        ("MD4C", "MIT", "Martin Mitáš"),
        ("MD4, MD5, SHA-1, SHA-3", "CC0-1.0", "Alexander Peslyak, Dominik Reichl, Keccak team"),
        (
            "PCRE2",
            "BSD-3-Clause",
            "University of Cambridge, Philip Hazel, Zoltan Herczeg",
        ),
        ("pixman", "MIT", "Codeplay, Nokia and others"),
        ("RFC 6234", "BSD-3-Clause", "IETF Trust"),
        ("sRGB profile", "ICC", "International Color Consortium"),
        ("SipHash", "CC0-1.0", "Jean-Philippe Aumasson, Daniel J. Bernstein"),
        ("sljit", "BSD-2-Clause", "Zoltan Herczeg"),
        ("TinyCBOR", "MIT", "Intel Corporation"),
        ("Unicode character and locale data", "Unicode-3.0", "Unicode, Inc."),
        ("Wayland protocols", "MIT", "Kristian Høgsberg, Intel Corporation and others"),
        ("xcb, xkbcommon", "MIT", "Daniel Stone, Ran Benita and others"),
        ("XSVG", "HPND", "Carl Worth, USC Information Sciences Institute"),
        ("zlib", "Zlib", "Jean-loup Gailly, Mark Adler"),
    ),
}
"""What is inside libraries of distributions: its name, licence and authors."""

HEADER = """\
Hashi {version} is packed with other people's work. Each has its own licence, given below.

Qt is used under the LGPL, version 3. Its libraries are separate files in this folder, and you may
replace them by your own builds; the source is at https://code.qt.io and https://download.qt.io.
"""


@dataclass(frozen=True)
class Part:
    """Something that is packed: a distribution, Python, or a package of the system."""

    name: str
    version: str
    licence: str
    """An SPDX expression, or empty if the text alone says it."""
    text: str
    kind: str = "pypi"

    @property
    def inside(self) -> Sequence[tuple[str, str, str]]:
        return INSIDE.get(self.name, ())


def ids(licence: str) -> set[str]:
    return set(re.split(r" (?:AND|OR|WITH) ", licence))


def read(files: Iterable[Path]) -> str:
    return "\n".join(file.read_text("utf-8", "replace") for file in files)


@cache
def of_distribution(name: str) -> Part:
    it = distribution(name)
    told = it.metadata
    licence = SAID_OTHERWISE.get(name) or told.get("License-Expression") or told.get("License", "")
    texts = [file for file in it.files or () if ".dist-info/licenses/" in file.as_posix()]
    texts = texts or [file for file in it.files or () if re.match("COPYING|LICEN[CS]E", file.name)]
    if "\n" in licence or not (licence or texts):
        raise SystemExit(f"{name} does not say its licence.")
    return Part(told["Name"], it.version, licence, read(Path(it.locate_file(f)) for f in texts))


@cache
def hashi() -> Part:
    texts = (ROOT / "LICENSE", ROOT / "resources" / "fonts" / "OFL.txt")
    return Part("Hashi", __version__, "MIT AND OFL-1.1", read(texts), "generic")


@cache
def python() -> Part:
    """Python says the licences of what is inside it, such as expat, in its own file."""
    folders = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    text = next(file for folder in folders if (file := folder / "LICENSE.txt").is_file())
    return Part("Python", sys.version.split()[0], "PSF-2.0", read([text]), "generic")


@cache
def of_debian(library: Path) -> Part | None:
    """The package of Debian that has a library, which may know it by its place before /usr."""
    for file in (library, Path("/", *library.parts[2:])):
        command = ["dpkg-query", "--search", str(file)]
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        if found:
            name = found.partition(":")[0]
            command = ["dpkg-query", "--show", "--showformat", "${Version}", name]
            version = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            text = read([Path("/usr/share/doc", name, "copyright")])
            return Part(name, version, "", text, "deb")
    return None


@cache
def owners() -> dict[str, str]:
    """The names of distributions by the paths of their files."""
    found = {}
    for it in distributions():
        name, folder = it.metadata["Name"], Path(it.locate_file("")).resolve()
        found |= {f"{folder.as_posix()}/{file}": name for file in it.files or ()}
    return found


def owner(source: str) -> Part:
    """Whose a file is. Raises SystemExit if nobody is known to own it."""
    file = Path(source).resolve()
    if (name := owners().get(file.as_posix())) and name != "hashi-gui":
        return of_distribution(name)
    pythons = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")]
    if sys.base_prefix != "/usr":
        pythons.append(Path(sys.base_prefix).resolve())
    if re.match(r"(lib)?python3|base_library\.zip", file.name) or any(
        file.is_relative_to(folder) for folder in pythons
    ):
        return python()
    if file.is_relative_to(ROOT):
        return hashi()
    if sys.platform == "win32" and re.match(r"api-ms|msvcp|ucrtbase|vcruntime", file.name.lower()):
        return Part("Microsoft C and C++ runtime", "", "LicenseRef-Microsoft", "", "generic")
    if sys.platform == "linux" and (part := of_debian(file)):
        return part
    raise SystemExit(f"Nobody is known to own {source}, so its licence is not known.")


Parts = Mapping[Part, set[str]]
"""What is packed, each with its libraries and its packages of modules or folders of data."""


def parts(files: Iterable[tuple[str, str]]) -> Parts:
    """What files belong to, of each of which its name in the bundle and its source are given."""
    found = {part: set[str]() for part in (hashi(), python())}
    for name, source in files:
        is_library = re.search(r"\.(so|dylib|dll|pyd)\b", name)
        named = Path(name).as_posix() if is_library else re.split(r"[./\\]", name)[0]
        found.setdefault(owner(source), set()).add(named)
    return found


def listing(found: Parts) -> str:
    """The list for people, with all texts."""
    lines = [HEADER.format(version=__version__)]
    rest = set()
    for part, files in found.items():
        lines += ["=" * 80, f"{part.name} {part.version}: {part.licence or 'see below'}", ""]
        lines += [f"    {file}" for file in sorted(files)]
        for name, licence, authors in part.inside:
            lines += [f"  with {name}: {licence}", f"    Copyright {authors}"]
            rest |= ids(licence)
        if not part.text:
            rest |= ids(part.licence)
        lines += ["", part.text]
    rest |= {"GPL-3.0-only"} if "LGPL-3.0-only" in rest else set()
    for name in sorted(rest):
        if (file := TEXTS / f"{name}.txt").is_file():
            lines += ["=" * 80, f"The text of {name}", "", read([file])]
    return "\n".join(lines)


def bill(found: Parts) -> str:
    """The list for machines, in the form of CycloneDX."""

    def component(name: str, version: str, licence: str, **more: object) -> dict[str, object]:
        kind = "application" if name == "Hashi" else "library"
        said = {"expression": licence} if licence else {"license": {"name": "see LICENCES.txt"}}
        return {"type": kind, "name": name, "version": version, "licenses": [said], **more}

    components = []
    for part in found:
        purl = f"pkg:{part.kind.replace('deb', 'deb/debian')}/{part.name}@{part.version}"
        inside = [
            component(name, "", licence, copyright=authors)
            for name, licence, authors in part.inside
        ]
        more = {"purl": purl} if part.kind != "generic" else {}
        more |= {"components": inside} if inside else {}
        components.append(component(part.name, part.version, part.licence, **more))
    program, *others = components
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program},
        "components": others,
    }
    return json.dumps(document, indent=1, ensure_ascii=False)
