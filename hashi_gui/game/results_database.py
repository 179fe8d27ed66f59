"""The file with the results, their games and what was practised: an SQLite database."""

from __future__ import annotations

import logging
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from functools import partial
from operator import attrgetter
from pathlib import Path
from sqlite3 import Connection
from time import monotonic, sleep
from types import MappingProxyType
from typing import TypeVar

from hashi_gui.core.board import MAX_SECONDS
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document, read, write
from hashi_gui.formats.fields import is_time, read_rows, storable
from hashi_gui.formats.notations import hashi
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.result import COLUMNS, GameId, GameResult
from hashi_gui.system.files import (
    StorageError,
    check_regular_file,
    make_private_folder,
    open_regular_file,
    path_for_damaged,
    storage_errors,
)

_T = TypeVar("_T")

READ_SECONDS, WRITE_SECONDS = 5.0, 0.5
"""How long to wait for another program that uses the file; what cannot be written can be kept."""

RETRY_SECONDS = 0.01

_LOGS = ("-wal", "-journal")
_SIDE_FILES = (*_LOGS, "-shm")
"""What SQLite adds to the name of the file for files of its own."""

_ATTEMPT_COLUMNS = tuple(field.name for field in fields(Attempt))

_IN_ROWS = re.compile(r"(CHECK constraint failed|[\w-]+ value) in ")
"""What SQLite says of a sound file if values of some rows are not what was declared."""

_DAMAGE = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_NOTADB,
)
"""What SQLite answers if a file is not a database with the expected tables."""

_NO_WRITING = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
)
"""What SQLite answers if it cannot write a file of its own, which it does even for reading."""


class LockedDatabaseError(StorageError):
    """Another program uses the file."""


class DamagedDatabaseError(StorageError):
    """The file is not a database of results, or one of another version."""


_VERSION, _FORMER_VERSION = 5, 4
"""What ``PRAGMA user_version`` says of a file with these tables.

In the former version, expected times are by the first formula.
"""

_TEXT = "TEXT NOT NULL CHECK (typeof({0}) = 'text')"
_INTEGER = "INTEGER NOT NULL CHECK (typeof({0}) = 'integer')"
_FLAG = "INTEGER NOT NULL CHECK ({0} IN (0, 1))"
_REAL = "REAL NOT NULL CHECK (typeof({0}) = 'real')"
_REAL_OR_NULL = "REAL CHECK (typeof({0}) IN ('real', 'null'))"
_TIME = "TEXT NOT NULL CHECK (datetime({0}) IS NOT NULL)"
_BLOB = "BLOB NOT NULL CHECK (typeof({0}) = 'blob')"


def _table(name: str, *columns: tuple[str, str], end: str = "") -> str:
    """The statement that creates a table, from names of columns and what is declared of them."""
    declared = [f"{each} {kind.format(each)}" for names, kind in columns for each in names.split()]
    return f"CREATE TABLE {name} ({', '.join(declared)}{end})"


_GAME_KEY = ", PRIMARY KEY (puzzle, game)"

_TABLES = (
    _table(
        "results",
        ("puzzle game", _TEXT),
        ("cols rows islands max_bridges", _INTEGER),
        ("level origin title daily begun ended", _TEXT),
        ("seconds", _REAL_OR_NULL),
        ("moves undos hints hints_explained hints_drawn checks", _INTEGER),
        ("finished solution_shown", _FLAG),
        ("expected_seconds", _REAL_OR_NULL),
        end=_GAME_KEY,
    ),
    _table("games", ("puzzle game", _TEXT), ("content", _BLOB), end=_GAME_KEY),
    _table(
        "attempts", ("technique", _TEXT), ("ended", _TIME), ('"right"', _FLAG), ("seconds", _REAL)
    ),
    "CREATE TABLE deletions (until TEXT NOT NULL)",
)


