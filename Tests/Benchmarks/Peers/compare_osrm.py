#!/usr/bin/env python3
"""Compares the gateway's replies to OSRM's calls with those of `osrm-routed`, field by field.

Example: compare_osrm.py --osrm http://127.0.0.1:5000 --quickbrew http://127.0.0.1:8080 \\
           --box 47.05,9.47,47.27,9.64 --pairs 20

Both serve the same map. Prints each call whose status or code differs, each field that only one of
both has or whose type differs, with the number of replies, and how often numbers agree.
"""

import argparse
import collections
import json
import random
import urllib.error
import urllib.request

FAULTS = """
/route/v1/driving/abc
/route/v1/driving/{a}
/route/v1/driving/
/foo/v1/driving/{a};{b}
/route/v1/driving/200,100;1,2
/route/v2/driving/{a};{b}
/route/v1/driving/{a};{b}?foo=1
/route/v1/driving/{a};{b}?overview=xx
/route/v1/driving/{a};{b}?steps=1
/route/v1/driving/{a};{b}?annotations=foo
/route/v1/driving/{a};{b}?alternatives=-1
/route/v1/driving/{a};{b}?alternatives=100
/route/v1/driving/{a};{b}?bearings=1,2
/route/v1/driving/{a};{b}?bearings=1,2;3
/route/v1/driving/{a};{b}?bearings=0,180;0,180
/route/v1/driving/{a};{b}?bearings=400,20;
/route/v1/driving/{a};{b}?bearings=10.5,20.5;
/route/v1/driving/{a};{b}?radiuses=0;0
/route/v1/driving/{a};{b}?radiuses=1
/route/v1/driving/{a};{b}?radiuses=;
/route/v1/driving/{a};{b}?radiuses=abc;1
/route/v1/driving/{a};{b}?approaches=curb
/route/v1/driving/{a};{b}?approaches=foo;
/route/v1/driving/{a};{b}?exclude=foo
/route/v1/driving/{a};{b}?continue_straight=foo
/route/v1/driving/{a};{b}?snapping=foo
/route/v1/driving/{a};{b}?generate_hints=false
/route/v1/driving/{a};{b}.json
/route/v1/driving/{a};{b};{a}?waypoints=0;1
/route/v1/driving/{a};{b};{a}?waypoints=0;5
/route/v1/driving/{a};{b};{a}?waypoints=a
/table/v1/driving/{a}
/table/v1/driving/{a};{b}?sources=5
/table/v1/driving/{a};{b}?sources=
/table/v1/driving/{a};{b}?annotations=true
/table/v1/driving/{a};{b}?fallback_speed=0
/table/v1/driving/{a};{b}?scale_factor=0
/table/v1/driving/{a};{b}?steps=true
/nearest/v1/driving/{a}?number=0
/nearest/v1/driving/{a}?number=a
/nearest/v1/driving/200,100
/match/v1/driving/{a}
/match/v1/driving/{a};{b}?timestamps=1
/match/v1/driving/{a};{b}?timestamps=2;1
/match/v1/driving/{a};{b}?gaps=foo
""".split()
CALLS = """
/route/v1/driving/{a};{b}
/route/v1/driving/{a};{b}?steps=true&annotations=true&overview=full&geometries=geojson
/route/v1/driving/{a};{c};{b}?waypoints=0;2&steps=true&overview=false
/route/v1/driving/{a};{b}?annotations=duration,distance&overview=false&skip_waypoints=true
/table/v1/driving/{a};{b};{c}?annotations=duration,distance
/table/v1/driving/{a};{b};{c}?sources=0&destinations=1;2
/nearest/v1/driving/{a}?number=3
/match/v1/driving/{track}?steps=true&annotations=true&geometries=geojson&overview=full
/match/v1/driving/{track}
""".split()


def fetched(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def fields(value, path=""):
    """The paths and types of all fields, lists as one element."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from fields(inner, f"{path}.{key}")
    elif isinstance(value, list) and value:
        for inner in value:
            yield from fields(inner, f"{path}[]")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, "number"
    elif value is not None:
        yield path, type(value).__name__


def texts(points):
    return ";".join(f"{lon:.6f},{lat:.6f}" for lon, lat in points)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--osrm", required=True)
    parser.add_argument("--quickbrew", required=True)
    parser.add_argument("--box", required=True, help="south,west,north,east")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    flags = parser.parse_args()
    south, west, north, east = map(float, flags.box.split(","))
    source = random.Random(flags.seed)
    bases = (flags.osrm, flags.quickbrew)

    def point():
        place = source.uniform(west, east), source.uniform(south, north)
        _, reply = fetched(f"{flags.osrm}/nearest/v1/driving/{texts([place])}")
        return tuple(reply["waypoints"][0]["location"])

    same, ratios, missing = 0, collections.defaultdict(list), collections.Counter()
    a, b = point(), point()
    for call in FAULTS:
        path = call.format(a=texts([a]), b=texts([b]))
        codes = [(status, reply.get("code")) for status, reply in map(fetched, (
            base + path for base in bases))]
        same += codes[0] == codes[1]
        if codes[0] != codes[1]:
            print(f"{call}: OSRM {codes[0]}, ours {codes[1]}")
    print(f"{same} of {len(FAULTS)} faults and options have the same status and code")
    for _ in range(flags.pairs):
        a, b, c = point(), point(), point()
        _, drive = fetched(
            f"{flags.osrm}/route/v1/driving/{texts([a, b])}?overview=full&geometries=geojson")
        track = texts(drive["routes"][0]["geometry"]["coordinates"][:60:2])
        for call in CALLS:
            path = call.format(a=texts([a]), b=texts([b]), c=texts([c]), track=track)
            (status, theirs), (our_status, ours) = (fetched(base + path) for base in bases)
            if (status, theirs["code"]) != (our_status, ours["code"]):
                print(f"{path}: OSRM {theirs['code']}, ours {ours['code']}")
                continue
            name = call.split("/")[1]
            left, right = set(fields(theirs)), set(fields(ours))
            for field in left ^ right:
                missing[(name, *field, "OSRM" if field in left else "ours")] += 1
            for key in ("routes", "matchings"):
                for one, other in zip(theirs.get(key, []), ours.get(key, [])):
                    ratios[name, "distance"].append(other["distance"] / max(1, one["distance"]))
                    ratios[name, "legs"].append(len(other["legs"]) / len(one["legs"]))
                    count = [sum(len(step["intersections"]) for leg in route["legs"]
                                 for step in leg["steps"]) for route in (one, other)]
                    if count[0]:
                        ratios[name, "intersections"].append(count[1] / count[0])
    for (name, field, kind, side), count in sorted(missing.items()):
        print(f"{name}{field} ({kind}): only {side}, in {count} replies")
    for (name, what), numbers in sorted(ratios.items()):
        near = sum(abs(number - 1) < 0.01 for number in numbers)
        print(f"{name}: {what} within 1 % in {near} of {len(numbers)}")


main()
