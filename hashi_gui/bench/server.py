"""The process that makes the runs on a worker of a cluster, as the benchmark does elsewhere."""

from __future__ import annotations

from hashi_gui.bench import machine
from hashi_gui.bench.runner import Job, run_all
from hashi_gui.bench.runs import Run
from hashi_gui.system.servers import serve


def make_run(request: tuple[Job, float]) -> tuple[Run, machine.About]:
    """Make a run for at most some seconds; returns also what the machine is."""
    job, limit = request
    (run,) = run_all([job], limit)
    return run, machine.about()


if __name__ == "__main__":
    serve(make_run)
