"""Benchmarks: ``hashi bench``, and programs that compare methods, techniques and generators."""
