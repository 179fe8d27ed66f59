"""Measurements that anyone can repeat: ``hashi bench``, and the techniques against the solver."""
