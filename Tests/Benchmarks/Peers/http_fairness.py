#!/usr/bin/env python3
"""What a route costs somebody over HTTP while another client asks for nothing but large tables.

Example: http_fairness.py 8080 60.15,24.90,60.22,25.00
asks for 300 routes alone, then while 60 connections of another address ask for tables of 100 by
1,000, each the next one as soon as it has its answer; --connections, --rows and --columns change
that. Prints the quickest, the median, the 95th of 100 and the slowest in ms, alone and meanwhile,
and how many tables were answered.
"""

import argparse
import http.client
import json
import multiprocessing
import random
import sys
import threading
import time


class Client:
    """One connection from an address of this machine, so that two clients have two addresses."""

    def __init__(self, port, source):
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=120, source_address=(source, 0))

    def ask(self, operation, message):
        self.connection.request(
            "POST", f"/v1/{operation}", json.dumps(message),
            {"Content-Type": "application/json", "Accept-Encoding": "gzip"})
        response = self.connection.getresponse()
        response.read()
        return response.status


def coordinates(count, box, source):
    south, west, north, east = box
    return [{"latitude": round(source.uniform(south, north), 6),
             "longitude": round(source.uniform(west, east), 6)} for _ in range(count)]


def routes(port, box, seconds, least):
    """The times of routes one after the other, for a given time and at least a given number."""
    client, source, times, start = Client(port, "127.0.0.2"), random.Random(7), [], time.monotonic()
    while len(times) < least or time.monotonic() - start < seconds:
        message, before = {"waypoints": coordinates(2, box, source)}, time.perf_counter()
        if client.ask("router.route", message) == 200:
            times.append(1000 * (time.perf_counter() - before))
    return sorted(times)


def show(name, times):
    def at(share):
        return times[min(len(times) - 1, int(share * len(times)))]

    print(f"{name}: {len(times)} routes, {times[0]:.1f} {at(0.5):.1f} {at(0.95):.1f} "
          f"{times[-1]:.1f} ms", flush=True)
    return at(0.5)


def load(options, box, answered):
    """All connections of the other client: in another process, to share the service alone."""
    # Made beforehand: the work is the service's.
    source = random.Random(1)
    table = {"sources": coordinates(options.rows, box, source),
             "destinations": coordinates(options.columns, box, source)}

    def ask():
        client = Client(options.port, "127.0.0.1")
        while client.ask("router.table", table) == 200:
            with answered.get_lock():
                answered.value += 1
        sys.exit("a table was refused: choose a box with roads everywhere")

    threads = [threading.Thread(target=ask) for _ in range(options.connections)]
    for thread in threads:
        thread.start()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("box", help="south,west,north,east")
    for name, value in (("connections", 60), ("rows", 100), ("columns", 1000), ("seconds", 20)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    box = tuple(map(float, options.box.split(",")))
    alone = show("alone", routes(options.port, box, 0, 300))
    answered = multiprocessing.Value("i", 0)
    crowd = multiprocessing.Process(target=load, args=(options, box, answered), daemon=True)
    crowd.start()
    time.sleep(1)
    start = time.monotonic()
    meanwhile = show("meanwhile", routes(options.port, box, options.seconds, 5))
    rate = answered.value / (time.monotonic() - start + 1)
    crowd.terminate()
    times = meanwhile / alone
    print(f"{rate:.1f} tables/s; the median is {times:.1f} times that alone", flush=True)


main()
