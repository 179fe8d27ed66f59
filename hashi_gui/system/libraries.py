"""Libraries that may be missing or broken: what is said of them, in one place."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import printable

_LIBRARIES = {
    "PIL": ("Pillow", "animation"),
    "clingo": ("clingo", ""),
    "distributed": ("Dask", "dask"),
    "gurobipy": ("Gurobi", "gurobi"),
    "highspy": ("HiGHS", ""),
    "matplotlib": ("matplotlib", "bench"),
    "numpy": ("NumPy", ""),
    "ortools": ("OR-Tools", "cp"),
    "pindakaas": ("pindakaas", "pb"),
    "pyganak": ("Ganak", "ganak"),
    "pysat": ("PySAT", ""),
    "pysolvers": ("PySAT", ""),
    "segno": ("segno", "qr"),
}
"""By its module, the name of a library, and the extra that has it; what has none always comes."""

_MAX_REASON = 200


def is_installed(module: str) -> bool:
    """Whether there is a library; it may be broken."""
    return find_spec(module) is not None


def works(module: str) -> bool:
    """Whether a library can be imported, which is done."""
    try:
        load(module)
    except HashiError:
        return False
    return True


def check_installed(module: str, error: type[Exception] = HashiError) -> None:
    """Raise an error that says how to install a library if it is missing."""
    if not is_installed(module):
        name, extra = _LIBRARIES[module]
        if hasattr(sys, "frozen"):
            text = _("This needs {library}, which this package of Hashi does not contain.")
            raise error(text.format(library=name))
        text = _("This needs {library}, which is not installed. To install it: {command}")
        raise error(text.format(library=name, command=_install_command(extra)))


def load(module: str, error: type[Exception] = HashiError) -> ModuleType:
    """Import a module of a library.

    Raises an error that says how to install the library if it is missing, or else what is wrong.
    """
    library = module.partition(".")[0]
    check_installed(library, error)
    try:
        return import_module(module)
    except Exception as failure:  # Not only ImportError: code of the library runs.
        text = _("{library} is installed, but cannot be loaded: {reason}")
        reason = printable(str(failure) or type(failure).__name__, _MAX_REASON)
        raise error(text.format(library=_LIBRARIES[library][0], reason=reason)) from failure


def _install_command(extra: str) -> str:
    """The command that installs this program with an extra where it runs."""
    from pathlib import Path

    checkout = Path(__file__).resolve().parents[2]
    suffix = f"[{extra}]" if extra else ""
    program = [f"hashi-gui{suffix}"]
    if (checkout / "pyproject.toml").exists():
        program = ["--editable", f"{checkout}{suffix}"]
    installer = [sys.executable, "-m", "pip", "install"]
    if find_spec("pip") is None:  # As in environments of uv.
        installer = ["uv", "pip", "install", "--python", sys.executable]
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline([*installer, *program])
    from shlex import join

    return join([*installer, *program])
