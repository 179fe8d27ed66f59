"""Deciding one edge after the other, and remembering what that means for the others: *states*.

Only :mod:`big_numbers`, :mod:`layers` and :mod:`search` import NumPy.
"""
