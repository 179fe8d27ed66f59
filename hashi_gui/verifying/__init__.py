"""Verifying certificates, without anything that solves puzzles.

docs/certificates.md describes the format. Nothing here imports another part of the program, apart
from its errors and its language, so that no mistake of the solver can hide in the verifier.
"""
