#!/usr/bin/env python3
"""Writes zones.txt: the time zones of the world on a grid of an eighth of a degree.

usage: pip install tzfpy && gather-zones.py > zones.txt

The borders are those of timezone-boundary-builder (Open Database License), which come with the
Python package `tzfpy` (MIT licence). README.md describes the file. Takes about four minutes.
"""
import collections
import itertools

import tzfpy

CELLS_OF_DEGREE = 8
# Each cell is looked up on a lattice of this many intervals a side.
INTERVALS = 3
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def line(latitude):
    """The zones along a parallel, from west to east."""
    last = 360 * CELLS_OF_DEGREE * INTERVALS
    latitude = max(-89.999, min(89.999, latitude))
    step = 1 / (CELLS_OF_DEGREE * INTERVALS)
    return [tzfpy.get_tz(min(179.999, i * step - 180), latitude) for i in range(last + 1)]


def cell(lines, column):
    """The zones of a cell, the largest first; none at sea."""
    first = column * INTERVALS
    count = collections.Counter(
        name for line in lines for name in line[first:first + INTERVALS + 1])
    return "|".join(name for name, _ in count.most_common() if name and not name.startswith("Etc/"))


def base36(number):
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
        if not number:
            return text


def rows():
    """The rows of cells, from north to south: runs of a zone list and its length."""
    for row in range(180 * CELLS_OF_DEGREE):
        north = 90 - row / CELLS_OF_DEGREE
        lines = [line(north - i / (CELLS_OF_DEGREE * INTERVALS)) for i in range(INTERVALS + 1)]
        cells = [cell(lines, column) for column in range(360 * CELLS_OF_DEGREE)]
        yield [(zones, len(list(run))) for zones, run in itertools.groupby(cells)]


def main():
    grid = list(rows())
    lists = collections.Counter(zones for row in grid for zones, _ in row).most_common()
    number = {zones: base36(index) for index, (zones, _) in enumerate(lists)}
    for zones, _ in lists:
        print(zones or "-")
    print()
    for row in grid:
        print(" ".join(
            number[zones] + (f":{base36(length)}" if length > 1 else "") for zones, length in row))


if __name__ == "__main__":
    main()
