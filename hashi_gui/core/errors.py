"""The base class of all errors that are shown to the user."""


class HashiError(Exception):
    """An error that the user can understand: the message is one clear sentence."""
