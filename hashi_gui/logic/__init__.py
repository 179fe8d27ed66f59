"""How people solve: what follows (reasoning), what to say (teaching), how hard it is (rating)."""
