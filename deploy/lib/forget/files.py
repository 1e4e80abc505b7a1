"""Erasing what files beside the stores have about somebody: logs, and what a client keeps."""

import glob
import json
import os
import re

from rewritten import locked, replace


def erase_logs(home, pattern):
    """Removes the lines that name somebody, between quotation marks of any kind: services and JSON
    put names there. How many they were. Lines about earlier erasures stay."""
    quotes = "\"'“”‘’`"
    named = re.compile(f"[{quotes}]{pattern}[{quotes}]".encode())
    count = 0
    for path in sorted(glob.glob(f"{home}/logs/*")):
        if not os.path.isfile(path) or os.path.islink(path):
            continue
        with open(path, "rb") as file:
            lines = file.read().splitlines(keepends=True)
        kept = [line for line in lines
                if not named.search(line) or b'"operation": "forget"' in line]
        if len(kept) < len(lines):
            replace(path, b"".join(kept))
            count += len(lines) - len(kept)
    return count


class ClientFolder:
    """What clients keep in this home: favourites by user, and the last plan."""

    def __init__(self, home):
        self.folder = f"{home}/client"
        self.favourites = f"{self.folder}/favourites.json"
        self.last_plan = f"{self.folder}/last-plan.json"

    def read(self):
        if not os.path.exists(self.favourites):
            return {}
        with open(self.favourites, encoding="utf-8") as file:
            return json.load(file)

    def last_plan_mentions(self, mention):
        if not os.path.exists(self.last_plan):
            return False
        with open(self.last_plan, encoding="utf-8", errors="replace") as file:
            return mention.search(file.read()) is not None

    def export(self, user, mention):
        found = {}
        if user in (users := self.read().get("users", {})):
            found["favourites"] = [users[user]]
        if self.last_plan_mentions(mention):
            with open(self.last_plan, encoding="utf-8") as file:
                found["last-plan"] = [json.load(file)]
        return found

    def erase(self, user, mention):
        """How many of each were erased."""
        counts = {}
        if user is not None and os.path.exists(self.favourites):
            with locked(self.favourites):
                contents = self.read()
                if contents.get("users", {}).pop(user, None) is not None:
                    text = json.dumps(contents, ensure_ascii=False, separators=(",", ":"))
                    replace(self.favourites, text.encode())
                    counts["favourites"] = 1
        if self.last_plan_mentions(mention):
            os.unlink(self.last_plan)
            counts["last-plan"] = 1
        return counts
