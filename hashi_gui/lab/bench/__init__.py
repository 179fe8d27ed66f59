"""`hashi bench`: methods measured on folders of puzzles, with tables and plots."""
