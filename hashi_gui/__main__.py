"""``python -m hashi_gui`` is the ``hashi`` command, and what its processes start with.

A frozen program is this module, by the names ``hashi`` and ``hashi-gui``.
"""

import sys

SERVERS = (
    "hashi_gui.editing.analysis_server",
    "hashi_gui.lab.methods.cp_sat_worker",
    "hashi_gui.system.worker",
)
"""The modules that run as a process of their own, after ``--serve``."""

# The guard is needed because worker processes import this module again.
if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"] and sys.argv[2:] in [[module] for module in SERVERS]:
        from runpy import run_module

        run_module(sys.argv[2], run_name="__main__")
    else:
        from hashi_gui.cli import main, play_main

        name = sys.argv[0].removesuffix(".exe")
        raise SystemExit(play_main() if name.endswith("hashi-gui") else main())
