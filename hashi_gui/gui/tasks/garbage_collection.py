"""Python's garbage collector, kept to the GUI thread.

Left to itself it runs in whichever thread happens to allocate. A Qt object that it finds there is
destroyed in the wrong thread, and the process with it.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, QTimer

PERIOD_MS = 200


class GarbageCollector(QObject):
    """Collects what Python would collect by itself, between two events of the GUI thread."""

    @classmethod
    def install(cls) -> None:
        """Let no other thread collect from now on; once is enough, more does no harm."""
        application = QCoreApplication.instance()
        if application is not None and application.findChild(cls) is None:
            cls(application)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # What is there by now stays; to look at it each time would take long.
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation whose time has come."""
        due = list(zip(gc.get_count(), gc.get_threshold()))
        for generation in reversed(range(len(due))):
            count, threshold = due[generation]
            if 0 < threshold < count:
                gc.collect(generation)
                return
