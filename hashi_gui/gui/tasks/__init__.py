"""Work in other threads: lanes, task runners, questions to the solver, garbage collection."""
