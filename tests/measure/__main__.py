"""Measure everything but the solving methods, which `hashi bench` measures.

Each measurement is a module with `add_options` and `run`, which yields tables as they are ready.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module

from hashi_gui.core.errors import HashiError
from hashi_gui.lab.bench.measuring import about
from hashi_gui.system import interrupts
from tests.measure.measuring import DisagreementError

NAMES = (
    "boards",
    "certificates",
    "count",
    "hints",
    "likeness",
    "proposals",
    "startup",
    "times",
    "verdicts",
    "window",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement with these arguments; the exit code is 1 if it finds wrong answers."""
    parser = ArgumentParser(prog="python -m tests.measure", description=__doc__)
    commands = parser.add_subparsers(metavar="NAME", required=True)
    for name in NAMES:
        module = import_module(f"tests.measure.{name}")
        what = str(module.__doc__)
        command = commands.add_parser(name, help=what.partition(".")[0], description=what)
        module.add_options(command)
        command.set_defaults(run=module.run, parser=command)
    args = parser.parse_args(arguments)
    try:
        tables = args.run(args)
        print(", ".join(about()["machine"].values()), flush=True)
        for table in tables:
            print(f"\n{table.markdown()}", flush=True)
    except DisagreementError as error:
        print(f"\n{error}")
        return 1
    except HashiError as error:
        args.parser.error(str(error))
    return 0


if __name__ == "__main__":
    interrupts.install()
    sys.exit(main())
