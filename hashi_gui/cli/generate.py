"""``hashi generate``: new puzzles to order."""

from __future__ import annotations

import re
import signal
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from secrets import randbelow
from typing import ParamSpec, TypeVar

from hashi_gui.cli.arguments import Commands, add_command, add_output, positive
from hashi_gui.cli.destination import FOLDERS_HOLD, OTHERS_HOLD, destination
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document
from hashi_gui.generating import (
    SEED_LIMIT,
    GeneratorOptions,
    Recipe,
    Symmetry,
    default_island_count,
)
from hashi_gui.generating.batches import generate_many
from hashi_gui.logic.levels import Level
from hashi_gui.progress import progress_bar, progress_counter

P = ParamSpec("P")
T = TypeVar("T")

HELP = """\
Each puzzle has exactly one solution. The same options, seed and version of the program make the
same puzzle everywhere; several puzzles have one seed after the other. Without --seed it is drawn
by lot, and told on standard error.

examples:
  hashi generate
  hashi generate --size 15x15 --difficulty hard --seed 7
  hashi generate --size 7x7 --count 100 -o puzzles.txt              one link a line
  hashi generate --size 25x25 --symmetry rotate --count 20 -o folder/  a .hashi file each
  hashi generate --size 10x10 --max-bridges 3 --to text
  hashi generate --size 9x9 --count 10000 --jobs 4 -o many.txt
  hashi generate --size 20x20 --difficulty extreme --doubles 0 --unknown 0.3

Extreme puzzles are rare: nearly all have "?" clues. The last example takes a minute or less.

exit codes: 0 all made; 2 bad input, or no puzzle like that was found."""

_CONNECTING = "10 s"
_SIZE = re.compile(r"([0-9]{1,4})[xX×]([0-9]{1,4})")


def add(commands: Commands) -> None:
    command = add_command(commands, "generate", run, "Make new puzzles.", HELP)
    command.add_argument(
        "--size", metavar="COLSxROWS", type=_size, default=(10, 10), help="default: 10x10"
    )
    amount = command.add_mutually_exclusive_group()
    amount.add_argument("--islands", metavar="N", type=int, help="default: what looks good")
    amount.add_argument("--density", metavar="D", type=float, help="islands per cell, as in 0.24")
    command.add_argument(
        "--difficulty",
        metavar="LEVEL",
        choices=[level.value for level in Level],
        help=f"exactly this level: {', '.join(Level)}",
    )
    command.add_argument(
        "--symmetry",
        metavar="KIND",
        choices=[symmetry.value for symmetry in Symmetry],
        default=Symmetry.NONE.value,
        help=f"how the places of the islands repeat: {', '.join(Symmetry)} (default: none)",
    )
    usual = GeneratorOptions(2, 2, 2)
    command.add_argument(
        "--max-bridges", metavar="1..4", type=int, default=usual.max_bridges, help="default: 2"
    )
    command.add_argument(
        "--no-loops", dest="loops", action="store_false", help="the bridges make a tree"
    )
    command.add_argument(
        "--doubles",
        metavar="0..1",
        type=float,
        default=usual.doubles,
        help=f"share of pairs with more than one bridge (default: {usual.doubles})",
    )
    command.add_argument(
        "--unknown",
        metavar="0..1",
        type=float,
        default=usual.unknown,
        help='share of "?" clues (default: 0)',
    )
    command.add_argument("--seed", metavar="S", type=int, help="default: by lot")
    command.add_argument("--count", metavar="K", type=positive, default=1, help="default: 1")
    workers = command.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs", metavar="J", type=positive, default=1, help="processes to use (default: 1)"
    )
    workers.add_argument(
        "--scheduler", metavar="ADDRESS", help="have a Dask cluster do it, as in tcp://host:8786"
    )
    command.add_argument(
        "--to",
        metavar="FORMAT",
        help=f"puzzlink, hashi, text or another notation (default: {FOLDERS_HOLD} into a folder, "
        f"else {OTHERS_HOLD})",
    )
    add_output(command)


def run(args: Namespace) -> int:
    options = wanted(args)
    seed = randbelow(SEED_LIMIT) if args.seed is None else args.seed
    if args.seed is None:
        print(f"Seed {seed}", file=sys.stderr)
    with destination(args.output, args.to) as write_document:
        for document in _made(options, seed, args):
            write_document(document, _name(document))
    return ExitCode.ANSWERED


def _made(options: GeneratorOptions, seed: int, args: Namespace) -> Iterator[Document]:
    if args.count == 1 and args.scheduler is None:
        with progress_counter("tried") as tried:
            yield Recipe(options, seed).make(on_attempt=tried)
    else:
        with _executor(args) as (executor, ahead):
            yield from progress_bar(
                generate_many(options, seed, args.count, executor, ahead), args.count
            )


def wanted(args: Namespace) -> GeneratorOptions:
    """What the arguments ask for. Raises GenerationError for what cannot be."""
    cols, rows = args.size
    islands = default_island_count(rows, cols) if args.islands is None else args.islands
    return GeneratorOptions(
        rows,
        cols,
        islands if args.density is None else round(rows * cols * args.density),
        max_bridges=args.max_bridges,
        doubles=args.doubles,
        unknown=args.unknown,
        symmetry=Symmetry(args.symmetry),
        loops=args.loops,
        level=args.difficulty and Level(args.difficulty),
    )


def _name(document: Document) -> str:
    puzzle, info = document.puzzle, document.info
    return f"{puzzle.cols}x{puzzle.rows}-{info.level}-{info.seed}"


@contextmanager
def _executor(args: Namespace) -> Iterator[tuple[Executor, int]]:
    """What runs the work, and how many batches keep it busy."""
    if args.scheduler is not None:
        with _cluster(args.scheduler) as cluster:
            yield cluster
    elif args.jobs > 1:
        with _processes(args.jobs) as pool:
            yield pool, 2 * args.jobs
    else:
        yield _Here(), 1


class _Here(Executor):
    """Does everything at once, here."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _turn_off_ctrl_c)
    try:
        with _without_ctrl_c():
            for _ in range(jobs):
                pool.submit(_turn_off_ctrl_c)
        yield pool
    finally:
        for process in active_children():  # What they are still at, nobody waits for.
            process.terminate()
        pool.shutdown()


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Processes that are started meanwhile are deaf to Ctrl-C from their first moment."""
    before = signal.getsignal(signal.SIGINT)
    _turn_off_ctrl_c()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _turn_off_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
    except ImportError as error:
        raise HashiError(
            "--scheduler needs Dask, which is not installed: pip install 'hashi-gui[dask]'."
        ) from error
    try:
        client = Client(address, timeout=_CONNECTING)
    except (OSError, ValueError) as error:
        raise HashiError(f"There is no Dask scheduler at {address} ({error}).") from error
    with client:
        try:
            yield client.get_executor(), 2 * max(1, sum(client.nthreads().values()))
        except (ImportError, RuntimeError) as error:
            raise HashiError(
                "The Dask cluster failed; its workers need this version of hashi-gui. "
                f"({str(error).splitlines()[0]})"
            ) from error


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(f"{text!r} is no size; expected columns x rows, as in 15x15")
    return int(match[1]), int(match[2])
