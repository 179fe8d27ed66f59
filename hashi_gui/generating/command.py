"""The options of ``hashi generate`` that describe a puzzle: how they are parsed and written.

Everything about them is in :data:`OPTIONS`. The command line builds its arguments from it, and
:func:`command_for` writes the command that makes a puzzle, for the window to copy.
"""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from secrets import randbelow
from typing import Any

from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT, ExtraRule
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import listed, shorten
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.generator import SEED_LIMIT, Recipe
from hashi_gui.generating.options import (
    PLAIN,
    GeneratorOptions,
    Kind,
    default_island_count,
    parse_style,
)
from hashi_gui.generating.required_path import RequiredPath
from hashi_gui.logic.levels import Level
from hashi_gui.system import option_types

_SIZE = re.compile(r"([0-9]{1,9})[xX×]([0-9]{1,9})")
_MAX_QUOTE_LENGTH = 60
_MAX_LENGTH = 4000
_DEFAULTS = GeneratorOptions(2, 2, 2)
_FIELDS = {field.name for field in fields(GeneratorOptions)}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of ``hashi generate``.

    ``name`` is that of a field of :class:`GeneratorOptions`, whose value it gives, unless
    ``value_in`` returns the value for a recipe; an option with neither is left out of a command, as
    is one with its default value. ``parse`` turns the text of a value into the value, and
    ``format`` makes its text. An option without ``parse`` takes no value; it turns something off.
    Of the options of one ``group``, at most one can be given. ``help`` is in English, with fields
    for the default and for ``names``, the values there are.
    """

    flag: str
    name: str
    help: str
    metavar: str = ""
    parse: Callable[[str], Any] | None = None
    value_in: Callable[[Recipe], Any] | None = None
    format: Callable[[Any], str] = str
    group: str = ""
    names: Sequence[str] = ()

    @property
    def summary(self) -> str:
        """The help in the language in use."""
        names = listed(self.names)
        return translated(self.help).format(names=names, default=self.default)

    @property
    def default(self) -> Any:
        """The value if the option is not given; None if others or chance decide on it."""
        default = getattr(_DEFAULTS, self.name, None)
        return None if self.name == "islands" or default == "" else default

    def words(self, recipe: Recipe) -> list[str]:
        """The words of this option in the command for a recipe."""
        of_field = getattr(recipe.options, self.name, None)
        value = self.value_in(recipe) if self.value_in else of_field
        if value in (self.default, ""):
            return []
        return [self.flag, self.format(value)] if self.parse else [self.flag]


def parse_size(text: str) -> tuple[int, int]:
    """The columns and rows in a text such as ``15x10``."""
    match = _SIZE.fullmatch(text)
    if match is None:
        message = _("{option} must be columns x rows, such as 15x15, not {value}")
        raise option_types.rejected(message, text)
    cols, rows = int(match[1]), int(match[2])
    if not (1 <= cols <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        message = _("{option} must be 1 to {most} columns and rows, not {value}")
        raise option_types.rejected(message, text, most=MAX_SIDE)
    return cols, rows


def _format_share(share: float) -> str:
    """A text that is parsed as exactly this number, without a needless ``.0``."""
    return repr(float(share)).removesuffix(".0")


def _checked(parse: Callable[[str], object], text: str) -> str:
    """What a text is parsed as, as text. Raises ArgumentTypeError."""
    try:
        return str(parse(text))
    except GenerationError as error:
        message, reason = _("{option} is wrong: {reason}"), str(error).rstrip(".。")
        raise option_types.rejected(message, text, reason=reason) from error


def _parse_style(text: str) -> str:
    _checked(parse_style, text)
    return text.replace(" ", "")


def _parse_seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        message = _("{option} has a character that is not text")
        raise option_types.rejected(message, text) from error
    return text


NO_LOOPS = str(ExtraRule.NO_LOOPS)
"""The extra rule that puzzles can be generated with, as an argument."""

_SHARE = option_types.number_between(0, 1)

OPTIONS = (
    Option(
        "--size",
        "size",
        N_("the size of the grid (default: 10x10)"),
        metavar="COLSxROWS",
        parse=parse_size,
        value_in=lambda recipe: (recipe.options.cols, recipe.options.rows),
        format=lambda size: f"{size[0]}x{size[1]}",
    ),
    Option(
        "--islands",
        "islands",
        N_("the number of islands (default: suits the size)"),
        metavar="N",
        parse=option_types.whole_number_between(2, (MAX_SIDE**2 + 1) // 2),
        group="islands",
    ),
    Option(
        "--density",
        "density",
        N_("the number of islands per cell, such as 0.24"),
        metavar="D",
        parse=_SHARE,
        group="islands",
    ),
    Option(
        "--difficulty",
        "level",
        N_("exactly this level: {names}"),
        names=tuple(Level),
        metavar="LEVEL",
        parse=option_types.Choice({level.value: level for level in Level}),
    ),
    Option(
        "--story",
        "story",
        N_("what the solving path is like, such as opens=center,ends=connectivity"),
        metavar="STORY",
        parse=partial(_checked, RequiredPath.parse),
    ),
    Option(
        "--symmetry",
        "symmetry",
        N_("the symmetry of the islands: {names} (default: {default})"),
        names=tuple(Symmetry),
        metavar="KIND",
        parse=option_types.Choice({symmetry.value: symmetry for symmetry in Symmetry}),
    ),
    Option(
        "--max-bridges",
        "max_bridges",
        N_("the most bridges between two islands (default: {default})"),
        metavar=f"1..{MAX_BRIDGES_LIMIT}",
        parse=option_types.whole_number_between(1, MAX_BRIDGES_LIMIT),
    ),
    Option(
        "--no-loops",
        "loops",
        N_("the bridges of the solution form no loop; loops are still allowed"),
        value_in=lambda recipe: recipe.options.loops or recipe.options.forbid_loops,
    ),
    Option(
        "--rules",
        "forbid_loops",
        N_("a rule of the puzzle: {names}, by which only a solution without loops counts"),
        names=(NO_LOOPS,),
        metavar="RULE",
        parse=option_types.Choice({NO_LOOPS: True}),
        format=lambda _is_on: NO_LOOPS,
    ),
    Option(
        "--style",
        "style",
        N_(
            "how the puzzle looks: {names}, or values such as corners=2,loops=0.1 (default: as "
            "people make them)"
        ),
        names=(*Kind, PLAIN),
        metavar="STYLE",
        parse=_parse_style,
    ),
    Option(
        "--doubles",
        "doubles",
        N_(
            "the share of connected pairs of islands that have more than one bridge (default: as "
            "the style is)"
        ),
        metavar="0..1",
        parse=_SHARE,
        format=_format_share,
    ),
    Option(
        "--unknown",
        "unknown",
        N_('the share of "?" clues (default: {default:g})'),
        metavar="0..1",
        parse=_SHARE,
        format=_format_share,
    ),
    Option(
        "--seed",
        "seed",
        N_("the seed of the first puzzle: a number or any words (default: random)"),
        metavar="S",
        parse=_parse_seed,
        value_in=lambda recipe: recipe.seed,
    ),
)
"""In the order in which the help lists them and commands have them."""


def options_from(values: Mapping[str, Any]) -> GeneratorOptions:
    """The generator options for parsed values by option name.

    Raises GenerationError if the number of islands does not fit the size.
    """
    cols, rows = values["size"] or (10, 10)
    islands = values["islands"]
    if values["density"] is not None:
        islands = round(rows * cols * values["density"])
    elif islands is None:
        islands = default_island_count(rows, cols, values["symmetry"])
    given = {name: values[name] for name in _FIELDS & values.keys() if values[name] is not None}
    return GeneratorOptions(**{**given, "rows": rows, "cols": cols, "islands": islands})


def recipe_from(command: str) -> Recipe | None:
    """The recipe of a command such as :func:`command_for` writes; None for any other text.

    Without a seed, it is a random one. Raises GenerationError if an option is wrong, or does not
    describe a puzzle.
    """
    if command[: 2 * _MAX_LENGTH].split(maxsplit=2)[:2] != ["hashi", "generate"]:
        return None
    if len(command) > _MAX_LENGTH:
        text = _("A command can have at most {most} characters.")
        raise GenerationError(text.format(most=_MAX_LENGTH))
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    values: dict[str, Any] = {option.name: option.default for option in OPTIONS}
    rest = iter(words[2:])
    for word in rest:
        option = next((option for option in OPTIONS if option.flag == word), None)
        if option is None:
            quote = repr(shorten(word, _MAX_QUOTE_LENGTH))
            raise GenerationError(_("{word} does not describe a puzzle.").format(word=quote))
        values[option.name] = _parse_value(option, next(rest, "")) if option.parse else False
    seed = values["seed"] or str(randbelow(SEED_LIMIT))
    return Recipe.of_text(options_from(values), seed)


def _parse_value(option: Option, text: str) -> Any:
    assert option.parse is not None
    try:
        return option.parse(text)
    except ArgumentTypeError as error:
        problem = str(error).replace("{option}", option.flag)
        raise GenerationError(_("{problem}.").format(problem=problem)) from error


def command_for(recipe: Recipe) -> str:
    """The command that makes the puzzle of a recipe."""
    words = (word for option in OPTIONS for word in option.words(recipe))
    return " ".join(["hashi", "generate", *words])
