#!/usr/bin/env python3
"""Example: sheet.py Services/Router/Phrases > phrases.html

Shows the phrases of all languages of a folder side by side, for a reader who knows one of them.
"""

import html
import pathlib
import sys

languages = {}
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.txt"), key=lambda file: file.stem != "en"):
    lines = [line.partition(" = ") for line in file.read_text().splitlines()]
    languages[file.stem] = {key: text for key, is_phrase, text in lines if is_phrase}
print('<!doctype html><meta charset="utf-8"><table border="1">')
print("<tr><th>key" + "".join(f"<th>{name}" for name in languages))
for key in dict.fromkeys(key for texts in languages.values() for key in texts):
    cells = "".join(
        f'<td lang="{name}">{html.escape(texts.get(key, "–"))}' for name, texts in languages.items()
    )
    print(f"<tr><th>{key}{cells}")
print("</table>")
