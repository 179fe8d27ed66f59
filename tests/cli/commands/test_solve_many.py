import json
import os
import sys
from pathlib import Path
from threading import Thread

import pytest

from hashi_gui.cli import main
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read, read_path

URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
NONE = "p?hashi/2/1/12"
GAME_ID = "5x5m2:4a2c3b23e3a1a3a4a3"


@pytest.fixture
def urls(tmp_path: Path) -> Path:
    """A file with three puzzles and a line that is not a puzzle."""
    file = tmp_path / "urls.txt"
    file.write_text(f"# puzzles\n{URL}\n\nnot?a?puzzle2\n{NONE}\n  {GAME_ID}\n")
    return file


def test_one_line_per_puzzle_and_errors_on_standard_error(urls: Path, capsys) -> None:
    assert main(["solve", str(urls)]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        f"{urls}, line 2: solved", f"{urls}, line 5: none", f"{urls}, line 6: solved",
    ]  # fmt: skip
    assert captured.err.startswith(f"hashi: {urls}, line 4, column 1: This is not a puzzle ")
    assert captured.err.count("\n") == 1


def test_a_folder_in_order_of_name_without_hidden_files(tmp_path: Path, capsys) -> None:
    assert main(["solve", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"hashi: The folder {tmp_path} contains no files.\n"
    (tmp_path / "a.txt").write_text(NONE)
    assert main(["solve", str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{tmp_path / 'a.txt'}: none\n"
    (tmp_path / "b").mkdir()
    for name in ("c.txt", "b/a.txt", "a.txt", ".hidden", "b/.hidden"):
        (tmp_path / name).write_text(URL)
    assert main(["solve", str(tmp_path)]) == 0
    names = [str(tmp_path / name) for name in ("a.txt", "b/a.txt", "c.txt")]
    assert capsys.readouterr().out.splitlines() == [f"{name}: solved" for name in names]


def test_solutions_are_written_to_a_folder(urls: Path, tmp_path: Path, capsys) -> None:
    assert main(["solve", str(urls), "--to", "pzpr", "-o", f"{tmp_path}/out/"]) == 2
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == ["urls-2.txt", "urls-6.txt"]
    for file in files:
        document = read_path(file)
        assert document.notation == "pzpr"
        assert is_solution(document.puzzle, document.board.counts)
    assert main(["solve", str(urls), "-o", str(tmp_path / "out.txt")]) == 2
    assert "Several puzzles in the format text need a folder" in capsys.readouterr().err


@pytest.mark.parametrize("notation", ["text", "pzpr", "kanpen", "csv", "hashi"])
def test_one_solution_in_every_notation_that_has_bridges(notation: str, capsys) -> None:
    assert main(["solve", URL, "--to", notation]) == 0
    document = read(capsys.readouterr().out)
    assert document.notation == notation
    assert is_solution(document.puzzle, document.board.counts)


def test_one_solution_is_written_to_a_file(tmp_path: Path, capsys) -> None:
    file = tmp_path / "solved.txt"
    assert main(["solve", URL, "--json", "-o", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "solved"
    document = read_path(file)
    assert is_solution(document.puzzle, document.board.counts)


@pytest.mark.parametrize(
    "text", ["1.1\n...\n1.1", f'{{"source": "\n{URL}\n"}}', f"{URL}\n", f"# one\n{URL}"]
)
def test_text_without_a_url_on_each_line_is_one_puzzle(tmp_path: Path, capsys, text: str) -> None:
    file = tmp_path / "one.txt"
    file.write_text(text)
    main(["solve", str(file)])
    assert ": solved" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["check", "hint"])
def test_boards_in_another_notation(command: str, capsys) -> None:
    assert main([command, URL, "--to", "csv"]) == 0
    _, _, board = capsys.readouterr().out.rpartition("\n\n")
    document = read(board)
    assert document.notation == "csv"
    assert any(document.board.counts)


@pytest.mark.parametrize("command", ["solve", "check", "count", "grade", "hint", "reduce"])
def test_commands_answer_several_puzzles_line_by_line(command: str, urls: Path, capsys) -> None:
    assert main([command, str(urls), *(["--all"] if command == "check" else [])]) == 2
    captured = capsys.readouterr()
    assert [
        line.rpartition(": ")[0][: len(f"{urls}, line 2")] for line in captured.out.splitlines()[:3]
    ] == [f"{urls}, line {k}" for k in (2, 5, 6)]
    assert captured.err.startswith(f"hashi: {urls}, line 4, column 1: This is not a puzzle ")
    assert captured.err.count("\n") == 1

    assert main([command, "--json", str(urls)]) == 2
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.pop("puzzle") for answer in answers] == [f"{urls}, line {k}" for k in (2, 5, 6)]
    assert main([command, "--json", URL]) in (0, 1)
    single = json.loads(capsys.readouterr().out)
    for answer in (answers[0], single):
        for name in ("seconds", "stats"):
            answer.pop(name, None)
    assert answers[0] == single


def test_the_exit_code_is_the_worst_of_all(capsys) -> None:
    assert main(["grade", URL, GAME_ID]) == 0
    assert main(["grade", URL, NONE]) == 1
    assert main(["grade", URL, NONE, "nothing"]) == 2
    capsys.readouterr()


@pytest.mark.parametrize(
    "arguments", [["explain"], ["export", "--to", "cnf"], ["render", "-o", "new.svg"]]
)
def test_commands_for_one_puzzle_refuse_several(arguments: list[str], urls: Path, capsys) -> None:
    assert main([*arguments, str(urls)]) == 2
    error = capsys.readouterr().err
    assert error == f"hashi: {urls} holds several puzzles, where one is expected.\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_once(tmp_path: Path, capsys) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=["1.1\n"])
    writer.start()
    assert main(["solve", str(pipe)]) == 0
    writer.join()
    assert capsys.readouterr().out == "1───1\n"


ESCAPE = "\x1b]0;owned\x07"


@pytest.mark.skipif(sys.platform == "win32", reason="such names are not possible")
@pytest.mark.parametrize("command", ["solve", "check", "count", "grade", "hint", "reduce"])
def test_no_control_characters_of_names_are_printed(command: str, tmp_path: Path, capsys) -> None:
    for name, text in (("good", "1.1"), ("bad", "no puzzle")):
        (tmp_path / f"{name}{ESCAPE}\n").write_text(text)
    is_check = command == "check"
    assert main([command, str(tmp_path), *(["--all"] if is_check else [])]) == 2
    captured = capsys.readouterr()
    assert "good\\x1b]0;owned\\x07\\n: " in captured.out
    assert "bad\\x1b]0;owned\\x07\\n" in captured.err
    assert "\x1b" not in captured.out + captured.err
    assert (captured.out.count("\n"), captured.err.count("\n")) == (1 + is_check, 1)


def test_a_long_entry_of_a_damaged_file_is_cut(tmp_path: Path, capsys) -> None:
    assert main(["convert", "1.1", "--to", "hashi"]) == 0
    data = json.loads(capsys.readouterr().out)
    game = {"start": "", "position": 0, "trials": [], "seconds": 0, "hints": 0}
    file = tmp_path / "damaged.hashi"
    for history in (["x" * 100_000], ["\x1b[2J" * 9]):
        file.write_text(json.dumps({**data, **game, "finished": False, "history": history}))
        assert main(["check", str(file)]) == 2
        error = capsys.readouterr().err
        assert "damaged.hashi: In 'history': " in error
        assert len(error) < 400
        assert "\x1b" not in error
    assert main(["check", "x" * 100_000]) == 2
    assert len(capsys.readouterr().err) < 400
