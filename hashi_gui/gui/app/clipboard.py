"""Handing a puzzle on: as a link, as the command that makes it, as a grid."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from hashi_gui.formats import Document, FormatError, write
from hashi_gui.generating import Recipe
from hashi_gui.generating.command import command_for
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.panels.message_bar import Action, MessageBar


class PuzzleClipboard:
    """Puts the puzzle on the table on the clipboard, and says so."""

    def __init__(self, controller: BoardController, bar: MessageBar) -> None:
        self._controller = controller
        self._bar = bar

    @property
    def recipe(self) -> Recipe | None:
        """How the puzzle was made; None where it was not made by this program."""
        return Recipe.from_document(self._controller.game.to_document())

    def copy_link(self) -> None:
        """Copy the puzz.link address; where there is none, say why and offer what there is."""
        try:
            link = write(self._untouched, "puzzlink")
        except FormatError as error:
            self._bar.show_message(str(error), *self._other_ways())
        else:
            self._copy(link, "The puzzle's link is on the clipboard.")

    def copy_seed(self) -> None:
        """Copy the command that makes the puzzle."""
        recipe = self.recipe
        if recipe is None:
            self._bar.show_message(
                "Only a puzzle that was made here has a seed line; this one was not."
            )
        else:
            command = command_for(recipe)
            self._copy(command, f"On the clipboard: {command}")

    def copy_grid(self) -> None:
        """Copy the puzzle as a plain grid."""
        self._copy(write(self._untouched, "text"), "The puzzle's grid is on the clipboard.")

    @property
    def _untouched(self) -> Document:
        return Document.from_puzzle(self._controller.game.puzzle, "hashi")

    def _other_ways(self) -> list[Action]:
        grid: Action = ("Copy the grid", self.copy_grid)
        return [("Copy the seed line", self.copy_seed), grid] if self.recipe else [grid]

    def _copy(self, text: str, message: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._bar.show_message(message)
