"""SAT: the default method, and the encodings of the HCMUS report for comparison."""

from hashi_gui.solving.methods.sat.default import SAT
from hashi_gui.solving.methods.sat.variants import SAT_VARIANTS

__all__ = ["SAT", "SAT_VARIANTS"]
