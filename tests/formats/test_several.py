"""Several puzzles in one text: lists, messages, web pages, texts below each other."""

import io
from contextlib import suppress
from itertools import repeat

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hashi_gui.formats import FormatError, read, write
from hashi_gui.formats.registry import text_lines
from hashi_gui.formats.several import Entry, find_entries, find_list, list_entries

LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
OTHER = "https://puzz.link/p?hashi/3/1/1g1"
GAME_ID = "5x5m2:4a2c3b23e3a1a3a4a3"
TASK = "3c2c1a4b2d2b3a2h3a3b1d2b3b1"
FIVE, PAIR = read(LINK).puzzle, read(OTHER).puzzle

URLS = """# two puzzles
hashi/3/1/1g1

  hashi/1/3/1g1
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (URLS, True),
        ("1.1\n3:1a1f", True),
        ("nonsense\n\n3:1a1f", True),
        ("# one\nhashi/3/1/1g1", True),
        ("1.1\n...", False),
        ("hashi/3/1/1g1", False),
        ("\nhashi/3/1/1g1\n\n", False),
        ("#hashi/3/1/1g1\n1.1", False),
        ("pzprv3/hashikake/1/1/1\n1:1", False),
        ('{"source":\n"\nhashi/3/1/1g1\n"}', False),
        ("", False),
    ],
)
def test_a_text_with_a_url_or_game_id_on_a_line_is_a_list_unless_alone(text, expected) -> None:
    is_list, lines = find_list(iter(text.split("\n")))
    assert is_list is expected
    assert list(lines) == text.split("\n")


def test_a_list_is_recognised_by_its_first_lines() -> None:
    def lines():
        yield from ("# a comment", "nonsense", "3:1a1f")
        pytest.fail("read more than needed")

    is_list, found = find_list(lines())
    assert is_list
    assert [next(found) for _ in range(3)] == ["# a comment", "nonsense", "3:1a1f"]


def test_an_endless_text_that_is_no_list_is_not_read_to_its_end(monkeypatch) -> None:
    monkeypatch.setattr("hashi_gui.formats.several.MAX_INPUT", 60)
    for line in ("x" * 9, "#", ""):
        is_list, lines = find_list(repeat(line))
        assert not is_list
        assert next(lines) == line


def entry_of(line: str, number: int) -> Entry:
    *_, entry = list_entries(iter([*[""] * (number - 1), line]))
    return entry


def test_a_picture_is_no_list_whatever_its_bytes_look_like() -> None:
    lines = text_lines(io.BytesIO(b"\x89PNG\r\n7x7m2:4b5a3h6a2\n7x7m2:4b5a3h6a2\n\xff"))
    assert not find_list(lines)[0]


def test_a_byte_that_is_not_text_is_an_error_of_its_line() -> None:
    good, bad = text_lines(io.BytesIO(b"3:1a1f\n3:1a1f\xe9"))
    assert entry_of(good, 1).read("urls.txt").puzzle == read("3:1a1f").puzzle
    with pytest.raises(FormatError) as caught:
        entry_of(bad, 2).read("urls.txt")
    assert str(caught.value).startswith("urls.txt, line 2, column 7: Found the byte 0xe9")


def test_an_error_in_a_line_names_source_line_and_column() -> None:
    assert entry_of("hashi/3/1/1g1", 4).read("urls.txt") == read("hashi/3/1/1g1")
    for line, location, problem in [
        ("hashi/0/3/1g1", "line 4, column 7", "Found 0, expected a number of columns from 1 to"),
        ("hashi/3/1/i", "line 4, column 1", "The grid has no islands"),
        ("  hashi/0/3/1", "line 4, column 9", "Found 0, expected a number of columns from 1 to"),
        ("Ann: hashi/0/3/1", "line 4, column 12", "Found 0, expected a number of columns from 1"),
    ]:
        with pytest.raises(FormatError) as caught:
            entry_of(line, 4).read("urls.txt")
        assert str(caught.value).startswith(f"urls.txt, {location}: {problem}")


def found(text: str) -> list[tuple[str, str]]:
    """The texts and titles of the puzzles."""
    return [(entry.text, entry.title) for entry in find_entries(text)]


MAIL = f"""Hi Bob,
here are three:

