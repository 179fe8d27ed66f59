"""What stands beside the board: messages, hints, answers of the solver, walkthroughs."""
