"""The errors that all layers share."""


class HashiError(Exception):
    """An error that the user can understand: the message is one clear sentence."""


class PuzzleError(HashiError):
    """The size, clues or rules of a puzzle are not valid."""