class ResultsDatabase:
    """A file with results, which several programs may use at the same time.

    What a method has written stays, even if the program is killed or the machine crashes. All
    methods raise StorageError: DamagedDatabaseError if the file must be set aside, or
    LockedDatabaseError. Rows that cannot be read are removed, once the file was copied.
    ``quarantined`` lists the files with what could not be read.
    """

    def __init__(
        self, file: Path, first_results: Callable[[], Iterable[GameResult]] = tuple
    ) -> None:
        """``first_results`` and ``first_attempts`` return what a new file begins with."""
        self.file = file
        self.quarantined: list[Path] = []
        self._first_results = first_results
        self.first_attempts: Callable[[], Iterable[Attempt]] = tuple

    def read(self) -> tuple[list[GameResult], str]:
        """All results, and the time until which results were deleted; empty if none were."""
        with self._connection() as connection:
            for (found,) in connection.execute("PRAGMA quick_check"):
                if found != "ok" and not _IN_ROWS.match(found):
                    raise self._damaged(_("its content is damaged"))
            deletions = connection.execute("SELECT until FROM deletions")
            until = max((text for (text,) in deletions if is_time(text)), default="")
            return self._read_rows(connection, GameResult, "results", COLUMNS), until

    def put(
        self, results: Iterable[GameResult], games: Mapping[GameId, bytes] = MappingProxyType({})
    ) -> None:
        """Add results and games, or replace those of the same games."""
        with self._connection(writing=True) as connection, _transaction(connection):
            _put(connection, results)
            connection.executemany(
                "INSERT OR REPLACE INTO games (puzzle, game, content) VALUES (?, ?, ?)",
                ((*game, content) for game, content in games.items()),
            )

    def read_game(self, game: GameId) -> bytes | None:
        """A game as it was put; None if it was not."""
        with self._connection() as connection:
            row = connection.execute(
                "SELECT content FROM games WHERE puzzle = ? AND game = ?", game
            ).fetchone()
        return row[0] if row is not None and isinstance(row[0], bytes) else None

    def read_games(self) -> dict[GameId, bytes]:
        """All games as they were put."""
        with self._connection() as connection:
            rows = connection.execute("SELECT puzzle, game, content FROM games")
            return {(puzzle, game): content for puzzle, game, content in rows}

    def games(self) -> frozenset[GameId]:
        """Which games were put."""
        with self._connection() as connection:
            return frozenset(connection.execute("SELECT puzzle, game FROM games"))

    def read_attempts(self) -> list[Attempt]:
        """All attempts at exercises in the order in which they were put."""
        with self._connection() as connection:
            return self._read_rows(connection, Attempt, "attempts", _ATTEMPT_COLUMNS)

    def put_attempts(self, attempts: Iterable[Attempt], *, in_place_of_all: bool = False) -> None:
        """Add attempts at exercises, or put them ``in_place_of_all`` others."""
        with self._connection(writing=True) as connection, _transaction(connection):
            if in_place_of_all:
                connection.execute("DELETE FROM attempts")
            _put_attempts(connection, attempts)

    def delete_all(self, until: str) -> None:
        """Delete everything without a trace, and remember until when results were deleted."""
        with self._connection() as connection:
            with _transaction(connection):
                for table in ("results", "games", "attempts"):
                    connection.execute(f"DELETE FROM {table}")  # nosec B608
                connection.execute("INSERT INTO deletions VALUES (?)", (until,))
            connection.execute("VACUUM")

    def or_anew(self, work: Callable[[], None]) -> None:
        """Do something with the file; if it is damaged, set it aside and do it with a new one."""
        try:
            work()
        except DamagedDatabaseError:
            self._rename_damaged()
            work()

    def _rename_damaged(self) -> None:
        damaged = path_for_damaged(self.file)
        with storage_errors(self.file):
            self.file.rename(damaged)
            for suffix in _SIDE_FILES:
                with suppress(FileNotFoundError):
                    Path(f"{self.file}{suffix}").rename(f"{damaged}{suffix}")
        self.quarantined.append(damaged)

    @contextmanager
    def _connection(self, *, writing: bool = False) -> Iterator[Connection]:
        seconds = WRITE_SECONDS if writing else READ_SECONDS
        try:
            make_private_folder(self.file.parent)
            for suffix in ("", *_SIDE_FILES):
                check_regular_file(f"{self.file}{suffix}")
            if not self.file.exists():  # SQLite gives the files beside it the same permissions.
                open_regular_file(self.file, "ab").close()
            with closing(self._connect(seconds, writing=writing)) as connection:
                connection.text_factory = partial(str, encoding="utf-8", errors="replace")
                self._create_tables(connection)
                yield connection
        except OSError as error:
            raise StorageError.from_os_error(self.file, error) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            if code & 0xFF in _DAMAGE:  # The rest of the code says more about the cause.
                raise self._damaged(str(error)) from error
            if code & 0xFF == sqlite3.SQLITE_BUSY:
                text = _("Another program uses {file}.").format(file=self.file)
                raise LockedDatabaseError(text) from error
            text = _("{file} cannot be used ({error}).").format(file=self.file, error=error)
            raise StorageError(text) from error
        except UnicodeDecodeError as error:  # In a message of SQLite about the content.
            raise self._damaged(_("its content is damaged")) from error

    def _connect(self, seconds: float, *, writing: bool) -> Connection:
        """Open the file; only for reading if the disk is full, or nothing may be written there."""
        connection = sqlite3.connect(self.file, timeout=seconds, isolation_level=None)
        try:
            _log_ahead(connection, seconds)
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error as error:
            connection.close()
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            if writing or code & 0xFF not in _NO_WRITING or self._has_log:
                raise
            address = f"{self.file.absolute().as_uri()}?immutable=1"
            return sqlite3.connect(address, uri=True, isolation_level=None)
        return connection

    @property
    def _has_log(self) -> bool:
        """Whether something was put that is not in the file itself yet."""
        logs = (Path(f"{self.file}{suffix}") for suffix in _LOGS)
        return any(log.exists() and log.stat().st_size for log in logs)

    def _create_tables(self, connection: Connection) -> None:
        """Create the tables of a new file, with what it begins with at the same moment.

        The times of the former version become those of the present one, if that can be written.
        """
        version = _version(connection)
        if version == _VERSION:
            return
        try:
            with _transaction(connection):
                version = _version(connection)
                if version == _VERSION:
                    return  # Another program was faster.
                if version == _FORMER_VERSION:
                    _convert_times(connection)
                elif version == 0:
                    for table in _TABLES:
                        connection.execute(table)
                    _put(connection, self._first_results())
                    _put_attempts(connection, self.first_attempts())
                else:
                    raise self._damaged(_("it was made by another version of Hashi"))
                connection.execute(f"PRAGMA user_version = {_VERSION}")
        except sqlite3.OperationalError as error:
            if version != _FORMER_VERSION or error.sqlite_errorcode & 0xFF not in _NO_WRITING:
                raise

    def _read_rows(
        self, connection: Connection, kind: type[_T], table: str, columns: Sequence[str]
    ) -> list[_T]:
        found, damaged = _parse_rows(connection, kind, table, columns)
        if damaged:
            try:
                with _transaction(connection):
                    self._copy()
                    _, damaged = _parse_rows(connection, kind, table, columns)
                    connection.executemany(f"DELETE FROM {table} WHERE rowid = ?", damaged)
            except sqlite3.Error:
                logging.exception("%s cannot be repaired", self.file)
        return found

    def _copy(self) -> None:
        """Copy the file during a transaction of another connection, and note where it is."""
        copy = path_for_damaged(self.file)
        try:
            with closing(sqlite3.connect(self.file)) as file, closing(sqlite3.connect(copy)) as new:
                file.backup(new)
        except sqlite3.Error:
            copy.unlink(missing_ok=True)
            raise
        self.quarantined.append(copy)

    def _damaged(self, reason: str) -> DamagedDatabaseError:
        text = _("{file} cannot be read ({error}).").format(file=self.file, error=reason)
        return DamagedDatabaseError(text)


