"""``python -m hashi_gui`` is the ``hashi`` command."""

# The guard is needed because worker processes import this module again.
if __name__ == "__main__":
    from hashi_gui import interrupts

    interrupts.install()
    from hashi_gui.cli import main

    raise SystemExit(main())
