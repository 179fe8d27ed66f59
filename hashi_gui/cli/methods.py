"""``hashi methods``: list all ways to solve a puzzle."""

from __future__ import annotations

from argparse import Namespace

from hashi_gui.cli.arguments import Commands, add_command, add_json
from hashi_gui.cli.output import ExitCode, print_json, print_text
from hashi_gui.method_registry import METHODS
from hashi_gui.solving.methods import Method

HELP = """\
To solve with one of them: `hashi solve --method NAME PUZZLE`.

examples:
  hashi methods
  hashi methods --json

--json prints one object:
  {"methods": [{"name": "auto", "source": where it was published, "advice": when to use it,
                "complete": false if its answer may be wrong, "installed": true | false}, ...]}"""


def add(commands: Commands) -> None:
    command = add_command(
        commands, "methods", run, "List the solving methods, and when to use which.", HELP
    )
    add_json(command)


def run(args: Namespace) -> int:
    if args.json:
        print_json(
            methods=[
                {
                    "name": method.name,
                    "source": method.source,
                    "advice": method.advice,
                    "complete": method.complete,
                    "installed": method.installed,
                }
                for method in METHODS.values()
            ]
        )
    else:
        print_text("\n".join(line for method in METHODS.values() for line in _lines(method)))
    return ExitCode.ANSWERED


def _lines(method: Method) -> list[str]:
    remarks = [method.source]
    if not method.complete:
        remarks.append("It leaves out a rule, so its answer may be wrong.")
    if not method.installed:
        remarks.append(f"It needs {method.library}, which is not installed.")
    return [f"{method.name:16} {method.advice}", *(f"{'':16} {remark}" for remark in remarks)]
