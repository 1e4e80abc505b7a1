#!/usr/bin/env python3
"""Which of 100,000 circles hold each of 10,000 positions: ours and Redis' GEOSEARCH, in turns.

Example: compare_fences.py --bench .build/release/quickbrew-bench

Redis knows no fences: its points are the middles of circles of one radius, and those within that
radius of a position are the circles that hold it. Both get the same middles and positions, which
quickbrew-bench draws, and their answers are compared. Times are the processor's, search alone:
Redis reports its own in INFO commandstats, ours is what `quickbrew-bench geofence-monitor` prints.
Prints the median of all rounds, the quickest and the slowest.
"""

import argparse
import os
import re
import socket
import statistics
import subprocess
import tempfile
import time

# Redis takes the globe to be larger than IUGG's mean radius, which is ours.
REDIS_RADIUS = 6372797.560856 / 6371008.8
AT_ONCE = 100
MEAN, P50, P99 = "search, mean µs", "search, p50 µs", "search, p99 µs"


class Redis:
    """A separate server, without persistence, over a Unix socket."""

    def __init__(self, program, directory):
        path = os.path.join(directory, "redis.sock")
        self.process = subprocess.Popen(
            [program, "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL, cwd=directory)
        self.socket = socket.socket(socket.AF_UNIX)
        while self.process.poll() is None:
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.02)
        self.file = self.socket.makefile("rb")

    def ask(self, *commands):
        """Sends commands at once and reads their replies."""
        words = []
        for command in commands:
            words.append(b"*%d\r\n" % len(command))
            for word in command:
                text = str(word).encode()
                words.append(b"$%d\r\n%s\r\n" % (len(text), text))
        self.socket.sendall(b"".join(words))
        return [self.reply() for _ in commands]

    def reply(self):
        line = self.file.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise RuntimeError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return self.file.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return [self.reply() for _ in range(int(rest))]
        return rest

    def memory(self):
        return int(re.search(rb"used_memory:(\d+)", self.ask(("INFO", "memory"))[0])[1])

    def end(self):
        self.process.terminate()
        self.process.wait()


def theirs(program, fences, places, radius, answers):
    """One round of Redis: its figures, and in how many places it answers as we do."""
    with tempfile.TemporaryDirectory() as directory:
        redis = Redis(program, directory)
        try:
            before = redis.memory()
            for first in range(0, len(fences), 1000):
                redis.ask(*[("GEOADD", "fences", *place, number + 1)
                            for number, place in enumerate(fences[first:first + 1000], first)])
            memory = redis.memory() - before
            meters = radius * REDIS_RADIUS
            asked = [("GEOSEARCH", "fences", "FROMLONLAT", *place, "BYRADIUS", meters, "m")
                     for place in places]
            redis.ask(("CONFIG", "RESETSTAT"))
            waits, agreed = [], 0
            for question, answer in zip(asked, answers):
                start = time.perf_counter()
                found = redis.ask(question)[0]
                waits.append((time.perf_counter() - start) * 1e6)
                agreed += {int(number) for number in found} == answer
            own = redis.ask(("INFO", "commandstats"))[0].decode()
            tail = redis.ask(("INFO", "latencystats"))[0].decode()
            tail = re.search(r"geosearch:p50=([\d.]+),p99=([\d.]+)", tail)
            start = time.perf_counter()
            for first in range(0, len(asked), AT_ONCE):
                redis.ask(*asked[first:first + AT_ONCE])
            rate = len(asked) / (time.perf_counter() - start)
            waits.sort()
            return {
                MEAN: float(re.search(r"cmdstat_geosearch:.*?usec_per_call=([\d.]+)", own)[1]),
                P50: float(tail[1]), P99: float(tail[2]),
                "there and back, p50 µs": waits[len(waits) // 2],
                "there and back, p99 µs": waits[len(waits) * 99 // 100],
                f"a second, {AT_ONCE} sent at once": rate,
                "memory of the points, MB": memory / 1e6}, agreed
        finally:
            redis.end()


def ours(program, fences, radius, devices, places, steps, seed):
    """One round of our engine: its figures, and the fences, the places and the answers."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "answers")
        run = subprocess.run(
            [program, "geofence-monitor", "--fences", str(fences), "--radius", str(radius),
             "--devices", str(devices), "--points", str(places), "--steps", str(steps),
             "--seed", str(seed), "--answers", path], capture_output=True, text=True, check=True)
        text = run.stdout + run.stderr
        found = re.search(r"index mean ([\d.]+) µs, p50 ([\d.]+) µs, p99 ([\d.]+) µs", text)
        figures = {MEAN: float(found[1]), P50: float(found[2]), P99: float(found[3])}
        rate = re.search(r"in process: (\d+) reports/s", text)[1]
        figures["reports processed per second"] = float(rate)
        middles, where, answers = [], [], []
        with open(path) as file:
            for line in file:
                words = line.split()
                if words[0] == "fence":
                    middles.append(words[1:3])
                else:
                    where.append(words[1:3])
                    answers.append({int(n) for n in words[3].split(",")} if words[3:] else set())
        return figures, middles, where, answers


def text(values):
    return f"{statistics.median(values):.1f} ({min(values):.1f}–{max(values):.1f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True, help="quickbrew-bench, built for release")
    parser.add_argument("--redis", default="redis-server", help="Debian's package of that name")
    parser.add_argument("--fences", type=int, default=100_000)
    parser.add_argument("--devices", type=int, default=10_000)
    parser.add_argument("--radius", type=int, default=500, help="meters")
    parser.add_argument("--steps", type=int, default=3, help="reports of each device a round")
    parser.add_argument("--rounds", type=int, default=5)
    flags = parser.parse_args()
    ourselves, redis, ratios = {}, {}, []
    agreed = asked = 0
    for seed in range(1, flags.rounds + 1):
        figures, fences, places, answers = ours(
            flags.bench, flags.fences, flags.radius, flags.devices, flags.devices, flags.steps,
            seed)
        peer, same = theirs(flags.redis, fences, places, flags.radius, answers)
        agreed, asked = agreed + same, asked + len(places)
        ratios.append(peer[MEAN] / figures[MEAN])
        for all_of, one in [(ourselves, figures), (redis, peer)]:
            for what, value in one.items():
                all_of.setdefault(what, []).append(value)
    print(f"{flags.fences} circles of {flags.radius} m, "
          f"{asked} positions in {flags.rounds} rounds; "
          f"the same answer to {agreed}")
    for what in list(ourselves) + [name for name in redis if name not in ourselves]:
        mine = text(ourselves[what]) if what in ourselves else "–"
        print(f"{what:28s} ours {mine:30s} Redis {text(redis[what]) if what in redis else '–'}")
    print(f"Redis takes {text(ratios)} times as long on average")


main()
