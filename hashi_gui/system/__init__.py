"""The machine the program runs on: its folders, signals, processes and terminal."""
