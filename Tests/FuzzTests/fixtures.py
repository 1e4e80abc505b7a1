"""Writes the golden fixtures of requests as seeds: the index of the type, then the JSON.

Usage: fixtures.py REPOSITORY FOLDER
"""

import json
import os
import re
import sys

root, folder = sys.argv[1:]
with open(f"{root}/Tests/FuzzTests/FuzzedMessages.swift", encoding="utf-8") as file:
    types = re.findall(r"(\w+Request)\.self", file.read())
fixtures = f"{root}/Tests/Fixtures/Messages"
for name in os.listdir(fixtures):
    type_ = name.removesuffix(".json").split("-")[0]
    if type_ in types:
        with open(f"{fixtures}/{name}", encoding="utf-8") as file:
            text = json.dumps(json.load(file), separators=(",", ":"), ensure_ascii=False)
        with open(f"{folder}/{name}", "wb") as file:
            file.write(bytes([types.index(type_)]) + text.encode())
