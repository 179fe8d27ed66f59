"""Answering questions about each of the puzzles that a command is given."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from hashi_gui.cli.command import UsageError
from hashi_gui.cli.output import print_json
from hashi_gui.cli.terminal import ExitCode, print_data, print_text, report_error, worst
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import printable
from hashi_gui.formats import Document
from hashi_gui.formats.sources import PuzzleSource, count_puzzles, find_puzzles
from hashi_gui.system.libraries import check_installed
from hashi_gui.system.progress import on_terminal, progress_bar

if TYPE_CHECKING:
    from hashi_gui.cli.files import WriteText

T = TypeVar("T")


class PuzzleOutcome(NamedTuple, Generic[T]):
    """What came of a puzzle: a result, or an error. ``name`` is for people."""

    name: str
    stem: str
    value: T | HashiError

    def result(self) -> T:
        """Return the result, or raise the error."""
        if isinstance(self.value, HashiError):
            raise self.value
        return self.value


def work_on_each(
    args: Namespace, sources: Iterable[PuzzleSource], work: Callable[[PuzzleSource], T]
) -> Iterator[PuzzleOutcome[T]]:
    """Yield what comes of ``work`` on each of the ``sources`` in ``args.puzzles``, in their order.

    ``args.jobs`` processes share the work, or the cluster at ``args.scheduler``. If there are
    several, ``work`` and its results must be such that they can be sent to another process. On a
    terminal, the progress is shown.
    """
    from hashi_gui.system.parallel import workers  # Only now: one puzzle needs no processes.

    count = count_puzzles(args.puzzles) if on_terminal() else None
    with workers(args.jobs, args.scheduler) as mapper:
        yield from progress_bar(mapper.map(partial(_outcome, work), sources), count)


def _outcome(work: Callable[[PuzzleSource], T], source: PuzzleSource) -> PuzzleOutcome[T]:
    try:
        return PuzzleOutcome(source.shown, source.stem, work(source))
    except HashiError as error:
        return PuzzleOutcome(source.shown, source.stem, error)


class Answer(NamedTuple):
    """The answer for one puzzle.

    ``text`` returns what is printed for a single puzzle, ``line`` is printed for one of several;
    ``values`` is the JSON object. If the text ``is_document``, the option ``--output`` takes it.
    A line that is not ``listed`` is not printed.
    """

    code: ExitCode
    values: Mapping[str, Any]
    text: Callable[[], str]
    line: str
    is_document: bool = False
    listed: bool = True


def answer_all(
    args: Namespace,
    answer: Callable[[Document], Answer],
    output: str | None = None,
    *,
    answer_alone: Callable[[Document], Answer] | None = None,
    summarise: Callable[[Sequence[ExitCode]], str] | None = None,
) -> int:
    """Print the answers for ``args.puzzles``, and return the exit code.

    A single puzzle gets a text, or with ``args.json`` an object; each of several gets a line. If
    one of several cannot be read or answered, that is reported, and the others are answered.
    Documents, in the notation ``args.to``, are written to ``output`` if there is one.

    ``answer`` must be such that it can be sent to another process; for its answers that does not
    matter. A single puzzle is answered by ``answer_alone``, if that is given. What ``summarise``
    returns for the exit codes of several puzzles is printed in the end, unless it is JSON. With
    ``args.proof``, the folder of a certificate, only a single puzzle is answered.
    """
    if args.scheduler is not None:
        check_installed("distributed")  # Also for a single puzzle, which is answered here.
    several, sources = find_puzzles(args.puzzles)
    if several and getattr(args, "proof", None):
        raise UsageError(_("--proof needs a single puzzle."))
    writing: AbstractContextManager[WriteText | None] = nullcontext()
    if output is not None:
        # Only now, because most answers are just printed.
        from hashi_gui.cli.files import check_room_for_several, destination

        if several:
            check_room_for_several(output, args.to)
        writing = destination(output, args.to, force=args.force)
    with writing as write_text:
        if several:
            codes = list(_answer_each(args, sources, answer, write_text))
            if summarise is not None and not args.json:
                print_text(summarise(codes))
            return worst(codes)
        return _answer_one(args, next(sources), answer_alone or answer, write_text)


def _answer_one(
    args: Namespace,
    source: PuzzleSource,
    answer: Callable[[Document], Answer],
    write_text: WriteText | None,
) -> ExitCode:
    given = answer(source.read())
    write_document = write_text if given.is_document else None
    if write_document:
        write_document(given.text(), source.stem)
    if args.json:
        print_json(**given.values)
    elif not write_document:
        show = print_data if given.is_document else print_text
        show(given.text())
    return given.code


def _answer_each(
    args: Namespace,
    sources: Iterable[PuzzleSource],
    answer: Callable[[Document], Answer],
    write_text: WriteText | None,
) -> Iterator[ExitCode]:
    """Print the answer for each puzzle, and yield its exit code."""
    work = partial(_answer_line, answer, args.json, write_text is not None)
    for outcome in work_on_each(args, sources, work):
        try:
            code, line, document = outcome.result()
            if write_text and document is not None:
                write_text(document, outcome.stem)
        except HashiError as error:
            report_error(outcome.name, error)
            yield ExitCode.BAD_INPUT
            continue
        if line:
            print_text(line)
        yield code


def _answer_line(
    answer: Callable[[Document], Answer],
    as_json: bool,
    with_document: bool,
    source: PuzzleSource,
) -> tuple[ExitCode, str, str | None]:
    """The exit code, the line for one of several puzzles, and the document if there is one.

    The line is empty if none is printed.
    """
    given = answer(source.read())
    if as_json:
        import json

        line = json.dumps({"puzzle": source.name, **given.values})
    else:
        line = f"{printable(source.shown)}: {given.line}" if given.listed else ""
    return given.code, line, given.text() if with_document and given.is_document else None
