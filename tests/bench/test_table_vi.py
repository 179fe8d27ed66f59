from __future__ import annotations

from hashi_gui.bench.table_vi import table
from hashi_gui.logic.techniques import all_techniques
from hashi_gui.solving import Result, Status


def result(seconds: float, **given: tuple[int, float, float]) -> Result:
    """The result of a deduction of which only some techniques matter."""
    figures = {technique.name: (0, 0.0, 0.0) for technique in all_techniques()} | given
    keys = ("conclusions", "seconds", "share")
    stats = {"techniques": {name: dict(zip(keys, each)) for name, each in figures.items()}}
    return Result("deduction", Status.SOLVED, b"", seconds, stats)


def test_connection_and_elimination_share_the_information():
    results = [
        result(0.003, **{"Full house": (9, 0.002, 1.0)}),
        result(
            0.009,
            **{
                "Full house": (6, 0.003, 0.5),
                "Intersection": (1, 0.001, 0.3),
                "What if, one step": (2, 0.004, 0.2),
            },
        ),
    ]
    *_, here, connection, elimination, alone = table(results).splitlines()
    assert here == "Here: 2 puzzles, 0.0060 s at the mean, 0.0090 s at most"
    assert connection.split() == ["connection", "90.000%", "0.003000", "0.000033"]
    assert elimination.split() == ["elimination", "search", "10.000%", "0.002000", "0.000200"]
    assert alone == "  50.0% solved by connection alone"


def test_without_elimination_there_is_no_price_of_it():
    elimination = table([result(0.003, **{"Full house": (9, 0.002, 1.0)})]).splitlines()[-2]
    assert elimination.split() == ["elimination", "search", "0.000%", "0.000000", "-"]
