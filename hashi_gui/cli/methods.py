"""``hashi methods``: list all ways to solve a puzzle."""

from __future__ import annotations

from argparse import Namespace

from hashi_gui.cli.arguments import add_json
from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.output import print_json
from hashi_gui.cli.terminal import ExitCode, print_text
from hashi_gui.lab.methods import METHODS, Method

HELP = """\
To solve with one of them: `hashi solve --method NAME PUZZLE`.

examples:
  hashi methods
  hashi methods --json

--json prints one object:
  {"methods": [{"name": "auto", "source": where it was published, "advice": when to use it,
                "complete": false if its answer may be wrong, "installed": true | false}, ...]}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "methods", run, HELP)
    add_json(command)


def run(args: Namespace) -> int:
    if args.json:
        names = ("name", "source", "advice", "complete", "installed")
        listed = [{name: getattr(each, name) for name in names} for each in METHODS.values()]
        print_json(methods=listed)
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
