#!/usr/bin/env python3
"""How long a tile of the base map takes over HTTP, on one connection, beside /healthz.

Example: http_tiles.py 8080 3000
asks the gateway on port 8080 for tiles of zoom 14, 3,000 times.
"""

import gzip
import http.client
import json
import math
import sys
import time

ZOOM = 14


def ask(connection, path):
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    reply = connection.getresponse()
    body = reply.read()
    if reply.status != 200:
        sys.exit(f"{path}: {reply.status}")
    return body


def paths_of(connection):
    document = ask(connection, "/map/tilejson.json")
    if document[:2] == b"\x1f\x8b":
        document = gzip.decompress(document)
    tiles = json.loads(document)
    west, south, east, north = tiles["bounds"]

    def column(longitude):
        return int((longitude + 180) / 360 * 2**ZOOM)

    def row(latitude):
        angle = math.radians(latitude)
        return int((1 - math.asinh(math.tan(angle)) / math.pi) / 2 * 2**ZOOM)

    template = tiles["tiles"][0]
    template = template[template.index("/map/"):].replace("{z}", str(ZOOM))
    return [
        template.replace("{x}", str(x)).replace("{y}", str(y))
        for x in range(column(west), column(east) + 1)
        for y in range(row(north), row(south) + 1)
    ]


def measure(connection, paths, count):
    times, size = [], 0
    for index in range(count):
        start = time.perf_counter()
        size += len(ask(connection, paths[index * 7 % len(paths)]))
        times.append((time.perf_counter() - start) * 1e3)
    times.sort()
    return (f"p50 {times[count // 2]:.2f} ms, p99 {times[count * 99 // 100]:.2f} ms, "
            f"{size / count / 1e3:.1f} kB each")


def main():
    port, count = int(sys.argv[1]), int(sys.argv[2])
    connection = http.client.HTTPConnection("localhost", port)
    paths = paths_of(connection)
    print(f"{len(paths)} tiles: {measure(connection, paths, count)}")
    print(f"/healthz: {measure(connection, ['/healthz'], count)}")


main()
