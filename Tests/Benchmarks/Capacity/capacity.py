#!/usr/bin/env python3
"""Computes the tables of docs/capacity.md from measured growth.

    capacity.py                      writes the tables into docs/capacity.md
    capacity.py --check              exits with 1 if they are not up to date
    capacity.py --extract 0.7        prints what an extract of this many GB needs

growth.csv has what was measured (measure.py); the figures in this file are of docs/measured.md
that are named beside them. The model and its doubts are in docs/capacity.md.
"""

import argparse
import csv
import os
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "../../../docs/capacity.md")
BEGIN, END = "<!-- computed -->\n", "<!-- end of what is computed -->\n"
GB, GIB = 1e9, 2**30

# Extracts of these sizes, as PBF: round numbers, ours.
PLACES = [("city", 0.05), ("country", 4), ("continent", 30), ("planet", 85)]
# docs/measured.md, Router, Size: bytes of a car network's file an arc; of the weights an arc and
# period; of a worker's search an arc.
FILE_PER_ARC, WEIGHT_PER_ARC, WORKER_PER_ARC = 139, 82, 21
# An operator's choice: periods (hours with other speeds) in use at a time, workers of a router.
PERIODS, WORKERS = 2, 2
# docs/measured.md, Router, Build: copies of Helsinki, seconds, MiB at the most, three profiles.
BUILDS = [(10, 4.5, 141), (40, 22, 479), (100, 49, 1229)]
# docs/measured.md: processor time of one request, in ms, and in which section.
REQUESTS = [
    ("router", "route with its line", 0.121, 0.182, "MessageBus, generator included"),
    ("router", "duration (table 1 × 1)", 0.051, 0.063, "MessageBus, generator included"),
    ("geocoder", "address, a city", 0.06, 0.21, "Geocoder"),
    ("geocoder", "address, 40 copies of Helsinki", 0.38, 0.55, "Geocoder"),
    ("planner", "plan of 418 cafés", 1.7, 2.8, "Plans"),
    ("router", "… its part of that plan", 1.3, 1.9, "Plans"),
    ("shop-search", "… its part of that plan", 0.3, 0.6, "Plans"),
]


def read():
    with open(f"{HERE}/growth.csv", newline="", encoding="utf-8") as file:
        return [{key: value if key == "map" else float(value) for key, value in row.items()}
                for row in csv.DictReader(file)]


def whole(rows):
    return [row for row in rows if "copies" not in row["map"]]


def ratios(rows, column):
    """Bytes of a file a byte of the extract: lowest, median, highest of the maps; copies of a map
    say nothing new."""
    found = sorted(row[column] / row["extract"] for row in whole(rows))
    return found[0], statistics.median(found), found[-1]


def slope(points):
    """The slope of the straight line with the least squares."""
    mean_x = statistics.fmean(x for x, _ in points)
    mean_y = statistics.fmean(y for _, y in points)
    return (sum((x - mean_x) * (y - mean_y) for x, y in points)
            / sum((x - mean_x) ** 2 for x, _ in points))


def growth(rows, column):
    """Private bytes a byte of the extract, and those of a service without a map."""
    points = [(row["extract"], row[column]) for row in rows]
    rate = max(0, slope(points))
    base = statistics.median(y - rate * x for x, y in points)
    return rate, max(0, base)


def router_ratio(rows, rank):
    """Bytes in memory a byte of the extract: the files, their weights and the workers' searches."""
    files = sum(ratios(rows, each)[rank] for each in ("car", "bicycle", "foot"))
    return files * (1 + (WEIGHT_PER_ARC * PERIODS + WORKER_PER_ARC * WORKERS) / FILE_PER_ARC)


def geocoder_ratio(rows, rank):
    """Bytes in memory a byte of the extract: the file, and what is unpacked from it."""
    return ratios(rows, "places")[rank] + growth(rows, "private geocoder")[0]


def needs(rows, gigabytes, rank=1):
    """GiB by part, of an extract of this many GB; rank 0, 1, 2 for the lowest, median, highest."""
    size = gigabytes * GB
    helsinki = next(row["extract"] for row in rows if row["map"] == "helsinki")
    building = slope([(copies * helsinki, peak * 2**20) for copies, _, peak in BUILDS])
    seconds = slope([(copies * helsinki, time) for copies, time, _ in BUILDS])
    venues_rate, venues_base = growth(rows, "private shop-search")
    store_rate, store_base = growth(rows, "private venue-store")
    disk = sum(ratios(rows, each)[rank] for each in ("car", "bicycle", "foot", "places", "venues"))
    memory = {
        "router": router_ratio(rows, rank) * size,
        "geocoder": geocoder_ratio(rows, rank) * size,
        "shop-search": venues_base + venues_rate * size,
        "venue-store": store_base + store_rate * size,
    }
    return {**{key: value / GIB for key, value in memory.items()},
            "disk": disk * size / GIB, "building": building * size / GIB,
            "hours": seconds * size / 3600}


def number(value):
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def page(rows):
    cores = table(
        ["service", "request", "a core, each second", "processor time", "measured in"],
        [[service, request, f"{1000 / most:,.0f}–{1000 / least:,.0f}", f"{least}–{most} ms", where]
         for service, request, least, most, where in REQUESTS])
    parts = [("router", lambda rank: router_ratio(rows, rank)),
             ("geocoder", lambda rank: geocoder_ratio(rows, rank))]
    carried = table(
        ["service", "GiB for each GB of extract", "GB of extract in a GiB"],
        [[name, "{1} ({0}–{2})".format(*(number(of(each) * GB / GIB) for each in range(3))),
          f"{number(GIB / GB / of(1))} ({number(GIB / GB / of(2))}–{number(GIB / GB / of(0))})"]
         for name, of in parts])
    columns = ["router", "geocoder", "shop-search", "venue-store", "disk", "building"]
    places = table(
        ["", "extract"] + [f"{each}, GiB" for each in columns] + ["building, hours"],
        [[name, f"{size} GB"]
         + [number(needs(rows, size)[each]) for each in columns + ["hours"]]
         for name, size in PLACES])
    spread = "; ".join(
        f"{name} {number(needs(rows, size, 0)['router'])}–{number(needs(rows, size, 2)['router'])}"
        for name, size in PLACES)
    return (f"**What a core carries**\n\n{cores}\n**What a GiB carries** (median, and the range of "
            f"{len(whole(rows))} maps)\n\n{carried}\n**What a map needs** (medians)\n\n{places}\n"
            f"The router's memory by the thinnest and the densest map, GiB: {spread}.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--extract", type=float, metavar="GB")
    arguments = parser.parse_args()
    rows = read()
    if arguments.extract:
        for part, value in needs(rows, arguments.extract).items():
            print(f"{part}: {number(value)}{'' if part == 'hours' else ' GiB'}")
        return 0
    with open(PAGE, encoding="utf-8") as file:
        old = file.read()
    start, end = old.index(BEGIN) + len(BEGIN), old.index(END)
    new = old[:start] + page(rows) + old[end:]
    if arguments.check:
        print("up to date" if new == old else "docs/capacity.md is not what capacity.py computes")
        return 0 if new == old else 1
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
