"""Playing: the board of the game, the facts below it, trials, lessons, and the finish."""
