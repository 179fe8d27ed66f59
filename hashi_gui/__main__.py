"""``python -m hashi_gui`` is the ``hashi`` command."""

from hashi_gui.cli import main

# The guard is needed because worker processes import this module again.
if __name__ == "__main__":
    raise SystemExit(main())
