"""Everything of a player in one .zip file, and what is missing brought back from it.

The first file, ``backup.json``, says the version and how many others there are. Results and
attempts at exercises are tables of one JSON object on each line; games, packs and drafts are files
as in the player's folder.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import long_number, printable
from hashi_gui.formats import Document, read, write
from hashi_gui.formats.archive import archive_entries, archive_of
from hashi_gui.formats.errors import FormatError
from hashi_gui.formats.fields import parse_object, read_record, read_value
from hashi_gui.formats.reading import MAX_FILE_BYTES, MAX_FILES, stopped_by
from hashi_gui.game import GameStore
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.result import GameResult, Help
from hashi_gui.game.store import puzzle_key
from hashi_gui.packs.pack import Pack, PackStore
from hashi_gui.solving import CancelToken
from hashi_gui.system.files import atomic_write, read_regular_file, write_own

FORMAT, VERSION = "hashi-backup", 1

_FIRST, _SETTINGS = "backup.json", "settings.json"
_RESULTS, _PRACTICE = "results.jsonl", "practice.jsonl"
_GAME = re.compile(r"games/([0-9a-f]{20})\.hashi")
_PACK = re.compile(r"packs/([0-9a-f]{32})\.pack")
_DRAFT = re.compile(r"drafts/(index\.json|[0-9A-Za-z][0-9A-Za-z .\-]{0,80}\.draft)")


@dataclass
class Backup:
    """What a player has: games by the keys of their puzzles, packs and drafts by their names.

    ``played`` has the stored game of each result, compressed, or nothing. ``marks`` are the entries
    of :attr:`GameStore.marks`. ``settings`` belong to the window.
    """

    settings: Mapping[str, object] = field(default_factory=dict)
    played: list[tuple[GameResult, bytes | None]] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    games: dict[str, Document] = field(default_factory=dict)
    packs: dict[str, Pack] = field(default_factory=dict)
    drafts: dict[str, str] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, store: GameStore, settings: Mapping[str, object]) -> Backup:
        """Collect everything, which waits for the disk. Raises StorageError."""
        played = store.results.database.read_games()
        saved = ((key, store.saved_game(key)) for key in store.saved_games())
        return cls(
            settings,
            [(each, played.get(each.game)) for each in store.results.all()],
            store.practice.all(),
            {key: game for key, game in saved if game is not None},
            {pack.name: pack for pack in PackStore.beside(store).load()},
            dict(_drafts(store.folder / "drafts")),
            {name: sorted(marks.entries()) for name, marks in store.marks.items()},
        )

    @property
    def summary(self) -> str:
        """What is in it."""
        return _(
            "Results: {results}\nExercises: {exercises}\nGames: {games}\nPacks: {packs}\n"
            "Drafts: {drafts}"
        ).format(
            results=long_number(len(self.played)),
            exercises=long_number(len(self.attempts)),
            games=long_number(len(self.games)),
            packs=long_number(len(self.packs)),
            drafts=long_number(sum(name != "index.json" for name in self.drafts)),
        )

    def write(self, file: Path) -> None:
        """Write the archive. Raises HashiError, also if it could not be read again."""
        texts = {
            _SETTINGS: json.dumps(self.settings),
            _RESULTS: _lines(map(_result_entry, self.played)),
            _PRACTICE: _lines(map(asdict, self.attempts)),
            **{name: "\n".join(entries) for name, entries in self.marks.items()},
            **{f"games/{key}.hashi": write(game, "hashi") for key, game in self.games.items()},
            **{f"packs/{name}.pack": pack.to_text() for name, pack in self.packs.items()},
            **{f"drafts/{name}": text for name, text in self.drafts.items()},
        }
        texts[_FIRST] = json.dumps({"format": FORMAT, "version": VERSION, "files": len(texts)})
        size = sum(len(text.encode()) for text in texts.values())
        if size > MAX_FILE_BYTES or len(texts) > MAX_FILES:
            text = _("A backup can have at most {n} MB.")
            raise HashiError(text.format(n=MAX_FILE_BYTES // 2**20))
        atomic_write(file, archive_of(texts))

    @classmethod
    def read(cls, file: Path, token: CancelToken) -> Backup:
        """Read and check a whole archive before anything is restored. Raises HashiError."""
        backup, number, files = cls(), 0, 0
        try:
            with stopped_by(token.raise_if_cancelled):
                for number, entry in enumerate(archive_entries(file)):
                    token.raise_if_cancelled()
                    if number == 0 and entry.name != _FIRST:
                        problem = _("{file} is not a backup of Hashi.")
                        raise HashiError(problem.format(file=file))
                    text = entry.read(entry.size + 1).decode()
                    if number == 0:
                        files = _files(text, file)
                    else:
                        backup._take(entry.name, text)
            if number != files:
                raise ValueError(number)
        except OSError as error:
            raise _unreadable(file, error) from error
        except (FormatError, ValueError) as error:
            raise HashiError(_("The backup {file} is damaged.").format(file=file)) from error
        return backup

    def restore(self, store: GameStore) -> None:
        """Add what is missing; what is there stays as it is. Raises HashiError.

        A crash leaves a part of it, each file complete, and a second time adds the rest.
        """
        packs = PackStore.beside(store)
        for name, pack in self.packs.items():
            packs.add_missing(name, pack)
        for name, text in self.drafts.items():
            if not (store.folder / "drafts" / name).exists():
                write_own(store.folder / "drafts" / name, text)
        for game in self.games.values():
            store.add_missing(game)
        for name, entries in self.marks.items():
            store.marks[name].add(*entries)
        store.results.merge(self.played)
        store.practice.merge(self.attempts)

    def _take(self, name: str, text: str) -> None:
        """Add what a file of the archive holds. Raises HashiError and ValueError."""
        if name == _SETTINGS:
            self.settings = parse_object(text)
        elif name == _RESULTS:
            self.played = [_result(parse_object(line)) for line in text.splitlines()]
        elif name == _PRACTICE:
            entries = map(parse_object, text.splitlines())
            self.attempts = [read_record(Attempt, entry) for entry in entries]
        elif name in GameStore.MARKS:
            self.marks[name] = text.split()
        elif found := _GAME.fullmatch(name):
            game = read(text, name)
            if puzzle_key(game.puzzle) != found[1]:
                raise ValueError(name)
            self.games[found[1]] = game
        elif found := _PACK.fullmatch(name):
            self.packs[found[1]], _damaged = Pack.from_text(text)
        elif found := _DRAFT.fullmatch(name):
            self.drafts[found[1]] = text
        else:
            problem = _("The archive has a file that belongs in no backup: {name}")
            raise HashiError(problem.format(name=printable(name, 80)))


def _files(text: str, file: Path) -> int:
    """The number of files by what the first one says."""
    data = parse_object(text)
    kind, version = read_value(data, "format", str), read_value(data, "version", int)
    if kind == FORMAT and version > VERSION:
        problem = _("The backup {file} was made by a newer version.")
        raise HashiError(problem.format(file=file))
    if (kind, version) != (FORMAT, VERSION):
        raise ValueError(kind)
    files: int = read_value(data, "files", int)
    return files


def _drafts(folder: Path) -> Iterator[tuple[str, str]]:
    """The drafts that are not deleted, and what is known of them, by the names of the files."""
    for path in sorted(folder.rglob("*")):
        is_kept = path.is_file() and path.parent.name != "deleted"
        if is_kept and _DRAFT.fullmatch(f"drafts/{path.name}"):
            try:
                yield path.name, read_regular_file(path).decode(errors="replace")
            except OSError as error:
                raise _unreadable(path, error) from error


def _unreadable(file: Path, error: OSError) -> HashiError:
    text = _("{file} cannot be read ({error}).")
    return HashiError(text.format(file=file, error=error.strerror or error))


def _lines(entries: Iterable[Mapping[str, object]]) -> str:
    return "".join(f"{json.dumps(entry)}\n" for entry in entries)


def _result_entry(played: tuple[GameResult, bytes | None]) -> dict[str, object]:
    result, content = played
    stored = {} if content is None else {"game": b64encode(content).decode()}
    return {**asdict(result), **stored}


def _result(entry: dict[str, Any]) -> tuple[GameResult, bytes | None]:
    content = b64decode(read_value(entry, "game", str)) if "game" in entry else None
    return read_record(GameResult, entry, "begun", "ended", helped_before=Help.NONE), content
