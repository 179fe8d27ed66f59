import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from hashi_gui.cli import main
from hashi_gui.formats import read, read_path

URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
GAME_ID = "5x5m2:4a2c3b23e3a1a3a4a3"
TOUCHING = "p?hashi/3/3/11g1h1g"
DRAWN = "1───2\n\n. . .\n\n. . 1"
PUZZLE = read(URL).puzzle


def test_to_standard_output(capsys) -> None:
    assert main(["convert", URL, "--to", "sgt"]) == 0
    assert main(["convert", GAME_ID, "--to", "puzzlink"]) == 0
    assert main(["convert", GAME_ID, "--to", "text"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        GAME_ID, URL, "4.2..", ".3..2", "3....", ".3.1.", "3.4.3",
    ]  # fmt: skip


def test_several_puzzles_into_one_file_have_one_line_each(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.txt").write_text(GAME_ID)
    (tmp_path / "in" / "a.has").write_text("1 3 2\n1 0 1\n")
    out = tmp_path / "urls.txt"
    assert main(["convert", str(tmp_path / "in"), URL, "--to", "puzzlink", "-o", str(out)]) == 0
    assert out.read_text().splitlines() == ["https://puzz.link/p?hashi/3/1/1g1", URL, URL]


def test_several_puzzles_into_a_folder_have_one_file_each(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text(f"# two\n{URL}\n\n{TOUCHING}\n")
    arguments = ["convert", str(tmp_path / "urls.txt"), "--to", "has", "-o", f"{tmp_path}/out/"]
    assert main(arguments) == 0
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == ["urls-2.has", "urls-4.has"]
    assert read_path(files[0]).puzzle == PUZZLE


def test_several_puzzles_of_many_lines_need_a_folder(capsys) -> None:
    assert main(["convert", URL, GAME_ID, "--to", "has"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "hashi: Several puzzles in the format has need a folder or a .zip file; name one, such as "
        "-o folder/.\n"
    )


def test_a_puzzle_that_cannot_be_written_does_not_stop_the_others(capsys) -> None:
    assert main(["convert", TOUCHING, "missing.has", URL, "--to", "sgt"]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{GAME_ID}\n"
    assert captured.err.splitlines() == [
        f"hashi: {TOUCHING}: The notation “game ID of SGT's Bridges” cannot represent adjacent "
        "islands such as those at row 1, column 1 and row 1, column 2.",
        "hashi: missing.has: There is no file 'missing.has', and this is not the URL or ID of a "
        "puzzle.",
    ]


def test_a_puzzle_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    assert main(["convert", TOUCHING, "--to", "sgt", "-o", str(tmp_path / "id.txt")]) == 2
    assert list(tmp_path.iterdir()) == []


def test_bridges_are_left_out_only_on_request(capsys) -> None:
    assert main(["convert", DRAWN, "--to", "puzzlink"]) == 2
    assert "without bridges and marks" in capsys.readouterr().err
    assert main(["convert", DRAWN, "--to", "puzzlink", "--clear"]) == 0
    assert capsys.readouterr().out == "https://puzz.link/p?hashi/3/3/1g2k1\n"
    assert main(["convert", DRAWN, "--to", "csv"]) == 0
    assert capsys.readouterr().out == "1 - 2\n0 0 0\n0 0 1\n"


def test_the_hashi_format_preserves_the_title(tmp_path: Path, capsys) -> None:
    file = tmp_path / "a.hashi"
    file.write_text('{"format": "hashi", "version": 1, "title": "Dusk", "puzzle": ["1.1"]}')
    for command in (["convert", "--clear"], ["convert"], ["solve"]):
        assert main([*command, str(file), "--to", "hashi"]) == 0
        assert read(capsys.readouterr().out).info.title == "Dusk"


def test_a_zip_file_gets_one_file_per_puzzle_as_a_folder_would(tmp_path, capsys):
    urls = tmp_path / "urls.txt"
    urls.write_text(f"{URL}\n{URL}\n")
    archive, folder = tmp_path / "Puzzles.ZIP", tmp_path / "folder"
    for output in (archive, f"{folder}/"):
        assert main(["convert", str(urls), "--to", "text", "-o", str(output)]) == 0
    with ZipFile(archive) as file:
        packed = {name: file.read(name) for name in file.namelist()}
    assert packed == {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    assert main(["convert", str(archive), "--to", "puzzlink"]) == 0
    assert capsys.readouterr().out == f"{URL}\n{URL}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, names of files are text")
def test_a_name_that_is_not_text_fits_in_a_zip_file(tmp_path):
    source, archive = tmp_path / "x\udcff.txt", tmp_path / "a.zip"
    source.write_text("1.1")
    assert main(["convert", str(source), "--to", "text", "-o", str(archive)]) == 0
    with ZipFile(archive) as file:
        assert file.namelist() == ["x\N{REPLACEMENT CHARACTER}.txt"]


def test_two_files_of_the_same_name_do_not_fit_in_a_zip_file(tmp_path, capsys):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("1.1")
    archive = tmp_path / "a.zip"
    assert main(["convert", str(tmp_path), "--to", "text", "-o", str(archive)]) == 2
    assert capsys.readouterr().err.endswith(f"{archive} already has a file x.txt.\n")
    with ZipFile(archive) as file:
        assert file.namelist() == ["x.txt"]


@pytest.mark.parametrize("name", ["a.zip", "a.txt"])
def test_a_file_in_no_folder_is_an_error_before_any_work(name, tmp_path, capsys):
    file = tmp_path / "nowhere" / name
    assert main(["generate", "-o", str(file)]) == 2
    problem = f"hashi: {file} cannot be written (No such file or directory).\n"
    assert capsys.readouterr().err.endswith(problem)
