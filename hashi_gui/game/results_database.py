"""The file with the results, their games and what was practised: an SQLite database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection
from time import monotonic, sleep
from types import MappingProxyType

from hashi_gui.game.mastery import Attempt
from hashi_gui.game.result import GameId, Origin, Result
from hashi_gui.game.storage import (
    StorageError,
    check_regular_file,
    make_private_folder,
    private,
    unused_path,
)

READ_SECONDS, WRITE_SECONDS = 5.0, 0.5
"""How long to wait for another program that uses the file; what cannot be written can be kept."""

RETRY_SECONDS = 0.01

NO_GAMES: Mapping[GameId, bytes] = MappingProxyType({})

_COLUMNS = tuple(field.name for field in fields(Result))
_SWITCHES = ("finished", "solution_shown")

_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""What SQLite answers if a file is not a database with the expected tables."""


class LockedDatabaseError(StorageError):
    """Another program uses the file."""


class DamagedDatabaseError(StorageError):
    """The file is not a database of results, or one of a newer version."""


def _create(connection: Connection) -> None:
    connection.execute(
        """
        CREATE TABLE results (
            puzzle TEXT NOT NULL CHECK (typeof(puzzle) = 'text'),
            game TEXT NOT NULL CHECK (typeof(game) = 'text'),
            cols INTEGER NOT NULL CHECK (typeof(cols) = 'integer'),
            rows INTEGER NOT NULL CHECK (typeof(rows) = 'integer'),
            islands INTEGER NOT NULL CHECK (typeof(islands) = 'integer'),
            max_bridges INTEGER NOT NULL CHECK (typeof(max_bridges) = 'integer'),
            level TEXT NOT NULL CHECK (typeof(level) = 'text'),
            origin TEXT NOT NULL CHECK (typeof(origin) = 'text'),
            title TEXT NOT NULL CHECK (typeof(title) = 'text'),
            daily TEXT NOT NULL CHECK (typeof(daily) = 'text'),
            begun TEXT NOT NULL CHECK (typeof(begun) = 'text'),
            ended TEXT NOT NULL CHECK (typeof(ended) = 'text'),
            seconds REAL CHECK (typeof(seconds) IN ('real', 'null')),
            moves INTEGER NOT NULL CHECK (typeof(moves) = 'integer'),
            undos INTEGER NOT NULL CHECK (typeof(undos) = 'integer'),
            hints INTEGER NOT NULL CHECK (typeof(hints) = 'integer'),
            hints_explained INTEGER NOT NULL CHECK (typeof(hints_explained) = 'integer'),
            hints_drawn INTEGER NOT NULL CHECK (typeof(hints_drawn) = 'integer'),
            checks INTEGER NOT NULL CHECK (typeof(checks) = 'integer'),
            finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
            solution_shown INTEGER NOT NULL CHECK (solution_shown IN (0, 1)),
            PRIMARY KEY (puzzle, game)
        )
        """
    )
    connection.execute("CREATE TABLE deletions (until TEXT NOT NULL)")


def _add_attempts(connection: Connection) -> None:
    connection.execute(
        """
        CREATE TABLE attempts (
            technique TEXT NOT NULL CHECK (typeof(technique) = 'text'),
            ended TEXT NOT NULL CHECK (datetime(ended) IS NOT NULL),
            "right" INTEGER NOT NULL CHECK ("right" IN (0, 1)),
            seconds REAL NOT NULL CHECK (typeof(seconds) = 'real')
        )
        """
    )


def _add_games(connection: Connection) -> None:
    connection.execute(
        """
        CREATE TABLE games (
            puzzle TEXT NOT NULL CHECK (typeof(puzzle) = 'text'),
            game TEXT NOT NULL CHECK (typeof(game) = 'text'),
            content BLOB NOT NULL CHECK (typeof(content) = 'blob'),
            PRIMARY KEY (puzzle, game)
        )
        """
    )


def _add_expected_times(connection: Connection) -> None:
    connection.execute(
        """
        ALTER TABLE results ADD COLUMN expected_seconds REAL
            CHECK (typeof(expected_seconds) IN ('real', 'null'))
        """
    )


_MIGRATIONS: Sequence[Callable[[Connection], None]] = (
    _create,
    _add_attempts,
    _add_games,
    _add_expected_times,
)
"""What leads from each version of the tables to the next one, beginning with an empty file."""


