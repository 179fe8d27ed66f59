"""The machine and the software of a measurement."""

from __future__ import annotations

import os
import platform
import re
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hashi_gui import __version__

PACKAGES = ("python-sat", "clingo", "highspy", "gurobipy", "ortools")
"""The solver libraries of the methods."""

About = dict[str, dict[str, str]]
"""A description of a machine, as it is saved with results."""


def name() -> str:
    """The name of this computer in its network."""
    return platform.node()


@cache
def about() -> About:
    """The ``machine`` and the ``versions``."""
    return {"machine": machine(), "versions": versions()}


def machine() -> dict[str, str]:
    """The processor, the number of cores and the operating system."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": platform.platform(),
    }


def versions() -> dict[str, str]:
    """The installed versions of the software that matters for speed."""
    found = {"hashi": __version__, "python": platform.python_version()}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def _processor() -> str:
    """The model of the processor, or its architecture if the model is unknown."""
    with suppress(OSError):
        match = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        if match:
            return match[1]
    return platform.processor() or platform.machine()
