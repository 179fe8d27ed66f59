"""SAT: the encodings of the HCMUS report, for comparison with the method ``sat``."""

from hashi_gui.lab.methods.sat.direct_encoding import METHODS

__all__ = ["METHODS"]
