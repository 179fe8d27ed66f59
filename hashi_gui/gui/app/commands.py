"""Every command of the window with its key, once: for menus, tooltips and the Help page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """``keys`` are in Qt's portable form, the first one is shown; ``icon`` names a file.

    ``board_only`` keys act while the board has the keyboard's focus. ``spoken`` is shown for a
    key that the board itself handles.
    """

    name: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    board_only: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Submenu:
    """Commands that open from one entry of a menu."""

    title: str
    commands: tuple[Command, ...]


DIRECTIONS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
"""The arrow keys as (row, column) steps."""


def _arrows(verb: str, text: str, modifier: str, tip: str) -> tuple[Command, ...]:
    return tuple(
        Command(
            f"{verb}_{key.lower()}",
            text.format(key.lower()),
            tip.format(key.lower()),
            (modifier + key,),
            board_only=True,
        )
        for key in DIRECTIONS
    )


SEPARATOR = None

MENUS: dict[str, tuple[Command | Submenu | None, ...]] = {
    "&Puzzle": (
        Command("new", "Ne&w…", "Make a new puzzle of any size and level", ("Ctrl+N",), "new"),
        Command("daily", "&Daily…", "Three new puzzles every day", ("Ctrl+D",), "daily"),
        Command(
            "library",
            "&Library…",
            "Choose a puzzle that came with the program",
            ("Ctrl+L",),
            "library",
        ),
        Command("next", "&Next puzzle", "Go on in the library", ("N",)),
        Command("open", "&Open…", "Open a puzzle or a saved game", ("Ctrl+O",), "open"),
        Command(
            "paste", "&Paste puzzle", "Open the puzzle link or grid on the clipboard", ("Ctrl+V",)
        ),
        Submenu(
            "S&hare",
            (
                Command(
                    "copy_link",
                    "Copy the &link",
                    "Copy the puzz.link address of this puzzle",
                    ("Ctrl+C",),
                ),
                Command(
                    "copy_seed",
                    "Copy the &seed line",
                    "Copy the command that makes this puzzle anew",
                    ("Ctrl+Alt+C",),
                ),
                Command(
                    "copy_image",
                    "Copy as &image",
                    "Put a picture of the board on the clipboard",
                    ("Ctrl+Shift+C",),
                ),
            ),
        ),
        SEPARATOR,
        Command("save", "&Save", "Save the game with its whole history", ("Ctrl+S",)),
        Command("save_as", "Save &as…", "Save the game under another name", ("Ctrl+Shift+S",)),
        SEPARATOR,
        Command("print", "Prin&t…", "Print the board on one page", ("Ctrl+P",)),
        Command("preview", "Print pre&view…", "See the page before it is printed"),
        Command(
            "export",
            "&Export as image or PDF…",
            "Draw the board into a PNG, SVG or PDF file",
            ("Ctrl+E",),
        ),
        SEPARATOR,
        Command("quit", "&Quit", "Close the window; the game is kept", ("Ctrl+Q",)),
    ),
    "P&lay": (
        Command("undo", "&Undo", "Take back the last move", ("Ctrl+Z",), "undo"),
        Command("redo", "&Redo", "Make the move again", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
        Command("restart", "Res&tart", "Clear the board; can be undone", ("Ctrl+R",), "restart"),
        SEPARATOR,
        Command(
            "try",
            "Tr&y something",
            "What is drawn from now on is dashed, kept or dropped as one",
            ("T",),
        ),
        Command("keep", "&Keep what was tried", "End the trial, its bridges stay", ("Ctrl+T",)),
        Command(
            "drop", "&Drop what was tried", "Go back to where the trial began", ("Ctrl+Backspace",)
        ),
        SEPARATOR,
        Command(
            "lock",
            "&Lock or unlock the island",
            "Protect the bridges of the island in focus",
            spoken="Space",
        ),
        SEPARATOR,
        Submenu("&Walk", _arrows("walk", "Go {}", "", "Go to the next island {}")),
        Submenu("&Build", _arrows("build", "Build {}", "Shift+", "Build a bridge {}: 1, 2, none")),
        Submenu("&Mark", _arrows("mark", "Mark {}", "Ctrl+", "Mark “no bridge” {}")),
    ),
    "&Solver": (
        Command(
            "hint", "&Hint", "Show the next step and its reason; again: draw it", ("H",), "hint"
        ),
        Command(
            "explain",
            "&Explain the solution",
            "Walk through the whole solution, step by step",
            ("E",),
        ),
        Command("check", "&Check", "Can the board still be finished?", ("C",), "check"),
        Command(
            "verdict",
            "How many s&olutions?",
            "Has the puzzle one solution, several or none?",
            ("V",),
            "verdict",
        ),
        Command("difference", "Show the &difference", "Light where two solutions part", ("D",)),
        SEPARATOR,
        Command("solve", "&Solve", "Draw the whole solution, as one step of undo", ("S",), "solve"),
        Command(
            "stop", "S&top", "Stop the solver; skip the animation; put out the lights", ("Esc",)
        ),
    ),
    "&View": (
        Command("zoom_in", "Zoom &in", "Larger", ("Ctrl++", "Ctrl+=")),
        Command("zoom_out", "Zoom &out", "Smaller", ("Ctrl+-",)),
        Command("fit", "&Fit to window", "Show the whole board", ("Ctrl+0",), "fit"),
        SEPARATOR,
        Command(
            "group",
            "Light the &group",
            "Light all islands joined to the one in focus or under the pointer",
            ("G",),
            "group",
            checkable=True,
        ),
        Command(
            "full_screen", "Full &screen", "The board and nothing else", ("F11",), checkable=True
        ),
    ),
    "&Help": (
        Command("help", "&How to play", "The rules, the mouse, the keys", ("F1",)),
        Command("about", "&About Hashi", "Version and licence"),
    ),
}

TOOLS = (
    ("new", "daily", "library", "open"),
    ("undo", "redo", "restart"),
    ("hint", "check", "verdict", "solve"),
    ("group", "fit"),
)
"""The commands of the tool bar, in groups."""

WITH_TEXT = ("new", "daily", "library", "hint", "check", "solve")
"""Those of them that show their text beside the icon."""

MOUSE = (
    ("Click the water between two islands", "One bridge, two bridges, none"),
    ("Drag from an island towards a neighbour", "One bridge more; drag back to leave it"),
    ("Right click on the water, or right drag from an island", "Mark “no bridge here”"),
    ("Click an island", "Lock it, so that its bridges cannot change; again: unlock"),
    ("Wheel", "Zoom at the pointer"),
    ("Middle button, or Space and drag", "Move the board"),
    ("Drop a file or a link on the window", "Open that puzzle"),
)
"""What the mouse does: gesture and effect."""


def all_commands() -> list[Command]:
    """Every command, in the order of the menus."""
    entries = [entry for menu in MENUS.values() for entry in menu if entry is not None]
    return [
        command
        for entry in entries
        for command in (entry.commands if isinstance(entry, Submenu) else (entry,))
    ]
