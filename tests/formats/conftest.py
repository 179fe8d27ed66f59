from __future__ import annotations

from collections.abc import Callable

import pytest

from hashi_gui.formats import FormatError, read


@pytest.fixture(scope="session")
def read_error() -> Callable[[str | bytes], str]:
    """Return the message of the error that reading raises."""

    def read_error(data: str | bytes) -> str:
        with pytest.raises(FormatError) as caught:
            read(data)
        return str(caught.value)

    return read_error
