"""What follows from a position: bounds, techniques, and a reasoner that applies them."""
