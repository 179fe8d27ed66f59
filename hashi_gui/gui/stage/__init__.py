"""What the player does at present, and what waits below it."""
