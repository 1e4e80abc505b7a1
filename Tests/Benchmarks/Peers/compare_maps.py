#!/usr/bin/env python3
"""Compares QuickBrew's drives by car with OSRM's and Valhalla's on random pairs of many maps.

Example: compare_maps.py --bin .build/release --peers peers ../shared/maps/*.osm.pbf

`peers` has the unpacked wheels of osrm-bindings and pyvalhalla, whose programs are used:
  pip download --no-deps --python-version 3.12 --only-binary=:all: osrm-bindings pyvalhalla
  for wheel in *.whl; do python3 -m zipfile -e "$wheel" peers; done
Other formats than .osm.pbf are turned into it by osmium-tool. Prints a row for each map, the pairs
that both peers answer and we do not, and the pairs whose distance differs most.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

LEAST_METRES = 500
NEAREST_METRES = 150
SAME_WAY = 1.03


def metres(a, b):
    lat = math.radians((a[0] + b[0]) / 2)
    return math.hypot((a[0] - b[0]) * 111195, (a[1] - b[1]) * 111195 * math.cos(lat))


def quiet(command, **more):
    subprocess.run([str(c) for c in command], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, **more)


def fetched(url):
    try:
        with urllib.request.urlopen(url, timeout=30) as reply:
            return json.load(reply)
    except urllib.error.HTTPError:
        return None


class Process:
    def __init__(self, command, is_ready, **more):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen([str(c) for c in command], stdout=self.log,
                                        stderr=self.log, **more)
        for _ in range(600):
            if is_ready():
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        self.stop()
        raise RuntimeError(f"{command[0]} did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Osrm:
    def __init__(self, peers, map_file, folder, port):
        base = f"http://127.0.0.1:{port}"
        self.base, binaries = base, peers / "osrm/bin"
        local = folder / "map.osm.pbf"
        if local != map_file:
            os.link(map_file, local)
        quiet([binaries / "osrm-extract", "-p", peers / "osrm/share/profiles/car.lua", local])
        quiet([binaries / "osrm-contract", folder / "map.osrm"])
        self.process = Process(
            [binaries / "osrm-routed", "--port", port, folder / "map.osrm"],
            lambda: reachable(f"{base}/nearest/v1/driving/0,0"))

    def nearest(self, point):
        reply = fetched(f"{self.base}/nearest/v1/driving/{point[1]:.7f},{point[0]:.7f}")
        if not reply:
            return point, math.inf
        found = reply["waypoints"][0]
        return (found["location"][1], found["location"][0]), found["distance"]

    def route(self, a, b):
        pair = f"{a[1]:.7f},{a[0]:.7f};{b[1]:.7f},{b[0]:.7f}"
        reply = fetched(f"{self.base}/route/v1/driving/{pair}?overview=false")
        return reply and (reply["routes"][0]["duration"], reply["routes"][0]["distance"])


class Valhalla:
    def __init__(self, peers, map_file, folder, port):
        self.base = f"http://127.0.0.1:{port}"
        environment = {**os.environ, "LD_LIBRARY_PATH": str(peers / "pyvalhalla.libs")}
        config = folder / "valhalla.json"
        text = subprocess.run(
            [sys.executable, str(peers / "valhalla/valhalla_build_config.py"),
             "--mjolnir-tile-dir", str(folder / "tiles"), "--mjolnir-timezone", "",
             "--mjolnir-admin", str(folder / "admins.sqlite"),
             "--httpd-service-listen", f"tcp://127.0.0.1:{port}"],
            check=True, capture_output=True, text=True).stdout
        config.write_text(text)
        binaries = peers / "valhalla/bin"
        quiet([binaries / "valhalla_build_admins", "-c", config, map_file], env=environment)
        quiet([binaries / "valhalla_build_tiles", "-c", config, map_file], env=environment)
        self.process = Process([binaries / "valhalla_service", config, 1],
                               lambda: reachable(f"{self.base}/status"), env=environment,
                               cwd=folder)

    def route(self, a, b):
        request = {"locations": [{"lat": p[0], "lon": p[1]} for p in (a, b)],
                   "costing": "auto", "directions_type": "none"}
        reply = fetched(f"{self.base}/route?json={urllib.parse.quote(json.dumps(request))}")
        summary = reply and reply["trip"]["summary"]
        return summary and (summary["time"], summary["length"] * 1000)


def reachable(url):
    try:
        urllib.request.urlopen(url, timeout=5)
        return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


class QuickBrew:
    def __init__(self, binaries, map_file, folder):
        self.binaries = binaries
        home = folder / "home"
        (home / "maps/map").mkdir(parents=True)
        (home / "maps/current").symlink_to("map")
        self.environment = {**os.environ, "QUICKBREW_HOME": str(home)}
        quiet([binaries / "router", "build", map_file, "--into", home / "maps/map"],
              env=self.environment)
        self.process = Process([binaries / "router", "serve", "--instance", "1"],
                               lambda: any((home / "run").glob("*.requests")),
                               env=self.environment)

    def routes(self, pairs):
        lines = "".join(f"{a[0]:.7f},{a[1]:.7f},{b[0]:.7f},{b[1]:.7f}\n" for a, b in pairs)
        answer = subprocess.run(
            [str(self.binaries / "quickbrew"), "route", "--batch", "-", "--no-geometry"],
            input=lines, capture_output=True, text=True, env=self.environment)
        replies = [json.loads(line) for line in answer.stdout.splitlines()]
        return [None if "error" in r else (r["durationSeconds"], r["distanceMeters"])
                for r in replies]


def box_of(map_file):
    info = json.loads(subprocess.run(
        ["osmium", "fileinfo", "-e", "-j", str(map_file)], check=True, capture_output=True,
        text=True).stdout)
    west, south, east, north = info["data"]["bbox"]
    return south, west, north, east


def road_nodes(map_file):
    lines = subprocess.run(
        ["osmium", "tags-filter", "-f", "opl", "-o", "-", str(map_file), "w/highway"], check=True,
        capture_output=True, text=True).stdout.splitlines()
    found = (re.search(r" x(\S+) y(\S+)$", line) for line in lines if line.startswith("n"))
    return [(float(place[2]), float(place[1])) for place in found if place]


def draw(map_file, count, seed, osrm):
    """Pairs of points on roads, drawn from the map's box; where that is much wider than the roads,
    from the nodes of the roads."""
    source = random.Random(seed)
    south, west, north, east = box_of(map_file)
    pairs = pairs_of(lambda: (source.uniform(south, north), source.uniform(west, east)),
                     count, metres((south, west), (north, east)), osrm)
    if len(pairs) < count:
        nodes = road_nodes(map_file)
        corners = [tuple(end(side) for side in zip(*nodes)) for end in (min, max)]
        pairs = pairs_of(lambda: source.choice(nodes), count, metres(*corners), osrm)
    if not pairs:
        raise RuntimeError("no pairs were drawn")
    return pairs


def pairs_of(point, count, extent, osrm):
    least, points = min(LEAST_METRES, extent / 4), []
    for _ in range(200 * count):
        found, distance = osrm.nearest(point())
        if distance < NEAREST_METRES:
            points.append(found)
        if len(points) == 4 * count:
            break
    pairs = [(a, b) for a, b in zip(points[::2], points[1::2]) if metres(a, b) >= least]
    return pairs[:count]


def compare(name, ours, osrm, valhalla, pairs, outliers):
    unanswered = [i for i, o in enumerate(ours) if not o and osrm[i] and valhalla[i]]
    both = [(o, t, i) for i, (o, t) in enumerate(zip(ours, osrm)) if o and t and t[1] > 0]
    ratios = [o[1] / t[1] for o, t, _ in both]
    three = [i for i in range(len(pairs)) if ours[i] and osrm[i] and valhalla[i]]
    # Where one of them goes another way, times compare ways, not speeds.
    lengths = {i: [r[i][1] for r in (ours, osrm, valhalla)] for i in three}
    three = [i for i in three if max(lengths[i]) <= SAME_WAY * min(lengths[i])]
    total = [sum(r[i][0] for i in three) for r in (ours, osrm, valhalla)]
    between = total and min(total[1:]) <= total[0] <= max(total[1:])
    away = statistics.median(abs(r - 1) for r in ratios) * 100 if ratios else math.nan
    print(f"{name:30s} {len(pairs):4d} pairs, without a route: ours {ours.count(None)}, OSRM "
          f"{osrm.count(None)}, Valhalla {valhalla.count(None)}, ours alone {len(unanswered)}; "
          f"distance/OSRM {statistics.median(ratios) if ratios else math.nan:.3f}, median "
          f"|difference| {away:.2f} %; {len(three)} driven alike: time/OSRM "
          f"{total[0] / max(1, total[1]):.3f}, /Valhalla {total[0] / max(1, total[2]):.3f} "
          f"{'between' if between else 'OUTSIDE'}", flush=True)

    def told(i):
        return "  " + " ".join(f"{p[0]:.6f},{p[1]:.6f}" for p in pairs[i])

    for i in unanswered:
        print(told(i), "ours none, OSRM", osrm[i], "Valhalla", valhalla[i], flush=True)
    worst = sorted(both, key=lambda b: -abs(math.log(max(b[0][1], 1) / b[1][1])))[:outliers]
    for o, t, i in worst:
        print(told(i), "ours", o, "OSRM", t, "Valhalla", valhalla[i], flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="our programs")
    parser.add_argument("--peers", type=pathlib.Path, required=True, help="unpacked wheels")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=5190)
    parser.add_argument("--outliers", type=int, default=0, help="show this many of the worst")
    parser.add_argument("maps", nargs="+", type=pathlib.Path)
    flags = parser.parse_args()
    for map_file in flags.maps:
        name = re.sub(r"\.osm.*", "", map_file.name)
        with tempfile.TemporaryDirectory() as folder:
            folder, processes = pathlib.Path(folder), []
            try:
                local = folder / "map.osm.pbf"
                quiet(["osmium", "sort", map_file, "-o", local])
                osrm = Osrm(flags.peers.resolve(), local, folder, flags.port)
                processes.append(osrm.process)
                valhalla = Valhalla(flags.peers.resolve(), local, folder, flags.port + 1)
                processes.append(valhalla.process)
                ours = QuickBrew(flags.bin.resolve(), local, folder)
                processes.append(ours.process)
                pairs = draw(local, flags.pairs, flags.seed, osrm)
                compare(name, ours.routes(pairs), [osrm.route(*p) for p in pairs],
                        [valhalla.route(*p) for p in pairs], pairs, flags.outliers)
            except (RuntimeError, subprocess.CalledProcessError, statistics.StatisticsError) as e:
                print(f"{name:30s} not compared: {e}", flush=True)
            finally:
                for process in processes:
                    process.stop()


main()
