import signal
import subprocess
import sys
import threading

import pytest

from hashi_gui.system import interrupts


def ended(program: str) -> tuple[int, str, str]:
    """Run a program that handles signals; returns its exit code and what it printed."""
    imports = "import os, signal\nfrom hashi_gui.system import interrupts"
    text = f"{imports}\ninterrupts.install()\n{program}"
    result = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=False
    )
    return result.returncode, result.stdout, result.stderr


PRESS = "signal.raise_signal(signal.SIGINT)"


@pytest.mark.parametrize("number", interrupts.SIGNALS)
def test_a_signal_ends_the_program_at_once(number: signal.Signals) -> None:
    program = f"""
try:
    signal.raise_signal(signal.{number.name})
except BaseException:
    print("an exception")
print("still here")
"""
    assert ended(program) == (128 + number, "", "")


def test_a_section_is_finished_first() -> None:
    program = f"""
with interrupts.deferred():
    with interrupts.deferred():
        {PRESS}
    print("a line", flush=True)
print("still here")
"""
    assert ended(program) == (130, "a line\n", "")


def test_a_second_signal_does_not_wait() -> None:
    program = f"""
with interrupts.deferred():
    {PRESS}
    print("first", flush=True)
    {PRESS}
    print("second", flush=True)
"""
    assert ended(program) == (130, "first\n", "")


def test_a_section_of_another_thread_is_finished_first() -> None:
    program = f"""
import threading
inside, pressed = threading.Event(), threading.Event()
def work():
    with interrupts.deferred():
        inside.set()
        pressed.wait()
        print("a line", flush=True)
thread = threading.Thread(target=work)
thread.start()
inside.wait()
{PRESS}
pressed.set()
thread.join()
while True:
    pass
"""
    assert ended(program) == (130, "a line\n", "")


def test_cleanups_run_the_last_one_first_and_cannot_stop_the_end() -> None:
    program = f"""
with interrupts.cleanup(lambda: os.write(1, b"first")):
    with interrupts.cleanup(lambda: 1 / 0), interrupts.cleanup(lambda: os.write(1, b"second, ")):
        with interrupts.cleanup(lambda: os.write(1, b"over")):
            pass
        {PRESS}
"""
    assert ended(program) == (130, "second, first", "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no program without Ctrl-C")
def test_a_signal_that_the_program_was_started_to_ignore_is_ignored() -> None:
    program = (
        "import signal\nfrom hashi_gui.system import interrupts\ninterrupts.install()\n" + PRESS
    )
    result = subprocess.run(
        [sys.executable, "-c", f"{program}\nprint('still here')"],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert result.stdout == "still here\n"


@pytest.mark.usefixtures("ctrl_c_is_handled")
def test_work_can_ask_whether_it_has_to_end() -> None:
    with interrupts.requested() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
    with interrupts.requested() as stopped:
        assert not stopped()


def test_a_second_signal_ends_work_that_does_not_end() -> None:
    program = f"""
with interrupts.requested() as stopped:
    {PRESS}
    print(stopped(), flush=True)
    {PRESS}
    print("still here")
"""
    assert ended(program) == (130, "True\n", "")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="POSIX signals")
def test_children_never_get_ctrl_c() -> None:
    with interrupts.blocked_in_children():
        result = subprocess.run(
            [sys.executable, "-c", f"import signal\n{PRESS}\nprint('still here')"],
            capture_output=True,
            text=True,
            check=True,
        )
    assert result.stdout == "still here\n"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_sections_in_many_threads_leave_nothing_behind() -> None:
    def work() -> None:
        for _ in range(200):
            with interrupts.deferred(), interrupts.cleanup(work):
                pass

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (interrupts._sections, interrupts._cleanups) == ([], [])
