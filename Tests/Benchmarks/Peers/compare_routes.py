#!/usr/bin/env python3
"""Compares QuickBrew's drives with those of Valhalla and OSRM on random pairs of one map.

Example: compare_routes.py --quickbrew 'quickbrew route --batch - --no-geometry' \
             --valhalla valhalla.json --osrm map.osrm --box 47.05,9.47,47.27,9.64

Needs Python 3.12 with the packages pyvalhalla and osrm-bindings, both with the same map prepared.
Pairs join random points on roads that all three know, at least --least metres apart.
"""

import argparse
import json
import math
import random
import shlex
import statistics
import subprocess

import osrm
import valhalla


def metres(a, b):
    lat = math.radians((a[0] + b[0]) / 2)
    return math.hypot((a[0] - b[0]) * 111195, (a[1] - b[1]) * 111195 * math.cos(lat))


class Osrm:
    def __init__(self, path, profile):
        self.engine = osrm.OSRM(storage_config=path, algorithm="MLD", use_shared_memory=False)

    def nearest(self, point):
        params = osrm.NearestParameters(coordinates=[(point[1], point[0])])
        found = self.engine.Nearest(params)["waypoints"][0]
        lon, lat = found["location"]
        return (lat, lon), found["distance"]

    def route(self, a, b):
        params = osrm.RouteParameters(coordinates=[(a[1], a[0]), (b[1], b[0])])
        try:
            best = self.engine.Route(params)["routes"][0]
            return best["duration"], best["distance"]
        except Exception:
            return None


class Valhalla:
    costing = {"car": "auto", "bicycle": "bicycle", "foot": "pedestrian"}

    def __init__(self, config, profile):
        self.actor = valhalla.Actor(config)
        self.profile = self.costing[profile]

    def route(self, a, b):
        request = {
            "locations": [{"lat": p[0], "lon": p[1]} for p in (a, b)],
            "costing": self.profile, "directions_type": "none",
        }
        try:
            summary = json.loads(self.actor.route(json.dumps(request)))["trip"]["summary"]
            return summary["time"], summary["length"] * 1000
        except Exception:
            return None


def quickbrew(command, pairs):
    lines = "".join(f"{a[0]:.7f},{a[1]:.7f},{b[0]:.7f},{b[1]:.7f}\n" for a, b in pairs)
    answer = subprocess.run(
        shlex.split(command), input=lines, capture_output=True, text=True, check=True)
    replies = [json.loads(line) for line in answer.stdout.splitlines()]
    return [
        None if "error" in r else (r["durationSeconds"], r["distanceMeters"]) for r in replies]


def draw(box, count, least, seed, engine):
    random_source = random.Random(seed)
    south, west, north, east = box

    def point():
        while True:
            p = (random_source.uniform(south, north), random_source.uniform(west, east))
            on_road, distance = engine.nearest(p)
            if distance < 150:
                return on_road

    pairs = []
    while len(pairs) < count:
        a, b = point(), point()
        if metres(a, b) >= least:
            pairs.append((a, b))
    return pairs


def told(name, ours, theirs):
    both = [(o, t) for o, t in zip(ours, theirs) if o and t and t[0] > 0 and t[1] > 0]
    time = [o[0] / t[0] for o, t in both]
    length = [o[1] / t[1] for o, t in both]

    def away(values):
        return statistics.median(abs(v - 1) for v in values) * 100

    print(
        f"{name:22s} pairs {len(both):4d}  duration: median ratio {statistics.median(time):.3f}, "
        f"median |difference| {away(time):4.1f} %  distance: median ratio "
        f"{statistics.median(length):.3f}, median |difference| {away(length):4.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quickbrew", required=True, help="a command that answers a batch")
    parser.add_argument("--valhalla", required=True, help="Valhalla's configuration")
    parser.add_argument("--osrm", required=True, help="OSRM's map, prepared for MLD")
    parser.add_argument("--box", required=True, help="south,west,north,east")
    parser.add_argument("--profile", default="car", choices=list(Valhalla.costing))
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--least", type=float, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--outliers", type=int, default=0, help="show this many of the worst")
    flags = parser.parse_args()
    engine, other = Osrm(flags.osrm, flags.profile), Valhalla(flags.valhalla, flags.profile)
    box = [float(edge) for edge in flags.box.split(",")]
    pairs = draw(box, flags.pairs, flags.least, flags.seed, engine)
    ours = quickbrew(flags.quickbrew, pairs)
    theirs = {
        "OSRM": [engine.route(a, b) for a, b in pairs],
        "Valhalla": [other.route(a, b) for a, b in pairs],
    }
    print(f"seed {flags.seed}, {len(pairs)} pairs, unanswered by us {ours.count(None)}, "
          + ", ".join(f"by {n} {r.count(None)}" for n, r in theirs.items()))
    for name, routes in theirs.items():
        told("QuickBrew / " + name, ours, routes)
    told("OSRM / Valhalla", theirs["OSRM"], theirs["Valhalla"])
    worst = []
    for index in range(len(pairs)):
        o, r, v = ours[index], theirs["OSRM"][index], theirs["Valhalla"][index]
        if o and r and v:
            low, high = min(r[0], v[0]), max(r[0], v[0])
            off = max(low / max(o[0], 1), o[0] / max(high, 1))
            worst.append((off, index))
    for _, index in sorted(worst, reverse=True)[: flags.outliers]:
        a, b = pairs[index]
        o, r, v = ours[index], theirs["OSRM"][index], theirs["Valhalla"][index]
        print(f"{a[0]:.6f},{a[1]:.6f} {b[0]:.6f},{b[1]:.6f}  ours {o[0]} s {o[1]} m, "
              f"OSRM {r[0]:.0f} s {r[1]:.0f} m, Valhalla {v[0]:.0f} s {v[1]:.0f} m")


main()