1. Morning tide
{LINK}

Evening tide: {OTHER}.
And one for SGT ({GAME_ID}), at 10:30 or 11:45.
https://example.com/unsubscribe?id=123
Regards,
Ann
"""


def test_the_puzzles_of_a_mail_keep_their_titles() -> None:
    assert found(MAIL) == [
        (LINK, "Morning tide"),
        (OTHER, "Evening tide"),
        (GAME_ID, "And one for SGT"),
        ("https://example.com/unsubscribe?id=123", ""),
    ]
    assert [entry.read().puzzle for entry in find_entries(MAIL)[:3]] == [FIVE, PAIR, FIVE]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        (f"Harbour {LINK}", "Harbour"),
        (f"- **Harbour** – {LINK}", "Harbour"),
        (f"[Harbour]({LINK})", "Harbour"),
        (f"<{LINK}> (Harbour)", "Harbour"),
        (f"{LINK}, Harbour", "Harbour"),
        (f"12) Twin “piers”: {LINK}!", "Twin “piers"),
        (f"see {LINK}.", "see"),
        (f"7. {LINK}", ""),
        (f"{'long ' * 20}{LINK}", ""),
        (f"Harbour\n{LINK}", "Harbour"),
        (f"Try these:\n{LINK}", ""),
        (f"Harbour\n\n{LINK}", ""),
        (f"Hashi 🏮 Twin piers · 1:39\n🏮💡🏮 1 hint\n{LINK}", ""),
    ],
)
def test_what_stands_beside_or_above_a_link_is_its_title(line, title) -> None:
    (entry,) = find_entries(line + "\n\nBye now")
    assert (entry.text, entry.title) == (LINK, title)
    assert entry.read().info.title == title


UNKNOWN = "https://puzz.link/p?hashi/3/1/1g."
"""Its last full stop is a clue."""


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        (f"Easy {LINK} and hard {OTHER}", [(LINK, "Easy"), (OTHER, "and hard")]),
        (f"One {UNKNOWN}\nTwo {UNKNOWN}.", [(UNKNOWN, "One"), (UNKNOWN, "Two")]),
        *(
            (f"{LINK}\n{line}", [(LINK, ""), (line, "")])
            for line in ("https://puzz.link/", "10x10:a1b", "hashi/5/5/", f"{TASK}z", "1.1")
        ),
    ],
)
def test_several_links_and_what_is_perhaps_a_puzzle(text, entries) -> None:
    assert found(text) == entries


@pytest.mark.parametrize(
    "words", ["bye", "thanks!", "ok", "you?", ":-)", "10:30", "10:30pm", "2.", "1", "A", "---"]
)
def test_a_line_of_words_is_no_damaged_puzzle(words) -> None:
    assert [entry.text for entry in find_entries(f"{words}\n{LINK}\n{words}")] == [LINK]


def test_an_escape_of_thousands_of_digits_is_text() -> None:
    page = f'<html>&#{"1" * 5000};<a href="{LINK}">&#{"1" * 5000}</a>'
    assert [entry.text for entry in find_entries(page)] == [LINK]


def test_a_damaged_link_in_a_message_is_reported() -> None:
    _, damaged = find_entries(f"One {LINK}\nTwo https://puzz.link/p?hashi/5/5/!!!")
    with pytest.raises(FormatError):
        damaged.read()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("7x7m2:4b5a3h6a2i1a6b7b2g4b5", "Found 46 cells, expected 7 x 7 = 49"),
        ("10x10#123456", "A random seed follows the #"),
        ("https://www.janko.at/Raetsel/Hashi/001.a.htm", "Only that site has the puzzle"),
        ("https://puzz.link/p?hashi/", "expected"),
    ],
)
def test_what_looks_like_a_puzzle_among_words_is_reported(text, problem) -> None:
    _, damaged = find_entries(f"One {LINK}\nTwo is {text} here\nfrom 19:30-21:00, see a4b5")
    assert (damaged.line, damaged.column) == (2, 8)
    with pytest.raises(FormatError, match=problem):
        damaged.read()


def test_a_title_in_the_puzzle_is_better_than_that_beside_it() -> None:
    document = read(LINK)
    titled = document._replace(info=document.info._replace(title="Inside"))
    (entry,) = find_entries(f"Outside {write(titled, 'penpa')}")
    assert entry.read().info.title == "Inside"


JANKO = "[problem]\n1 - 1\n[solution]\n- 1 -\n[end]\n"
XML = write(read(OTHER), "kanpen-xml")
PZPR = write(read(LINK), "pzpr")


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"01_9x9  https://www.janko.at/1.htm\n{JANKO}\n02_9x9\n{JANKO}", ["01_9x9", "02_9x9"]),
        (f"[begin]\n[title]\nA\n{JANKO}[begin]\n[title]\nB\n{JANKO}", ["A", "B"]),
        ("begin\nproblem\n1 - 1\nend\nbegin\nproblem\n1 1\nend\n", ["", ""]),
        (f"First\n{XML}Second\n{XML}", ["First", "Second"]),
        (f"First\n{PZPR}Second\n{PZPR}", ["First", "Second"]),
        (f"Dear Ann\n{JANKO}Bye", ["Dear Ann"]),
    ],
)
def test_puzzles_of_several_lines_are_found(text, titles) -> None:
    assert [entry.read().info.title for entry in find_entries(text)] == titles


PAGE = f"""<!DOCTYPE html><html><head><title>My puzzles</title><style>p {{ }}</style></head>
<body><nav><a href="/">Home</a> <a href="https://example.com">Links</a></nav>
<ul><li><a href="{LINK}"><img src="x.png"></a><a href="{LINK}">Two
  tides</a></li><li>Calm &amp; easy: {OTHER}</li>
