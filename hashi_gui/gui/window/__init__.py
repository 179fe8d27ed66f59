"""The main window, and the start of the program: log, signals, one window at a time."""
