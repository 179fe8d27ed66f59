"""Counting solutions: how many a puzzle has, and with how many bridges on each edge."""