class ResultsDatabase:
    """A file with results, which several programs may use at the same time.

    What a method has written stays, even if the program is killed or the machine crashes. All
    methods raise StorageError: DamagedDatabaseError if the file must be set aside, or
    LockedDatabaseError.
    """

    def __init__(self, file: Path, older: Callable[[], Iterable[Result]] = tuple) -> None:
        """``older`` returns the results that a new database begins with."""
        self.file = file
        self._older = older

    def read(self) -> tuple[list[Result], str]:
        """All results, and the time until which results were deleted; empty if none were."""
        with self._connection() as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise self._damaged("its content is damaged")
            rows = connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM results").fetchall()
            (until,) = connection.execute("SELECT ifnull(max(until), '') FROM deletions").fetchone()
            try:
                return [_to_result(row) for row in rows], until
            except ValueError as error:
                raise self._damaged(str(error)) from error

    def put(self, results: Iterable[Result], games: Mapping[GameId, bytes] = NO_GAMES) -> None:
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
        return None if row is None else bytes(row[0])

    def games(self) -> frozenset[GameId]:
        """Which games were put."""
        with self._connection() as connection:
            return frozenset(connection.execute("SELECT puzzle, game FROM games"))

    def read_attempts(self) -> list[Attempt]:
        """All attempts at exercises, the oldest first."""
        with self._connection() as connection:
            rows = connection.execute(
                'SELECT technique, ended, "right", seconds FROM attempts ORDER BY ended, rowid'
            ).fetchall()
        try:
            return [to_attempt(*row) for row in rows]
        except (TypeError, ValueError) as error:
            raise self._damaged(str(error)) from error

    def put_attempts(self, attempts: Iterable[Attempt]) -> None:
        """Add attempts at exercises."""
        rows = [(each.technique, each.ended, each.right, each.seconds) for each in attempts]
        with self._connection(writing=True) as connection, _transaction(connection):
            connection.executemany("INSERT INTO attempts VALUES (?, ?, ?, ?)", rows)

    def delete_all(self, until: str) -> None:
        """Delete everything without a trace, and remember until when results were deleted."""
        with self._connection() as connection:
            with _transaction(connection):
                for table in ("results", "games", "attempts"):
                    connection.execute(f"DELETE FROM {table}")
                connection.execute("INSERT INTO deletions VALUES (?)", (until,))
            connection.execute("VACUUM")

    def set_aside(self) -> Path:
        """Rename the file, so that it is not overwritten, and return its new name."""
        damaged = unused_path(self.file.with_stem(f"{self.file.stem}-damaged"))
        try:
            self.file.rename(damaged)
            for suffix in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    Path(f"{self.file}{suffix}").rename(f"{damaged}{suffix}")
        except OSError as error:
            raise StorageError.from_os_error(self.file, error) from error
        return damaged

    @contextmanager
    def _connection(self, *, writing: bool = False) -> Iterator[Connection]:
        seconds = WRITE_SECONDS if writing else READ_SECONDS
        try:
            make_private_folder(self.file.parent)
            check_regular_file(self.file)
            if not self.file.exists():  # SQLite gives the files beside it the same permissions.
                os.close(private(str(self.file), os.O_WRONLY | os.O_CREAT))
            connection = sqlite3.connect(self.file, timeout=seconds, isolation_level=None)
            with closing(connection):
                _log_ahead(connection, seconds)
                connection.execute("PRAGMA synchronous = FULL")
                self._migrate(connection)
                yield connection
        except OSError as error:
            raise StorageError.from_os_error(self.file, error) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            if code & 0xFF in _DAMAGE:  # The rest of the code says more about the cause.
                raise self._damaged(str(error)) from error
            if code & 0xFF == sqlite3.SQLITE_BUSY:
                raise LockedDatabaseError(f"Another program uses {self.file}.") from error
            raise StorageError(f"{self.file} cannot be used ({error}).") from error
        except UnicodeDecodeError as error:  # In a message of SQLite about the content.
            raise self._damaged("its content is damaged") from error

    def _migrate(self, connection: Connection) -> None:
        """Bring the tables up to date; a new file gets the older results at the same moment."""
        if _version(connection) == len(_MIGRATIONS):
            return
        with _transaction(connection):
            version = _version(connection)
            if version > len(_MIGRATIONS):
                raise self._damaged("it was made by a newer version of Hashi")
            for migrate in _MIGRATIONS[version:]:
                migrate(connection)
            if version == 0:
                _put(connection, self._older())
            connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")

    def _damaged(self, reason: str) -> DamagedDatabaseError:
        return DamagedDatabaseError(f"{self.file} cannot be read ({reason}).")


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


def _put(connection: Connection, results: Iterable[Result]) -> None:
    places = ", ".join("?" * (len(_COLUMNS) + 1))
    connection.executemany(
        f"INSERT OR REPLACE INTO results (game, {', '.join(_COLUMNS)}) VALUES ({places})",
        ((result.game[1], *(getattr(result, name) for name in _COLUMNS)) for result in results),
    )


def _to_result(row: Sequence[object]) -> Result:
    """Return the result in a row. Raises ValueError if its origin is unheard of."""
    values = dict(zip(_COLUMNS, row, strict=True))
    switches = {name: bool(values[name]) for name in _SWITCHES}
    return Result(**{**values, **switches, "origin": Origin(values["origin"])})  # type: ignore[arg-type]


def to_attempt(technique: str, ended: str, right: int, seconds: float) -> Attempt:
    """Return the attempt in a row. Raises TypeError or ValueError if the time is not one in UTC."""
    if datetime.fromisoformat(ended).utcoffset() is None:
        raise ValueError(f"{ended} has no time zone")
    return Attempt(str(technique), ended, bool(right), float(seconds))
