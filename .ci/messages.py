"""The texts of the program and their translations, by Babel.

``python .ci/messages.py`` looks for new texts and brings ``resources/languages/*.po`` up to date,
as ``make messages`` does; a code such as ``fr`` begins another language. Hatch compiles them when
the program is built or installed.
"""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ROOT / "resources" / "languages"
PUZZLES = ROOT / "puzzles"

HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"

"""
"""What gettext has to know of a translation; dates and names are in the history."""

KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}


def compile_all(folder: Path) -> list[Path]:
    """Compile all translations in a folder; return the compiled files."""
    return [compile_file(file) for file in sorted(folder.glob("*.po"))]


def compile_file(file: Path) -> Path:
    catalog = read(file)
    for message in untranslated(catalog):  # Else it chooses among the English forms, by its rule.
        catalog.delete(message.id, message.context)
    compiled = file.with_suffix(".mo")
    with compiled.open("wb") as target:
        write_mo(target, catalog)
    return compiled


def extract() -> Catalog:
    """All texts of the program and of its puzzles, in English, in the order of the files."""
    catalog = Catalog(project="Hashi", charset="utf-8")
    found = [
        each
        for folder in (ROOT / "hashi_gui", ROOT / ".ci")
        for each in extract_from_dir(folder, [("**.py", "python")], keywords=KEYWORDS)
    ]
    for file, _, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalog.add(message, None, [(file, None)], auto_comments=comments, context=context)
    for puzzle in sorted(PUZZLES.rglob("*.hashi")):
        data = json.loads(puzzle.read_text(encoding="utf-8"))
        for key in ("title", "lesson") if "lesson" in data else ("instructions",):
            if text := data.get(key):
                catalog.add(text, None, [(puzzle.name, None)])
    return catalog


def update(file: Path, template: Catalog) -> None:
    """Bring the translation into one language up to date; what is no longer used goes."""
    catalog = read(file)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    text = BytesIO()
    write_po(text, catalog, width=100, omit_header=True, include_lineno=False)
    header = HEADER.format(language=catalog.locale, plural_forms=catalog.plural_forms)
    file.write_bytes(header.encode() + text.getvalue())


def read(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=file.stem)


def untranslated(catalog: Catalog) -> list[Message]:
    """The messages without a text, or without one of its plural forms."""
    return [
        message
        for message in catalog
        if message.id and not all([*message.string] if message.pluralizable else [message.string])
    ]


def main() -> None:
    template = extract()
    for code in sys.argv[1:]:
        (LANGUAGES / f"{code}.po").touch()
    for file in sorted(LANGUAGES.glob("*.po")):
        update(file, template)
        compile_file(file)
        missing = len(untranslated(read(file)))
        print(f"{file.stem}: {missing} of {len(template)} texts are not translated.")


if __name__ == "__main__":
    main()
