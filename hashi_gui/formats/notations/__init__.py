"""One module for each notation; :class:`Notation` says what it defines."""
