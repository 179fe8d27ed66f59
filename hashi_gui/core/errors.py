"""The errors that all layers share."""


class HashiError(Exception):
    """An error that the user can understand: the message is one clear sentence."""

    @property
    def plain(self) -> str:
        """What the window says of it: without files, lines and columns."""
        return str(self)


class PuzzleError(HashiError):
    """The size, clues or rules of a puzzle are not valid."""


class WorkerLostError(HashiError):
    """A worker ended before its work was done: it was killed, or memory ran out."""
