"""A server process for tests: it does what it is asked to."""

import os
import time
from queue import SimpleQueue

from hashi_gui.core.i18n import translated
from hashi_gui.system.processes import serve

notices: SimpleQueue[object] = SimpleQueue()


def answer(request: tuple[str, object]) -> object:
    match request:
        case "echo", value:
            return value
        case "print", text:
            os.write(1, str(text).encode())
            print(text)
            return os.getpid()
        case "translate", text:
            return translated(str(text))
        case "divide", number:
            return 1 / number
        case "function", _:
            return lambda: 1
        case "notice", _:
            return notices.get()
        case "sleep", seconds:
            time.sleep(seconds)
    os._exit(3)


if __name__ == "__main__":
    serve(answer, notices.put)
