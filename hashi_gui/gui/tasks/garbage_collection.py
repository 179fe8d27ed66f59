"""Python's garbage collector, limited to the GUI thread.

By default it runs in whichever thread happens to allocate memory. A Qt object that it destroys in
another thread than the GUI's crashes the process.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, QTimer

PERIOD_MS = 200


class GarbageCollector(QObject):
    """Collects garbage in the GUI thread by a timer, as often as Python would by itself."""

    @classmethod
    def install(cls) -> None:
        """Limit collection to the GUI thread from now on. Further calls do nothing."""
        application = QCoreApplication.instance()
        if application is not None and application.findChild(cls) is None:
            cls(application)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # Existing objects live on; examining them every time would take long.
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        due = list(zip(gc.get_count(), gc.get_threshold()))
        for generation in reversed(range(len(due))):
            count, threshold = due[generation]
            if 0 < threshold < count:
                gc.collect(generation)
                return
