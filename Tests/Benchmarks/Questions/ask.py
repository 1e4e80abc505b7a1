#!/usr/bin/env python3
"""How many questions of a file get the right place first, and how many a wrong one that is sure.

Example: ask.py --bin .build/release --maps ../shared/maps questions.tsv near.tsv
starts the services of each map that `quickbrew find` needs, and asks it; `--command geocode` asks
what a plan's ends are read by instead. Prints each miss, a line a map, and the sums.
"""

import argparse
import collections
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SERVICES = ("planner", "geocoder", "venue-store", "shop-search")
SURE = 0.5


def distance(a, b):
    """Metres between two (latitude, longitude) a few kilometres apart."""
    x = math.radians(b[1] - a[1]) * math.cos(math.radians(a[0]))
    return 6_371_000 * math.hypot(x, math.radians(b[0] - a[0]))


def accepted(expected):
    """(latitude, longitude, radius) of each place that is right."""
    places = expected.split("#")[0].split("|")
    return [tuple(float(number) for number in place.split(",")) for place in places]


class Stack:
    """The services on one map, in a home that is removed."""

    def __init__(self, binaries, extract):
        self.binaries = pathlib.Path(binaries).resolve()
        self.home = tempfile.TemporaryDirectory(prefix="ask-")
        self.environment = os.environ | {"QUICKBREW_HOME": self.home.name}
        maps = pathlib.Path(self.home.name, "maps")
        built = maps / "map"
        built.mkdir(parents=True)
        (maps / "current").symlink_to("map")
        for service in ("planner", "geocoder", "venue-store"):
            self.run(service, "build", extract, "--into", built).check_returncode()
        self.processes = [subprocess.Popen(
            [self.binaries / service, "serve"], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for service in SERVICES]
        while None in (self.ask("find", "coffee"), self.ask("geocode", "x")):
            if any(process.poll() is not None for process in self.processes):
                sys.exit(f"A service of {extract} ended.")

    def run(self, name, *arguments):
        return subprocess.run(
            [self.binaries / name, *map(str, arguments)], env=self.environment, text=True,
            capture_output=True, check=False)

    def ask(self, command, text):
        """The reply's JSON; None where a service is missing."""
        reply = json.loads(self.run(
            "quickbrew", command, "--json", "--limit", "1", "--", text).stdout or "{}")
        return None if reply.get("error", {}).get("code") == "unavailable" else reply

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()
        self.home.cleanup()


def first(reply):
    """Name, (latitude, longitude) and confidence of what a reply has first, or None."""
    places = reply.get("hits") or reply.get("found", {}).get("venues") or []
    if not places:
        return None
    place = places[0].get("venue", places[0])
    at = place["coordinate"]
    return (place.get("label") or place.get("name") or "",
            (at["latitude"], at["longitude"]), places[0].get("confidence", 1))


def judge(row, reply):
    """right, wrong, sure and wrong, or nothing; and what was found."""
    found = first(reply)
    if not found:
        return "nothing", reply.get("error", {}).get("message", "")
    name, at, confidence = found
    if any(distance(at, place) <= place[2] + 5 for place in accepted(row["expected"])):
        return "right", name
    return "sure and wrong" if confidence >= SURE else "wrong", f"{name} {confidence:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--bin", default=".build/release")
    parser.add_argument("--maps", default=os.environ.get("QUICKBREW_MAPS", "../shared/maps"))
    parser.add_argument("--command", default="find", choices=("find", "geocode"))
    options = parser.parse_args()
    rows = collections.defaultdict(list)
    for file in options.files:
        with open(file, encoding="utf-8") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                rows[row["map"]].append(row | {"file": os.path.basename(file)})
    sums = collections.Counter()
    for name, questions in sorted(rows.items()):
        stack = Stack(options.bin, next(pathlib.Path(options.maps).glob(f"{name}*.osm*")))
        counts = collections.Counter()
        for row in questions:
            verdict, found = judge(row, stack.ask(options.command, row["text"]) or {})
            counts[verdict] += 1
            sums[row["file"], verdict] += 1
            if verdict != "right":
                print(f"{verdict}\t{name}\t{row['text']}\t{found}", flush=True)
        print(f"{name}: {dict(counts)}", flush=True)
        stack.stop()
    for (file, verdict), count in sorted(sums.items()):
        print(f"{file}: {count} {verdict}")


if __name__ == "__main__":
    main()
