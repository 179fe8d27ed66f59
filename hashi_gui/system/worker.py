"""The process of a worker in a pool, which makes one call after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hashi_gui.system import progress
from hashi_gui.system.processes import end_with_starter, serve


def make_call(work: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]) -> Any:
    """Call a function with arguments and keyword arguments."""
    function, args, kwargs = work
    return function(*args, **kwargs)


if __name__ == "__main__":
    end_with_starter()
    progress.hide_texts()
    serve(make_call)
