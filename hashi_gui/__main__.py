"""``python -m hashi_gui`` is the ``hashi`` command."""

from hashi_gui.cli import main

if __name__ == "__main__":  # Processes that it starts import it once more.
    raise SystemExit(main())
