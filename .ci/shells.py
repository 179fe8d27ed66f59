"""What shells and manuals say of the command line, made from its parser.

The program itself never does this, so that its start does not wait for it.
"""

from __future__ import annotations

import re
import textwrap
from argparse import Action
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from itertools import chain

from hashi_gui import __version__
from hashi_gui.cli.command import COMMANDS, Parser
from hashi_gui.cli.parser import build_parser
from hashi_gui.core import i18n
from hashi_gui.core.i18n import _
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT
from hashi_gui.generating.options import PLAIN, STYLE_FIELDS, Kind
from hashi_gui.generating.required_path import ENDINGS, PLACES, TECHNIQUES
from hashi_gui.lab.methods import METHODS
from hashi_gui.system.languages import LANGUAGES
from hashi_gui.system.option_types import Choice

FILES = {"PUZZLE", "FILE", "DIR|FILE", "DIR|FILE|-", "IN", "OUT"}
FOLDERS = {"FOLDER", "DIR"}
"""What stands for a file, and for a folder, in the usage of a command."""

STORY = (
    *(f"opens={place}" for place in PLACES),
    *(f"needs={technique}" for technique in TECHNIQUES),
    *(f"ends={technique}" for technique in ENDINGS),
)

VALUES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("", "--language"): tuple(LANGUAGES),
    ("solve", "--method"): tuple(METHODS),
    ("generate", "--max-bridges"): tuple(map(str, range(1, MAX_BRIDGES_LIMIT + 1))),
}
"""Values that a parser looks up, by command and option."""

