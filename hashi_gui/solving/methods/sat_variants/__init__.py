"""SAT as the HCMUS report has it: a variable per number of bridges, and sums as clauses."""

from hashi_gui.solving.methods.sat_variants.methods import SAT_VARIANTS

__all__ = ["SAT_VARIANTS"]
