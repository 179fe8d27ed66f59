"""Human reasoning: what a player can conclude next, and why."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashi_gui.logic.hint import Hint, HintKind
    from hashi_gui.logic.hints import hint_from_technique, next_hint

__all__ = ["Hint", "HintKind", "hint_from_technique", "next_hint"]


def __getattr__(name: str) -> object:
    """Load the hints when they are first needed, which takes a while."""
    if name not in __all__:
        raise AttributeError(name)
    from hashi_gui.logic import hints

    return getattr(hints, name)