<li><a href="https://puzz.link/p?slither/5/5/abc">Loop</a></ul>
<script>var x = 1; var task = '{TASK}';</script>
<pre>
Old one
{JANKO}</pre></body></html>"""


def test_the_puzzles_of_a_web_page_are_found_once_each() -> None:
    assert found(PAGE) == [
        (LINK, "Two tides"),
        (OTHER, "Calm & easy"),
        (f"task = '{TASK}'", ""),
        (JANKO.rstrip(), "Old one"),
    ]


def test_a_page_with_one_puzzle_gives_it_its_title() -> None:
    page = f"<html><title>7x7 Bridges</title><script>var task = '{TASK}'</script>"
    assert found(page) == [(f"task = '{TASK}'", "7x7 Bridges")]
    data = "begin\npuzzle hashi\nproblem\n1 - 1\nend"
    page = f"<html><title>Hashi</title><script type='application/x'>\n{data}\n</script>"
    assert found(page) == [(data, "Hashi")]


@pytest.mark.parametrize("text", ["", LINK, "1.1\n...", "<html><p>Hello", "no puzzle", GAME_ID])
def test_texts_without_several_puzzles(text) -> None:
    assert len(find_entries(text)) <= (text in (LINK, GAME_ID))


@given(st.text(st.sampled_from("<>ap/htsk?=:'1g2 .\n[]{}&;!-")) | st.text())
@example("<!doctype html><![")
@example(f"{LINK} \ud800\n\ud8001234:1ab")
@example("<html><a href=" + "<puzzle " * 9)
def test_any_text_can_be_searched(text) -> None:
    for entry in find_entries(text):
        assert entry.text.strip()
        with suppress(FormatError):
            entry.read()
