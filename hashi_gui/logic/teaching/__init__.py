"""What to say: hints, mistakes, walkthroughs, reviews and practice."""
