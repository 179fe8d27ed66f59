"""Asking for a file: in the desktop's own dialog, or else in Qt's, with readable icons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFileDialog, QToolButton, QWidget

from hashi_gui.gui.widgets.dialogs import room_for
from hashi_gui.rendering.resources import palette_icon

SIZE = QSize(760, 480)

ICONS = {
    "backButton": "folder-back",
    "forwardButton": "folder-forward",
    "toParentButton": "folder-up",
    "newFolderButton": "folder-new",
    "listModeButton": "files-list",
    "detailModeButton": "files-details",
}
"""The icons of the buttons in Qt's dialog, by the names of the buttons."""


def file_to_open(window: QWidget, title: str, file_filter: str) -> Path | None:
    """Ask for a file to open; None if the player has cancelled."""
    dialog = QFileDialog(window, title, "", file_filter)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return next(iter(_ask(dialog)), None)


def files_to_open(window: QWidget, title: str, file_filter: str) -> list[Path]:
    """Ask for files to open; none if the player has cancelled."""
    dialog = QFileDialog(window, title, "", file_filter)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return _ask(dialog)


def folder_to_open(window: QWidget, title: str) -> Path | None:
    """Ask for a folder that exists; None if the player has cancelled."""
    dialog = QFileDialog(window, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return next(iter(_ask(dialog)), None)


def file_to_save(
    window: QWidget, title: str, proposed: str, extensions: Mapping[str, str]
) -> Path | None:
    """Ask for a file to write; None if the player has cancelled.

    ``extensions`` has the file types to choose from, each with the extension for a name without
    one. Qt adds it, so that it asks before overwriting a file with the full name.
    """
    dialog = QFileDialog(window, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(extensions))
    dialog.setDefaultSuffix(next(iter(extensions.values())))
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(extensions[chosen]))
    dialog.selectFile(proposed)
    return next(iter(_ask(dialog)), None)


def file_stem(name: str) -> str:
    """A name as it is usual in the names of files: ``10x10 easy`` for ``10 × 10, easy``."""
    plain = re.sub(r"\s*×\s*", "x", name)
    return " ".join(re.sub(r"[^\w\- ]", " ", plain).split()) or "puzzle"


def _ask(dialog: QFileDialog) -> list[Path]:
    for name, icon in ICONS.items():
        button = dialog.findChild(QToolButton, name)  # None in the dialog of the desktop.
        if button is not None:
            button.setIcon(palette_icon(icon, dialog.palette()))
    dialog.resize(SIZE.boundedTo(room_for(dialog).size()))
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return [Path(file) for file in chosen]
