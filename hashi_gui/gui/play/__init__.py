"""Playing a game: the controller, facts, the finish, trials and lessons."""
