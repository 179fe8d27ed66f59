"""Statistics and past games."""
