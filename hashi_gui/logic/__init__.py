"""Human reasoning: what a player could conclude next, and why."""

from hashi_gui.logic.hints import Hint, HintKind, next_hint

__all__ = ["Hint", "HintKind", "next_hint"]
