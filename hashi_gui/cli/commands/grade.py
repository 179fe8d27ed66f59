"""``hashi grade``: rate how hard a puzzle is."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial

from hashi_gui.cli.answers import Answer, answer_all
from hashi_gui.cli.arguments import add_question, many_puzzles_help, several_help
from hashi_gui.cli.command import Commands, add_command, exit_codes_help
from hashi_gui.cli.terminal import ExitCode, columns, padded
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed, long_number, minutes_text, sentences
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game.calibration import UNCALIBRATED
from hashi_gui.logic.rating.grading import MAX_GRADED_ISLANDS, Grade, reason_easily
from hashi_gui.logic.rating.solving_path import narrow_share, path_shape
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from hashi_gui.solving.cancel import run_with_time_limit

_JSON = """\
  {"level": "easy" | "medium" | "hard" | "expert" | "extreme" | null,
   "techniques": {"Intersection": 2, ...}, "hardest": "Intersection",
   "path": {"steps": 48, "hardest": 5, "first": 0.41, "techniques": 2, "narrow": 0.37} | null,
   "solved_by_logic": true | false, "seconds": 154 | null,
   "verdict": "unique" | "several" | "none" | "stopped"}"""


def _help() -> list[str]:
    return [
        _(
            "The level of a puzzle is that of the hardest technique needed on the easiest way to "
            "its solution. The time is what a practised player may need; the window learns yours."
        ),
        _("""\
examples:
  hashi grade puzzle.has
  hashi grade --json puzzle.has
  hashi grade urls.txt            one line per puzzle
  hashi grade urls.txt --jobs 4   the same, by four processes"""),
        many_puzzles_help(),
        _("--json prints one object:"),
        _JSON,
        _(
            '"path" is about the easiest way: its steps, how many need the level, where the '
            "first of these is (0 to 1), their techniques, and the share of all steps before "
            "which at most two could be made. A puzzle that does not have exactly one solution "
            'has no level: "level" is null.'
        ),
        several_help(),
        exit_codes_help(),
    ]


EXIT_CODES = {VerdictKind.NONE: ExitCode.NO_SOLUTION, VerdictKind.STOPPED: ExitCode.STOPPED}


def add(commands: Commands) -> None:
    command = add_command(commands, "grade", run, _help())
    add_question(command)


def run(args: Namespace) -> int:
    return answer_all(args, partial(_answer, args.time_limit))


def _answer(time_limit: float | None, document: Document) -> Answer:
    if time_limit is None and len(document.puzzle.islands) > MAX_GRADED_ISLANDS:
        raise HashiError(
            _(
                "To grade a puzzle with more than {n} islands takes very long. With --time-limit "
                "it is tried for so many seconds."
            ).format(n=long_number(MAX_GRADED_ISLANDS))
        )
    try:
        kind, result, path = run_with_time_limit(time_limit, partial(_grade, document.puzzle))
    except Cancelled:
        kind, result, path = VerdictKind.STOPPED, None, None
    return Answer(
        EXIT_CODES.get(kind, ExitCode.ANSWERED),
        {
            "level": result and result.level,
            "techniques": dict(result.techniques) if result else {},
            "hardest": result.hardest if result else "",
            "path": path,
            "solved_by_logic": result is not None and result.solved_by_logic,
            "seconds": result and round(result.seconds),
            "verdict": kind,
        },
        lambda: _text(result, path) if result and path else _no_level(kind),
        listed((translated(result.level), minutes_text(result.seconds)))
        if result
        else _no_level(kind),
    )


def _grade(
    puzzle: Puzzle, token: CancelToken
) -> tuple[VerdictKind, Grade | None, Mapping[str, float] | None]:
    """The verdict; the grade and the path of a puzzle with exactly one solution."""
    with Solver(puzzle) as solver:
        kind = solver.verdict(token).kind
        if kind is not VerdictKind.UNIQUE:
            return kind, None, None
        reasoning = reason_easily(solver, token)
    shape = asdict(path_shape(reasoning))
    return kind, reasoning.grade(), shape | {"narrow": narrow_share(reasoning, token)}


def _no_level(kind: VerdictKind) -> str:
    """Why there is no level."""
    if kind is VerdictKind.STOPPED:
        return kind.sentence
    return sentences(kind.sentence, _("Only a puzzle with exactly one has a level."))


def _text(result: Grade, path: Mapping[str, float]) -> str:
    """The level, the expected time, the path, and how often each technique is used."""
    names = {translated(name): count for name, count in result.techniques.items()}
    width = max(map(columns, names), default=0)
    lines = [f"  {padded(name, width)}  {count:4}" for name, count in names.items()]
    time = UNCALIBRATED.text_with_whose(result.noted_in(PuzzleInfo()))
    outline = ngettext(
        "{n} step of this level on a way of {steps}, at {first} % of it. At {narrow} % of the "
        "steps, no more than two could be made.",
        "{n} steps of this level on a way of {steps}, the first at {first} % of it. At {narrow} % "
        "of the steps, no more than two could be made.",
        round(path["hardest"]),
    ).format(
        n=path["hardest"],
        steps=path["steps"],
        first=round(100 * path["first"]),
        narrow=round(100 * path["narrow"]),
    )
    level = _("Level: {level}, {time}").format(level=translated(result.level), time=time)
    return "\n".join([level, *([outline] if path["steps"] else []), *lines])
