"""Benchmarks on a Dask cluster, each with processes of its own."""

import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path

import psutil
import pytest

from hashi_gui.lab.bench import benchmark
from hashi_gui.lab.bench.benchmark import BenchmarkPlan
from hashi_gui.lab.bench.runner import Job, run_on_cluster
from hashi_gui.lab.bench.runs import COLUMNS, Conditions, find_instances
from hashi_gui.system.parallel import connect
from tests.lab.bench.conftest import rows
from tests.processes import wait_until

ROOT = Path(__file__).parents[3]
OPTIONS = ["--methods", "sat,brute-force", "--time-limit", "500"]
HASHI_BENCH = [sys.executable, "-m", "hashi_gui", "bench", *OPTIONS]

MISBEHAVING = """\
from hashi_gui.lab.bench import runner
from hashi_gui.system import processes
del processes.ENTRY[3:]
runner.WORKER = "misbehaving"
runner.GRACE_SECONDS = 5.0
"""
"""For the workers."""


pytestmark = pytest.mark.usefixtures("no_plots")
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


@pytest.fixture(scope="module")
def address(cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster with two workers, which know the methods that misbehave."""
    folder = tmp_path_factory.mktemp("customised")
    (folder / "sitecustomize.py").write_text(MISBEHAVING)
    with cluster(2, folder, Path(__file__).parent) as (_, address):
        yield address


def plan(puzzles: Path | str, *methods: str, limit: float = 60.0, **more: object) -> BenchmarkPlan:
    return BenchmarkPlan([str(puzzles)], methods, limit, **more)


def test_results_have_the_same_form_as_those_of_one_machine(
    address: str, puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = {}
    # The workers have another folder, where they cannot find the puzzles.
    for name, places, scheduler in (
        ("local", puzzles / "three.csv", None),
        ("cluster", "puzzles/three.csv", address),
    ):
        output = tmp_path / name
        benchmark.run(plan(places, "sat", "deduction", scheduler=scheduler), output)
        found[name] = {(Path(row["path"]).name, row["method"]): row for row in rows(output)}
    assert found["local"].keys() == found["cluster"].keys()
    for key, row in found["cluster"].items():
        same = found["local"][key]
        assert list(row) == list(same) == list(COLUMNS)
        assert [row[name] for name in ("outcome", "note", "islands", "machine")] == [
            same[name] for name in ("outcome", "note", "islands", "machine")
        ]
        assert row["machine"] == platform.node()
        assert bool(row["memory"]) == bool(same["memory"])
        assert json.loads(row["stats"]).keys() == json.loads(same["stats"]).keys()
    content = json.loads((tmp_path / "cluster" / "results.json").read_text(encoding="utf-8"))
    (start,) = content["starts"]
    assert start["arguments"]["scheduler"] == address
    assert start["machines"] == {
        platform.node(): {"machine": start["machine"], "versions": start["versions"]}
    }
    page = (tmp_path / "cluster" / "report.md").read_text(encoding="utf-8")
    assert "on a Dask cluster" in page
    assert f"- {platform.node()}: {start['machine']['processor']}" in page


def test_a_benchmark_of_one_machine_is_continued_on_a_cluster(
    address: str, puzzles: Path, tmp_path: Path
) -> None:
    output = tmp_path / "results"
    benchmark.run(plan(puzzles / "five.txt", "sat"), output)
    before = rows(output)
    report = benchmark.run(plan(puzzles, "sat", scheduler=address), output, resume=True)
    assert report.runs_left == 0
    assert rows(output)[:1] == before
    assert len({row["path"] for row in rows(output)}) == len(rows(output)) == 3


@posix
@pytest.mark.usefixtures("misbehaving")
def test_runs_that_misbehave_do_not_disturb_the_others(
    address: str, puzzles: Path, tmp_path: Path
) -> None:
    output = tmp_path / "results"
    methods = ("hangs", "dies", "fails", "waits", "sat")
    puzzle = puzzles / "three.csv"
    benchmark.run(plan(puzzle, *methods, limit=0.1, scheduler=address), output)
    assert {row["method"]: (row["outcome"], row["note"]) for row in rows(output)} == {
        "hangs": ("killed", "It did not stop at the time limit."),
        "dies": ("crashed", "Its process was ended by SIGABRT."),
        "fails": ("crashed", "ZeroDivisionError: over it"),
        "waits": ("stopped", ""),
        "sat": ("solved", ""),
    }


def jobs(puzzles: Path, *methods: str) -> list[Job]:
    (instance,) = find_instances([puzzles / "three.csv"]).instances
    conditions = Conditions(threads=1, time_limit=600.0)
    return [Job(instance, method, conditions) for method in methods]


def runs_in(cluster: psutil.Process) -> list[psutil.Process]:
    """The processes of the runs that the workers of a cluster are making."""
    runs = []
    for process in cluster.children(recursive=True):
        with suppress(psutil.Error):  # It has ended.
            if {"hashi_gui.system.worker", "misbehaving"} & set(process.cmdline()):
                runs.append(process)
    return runs


@pytest.mark.usefixtures("misbehaving")
def test_runs_are_killed_when_nobody_waits_for_them_any_more(address: str, puzzles: Path) -> None:
    here = psutil.Process()
    with connect(address) as cluster:
        endless = jobs(puzzles, "sat", "hangs", "hangs")
        runs = run_on_cluster(endless, cluster, lambda: False, lambda *_: None)
        with closing(runs):
            assert next(runs).method == "sat"
            wait_until(lambda: len(runs_in(here)) == 1)
        wait_until(lambda: not runs_in(here))


@pytest.mark.usefixtures("misbehaving")
def test_a_request_to_stop_is_obeyed(address: str, puzzles: Path) -> None:
    with connect(address) as cluster:
        answers = iter([False, False, True])
        hanging = jobs(puzzles, "hangs")
        runs = run_on_cluster(hanging, cluster, lambda: next(answers), lambda *_: None)
        assert list(runs) == []


def start(address: str, puzzles: Path, output: Path) -> subprocess.Popen[str]:
    """Start a benchmark with some short runs, and endless ones."""
    return subprocess.Popen(
        [*HASHI_BENCH, str(puzzles), "--scheduler", address, "--output", str(output)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.fixture
def endless(puzzles: Path) -> Path:
    """A folder with a small puzzle, and one that brute force needs years for."""
    for name in ("five.txt", "none.csv"):
        (puzzles / name).unlink()
    puzzle = "\n.....\n".join(["2.3.2", "3.4.3", "3.4.3", "2.3.3"])
    (puzzles / "endless.txt").write_text(puzzle)
    return puzzles


def finished(output: Path) -> int:
    return len(rows(output)) if (output / "results.csv").exists() else 0


@posix
def test_a_cluster_that_loses_a_worker_and_then_its_scheduler(
    cluster, endless: Path, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    with cluster(2, processes=True) as (process, address):
        command = start(address, endless, one)
        workers = psutil.Process(process.pid)
        wait_until(lambda: finished(one) == 3 and len(runs_in(workers)) == 1)
        (run,) = runs_in(workers)
        run.parent().kill()
        wait_until(lambda: [run] != runs_in(workers) != [])
        command.send_signal(signal.SIGINT)
        _, errors = command.communicate()
        assert command.returncode == 130
        assert errors.splitlines()[-1] == (
            "Interrupted with 1 runs left; to continue, repeat the command with "
            f"--resume --output {one}"
        )
        assert finished(one) == 3

        command = start(address, endless, two)
        wait_until(lambda: finished(two) == 3)
        before = rows(two)
        process.kill()
        printed, errors = command.communicate()
    assert (command.returncode, printed) == (5, "")
    assert errors.splitlines()[-1] == (
        f"hashi: The Dask scheduler at {address} was lost. The finished runs are saved; "
        f"to continue, repeat the command with --resume --output {two}"
    )
    assert rows(two)[:3] == before


def test_a_cluster_that_grows_gets_more_runs(puzzles: Path) -> None:
    class Growing:
        """A cluster without workers."""

        threads = 1

        def __init__(self) -> None:
            self.executor = self
            self.submitted = 0

        def submit(self, *_: object) -> Future:
            self.submitted += 1
            return Future()

        def check(self) -> None:
            self.threads += 1

    growing = Growing()
    answers = iter([False, False, False, True])
    many = jobs(puzzles, *["sat"] * 100)
    runs = run_on_cluster(many, growing, lambda: next(answers), lambda *_: None)
    assert list(runs) == []
    assert growing.submitted == 3
