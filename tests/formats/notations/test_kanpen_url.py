import pytest

from hashi_gui.formats import Document, read, write

URL = (
    "http://www.kanpen.net/hashi.html?problem=5/5/"
    "4_._2_._._/._3_._._2_/3_._._._._/._3_._1_._/3_._4_._9_/"
)
PUZZLE = read("hashi/5/5/4g2i3h23k3g1g3g4g.").puzzle


@pytest.mark.parametrize(
    "url",
    [
        URL,
        f"\n {URL}\n",
        URL.removesuffix("/"),
        URL.replace("_/", "/"),
        f"{URL}&time=1",
        URL.replace("http://www.", "https://"),
        URL.removeprefix("http://www.kanpen.net/"),
    ],
)
def test_all_forms_of_a_url_are_read(url) -> None:
    assert read(url) == Document.from_puzzle(PUZZLE, "kanpen-url")
    assert write(read(url), "kanpen-url") == URL
