"""The teacher: hints, walkthrough, review, replay and practice."""
