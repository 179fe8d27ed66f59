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
        for number in range(12):
            islands = (100, 200, 400)[number % 3]
            path = f"cllv/{islands}/Hs_34_{islands}_75_00_{number:03}.has"
            yield run(path, method, islands=islands, seconds=cost * islands, cuts=islands // 9)
        for number in range(4):
            yield run(f"cllv/400/Hs_34_400_75_00_1{number:02}.has", method, cuts=number)
        for side, islands in ((5, 8), (7, 20), (11, 40)):
            path = f"hcmus/{side}x{side}/input-01.txt"
            yield run(path, method, islands=islands, seconds=cost * islands, added=4096 * side)
    yield run("hcmus/11x11/input-02.txt", outcome="stopped", islands=40)


def test_every_plot_is_drawn_as_png_and_svg(tmp_path: Path, plots, run):
    drawn = plots.draw(list(sample_runs(run)), tmp_path)
    names = ["cactus", "scatter", "growth", "cllv", "cuts", "grid-time", "grid-memory"]
    assert list(drawn) == [f"{name}.png" for name in names]
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.{kind}" for name in names for kind in ("png", "svg")
    }
    for name in names:
        assert (tmp_path / f"{name}.png").read_bytes().startswith(PNG)
        assert ElementTree.parse(tmp_path / f"{name}.svg").getroot().tag.endswith("svg")


def test_a_chart_is_the_same_each_time(tmp_path: Path, plots, run):
    drawn = set()
    for _ in range(2):
        runs = [run(path=f"a/{islands}", islands=islands) for islands in (9, 20, 40)]
        assert list(plots.draw(runs, tmp_path)) == ["growth.png"]
        drawn.add((tmp_path / "growth.svg").read_bytes())
    assert len(drawn) == 1


def test_what_would_show_nothing_is_not_drawn(tmp_path: Path, plots, run):
    one_column = [run(path=f"a/{number}", islands=9, seconds=number) for number in range(1, 4)]
    few_puzzles = [
        run(path=f"a/{number}", method=method, islands=9)
        for number in range(plots.MIN_PUZZLES - 1)
        for method in ("sat", "asp")
    ]
    no_answers = [run(path=f"a/{n}", islands=n, outcome="wrong") for n in (9, 20, 40)]
    for runs in (one_column, few_puzzles, no_answers):
        assert plots.draw(runs, tmp_path) == {}
    assert list(tmp_path.iterdir()) == []


def test_of_many_methods_the_best_are_drawn(plots, run):
    runs = [
        run(path=f"a/{number}", method=f"method-{rank}", islands=number, seconds=1 + rank)
        for rank in range(20)
        for number in range(5, 20)
    ]
    figure = plots.Figure()
    plots._growth(figure, runs)
    (axes,), (legend,) = figure.axes, figure.legends
    names = {f"method-{rank}" for rank in range(plots.MAX_LINES)}
    assert {line.get_label() for line in axes.lines} == names
    assert legend.get_title().get_text() == "the best 8 of 20"


def test_every_method_has_its_own_style(monkeypatch: pytest.MonkeyPatch, plots):
    names = [f"method-{number}" for number in range(20)]
    monkeypatch.setattr(plots, "position", [*names, *plots.PUBLISHED].index)
    styles = {plots._style(name) for name in (*names, "CLLV, published", "lazy-solve, published")}
    assert len(styles) == 22
    markers = [plots._style(name)[1] for name in names[:13]]
    assert len(set(markers)) == 13