def _log_ahead(connection: Connection, seconds: float) -> None:
    """Switch to the write-ahead log, once no other program is opening or closing the file.

    SQLite does not wait for that by itself.
    """
    end = monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(RETRY_SECONDS)
        else:
            return


@contextmanager
def _transaction(connection: Connection) -> Iterator[None]:
    """Everything that is done inside happens, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _version(connection: Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _convert_times(connection: Connection) -> None:
    """Turn expected times by the first formula into the present one's, as near as levels tell."""
    connection.executemany(  # Damaged rows stay as they are.
        "UPDATE OR IGNORE results SET expected_seconds = min(expected_seconds * ?, ?)"
        " WHERE level = ?",
        ((times, float(MAX_SECONDS), level) for level, times in hashi.FORMER_TIMES.items()),
    )


def _put(connection: Connection, results: Iterable[GameResult]) -> None:
    places = ", ".join("?" * (len(COLUMNS) + 1))
    connection.executemany(
        f"INSERT OR REPLACE INTO results (game, {', '.join(COLUMNS)}) VALUES ({places})",
        ((each.game[1], *attrgetter(*COLUMNS)(each)) for each in storable(results)),
    )


def _put_attempts(connection: Connection, attempts: Iterable[Attempt]) -> None:
    rows = map(attrgetter(*_ATTEMPT_COLUMNS), storable(attempts))
    connection.executemany("INSERT INTO attempts VALUES (?, ?, ?, ?)", rows)


def _parse_rows(
    connection: Connection, kind: type[_T], table: str, columns: Sequence[str]
) -> tuple[list[_T], list[tuple[int]]]:
    """The records in the rows of a table, and the numbers of the rows that cannot be read."""
    names = ", ".join(f"[{name}]" for name in columns)
    rows = connection.execute(f"SELECT {names}, rowid FROM {table}").fetchall()
    found: list[_T] = []
    damaged = []
    for row, record in zip(rows, read_rows(kind, columns, rows), strict=True):
        if record is None:
            damaged.append((row[-1],))
        else:
            found.append(record)
    return found, damaged


def compress_game(document: Document) -> bytes | None:
    """The ``.hashi`` file of a game, compressed by zlib; None if it cannot be stored."""
    try:
        return zlib.compress(write(document, "hashi").encode(), 9)
    except (HashiError, ValueError):
        logging.exception("a game cannot be stored")
        return None


def expand_game(data: bytes) -> Document | None:
    """The opposite of :func:`compress_game`; None if the bytes are damaged."""
    try:
        text = zlib.decompressobj().decompress(data, hashi.MAX_LENGTH).decode()
        return read(text, "the results")
    except (zlib.error, UnicodeDecodeError, HashiError):
        logging.exception("a game among the results cannot be read")
        return None
