"""The error of the generator."""

from __future__ import annotations

from hashi_gui.core.errors import HashiError


class GenerationError(HashiError):
    """Impossible options, or options for which no puzzle was found."""
