"""``hashi library``: the packs in the library."""

from __future__ import annotations

from argparse import Namespace

from hashi_gui.cli.arguments import add_json, add_output_in_format, many_puzzles_help
from hashi_gui.cli.command import Commands, UsageError, add_command, exit_codes_help
from hashi_gui.cli.files import check_room_for_several, default_notation, destination
from hashi_gui.cli.output import document_text, print_json
from hashi_gui.cli.terminal import ExitCode, print_error, print_text, report_error
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.game import GameStore
from hashi_gui.packs import Pack, PackStore
from hashi_gui.packs.exchange import packed_documents, read_pack
from hashi_gui.packs.pack import PackProgress
from hashi_gui.system import option_types
from hashi_gui.system.files import data_folder


def _help() -> list[str]:
    return [
        _(
            "Without options, the packs in the library are listed with their progress. The window "
            "shows them, too, and finds the levels of imported puzzles."
        ),
        _("""\
examples:
  hashi library
  hashi library --import puzzles/ --title 'Rainy days'
  hashi generate --size 9x9 --count 50 | hashi library --import - --title 'Rainy days'
  hashi library --export 'Rainy days' -o rainy.zip
  hashi library --export 'Rainy days' --to sgt"""),
        many_puzzles_help(),
        _(
            "What cannot be imported is reported on standard error, and the exit code is then 2; "
            "the rest is imported. A puzzle that is repeated is left out. --json prints one object "
            "with all packs:"
        ),
        '  {"packs": [{"title": "Archipelago", "puzzles": 50, "solved": 3}, ...]}',
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "library", run, _help(), _check)
    actions = command.add_mutually_exclusive_group()
    actions.add_argument(
        "--import",
        dest="sources",
        metavar="PUZZLE",
        type=option_types.not_empty,
        nargs="+",
        help=_("import puzzles as a pack"),
    )
    actions.add_argument(
        "--export",
        metavar="TITLE",
        type=option_types.not_empty,
        help=_("write a pack to --output"),
    )
    add_json(command)
    command.add_argument(
        "--title",
        metavar="T",
        default="",
        help=_("the title of the imported pack (default: that of the file or folder)"),
    )
    summary = _(
        "the format to export: {formats} (default: {in_folder} in a folder or .zip file, otherwise "
        "the first of {links} that can express the puzzle)"
    )
    add_output_in_format(command, summary)


def _check(args: Namespace) -> None:
    if args.title and not args.sources:
        raise UsageError(_("--title needs --import."))
    if not args.export and (args.to or args.output != "-"):
        raise UsageError(_("--to and --output need --export."))
    if args.json and (args.sources or args.export):
        raise UsageError(_("--json is for the list of packs."))
    if args.export:
        check_room_for_several(args.output, args.to or default_notation(args.output))


def run(args: Namespace) -> int:
    games = GameStore(data_folder())
    packs = PackStore.beside(games)
    if args.sources:
        code = _import(packs, args.sources, args.title)
    elif args.export:
        code = _export(_find(packs, args.export), args)
    else:
        all_progress = [PackProgress.of(pack, games) for pack in packs.load()]
        if args.json:
            print_json(
                packs=[
                    {
                        "title": each.pack.title,
                        "puzzles": len(each.pack.puzzles),
                        "solved": len(each.solved),
                    }
                    for each in all_progress
                ]
            )
        else:
            print_text(_as_text(all_progress))
        code = ExitCode.ANSWERED
    for file in packs.quarantined:
        text = _("A pack is damaged or was made by a newer version. It is now in {file}.")
        print_error(text.format(file=file))
    return code


def _import(packs: PackStore, sources: list[str], title: str) -> ExitCode:
    reading = read_pack(sources, title, streams=True)
    pack = packs.add(reading.title, reading.puzzles)
    for problem in (*reading.broken, *reading.repeated):
        print_error(problem)
    print_text(f"{pack.title}: {reading.summary}")
    return ExitCode.BAD_INPUT if reading.broken else ExitCode.ANSWERED


def _find(packs: PackStore, title: str) -> Pack:
    """The pack with a title, in whatever case. Raises HashiError if there is none."""
    for pack in packs.load():
        if pack.title.casefold() == title.casefold():
            return pack
    text = _("There is no pack {title} in the library; `hashi library` lists all packs.")
    raise HashiError(text.format(title=repr(title)))


def _export(pack: Pack, args: Namespace) -> ExitCode:
    code = ExitCode.ANSWERED
    notation = args.to or default_notation(args.output)
    with destination(args.output, notation, force=args.force) as write_text:
        for name, document in packed_documents(pack):
            notation = args.to or default_notation(args.output, document)
            try:
                write_text(document_text(document, notation), name)
            except HashiError as error:
                report_error(name, error)
                code = ExitCode.BAD_INPUT
    return code


def _as_text(all_progress: list[PackProgress]) -> str:
    if not all_progress:
        return _("There are no packs in the library.")
    return "\n".join(
        ngettext(
            "{title}: {n} puzzle, {solved} solved", "{title}: {n} puzzles, {solved} solved", n
        ).format(title=each.pack.title, n=n, solved=len(each.solved))
        for each in all_progress
        for n in [len(each.pack.puzzles)]
    )
