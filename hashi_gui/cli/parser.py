"""The whole command line: all commands, and running one, whatever happens.

Each error is one sentence and has an exit code.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import import_module
from typing import Any

from hashi_gui import __version__
from hashi_gui.cli.command import (
    COMMANDS,
    Parser,
    exit_codes_help,
    no_command,
    puzzle_help,
    usage_error,
)
from hashi_gui.cli.terminal import ExitCode, discard_output, print_error, use_ascii_fallback
from hashi_gui.core.errors import HashiError, WorkerLostError
from hashi_gui.core.i18n import _, translated
from hashi_gui.core.wording import listed
from hashi_gui.system import languages


def _help() -> list[str]:
    return [
        _(
            "Without a command, `hashi` opens the game where you left off, and `hashi PUZZLE` "
            "opens a puzzle. `hashi COMMAND --help` describes a command."
        ),
        _("""\
examples:
  hashi puzzle.has
  hashi solve 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  hashi check --json puzzle.has
  hashi hint half-done.hashi
  hashi convert puzzle.has --to puzzlink"""),
        puzzle_help(),
        exit_codes_help(),
    ]


LANGUAGE_OPTION = "--language"


def parse(arguments: Sequence[str]) -> Namespace:
    """Parse and check a command line.

    The result has the options of the command, and ``run``, the function that executes it. Raises
    HashiError if the command line is not valid.
    """
    arguments = _with_command(arguments)
    parser = build_parser(arguments, arguments[:1] if arguments[0] in COMMANDS else COMMANDS)
    args, unknown = parser.parse_known_args(arguments)
    if unknown:
        text = _("unrecognised arguments: {arguments}")
        args.parser.error(text.format(arguments=" ".join(unknown)))
    if args.check:
        args.check(args)
    return args


def build_parser(described: Collection[str], names: Iterable[str] = COMMANDS) -> Parser:
    """The parser of some commands, with the options of those that are to be ``described``."""
    parser = Parser(
        prog="hashi",
        description=_("Play and solve Hashiwokakero, the bridge puzzle."),
        epilog="\n\n".join(_help()),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=" ".join(("hashi", __version__)),
        help=_("show program's version number and exit"),
    )
    parser.add_argument(
        LANGUAGE_OPTION,
        metavar="CODE",
        help=_("the language of what is printed and shown: {codes}").format(
            codes=listed(languages.LANGUAGES)
        ),
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, prog="hashi")
    for name in names:
        if name in described:
            command_module(name).add(commands)
        else:
            commands.add_parser(name, help=translated(COMMANDS[name]))
    return parser


def command_module(name: str) -> Any:
    """The module of a command, imported only when it is needed, so that all others start sooner."""
    return import_module(f"hashi_gui.cli.commands.{name}")


def _with_command(arguments: Sequence[str]) -> Sequence[str]:
    """The arguments, with ``play`` added for ``hashi`` and ``hashi PUZZLE``.

    Raises UsageError if the first word is neither an option, a command nor the only argument.
    """
    match arguments:
        case []:
            return ["play"]
        case [first, *_] if first in COMMANDS or (first != "-" and first.startswith("-")):
            return arguments
        case [puzzle]:
            return ["play", puzzle]
        case [first, *_]:
            raise no_command(first)
    return arguments


def _without_language(arguments: Sequence[str]) -> Sequence[str]:
    """Speak the language of the option, or of the system, and return the other arguments.

    It is the first thing that is done, because all texts of the command line depend on it.
    Raises UsageError and LanguageError.
    """
    languages.choose(None)  # Also for what is said of a wrong option.
    for index, argument in enumerate(arguments):
        name, equals, code = argument.partition("=")
        if argument == "--":
            break
        if name == LANGUAGE_OPTION:
            after = index + 1 if equals else index + 2
            if after > len(arguments):
                problem = _("{option} needs a value").format(option=LANGUAGE_OPTION)
                raise usage_error(problem, "hashi")
            languages.choose(code if equals else arguments[index + 1])
            return [*arguments[:index], *arguments[after:]]
    return arguments


def run(arguments: Sequence[str], loaded: Callable[[], None] = lambda: None) -> int:
    """Run the command with these arguments and return its exit code.

    ``loaded`` is called when all modules that the command needs in any case are imported.

    Raises SystemExit only after ``--help`` and ``--version``.
    """
    use_ascii_fallback()
    try:
        return _run(arguments, loaded)
    except BrokenPipeError:
        return ExitCode.PIPE_CLOSED
    except WorkerLostError as error:
        print_error(error)
        return ExitCode.ABORTED
    except HashiError as error:
        print_error(error)
        return ExitCode.BAD_INPUT
    except MemoryError:
        print_error(_("There is not enough memory."))
        return ExitCode.ABORTED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception as error:
        print_error(_report(error, arguments))
        return ExitCode.INTERNAL_ERROR
    finally:
        discard_output()


def _run(arguments: Sequence[str], loaded: Callable[[], None]) -> int:
    args = parse(_without_language(arguments))
    if getattr(args, "json", False):
        languages.speak(languages.ENGLISH)  # Programs read it.
    loaded()
    code: int = args.run(args)
    return code


def _report(error: Exception, arguments: Sequence[str]) -> str:
    """Write a report for developers into a new file; return a sentence about error and file."""
    # Only here, because other commands start sooner without them.
    import platform
    from tempfile import NamedTemporaryFile
    from traceback import extract_tb, format_exception

    what = type(error).__name__
    report = (
        f"Hashi: {__version__}\n"
        f"Python: {platform.python_version()}, {platform.platform()}\n"
        f"Arguments: {list(arguments)!r}\n"
        f"Encoding: {getattr(sys.stdout, 'encoding', None)}\n\n"
        f"{''.join(format_exception(error))}"
    )
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", errors="replace", prefix="hashi-error-", suffix=".txt",
            delete=False,
        ) as file:  # fmt: skip
            file.write(report)
    except OSError:
        place = extract_tb(error.__traceback__)[-1]
        text = _(
            "This is an error in Hashi, not in the input: {error} in {place}, line {line}. "
            "No report could be written."
        )
        return text.format(error=what, place=place.name, line=place.lineno)
    text = _(
        "This is an error in Hashi, not in the input: {error}. Please report it with the file "
        "{file}."
    )
    return text.format(error=what, file=file.name)
