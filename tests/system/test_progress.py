import io
import os
from types import SimpleNamespace

import pytest

from hashi_gui.system import interrupts, progress


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A clock that advances by half a second each time it is read."""
    ticks = iter(range(10_000))
    monkeypatch.setattr(progress, "monotonic", lambda: next(ticks) / 2)


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def lines(self):
        """What was shown, one after the other."""
        return [line.strip() for line in self.getvalue().split("\r") if line.strip()]

    def screen(self):
        """The lines that are on the terminal in the end."""
        return [self._line(text) for text in self.getvalue().split("\n")]

    def _line(self, text):
        shown = ""
        for part in text.split("\r"):
            shown = part + shown[len(part) :]
        return shown.rstrip()


@pytest.fixture
def terminal(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=terminal))
    return terminal


def test_a_terminal_shows_a_bar_that_is_overwritten(terminal):
    assert list(progress.progress_bar("abcd", 4)) == list("abcd")
    first, *_, last = terminal.lines()
    assert first.startswith("[######")
    assert " of 4, 0:00:0" in first
    assert last == f"[{'#' * 24}] 4 of 4, 0:00:00 left"
    assert terminal.screen() == [""]


def test_what_has_no_end_shows_the_last_number_or_text(terminal):
    assert list(progress.progress_bar("abcd", None)) == list("abcd")
    assert terminal.lines()[-1] == "4 done"
    with progress.progress_counter("{n} tried") as tried:
        for number in range(5):
            tried(number)
    assert terminal.lines()[-1] == "4 tried"
    with progress.progress_text() as show:
        for number in range(5):
            show(f"step {number}")
    assert terminal.lines()[-1] == "step 4"


def test_a_text_is_not_shown_beside_other_progress_or_by_a_worker(terminal, monkeypatch):
    for _ in progress.progress_bar(range(3), 3):
        with progress.progress_text() as show:
            show("part of it")
    monkeypatch.setattr(progress, "_texts_hidden", False)
    progress.hide_texts()
    with progress.progress_text() as show:
        for _ in range(5):
            show("part of it")
    assert not any("part of it" in line for line in terminal.lines())


def test_what_is_printed_on_the_terminal_is_above_the_bar(terminal):
    for letter in progress.progress_bar("abcd", 4):
        if letter == "c":
            progress.print_note("a note")
            with progress.hidden_progress(terminal):
                terminal.write("an answer\n")
            note, answer, bar = terminal.screen()
            shown = terminal.getvalue()
            with progress.hidden_progress(io.StringIO()):
                assert terminal.getvalue() == shown
            assert terminal.getvalue() == shown
    assert (note, answer, bar[:7]) == ("a note", "an answer", "[######")
    assert terminal.screen() == ["a note", "an answer", ""]


def test_short_work_shows_nothing(terminal, monkeypatch):
    monkeypatch.setattr(progress, "monotonic", lambda: 0.0)
    assert list(progress.progress_bar("abcd", 4)) == list("abcd")
    assert terminal.getvalue() == ""


def test_a_log_gets_a_line_at_intervals_and_another_file_nothing(capsys):
    assert len(list(progress.progress_bar(range(100), 100))) == 100
    assert capsys.readouterr().err == ""
    assert len(list(progress.progress_bar(range(100), 100, log=True))) == 100
    lines = capsys.readouterr().err.splitlines()
    assert 3 < len(lines) < 30
    assert not any("\r" in line for line in lines)


def test_ctrl_c_ends_the_line_of_a_bar(terminal, monkeypatch):
    reading, writing = os.pipe()
    monkeypatch.setattr(terminal, "fileno", lambda: writing)
    bar = progress.progress_bar("abcd", 4)
    next(bar), next(bar), next(bar)
    interrupts._cleanups[-1]()
    assert os.read(reading, 9) == b"\n"
    bar.close()
    assert interrupts._cleanups == []
    os.close(reading)
    os.close(writing)


def test_without_standard_error_nothing_is_shown(monkeypatch):
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=None))
    assert list(progress.progress_bar("abcd", 4)) == list("abcd")
    progress.print_note("nobody reads this")


def test_a_note_is_one_short_line_without_control_characters(capsys):
    progress.print_note("file \x1b[2J\n\u202e" + "x" * 5000 + " cannot be read")
    error = capsys.readouterr().err
    assert error.startswith("file \\x1b[2J\\n\\u202exxx")
    assert error.endswith("xxx cannot be read\n")
    assert len(error) < 1100