LISTS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("bench", "--methods"): ("all", *METHODS, "ganak"),
    ("generate", "--story"): STORY,
    ("generate", "--style"): (PLAIN, *Kind, *(f"{field}=" for field in STYLE_FIELDS)),
}
"""Values of which some are given, with commas between them."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a command: its names, if it is an option, and what can be its value.

    ``kind`` is "flag" if it takes none, "files", "folders", "one" or "some" of the ``values``, or
    "text", of which nothing is known.
    """

    names: tuple[str, ...]
    metavar: str
    help: str
    kind: str
    values: tuple[str, ...]
    usage: str
    """What stands for it in the usage of the command, unless it is an option."""

    @property
    def repeated(self) -> bool:
        return self.usage.endswith("...")

    @classmethod
    def of(cls, command: str, action: Action) -> Argument:
        names = tuple(action.option_strings)
        place = command, names[-1] if names else ""
        kind, values = "text", VALUES.get(place, ())
        if action.nargs == 0:
            kind = "flag"
        elif isinstance(action.type, Choice):
            kind, values = "one", tuple(action.type.values)
        elif values:
            kind = "one"
        elif place in LISTS:
            kind, values = "some", LISTS[place]
        elif action.metavar in FILES:
            kind = "files"
        elif action.metavar in FOLDERS:
            kind = "folders"
        metavar = str(action.metavar or "")
        usage = {"?": f"[{metavar}]", "+": f"{metavar}..."}.get(str(action.nargs), metavar)
        return cls(names, metavar, action.help or "", kind, values, usage)


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or with an empty name the program."""

    name: str
    parser: Parser

    @property
    def arguments(self) -> list[Argument]:
        actions = [each for each in self.parser._actions if each.metavar != "COMMAND"]
        return [Argument.of(self.name, action) for action in actions]

    @property
    def options(self) -> list[Argument]:
        return [each for each in self.arguments if each.names]

    @property
    def positionals(self) -> list[Argument]:
        return [each for each in self.arguments if not each.names]


def program() -> Command:
    return Command("", build_parser(COMMANDS))


def commands_of(whole: Command) -> list[Command]:
    (action,) = (each for each in whole.parser._actions if each.metavar == "COMMAND")
    assert action.choices is not None
    return [Command(name, parser) for name, parser in dict(action.choices).items()]


def completions() -> dict[str, str]:
    """The completions of all shells, by their places in ``share``."""
    whole = program()
    return {
        "bash-completion/completions/hashi": bash(whole),
        "zsh/site-functions/_hashi": zsh(whole),
        "fish/vendor_completions.d/hashi.fish": fish(whole),
    }


BASH = """\
# Completions of Hashi for bash.
_hashi() {{
    local line=${{COMP_LINE:0:COMP_POINT}} command= kind=files names= kept= word words
    local current=${{line##*[[:space:]]}}
    read -ra words <<<"${{line%"$current"}}"
    local option=${{words[-1]}}
    for word in "${{words[@]:1}}"; do
        case $word in {commands}) command=$word; break ;; esac
    done
    if [[ $current == --*=* ]]; then
        option=${{current%%=*}} kept=$option= current=${{current#*=}}
    fi
    case "$command $option" in
{values}
    *)
        case $command in
{positionals}
        "") kind=command names="{names}" ;;
        esac
        if [[ $current == -* ]]; then
            kind=one
            case $command in
{flags}
            esac
        fi ;;
    esac
    case $kind in
        files) compopt -o default; return ;;
        folders) compopt -o dirnames; return ;;
        some)
            compopt -o nospace
            if [[ $current == *,* ]]; then
                kept+=${{current%,*}}, current=${{current##*,}}
            fi ;;
    esac
    COMPREPLY=($(compgen -W "$names" -- "$current"))
    if [[ $kind == command && ${{#COMPREPLY[@]}} == 0 ]]; then
        compopt -o default # The file of a puzzle.
    fi
    COMPREPLY=("${{COMPREPLY[@]/#/$kept}}")
    # Of a word with "=", bash replaces only what follows that.
    word=$kept$current
    COMPREPLY=("${{COMPREPLY[@]#"${{word%"${{word##*=}}"}}"}}")
}}
complete -F _hashi hashi
"""


def bash(whole: Command) -> str:
    commands = commands_of(whole)
    values, positionals, flags = [], [], []
    for command in (whole, *commands):
        for option in command.options:
            if option.kind != "flag":
                cases = "|".join(f'"{command.name} {name}"' for name in option.names)
                names = f' names="{" ".join(option.values)}"' if option.values else ""
                values.append(f"    {cases}) kind={option.kind}{names} ;;")
        names = " ".join(chain.from_iterable(option.names for option in command.options))
        flags.append(f'            "{command.name}") names="{names}" ;;')
        if command.name:
            kinds = [each.kind for each in command.arguments if not each.names or each.repeated]
            positionals.append(f"        {command.name}) kind={(kinds or ['text'])[0]} ;;")
    names = [command.name for command in commands]
    return BASH.format(
        commands="|".join(names),
        names=" ".join(names),
        values="\n".join(values),
        positionals="\n".join(positionals),
        flags="\n".join(flags),
    )


ZSH = """\
#compdef hashi
# Completions of Hashi for zsh.
_hashi() {{
    local curcontext=$curcontext state line
    local -A opt_args
    _arguments -C {options} '1:COMMAND:->command' '*::argument:->argument'
    case $state in
    command)
        local -a commands=(
{names}
        )
        _describe -t commands command commands
        _files ;;
    argument)
        case $line[1] in
{commands}
        esac ;;
    esac
}}
_hashi "$@"
"""


def zsh(whole: Command) -> str:
    commands = commands_of(whole)
    return ZSH.format(
        options=" ".join(map(_zsh_option, whole.options)),
        names="\n".join(
            f"            {_quoted(f'{each.name}:{each.parser.description}')}" for each in commands
        ),
        commands="\n".join(f"        {each.name}) {_zsh_arguments(each)} ;;" for each in commands),
    )


def _zsh_arguments(command: Command) -> str:
    specs = [_zsh_option(option) for option in command.options]
    for number, each in enumerate(command.positionals, 1):
        place = "*" if each.repeated else number
        specs.append(_quoted(f"{place}:{_zsh_value(each)}"))
    return " \\\n            ".join(["_arguments -s", *specs])


def _zsh_option(option: Argument) -> str:
    takes = option.kind != "flag"
    rest = re.sub(r"([\\\[\]])", r"\\\1", option.help).join("[]")
    rest += f":{_zsh_value(option)}" if takes else ""
    names = [f"{name}{'=' if name.startswith('--') else '+'}" if takes else name
             for name in option.names]  # fmt: skip
    if len(names) == 1:
        return _quoted(names[0] + rest)
    return f"{_quoted('(' + ' '.join(option.names) + ')')}{{{','.join(names)}}}{_quoted(rest)}"


def _zsh_value(argument: Argument) -> str:
    values = " ".join(argument.values)
    action = {
        "files": "_files",
        "folders": "_files -/",
        "one": f"({values})",
        "some": f"_sequence compadd - {values}",
    }.get(argument.kind, " ")
    return f"{argument.metavar.replace(':', '')}:{action}"


def fish(whole: Command) -> str:
    lines = ["# Completions of Hashi for fish.", "complete -c hashi -f"]
    lines += _fish_arguments(whole, "__fish_use_subcommand")
    for command in commands_of(whole):
        summary = _fish_quoted(command.parser.description or "")
        lines.append(f"complete -c hashi -n __fish_use_subcommand -a {command.name} -d {summary}")
    lines.append("complete -c hashi -n __fish_use_subcommand -F")
    for command in commands_of(whole):
        lines += _fish_arguments(command, f"'__fish_seen_subcommand_from {command.name}'")
    return "\n".join([*lines, ""])


def _fish_arguments(command: Command, condition: str) -> Iterator[str]:
    for each in command.arguments:
        names = [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in each.names]
        values = " ".join(each.values)
        value = {
            "flag": "",
            "files": "-r -F" if names else "-F",
            "folders": "-x -a '(__fish_complete_directories)'",
            "one": f"-x -a {_fish_quoted(values)}",
            "some": f"-x -a {_fish_quoted(f'(__fish_append , {values})')}",
        }.get(each.kind, "-x")
        words = [*names, value, f"-d {_fish_quoted(each.help)}" if names else ""]
        yield f"complete -c hashi -n {condition} {' '.join(filter(None, words))}"


def _quoted(text: str) -> str:
    """The text in the quotes of bash and zsh."""
    return "'" + text.replace("'", r"'\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + re.sub(r"([\\'])", r"\\\1", text) + "'"


def manuals(languages: Mapping[str, NullTranslations], date: str) -> dict[str, str]:
    """The manual page, in English and in the languages that have words for it, by its place."""
    pages = {"man/man1/hashi.1": manual(date), "man/man1/hashi-gui.1": ".so man1/hashi.1\n"}
    try:
        for code, language in languages.items():
            i18n.use(language)
            if _("SYNOPSIS") != "SYNOPSIS":
                pages[f"man/{code}/man1/hashi.1"] = manual(date)
    finally:
        i18n.use(NullTranslations())
    return pages


def manual(date: str) -> str:
    whole = program()
    summary = (whole.parser.description or "").rstrip(".。")
    lines = [
        *(f'.TH HASHI 1 "{date}" "Hashi {__version__}"', ".ad l", ".nh"),
        *(".SH " + _("NAME"), rf"hashi, hashi\-gui \- {summary}"),
        *(".SH " + _("SYNOPSIS"), r"\fBhashi\fR [\fIPUZZLE\fR]", ".br"),
        *(r"\fBhashi\fR \fICOMMAND\fR ...", ".br", r"\fBhashi\-gui\fR [\fIPUZZLE\fR]"),
    ]
    about = (whole.parser.epilog or "").split("\n\n")
    lines += [".SH " + _("DESCRIPTION"), *list(chain.from_iterable(map(_paragraph, about)))[1:]]
    lines += [".SH " + _("OPTIONS"), *_described(whole)]
    lines.append(".SH " + _("COMMANDS"))
    for command in commands_of(whole):
        words = [f"hashi {command.name}"]
        words += [each.usage for each in command.positionals]
        lines.append(f'.SS "{_roff(" ".join(words))}"')
        lines += [_roff(command.parser.description or ""), *_described(command)]
        for paragraph in (command.parser.epilog or "").split("\n\n"):
            lines += [] if paragraph in about else _paragraph(paragraph)
    return "\n".join([*lines, ""])


def _described(command: Command) -> Iterator[str]:
    for option in command.options:
        if command.name and "--help" in option.names:
            continue
        names = ", ".join(rf"\fB{_roff(name)}\fR" for name in option.names)
        value = rf" \fI{_roff(option.metavar)}\fR" if option.kind != "flag" else ""
        yield from (".TP", names + value, *_filled(option.help))


def _paragraph(text: str) -> Iterator[str]:
    """A paragraph of a help text, in which indented lines stay as they are."""
    lines = text.split("\n")
    kept = [line for line in lines if line.startswith(" ")]
    yield ".PP"
    if not kept:
        yield from _filled(" ".join(lines))
        return
    yield ".nf"
    yield from map(_roff, lines)
    yield ".fi"


def _filled(text: str) -> list[str]:
    return [_roff(line) for line in textwrap.wrap(text, 72, break_long_words=False)]


def _roff(text: str) -> str:
    """The text, with nothing that roff would take for a command."""
    text = text.replace("\\", r"\e")
    text = re.sub(r"(?<!\w)-|-(?=-)", r"\\-", text)
    return rf"\&{text}" if text.startswith((".", "'")) else text
