#!/usr/bin/env python3
"""Times our hierarchy and RoutingKit's in turns on one network, so that both meet the same machine.

Example:
    compare_speed.py --bench .build/release/quickbrew-bench --peer ./routingkit_peer \\
        router.car.network

Prints the median of all rounds, the quickest and the slowest, in microseconds of processor time.
"""

import argparse
import re
import statistics
import subprocess

LINE = re.compile(r"(?:.* info )?(\D.*?): ([\d.]+) µs")


def times(command):
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found = (LINE.match(line) for line in (run.stdout + run.stderr).splitlines())
    return {match[1]: float(match[2]) for match in found if match}


def text(values):
    return f"{statistics.median(values):9.1f} ({min(values):.1f}–{max(values):.1f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network")
    parser.add_argument("--bench", required=True, help="quickbrew-bench, built for release")
    parser.add_argument("--peer", required=True, help="routingkit_peer")
    parser.add_argument("--rounds", type=int, default=5)
    flags = parser.parse_args()
    ours, theirs = {}, {}
    for _ in range(flags.rounds):
        for found, command in [
            (ours, [flags.bench, "router", flags.network, "--rounds", "1"]),
            (theirs, [flags.peer, flags.network]),
        ]:
            for what, time in times(command).items():
                found.setdefault(what, []).append(time)
    for what, values in ours.items():
        line = f"{what:28s} {text(values):32s}"
        if what in theirs:
            ratio = statistics.median(values) / statistics.median(theirs[what])
            line += f" RoutingKit {text(theirs[what]):30s} ratio {ratio:.2f}"
        print(line)


main()
