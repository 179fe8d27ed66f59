"""Python's garbage collector, limited to the GUI thread.

By default it runs in whichever thread happens to allocate memory. A Qt object that it destroys in
another thread than the GUI's crashes the process.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication

PERIOD_MS = 200

THOROUGH_SECONDS = 300.0
"""How often all objects are examined at most."""


class GarbageCollector(QObject):
    """Collects garbage in the GUI thread by a timer, as often as Python would by itself.

    To examine all objects would stop the window for some frames. So those that a full collection
    has found to be in use are left alone, until the player looks at another program.
    """

    @classmethod
    def install(cls) -> None:
        """Limit collection to the GUI thread from now on. Further calls do nothing."""
        application = QCoreApplication.instance()
        if application is not None and application.findChild(cls) is None:
            cls(application)

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        gc.disable()
        gc.freeze()
        self._next_thorough = time.monotonic() + THOROUGH_SECONDS
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_state_change)

    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        due = list(zip(gc.get_count(), gc.get_threshold()))
        for generation in reversed(range(len(due))):
            count, threshold = due[generation]
            if 0 < threshold < count:
                gc.collect(generation)
                if generation == len(due) - 1:
                    gc.freeze()
                return

    def collect_all(self) -> None:
        """Examine all objects."""
        self._next_thorough = time.monotonic() + THOROUGH_SECONDS
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    @Slot(object)
    def _on_state_change(self, state: Qt.ApplicationState) -> None:
        is_used = state is Qt.ApplicationState.ApplicationActive
        if not is_used and time.monotonic() > self._next_thorough:
            self.collect_all()
