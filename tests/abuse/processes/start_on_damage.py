"""Opens windows on folders of saved games as they are, resumes games in them, and closes them.

Each line of the standard input is a list in JSON: the folder, then files of puzzles. For each, a
line of JSON is printed: the notices, the games that were resumed, and the errors. The process is
ended if that takes too long.
"""

import faulthandler
import json
import sys
from pathlib import Path

from PySide6.QtTest import QTest

from hashi_gui.formats import read_path, write
from hashi_gui.game import GameStore
from hashi_gui.game.library import library_files
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.window.start import Application, SingleInstance
from tests.abuse.processes.inside import report_errors

TIMEOUT = 120


def start(application: Application, folder: Path, puzzles: list[Path]) -> dict[str, object]:
    """Open a window on the folder, resume every puzzle, and close it."""
    instance = SingleInstance(folder)
    claimed = instance.claim()
    store = GameStore(folder)
    document = store.load_last() or read_path(library_files()[0])
    window = application.open_window(document, Settings(folder / "hashi.ini"), store)
    QTest.qWait(1)
    notices = [window.context.messages.notices.text]
    resumed = []
    for file in puzzles:
        window.documents.open_file(file)
        while window.documents.unopened:
            QTest.qWait(1)
        resumed.append(write(window.play.controller.game.to_document(), "hashi"))
        notices.append(window.context.messages.notices.text)
        window.play.controller.play(window.play.controller.game.toggle_lock(0))
    window.library.open_next()
    notices.append(window.context.messages.notices.text)
    closed = window.close()
    instance.release()
    window.deleteLater()
    return {"claimed": claimed, "notices": notices, "resumed": resumed, "closed": closed}


def main() -> int:
    errors: list[str] = []
    report_errors(errors.append)
    application = Application(["hashi"])
    for line in sys.stdin:
        folder, *puzzles = map(Path, json.loads(line))
        faulthandler.dump_traceback_later(TIMEOUT, exit=True)
        report = start(application, folder, puzzles)
        print(json.dumps({**report, "errors": errors}), flush=True)
        errors.clear()
    return 0


if __name__ == "__main__":
    sys.exit(main())
