"""Finding puzzles in files, folders and streams."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread, Timer
from zipfile import ZipFile

import pytest

from hashi_gui.cli import main
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import read_path
from hashi_gui.formats.sources import count_puzzles, find_puzzles, read_single
from hashi_gui.packs.exchange import read_pack

URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
GAME_ID = "5x5m2:4a2c3b23e3a1a3a4a3"

fifos = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


def names(*sources: str) -> list[str]:
    return [source.name for source in find_puzzles(sources)[1]]


def test_puzzles_are_counted_without_reading_them(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text(f"# two\n{URL}\nhashi/0/0/1\n{URL}\n")
    (tmp_path / "one.txt").write_text("1.1\n")
    (tmp_path / "missing").symlink_to(tmp_path / "nowhere")
    for sources in ([str(tmp_path)], [str(tmp_path / "urls.txt"), URL, "nosuch"]):
        assert count_puzzles(sources) == len(names(*sources))
    assert count_puzzles([str(tmp_path), URL]) == 5


def test_puzzles_on_standard_input_cannot_be_counted() -> None:
    assert count_puzzles(["-"]) is None
    assert count_puzzles([URL, "-"]) is None


@fifos
def test_puzzles_in_a_pipe_cannot_be_counted(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert count_puzzles([str(tmp_path / "pipe")]) is None


@fifos
def test_a_list_in_a_pipe_comes_line_by_line(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found = []
    reader = Thread(target=lambda: found.extend(names(str(pipe))))
    reader.start()
    pipe.write_text(f"{URL}\n{GAME_ID}\n")
    reader.join()
    assert found == [f"{pipe}, line 1", f"{pipe}, line 2"]


@fifos
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_for_the_window_only_files_are_read(tmp_path: Path, kind: str) -> None:
    thing = tmp_path / "thing"
    thing.symlink_to("/dev/zero") if kind == "device" else os.mkfifo(thing)
    for read_it in (
        lambda: read_path(thing),
        lambda: read_single(str(thing), streams=False),
        lambda: read_pack([str(thing)]),
    ):
        with pytest.raises(HashiError) as caught:
            read_it()
        assert str(caught.value) == f"{thing}: This cannot be read (it is not a file)."


@fifos
def test_a_device_is_not_read_for_ever(tmp_path: Path, monkeypatch, capsys) -> None:
    (tmp_path / "endless").symlink_to("/dev/zero")
    monkeypatch.setattr("hashi_gui.formats.sources.MAX_INPUT", 1000)
    monkeypatch.setattr("hashi_gui.formats.registry.MAX_INPUT", 1000)
    assert main(["solve", str(tmp_path / "endless")]) == 2
    assert "The input is larger than" in capsys.readouterr().err


def test_a_folder_that_cannot_be_read_is_an_error_when_its_turn_comes(tmp_path: Path) -> None:
    sources = find_puzzles([URL, GAME_ID, str(tmp_path)])[1]
    assert [next(sources).name, next(sources).name] == [URL, GAME_ID]
    with pytest.raises(HashiError, match="contains no files"):
        next(sources)


@pytest.mark.parametrize(("through", "jobs"), [("argument", "2"), ("stdin", "1")])
def test_a_list_can_be_converted_in_place(tmp_path: Path, through: str, jobs: str) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text(f"{URL}\n" * 2000)
    source = str(urls) if through == "argument" else "-"
    with urls.open("rb") as stdin:
        subprocess.run(
            [sys.executable, "-m", "hashi_gui", "convert", source, "--to", "sgt",
             "-o", str(urls), "--force", "--jobs", jobs],
            stdin=stdin,
            check=True,
        )  # fmt: skip
    assert urls.read_text() == f"{GAME_ID}\n" * 2000


def test_answers_come_before_the_input_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "hashi_gui", "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        hung = Timer(60, process.kill)
        hung.start()
        process.stdin.write(f"{URL}\n{GAME_ID}\n")
        process.stdin.flush()
        assert process.stdout.readline() == "standard input, line 1: solved\n"
        process.stdin.write("hashi/0/0/1\n")
        process.stdin.close()
        assert process.stdout.read() == "standard input, line 2: solved\n"
        hung.cancel()
        hung.join()
    assert process.returncode == 2


def test_a_line_that_is_not_text_does_not_stop_the_others(tmp_path: Path, capsys) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_bytes(f"{URL}\n".encode() + b"\xff\n" + f"{GAME_ID}\n".encode())
    assert main(["solve", str(urls)]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{urls}, line 1: solved\n{urls}, line 3: solved\n"
    assert captured.err == (
        f"hashi: {urls}, line 2, column 1: Found the byte 0xff, expected text in UTF-8.\n"
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_lists_of_windows(tmp_path: Path, encoding: str, capsys) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_bytes(f"{URL}\r\n\r\n{GAME_ID}\r\n".encode(encoding))
    assert main(["solve", str(urls)]) == 0
    assert capsys.readouterr().out == f"{urls}, line 1: solved\n{urls}, line 3: solved\n"


def make_archive(path: Path, files: dict[str, str]) -> str:
    with ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return str(path)


def test_files_come_in_natural_order(tmp_path: Path) -> None:
    for name in ("puzzle 10", "puzzle 9", "Puzzle 11"):
        (tmp_path / name).write_text("1.1")
    found = [Path(name).name for name in names(str(tmp_path))]
    assert found == ["Puzzle 11", "puzzle 9", "puzzle 10"]


def test_puzzles_in_an_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"b.txt": "1.1", "a/list.txt": f"{URL}\n# no\n{URL}\n", "broken.txt": "?x?"}
    path = make_archive(tmp_path / "several.zip", files)
    assert count_puzzles([path]) == 4
    assert main(["solve", path]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        f"{path}/a/list.txt, line 1: solved",
        f"{path}/a/list.txt, line 3: solved",
        f"{path}/b.txt: solved",
    ]
    assert captured.err.startswith(f"hashi: {path}/broken.txt: This is not a puzzle")


def test_an_archive_with_one_file_is_one_puzzle(tmp_path: Path) -> None:
    path = make_archive(tmp_path / "one.zip", {"a.txt": "1.1"})
    assert len(read_single(path).puzzle.islands) == 2


def test_a_damaged_archive_in_a_folder_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "b.txt").write_text("1.1")
    assert main(["solve", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{tmp_path / 'b.txt'}: solved\n"
    assert captured.err.startswith(f"hashi: {tmp_path / 'a.zip'} is not a complete .zip file (")


def test_a_list_in_an_archive_that_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashi_gui.formats.sources.MAX_INPUT", 100)
    monkeypatch.setattr("hashi_gui.formats.registry.MAX_INPUT", 100)
    path = make_archive(tmp_path / "a.zip", {"list.txt": f"{URL}\n" * 100, "one.txt": "1.1"})
    assert main(["solve", path]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{path}/one.txt: solved\n"
    assert captured.err == f"hashi: {path}/list.txt: The input is larger than 0 MB, the maximum.\n"
