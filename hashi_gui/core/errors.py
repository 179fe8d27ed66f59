"""The root of every error that the program raises on purpose."""


class HashiError(Exception):
    """Something the user can understand: the message is one clear sentence."""
