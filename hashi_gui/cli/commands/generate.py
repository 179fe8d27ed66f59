"""``hashi generate``: make new puzzles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from secrets import randbelow
from typing import TYPE_CHECKING

from hashi_gui.cli.arguments import add_output_in_format
from hashi_gui.cli.command import Commands, UsageError, add_command
from hashi_gui.cli.files import check_room_for_several, default_notation, destination
from hashi_gui.cli.output import document_text
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.formats import Document, FormatError, write
from hashi_gui.generating import SEED_LIMIT, GeneratorOptions, Recipe
from hashi_gui.generating.command import OPTIONS, Option, options_from
from hashi_gui.generating.generator import generate_many
from hashi_gui.system import option_types
from hashi_gui.system.parallel import workers
from hashi_gui.system.progress import print_note, progress_bar, progress_counter

if TYPE_CHECKING:
    from argparse import _ActionsContainer


def _help() -> list[str]:
    return [
        _(
            "Each puzzle has exactly one solution. The same options, seed and version of the "
            "program make the same puzzle on every machine. Several puzzles have consecutive "
            "seeds. Without --seed, a random seed is used and printed on standard error."
        ),
        _("""\
examples:
  hashi generate
  hashi generate --size 15x15 --difficulty hard --seed 7
  hashi generate --size 7x7 --count 100 -o puzzles.txt                 one URL per line
  hashi generate --size 25x25 --symmetry rotate --count 20 -o folder/  one .hashi file each
  hashi generate --size 9x9 --count 50 -o 'Rainy days.zip'             a pack for the library
  hashi generate --size 10x10 --max-bridges 3 --to text
  hashi generate --size 9x9 --count 10000 --jobs 4 -o many.txt
  hashi generate --size 15x15 --story opens=center,needs=intersection@0.4-0.7,ends=connectivity
  hashi generate --size 20x20 --difficulty extreme --doubles 0 --unknown 0.3"""),
        _(
            'Extreme puzzles are rare: nearly all have "?" clues. The last example takes up to a '
            "minute."
        ),
        _(
            "exit codes: 0 all puzzles generated; 2 invalid input, or no such puzzle was found; 5 "
            "a worker process or the cluster was lost; 130 interrupted. Finished puzzles stay in "
            "every case."
        ),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "generate", run, _help(), _check)
    groups: dict[str, _ActionsContainer] = {"": command}
    for option in OPTIONS:
        if option.group not in groups:
            groups[option.group] = command.add_mutually_exclusive_group()
        _add_option(groups[option.group], option)
    command.add_argument(
        "--count",
        metavar="K",
        type=option_types.positive_number,
        default=1,
        help=_("the number of puzzles (default: 1)"),
    )
    option_types.add_workers(command, _("the number of processes (default: 1)"))
    summary = _(
        "the format of the output: {formats} (default: {in_folder} in a folder or .zip file, "
        "otherwise the first of {links} that can express the puzzle)"
    )
    add_output_in_format(command, summary)


def _add_option(group: _ActionsContainer, option: Option) -> None:
    if option.parse is None:
        group.add_argument(option.flag, dest=option.name, action="store_false", help=option.summary)
    else:
        group.add_argument(
            option.flag,
            dest=option.name,
            metavar=option.metavar,
            type=option.parse,
            default=option.default,
            help=option.summary,
        )


def _check(args: Namespace) -> None:
    """Check what options ask for together. Raises HashiError."""
    options = options_from(vars(args))
    notation = _notation(options, args)
    try:
        write(_sample(options), notation)
    except FormatError as error:
        text = _("Choose another format with --to.")
        raise UsageError(sentences(str(error), text)) from error
    if args.count > 1:
        check_room_for_several(args.output, notation)


def _notation(options: GeneratorOptions, args: Namespace) -> str:
    notation: str = args.to or default_notation(args.output, _sample(options))
    return notation


def _sample(options: GeneratorOptions) -> Document:
    """A document that a notation can express only if it can express the puzzles with ``options``.

    It takes no time to make, unlike a puzzle that turns out not to fit the notation.
    """
    clue = None if options.unknown else 1
    corners = {(0, 0): clue, (options.rows - 1, options.cols - 1): clue}
    puzzle = Puzzle.from_clues(options.rows, options.cols, corners, options.rules)
    return Document.from_puzzle(puzzle, "hashi")


def run(args: Namespace) -> int:
    options = options_from(vars(args))
    recipe = Recipe.of_text(options, args.seed or str(randbelow(SEED_LIMIT)))
    if not args.seed:
        print_note(_("Seed {seed}").format(seed=recipe.seed))
    notation = _notation(options, args)
    with destination(args.output, notation, force=args.force) as write_text:
        for document in _documents(recipe, args):
            write_text(document_text(document, notation), _file_name(document))
    return ExitCode.ANSWERED


def _documents(recipe: Recipe, args: Namespace) -> Iterator[Document]:
    """The puzzles, with progress shown."""
    if args.count == 1 and args.scheduler is None:
        with progress_counter(_("Attempts: {n}")) as show_attempts:
            yield recipe.make(on_attempt=show_attempts)
    else:
        with workers(args.jobs, args.scheduler) as mapper:
            documents = generate_many(recipe.options, recipe.seed, args.count, mapper)
            yield from progress_bar(documents, args.count, log=True)


def _file_name(document: Document) -> str:
    """The name, without suffix, of the file of a puzzle in a folder."""
    puzzle, info = document.puzzle, document.info
    return "-".join(filter(None, (f"{puzzle.cols}x{puzzle.rows}", info.level, str(info.seed))))
