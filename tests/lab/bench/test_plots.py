from __future__ import annotations

from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def plots():
    """Imported only here, because matplotlib takes long to import and every worker collects."""
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    return import_module("hashi_gui.lab.bench.plots")


def sample_runs(run):
    for method, cost in (("sat", 1e-4), ("ilp-v4", 0.1), ("ilp-v5", 0.05)):
        for islands in (100, 200, 400):
            path = f"cllv/{islands}/Hs_34_{islands}_75_00_001.has"
            yield run(path, method, islands=islands, seconds=cost * islands, cuts=islands // 9)
        for side, islands in ((5, 8), (11, 40)):
            path = f"hcmus/{side}x{side}/input-01.txt"
            yield run(path, method, islands=islands, seconds=cost * islands, added=4096 * side)
    yield run("hcmus/11x11/input-02.txt", outcome="stopped", islands=40)


def test_every_plot_is_drawn_as_png_and_svg(tmp_path: Path, plots, run):
    drawn = plots.draw(list(sample_runs(run)), tmp_path)
    names = ["growth", "cllv", "cuts", "grid-time", "grid-memory"]
    assert list(drawn) == [f"{name}.png" for name in names]
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.{kind}" for name in names for kind in ("png", "svg")
    }
    for name in names:
        assert (tmp_path / f"{name}.png").read_bytes().startswith(PNG)
        assert ElementTree.parse(tmp_path / f"{name}.svg").getroot().tag.endswith("svg")


def test_a_chart_is_the_same_each_time_and_those_without_data_are_not_drawn(
    tmp_path: Path, plots, run
):
    drawn = set()
    for _ in range(2):
        assert list(plots.draw([run(path="mine/a.has", islands=9)], tmp_path)) == ["growth.png"]
        drawn.add((tmp_path / "growth.svg").read_bytes())
    assert len(drawn) == 1
    (tmp_path / "none").mkdir()
    assert plots.draw([run(path="mine/a.has", outcome="wrong")], tmp_path / "none") == {}
    assert list((tmp_path / "none").iterdir()) == []


def test_every_method_has_its_own_style(monkeypatch: pytest.MonkeyPatch, plots):
    names = [f"method-{number}" for number in range(20)]
    monkeypatch.setattr(plots, "METHODS", dict.fromkeys(names))
    styles = {plots._style(name) for name in (*names, "CLLV, published", "lazy-solve, published")}
    assert len(styles) == 22
    markers = [plots._style(name)[1] for name in names[:13]]
    assert len(set(markers)) == 13
