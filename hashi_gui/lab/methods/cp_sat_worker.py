"""The process in which CP-SAT runs; it answers one puzzle after the other.

It is needed because the libraries of OR-Tools and HiGHS cannot be loaded into the same process: on
Linux, both bring a ``libhighs.so.1``, in versions that do not fit each other.
"""

from __future__ import annotations

from hashi_gui.lab.methods.cp_sat import solve
from hashi_gui.system.processes import serve

if __name__ == "__main__":
    serve(lambda request: solve(*request))
