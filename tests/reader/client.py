"""A screen reader's end of AT-SPI: knows names, states, actions and announcements, nothing else.

Run by a Python that has the system's ``gi``; see test_reader.py.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

TIMEOUT = 300

PLACE = re.compile(r"(\S+), row (\d+), column (\d+)")
WAY = re.compile(r"(up|right|down|left): (?:(\d+) bridge|open|blocked|marked)")


class Reader:
    """What a user of a screen reader can do."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._listener = Atspi.EventListener.new(self._hear)
        for kind in ("object:announcement", "object:state-changed:focused"):
            self._listener.register(kind)
        self.program = self.wait(self._find_program, "the program")

    def _find_program(self) -> Atspi.Accessible | None:
        desktop = Atspi.get_desktop(0)
        found = [desktop.get_child_at_index(n) for n in range(desktop.get_child_count())]
        return next((each for each in found if each and "hashi" in each.get_name().lower()), None)

    def _hear(self, event: Atspi.Event) -> None:
        if event.type.startswith("object:announcement"):
            self.heard.append(str(event.any_data))
        elif event.detail1 and event.source:
            event.source.clear_cache()
            self.heard.append(f"focus: {event.source.get_name()}")

    def listen(self) -> None:
        """Hear what was said meanwhile."""
        while GLib.MainContext.default().iteration(False):
            pass

    def wait(self, condition: Callable[[], object], what: str) -> object:
        """What a condition returns once it holds."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            self.listen()
            try:
                found = condition()
            except GLib.Error:  # Something has just gone.
                found = None
            if found:
                return found
            assert time.monotonic() < deadline, f"{what}; heard last: {self.heard[-5:]}"
            time.sleep(0.02)

    def wait_to_hear(self, text: str, since: int = 0) -> str:
        def heard() -> str | None:
            return next((each for each in self.heard[since:] if text in each), None)

        return str(self.wait(heard, f"to hear {text!r}"))

    def all(self, below: Atspi.Accessible | None = None) -> Iterator[Atspi.Accessible]:
        """Everything that is shown, in order."""
        below = below or self.program
        for number in range(below.get_child_count()):
            child = below.get_child_at_index(number)
            if child is not None:
                child.clear_cache()
                yield child
                yield from self.all(child)

    def find(self, name: str, role: str = "") -> Atspi.Accessible:
        """The first thing shown with a name, which may be the beginning of it."""

        def found() -> Atspi.Accessible | None:
            for each in self.all():
                if each.get_name().startswith(name) and role in each.get_role_name():
                    states = each.get_state_set()
                    if role.startswith("menu") or states.contains(Atspi.StateType.SHOWING):
                        return each
            return None

        return self.wait(found, f"to find {name!r}")

    def do(self, thing: Atspi.Accessible, action: str = "") -> None:
        """Do what a thing offers, by default what it is for."""
        number = actions(thing).index(action) if action else 0
        Atspi.set_timeout(2000, 2000)
        with suppress(GLib.Error):  # A dialog answers only when it is closed.
            thing.do_action(number)
        Atspi.set_timeout(30_000, 30_000)
        self.listen()

    def press(self, name: str, role: str = "") -> None:
        self.do(self.find(name, role))

    def islands(self) -> list[Island]:
        board = self.find("Board")
        board.clear_cache()
        found = (board.get_child_at_index(n) for n in range(board.get_child_count()))
        return [Island(each) for each in found if PLACE.match(each.get_name())]


def actions(thing: Atspi.Accessible) -> list[str]:
    return [thing.get_action_name(n) for n in range(thing.get_n_actions())]


def has(thing: Atspi.Accessible, state: str) -> bool:
    return thing.get_state_set().contains(getattr(Atspi.StateType, state))


class Island:
    """An island as its name describes it."""

    def __init__(self, thing: Atspi.Accessible) -> None:
        thing.clear_cache()
        self.thing, self.name = thing, thing.get_name()
        clue, row, col = PLACE.match(self.name).groups()
        self.clue = None if clue == "?" else int(clue)
        self.cell = int(row), int(col)
        self.bridges = {way: int(n or 0) for way, n in WAY.findall(self.name)}
        self.open = set(re.findall(r"(\w+): (?:open|1 bridge )", self.name))
        need = re.search(r"needs (\d+) more", self.name)
        self.need = int(need[1]) if need else 0

    def has(self, state: str) -> bool:
        return has(self.thing, state)
