"""The list of all that is packed with the program is complete."""

import enum
import json
import sys
import tomllib
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / ".ci"))
import licences  # noqa: E402

WITHOUT_TEXT = {"CC0-1.0", "ICC", "LGPL-2.1-or-later"}
"""Licences that need no text, or whose text the LGPL, version 3, replaces."""


def needed() -> set[str]:
    """The distributions that the program needs, directly or not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names, left = set(), project["dependencies"]
    while left:
        requirement = Requirement(left.pop())
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            name = distribution(requirement.name).metadata["Name"]
            if name not in names:
                names.add(name)
                left += requires(name) or ()
    return names


def files() -> list[tuple[str, str]]:
    """A library or a module of each distribution, and one of Python and of ours."""
    found = [("enum", enum.__file__), ("hashi_gui", str(ROOT / "hashi_gui" / "__main__.py"))]
    for name in needed():
        code = [f for f in distribution(name).files or () if f.suffix in (".so", ".pyd", ".py")]
        found.append((str(code[-1]), str(code[-1].locate())))
    return found


def test_everything_that_the_program_needs_is_listed_with_its_licence() -> None:
    found = licences.parts(files())
    listing, bill = licences.listing(found), json.loads(licences.bill(found))
    in_bill = {part["name"]: part for part in [*bill["components"], bill["metadata"]["component"]]}
    assert in_bill.keys() == needed() | {"Hashi", "Python"}
    for name, part in in_bill.items():
        assert f"\n{name} {part['version']}: {part['licenses'][0]['expression']}\n" in listing
        for inside, licence, authors in licences.INSIDE.get(name, ()):
            assert f"\n  with {inside}: {licence}\n    Copyright {authors}\n" in listing


def test_the_text_of_each_licence_is_there() -> None:
    without = {part.licence for part in licences.parts(files()) if not part.text}
    assert without == {"LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"}
    inside = [licence for part in licences.INSIDE.values() for _, licence, _ in part]
    for licence in set().union(*map(licences.ids, [*inside, "GPL-3.0-only"])) - WITHOUT_TEXT:
        assert (licences.TEXTS / f"{licence}.txt").is_file(), licence


def test_a_file_of_nobody_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "libfoo.so").touch()
    with pytest.raises(SystemExit, match=r"Nobody is known to own .*libfoo\.so"):
        licences.parts([("libfoo.so", str(tmp_path / "libfoo.so"))])
