"""``python -m hashi_gui`` is the ``hashi`` command."""

from hashi_gui.cli import main

raise SystemExit(main())
