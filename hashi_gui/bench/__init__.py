"""Measurements that anyone can repeat, each a command of its own."""
