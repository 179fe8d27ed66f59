"""Wording that messages of all parts of the program share."""

from __future__ import annotations


def quantity(count: int, noun: str) -> str:
    """Return a number and a noun, in the plural unless the number is 1: ``2 bridges``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
