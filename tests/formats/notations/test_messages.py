"""What is said of damaged texts in each notation; those made of whole files are with theirs."""

import pytest

MESSAGES = {
    # csv
    "1,0,2\n0,x,0": "2:3 Found 'x', expected a clue, or 0 for water.",
    "1,0,2\n0,  x,0": "2:5 Found 'x', expected a clue, or 0 for water.",
    "1,0,2\n0, ,0": "2:3 Found nothing, expected a clue, or 0 for water.",
    "?,0,2\n0,0,0": "1:1 Found '?', expected a clue, or 0 for water.",
    "1,0,2\n0,0\n": "2:4 Found a row of 2 cells, expected 3.",
    "1,0,2\n0,0,0,0\n": "2:8 Found a row of 4 cells, expected 3.",
    "1,0,9": "1:5 Found the clue 9, expected at most 8, with 2 bridges per pair.",
    "1 = 1 0\n0 |": "2:4 Found a row of 2 cells, expected 4.",
    "1 = 1 0\n0 | x 0": "2:5 Found 'x', expected a clue, or 0 for water.",
    "1 = 1\n0 | 0": "2:3 Found '|', expected no bridge, because none is possible here.",
    "1 = - 1": "1:5 Found '-', expected 2 bridges from island to island.",
    "1 = 0 1": "1:5 Found '0', expected 2 bridges from island to island.",
    "1\n|\n0\n1": "3:1 Found '0', expected 1 bridge from island to island.",
    "0,0\n0,0": "The grid has no islands; a puzzle needs at least one.",
    ",".join(["0"] * 2001): "1:1 Found a row of 2001 cells, expected at most 2000.",
    "0,0\n" * 2001: "2001:1 Found another row, expected at most 2000 rows.",
    # has
    "2001 3 4": "1:1 Found 2001, expected a number of rows from 1 to 2000.",
    "2 0 4\n1 2\n": "1:3 Found 0, expected a number of columns from 1 to 2000.",
    "3 3 2\n1 0 1": "2:6 Found the end after 1 row, expected 3.",
    "3 3 2": "1:6 Found the end after 0 rows, expected 3.",
    "2 2 2\n1 1\n0": "3:2 Found a row of 1 cell, expected 2.",
    "2 2 2\n1 1\n0 0 0": "3:5 Found '0', expected a row of 2 cells.",
    "1 3 2\n1 x 1": "2:3 Found 'x', expected a clue, or 0 for water.",
    "1 3 2\n1 0 9": "2:5 Found the clue 9, expected at most 8, with 2 bridges per pair.",
    "1 2 2\n1 1\n\n1 1": "4:1 Found '1 1', expected the end after 1 row.",
    "1 2 3\n1 1": "1:5 Found 3 as the number of islands, expected 2 as in the grid.",
    "1 2 1234567890\n1 1": "1:5 Found '1234567890', expected a number of islands.",
    "1 2 0\n0 0": "The grid has no islands; a puzzle needs at least one.",
    # janko
    "[problem]\n[end]\n": "Found no rows in the problem, expected at least one.",
    "[problem]\n- - -\n": "The grid has no islands; a puzzle needs at least one.",
    "[problem]\n1 - 1\n- -\n": "3:4 Found a row of 2 cells, expected 3.",
    "[problem]\n1 - 9\n": "2:5 Found '9', expected a number from 1 to 8, or '-'.",
    "[problem]\n1 - ?\n": "2:5 Found '?', expected a number from 1 to 8, or '-'.",
    "[size]\n3\n[problem]\n1 - 1\n": "2:1 Found a problem of 1 x 3 cells, expected the size 3.",
    "[problem]\n1 - 1\n[solution]\n- 1 -\n- - -\n": "4:1 Found a solution of 2 rows, expected 1.",
    "[problem]\n1 - 1\n[solution]\n- 1\n": "4:4 Found a row of 2 cells, expected 3.",
    "[problem]\n1 - 1\n[solution]\n1 - -\n": (
        "4:1 Found '1', expected no bridge, because none is possible here."
    ),
    "[problem]\n1 - - 1\n[solution]\n- 1 - -\n": (
        "4:5 Found '-', expected 1 bridge from island to island."
    ),
    "problem\n" + "1 " * 2001: (
        "2:1 Found a grid of 1 x 2001 cells, expected at most 2000 rows and columns."
    ),
    # kanpen
    "2001\n3\n1 . 1": "1:1 Found 2001, expected a number of rows from 1 to 2000.",
    "3\n0\n1 . 1": "2:1 Found 0, expected a number of columns from 1 to 2000.",
    "2\n3\n1 . 1\n": "3:6 Found the end after 1 row, expected 2.",
    "1\n3\n1 . 1 .": "3:7 Found '.', expected a row of 3 cells.",
    "1\n4\n1 . 1": "3:6 Found a row of 3 cells, expected 4.",
    "2\n2\n1 .\n. 10": "4:3 Found the clue 10, expected 1 to 8, or 9 for '?'.",
    "2\n2\n1 .\n. ?": "4:3 Found '?', expected a clue, '9' for '?' or '.'.",
    "1\n2\n. .": "The grid has no islands; a puzzle needs at least one.",
    "2\n2\n1 .\n1 .\n0 0": "5:4 Found the end after 1 row of bridges, expected 2.",
    "1\n2\n1 .\n0 0\n0 0": "5:1 Found '0 0', expected the end after the rows of bridges.",
    "1\n3\n1 . 1\n0 4": "4:4 Found a row of 2 cells, expected 3.",
    "1\n3\n1 . 1\n0 3 0": "4:3 Found '3', expected one of 0, 1, 2, 4, 5, 6, 8, 9, 10.",
    "1\n4\n1 . . 1\n0 4 8 0": "4:3 Found '4', expected 2 bridges from island to island.",
    "1\n4\n1 . . 1\n0 4 4 4": "4:7 Found '4', expected no bridge, because none is possible here.",
    "1\n4\n1 . . 1\n0 4 5 0": "4:5 Found '5', expected no bridge, because none is possible here.",
    # kanpen-url
    "http://www.kanpen.net/slitherlink.html?problem=1/1/./": (
        "1:23 Found a puzzle of type 'slitherlink', expected 'hashi'."
    ),
    "hashi.html?problem=": "1:1 Found the end after 0 rows, expected 2.",
    "hashi.html?problem=x/2/1_1/": "1:20 Found 'x', expected a number of rows from 1 to 2000.",
    "hashi.html?problem=1_2/2/1_1/": "1:22 Found '2', expected a row of 1 word.",
    "hashi.html?problem=2/2/1_1/": "1:27 Found the end after 1 row, expected 2.",
    "hashi.html?problem=1/2/1_1_1/": "1:28 Found '1', expected a row of 2 cells.",
    "hashi.html?problem=1/2/1_0": "1:26 Found the clue 0, expected 1 to 8, or 9 for '?'.",
    # puzzlink
    "https://puzz.link/p?slither/5/5/123": (
        "1:21 Found a puzzle of type 'slither', expected 'hashi'."
    ),
    "p?hashi/0/5/1": "1:9 Found 0, expected a number of columns from 1 to 2000.",
    "p?hashi/5/2001/1": "1:11 Found 2001, expected a number of rows from 1 to 2000.",
    "\np?hashi/": "2:9 Found nothing, expected a number of columns from 1 to 2000.",
    "p?hashi/5/5/1g-10": "1:15 Found the clue 16, expected at most 8, with 2 bridges per pair.",
    "hashi/3/3/1!!%%1": "1:12 Found '!', expected a clue or a run of water.",
    "p?hashi/3/3/1g1h1%%": "1:18 Found '%', expected a clue or a run of water.",
    "p?hashi/3/3/1g1/h1": "1:16 Found '/', expected a clue or a run of water.",
    "p?hashi/3/3/1g1-1": "1:16 Found '-', expected a clue or a run of water.",
    "p?hashi/3/3/1gA": "1:15 Found 'A', expected a clue or a run of water.",
    "p?hashi/3/1/1g11": "1:16 Found another clue, '1', expected the end after 1 x 3 cells.",
    "p?hashi/!/3/3/1g1": "1:9 Found '!', expected a number of columns from 1 to 2000.",
    "p?hashi/5/5/zz": "The grid has no islands; a puzzle needs at least one.",
    # pzpr
    "pzprv2/hashikake": "1:17 Found the end after 2 rows, expected 4.",
    "pzprv2/hashikake/1/1/1": "1:1 Found 'pzprv2', expected 'pzprv3'.",
    "pzprv3\nslither\n1\n1\n1": "2:1 Found a puzzle of type 'slither', expected 'hashi'.",
    "pzprv3/hashikake/3 3/3": "1:20 Found '3', expected a row of 1 word.",
    "pzprv3/hashikake/x/3": "1:18 Found 'x', expected a number of rows from 1 to 2000.",
    "pzprv3/hashikake/3/99/": "1:22 Found the end after 0 rows, expected 3.",
    "pzprv3/hashikake/1/9999/1 1": "1:20 Found 9999, expected a number of columns from 1 to 2000.",
    "pzprv3\nhashikake\n2\n3\n1 . 1\n1 .": "6:4 Found a row of 2 cells, expected 3.",
    "pzprv3\nhashikake\n1\n3\n1 + 1": "5:3 Found '+', expected a number, '-' or '.'.",
    "pzprv3\nhashikake\n1\n3\n1 . 9": (
        "5:5 Found the clue 9, expected at most 8, with 2 bridges per pair."
    ),
    "pzprv3/hashikake/1/3/1 . 1 /1 0 ": "1:31 Found '0', expected 1 bridge from island to island.",
    "pzprv3/hashikake/1/3/1 . 1 /-1 1 ": (
        "1:29 Found '-1', expected 1 bridge from island to island."
    ),
    "pzprv3\nhashikake\n2\n4\n. . . .\n1 . . 1\n0 0 0\n1 0 1\n0 0 0 0": (
        "8:3 Found '0', expected 1 bridge from island to island."
    ),
    "pzprv3\nhashikake\n4\n2\n. 1\n. .\n. .\n. 1\n0\n0\n0\n0\n0 1\n0 0\n0 1": (
        "14:3 Found '0', expected 1 bridge from island to island."
    ),
    "pzprv3/hashikake/1/3/1 . . /0 2 ": (
        "1:31 Found '2', expected no bridge, because none is possible here."
    ),
    "pzprv3/hashikake/1/3/1 . 1 /3 3 ": "1:29 Found '3', expected one of 0, 1, 2, -1.",
    "pzprv3/hashikake/2/2/1 1/1 1/1/1": "1:33 Found the end after 0 rows, expected 1.",
    "pzprv3/hashikake/2/2/1 1/1 1/1 1/1": "1:32 Found '1', expected a row of 1 cell.",
    # text
    "1.1\n1x1\n...": "2:2 Found 'x', expected a clue or water.",
    "1.1\n...\n1..1": "3:4 Found a row of 4 cells, expected 3.",
    "1.1\n..\n1.1": "2:3 Found a row of 2 cells, expected 3.",
    "1.1\n\n1.1": "2:1 Found a row of 0 cells, expected 3.",
    "1 . 1\n. . .\n1 .": "3:4 Found a row of 2 cells, expected 3.",
    "1 . 1\n. . . .\n1 . 1": "2:7 Found '.', expected a row of 3 cells.",
    "1 . 1\n\n1 . 1": "2:1 Found a row of 0 cells, expected 3.",
    "1 . 1\n. x .\n1 . 1": "2:3 Found 'x', expected a clue or water.",
    "1 . 9": "1:5 Found the clue 9, expected at most 8, with 2 bridges per pair.",
    "2 3\n1 . 1": "2:6 Found the end after 1 row, expected 2.",
    "1 3\n1 . 1\n. . .": "3:1 Found another row, expected the end after 1 row.",
    "1 5\n1 . 1": "2:6 Found a row of 3 cells, expected 5.",
    "7,7\n1.1": "2:4 Found a row of 3 cells, expected 7.",
    "2,2\n\n2 2": "3:3 Found a row of 3 cells, expected 2.",
    "# one\n3,3\n1.1\n...": "4:4 Found the end after 2 rows, expected 3.",
    "1,3\n1.1\n...": "3:1 Found another row, expected the end after 1 row.",
    "2001,1\n1": "1:1 Found 2001, expected a number of rows from 1 to 2000.",
    "1,0\n1": "1:3 Found 0, expected a number of columns from 1 to 2000.",
    "." * 2000 + "1": "1:1 Found a grid of 1 x 2001 cells, expected at most 2000 rows and columns.",
    "1\n" * 2001: "1:1 Found a grid of 2001 x 1 cells, expected at most 2000 rows and columns.",
    "max-bridges 5\n1": "1:13 Found 5, expected a bridge limit from 1 to 4.",
    "max-bridges two\n1": "1:13 Found 'two', expected a bridge limit from 1 to 4.",
    "1.9": "1:3 Found the clue 9, expected at most 8, with 2 bridges per pair.",
    "1 . . " * 667: "1:1 Found a grid of 1 x 2001 cells, expected at most 2000 rows and columns.",
    "7 7": "The grid has no islands; a puzzle needs at least one.",
    "max-bridges 3": "The grid has 0 x 0 cells; it must have 1 to 2000 rows and columns.",
    "...": "The grid has no islands; a puzzle needs at least one.",
    "1─. 1": "1:3 Found '.', expected '─'.",
    "1───": "1:2 Found '─', expected a space.",
    "1 ─ 1": "1:3 Found '─', expected '.'.",
    "1 × 1": "1:3 Found '×', expected '.'.",
    "1───1\n│\n. . .": "2:1 Found '│', expected a space.",
    "1───1\n|\n. . .": "2:1 Found '|', expected a space.",
    "1───1\n\n. . .\n. .": "4:1 Found '.', expected a space.",
    "1─1\nx": "2:1 Found 'x', expected a space.",
    "1─1\n\nx": "3:1 Found 'x', expected a clue, water or a bridge.",
    "1─1 x\n\n. . .": "1:5 Found 'x', expected a clue, water or a bridge.",
    "1┄1": "1:2 Found 3 bridges, expected at most 2.",
    ". 1 .\n  │\n1───1\n  │\n. 1 .": "3:3 Found '─', expected '│'.",
    "2,3\n1───1": "2:1 Found a drawing of 1 x 3 cells, expected 2 x 3.",
    "9─1": "1:1 Found the clue 9, expected at most 8, with 2 bridges per pair.",
    "1─" * 2000 + "1": (
        "1:1 Found a grid of 1 x 2001 cells, expected at most 2000 rows and columns."
    ),
    "×": "The grid has no islands; a puzzle needs at least one.",
}


@pytest.mark.parametrize("text", MESSAGES)
def test_what_is_said_of_damage(read_error, text):
    assert read_error(text) == MESSAGES[text]
