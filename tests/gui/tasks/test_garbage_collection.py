"""Where garbage is collected."""

import gc
import threading
import weakref

from PySide6.QtCore import QObject, Qt

from hashi_gui.gui.tasks.tasks import BULK, GarbageCollector, Tasks


class Knot(QObject):
    """Garbage that only the collector can find: it holds itself."""

    def __init__(self):
        super().__init__()
        self.itself = self


def test_a_thread_that_allocates_collects_nothing(tasks):
    knot = weakref.ref(Knot())

    def allocate():
        assert len([[] for _ in range(100_000)]) == 100_000

    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()
    assert knot() is not None


def test_the_gui_thread_does(qtbot, tasks):
    """One of many, because what other tests leave behind may come or go in bulk meanwhile."""
    knots, some = [], []

    def is_one_collected():
        knots.append(weakref.ref(Knot()))
        some.extend([] for _ in range(BULK // 50))
        return any(knot() is None for knot in knots)

    qtbot.waitUntil(is_one_collected)


def test_what_comes_in_bulk_is_not_examined(qapp, tasks):
    (collector,) = qapp.findChildren(GarbageCollector)
    knot = weakref.ref(Knot())
    much = [[] for _ in range(2 * BULK)]
    collector.collect()
    gc.collect()
    assert knot() is not None
    collector.collect_all()
    assert knot() is None
    assert much


def freeze_new_knot(collector, monkeypatch):
    """A knot that is in use during a full collection, and garbage afterwards."""
    knot = Knot()
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, gc.get_threshold()[2] + 1))
    collector.collect()
    monkeypatch.undo()
    return weakref.ref(knot)


def test_what_a_full_collection_leaves_is_examined_when_the_player_looks_elsewhere(
    qapp, tasks, monkeypatch
):
    (collector,) = qapp.findChildren(GarbageCollector)
    knot = freeze_new_knot(collector, monkeypatch)
    gc.collect()
    assert knot() is not None
    monkeypatch.setattr("hashi_gui.gui.tasks.tasks.THOROUGH_SECONDS", -1.0)
    collector.collect_all()
    assert knot() is None
    knot = freeze_new_knot(collector, monkeypatch)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert knot() is not None
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert knot() is None


def test_there_is_one_collector(qapp):
    for _ in range(2):
        Tasks()
    assert len(qapp.findChildren(GarbageCollector)) == 1
    assert not gc.isenabled()
