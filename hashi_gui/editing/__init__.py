"""Setting puzzles: drafts, what can be done to them, and their undo history; without Qt."""

from hashi_gui.editing.draft import Draft, Fault
from hashi_gui.editing.draft_store import Damage, DraftError, DraftStore, StoredDraft
from hashi_gui.editing.history import Change, DraftHistory
from hashi_gui.editing.operations import EditError, Editing, SizeChange

__all__ = [
    "Change",
    "Damage",
    "Draft",
    "DraftError",
    "DraftHistory",
    "DraftStore",
    "EditError",
    "Editing",
    "Fault",
    "SizeChange",
    "StoredDraft",
]
