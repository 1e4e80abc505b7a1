"""What a stack uses under the load: descriptors, memory, and the sizes of its stores."""

import contextlib
import glob
import os
import re
import sqlite3
import statistics
import time
from collections import Counter

from .crowd import Crowd
from .faults import lock_owner, run_directory

# In seconds: between two counts, and over how long the median is taken.
PAUSE, WINDOW = 2, 60
# A smaller share is no growth, nor is less than this: an allocator's page, a connection more.
SHARE, LEAST = 0.05, {"descriptors": 4, "kB": 2048}

# Without the replies that a store keeps for a week, up to bounds of their own.
SIZE = "SELECT sum(pgsize) / 1024 FROM dbstat WHERE name NOT LIKE '%kept_reply%'"


def use(home):
    """The numbers now, by name; of a service those of its instances together."""
    found = Counter()
    for path in glob.glob(f"{run_directory(home)}/*.lock"):
        process, service = lock_owner(path), os.path.basename(path).split(".")[0]
        # It may have ended.
        with contextlib.suppress(OSError, TypeError):
            with open(f"/proc/{process}/status", encoding="ascii") as file:
                found[f"{service} kB"] += int(re.search(r"RssAnon:\s+(\d+)", file.read())[1])
            found[f"{service} descriptors"] += len(os.listdir(f"/proc/{process}/fd"))
    for path in glob.glob(f"{home}/data/*.sqlite"):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
            found[f"{os.path.basename(path)} kB"] = store.execute(SIZE).fetchone()[0] or 0
    return found


def grown(samples, first, last):
    """What is larger in the end: by its name, how much it was after the first moment, and is."""
    window = min(WINDOW, (last - first) / 2)

    def typical(name, begin):
        counts = [each[name] for at, each in samples if begin <= at <= begin + window]
        return statistics.median(counts or [0])

    found = {name: (typical(name, first), typical(name, last - window))
             for name in set().union(*(each for _, each in samples))}
    return {name: (before, after) for name, (before, after) in sorted(found.items())
            if after - before > max(SHARE * before, LEAST[name.split()[-1]])}


class Growth(Crowd):
    def __init__(self, home):
        super().__init__()
        self.home, self.samples = home, []

    def start(self):
        self.begin(self.watch, 1)

    def watch(self, _):
        start = time.monotonic()
        while not self.stopping.wait(PAUSE):
            self.samples.append((time.monotonic() - start, use(self.home)))
