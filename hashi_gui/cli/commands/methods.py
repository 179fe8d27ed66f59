"""``hashi methods``: list all ways to solve a puzzle."""

from __future__ import annotations

from argparse import Namespace

from hashi_gui.cli.arguments import add_json
from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.output import print_json
from hashi_gui.cli.terminal import ExitCode, print_text
from hashi_gui.core.i18n import _, translated
from hashi_gui.lab.methods import METHODS, Method


def _help() -> list[str]:
    return [
        _("To solve with one of them: `hashi solve --method NAME PUZZLE`."),
        _("""\
examples:
  hashi methods
  hashi methods --json"""),
        _("""\
--json prints one object:
  {{"methods": [{{"name": "auto", "source": where it was published, "advice": when to use it,
                "complete": false if its answer may be wrong, "installed": true | false}}, ...]}}\
""").format(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "methods", run, _help())
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
    advice, remarks = translated(method.advice), [translated(method.source)]
    if not method.complete:
        remarks.append(_("It leaves out a rule, so its answer may be wrong."))
    if not method.installed:
        text = _("It needs {library}, which is not installed.")
        remarks.append(text.format(library=method.library))
    return [
        f"{method.name:16} {advice}",
        *(f"{'':16} {remark}" for remark in remarks),
    ]
