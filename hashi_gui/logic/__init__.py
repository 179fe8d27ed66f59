"""Human reasoning: what a player can conclude next, and why."""

from hashi_gui.logic.hint import Hint, HintKind
from hashi_gui.logic.hints import hint_from_technique, next_hint

__all__ = ["Hint", "HintKind", "hint_from_technique", "next_hint"]
