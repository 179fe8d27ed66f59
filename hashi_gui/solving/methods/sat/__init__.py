"""SAT: the encodings of the HCMUS report, for comparison with the method ``sat``."""

from hashi_gui.solving.methods.sat.direct_encoding import SAT_VARIANTS

__all__ = ["SAT_VARIANTS"]
