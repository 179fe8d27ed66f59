"""The stage, its activities, their sessions, and the context that features are given."""
