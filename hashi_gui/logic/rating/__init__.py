"""How hard a puzzle is: its grade, its expected time and the path to its solution."""
