#!/usr/bin/env python3
"""Writes a feed of made-up venues along the roads of a running stack's map, to standard output.

Example: synthesize_venues.py --run "$(quickbrew paths run)" --count 100000 > venues.json
         quickbrew feed add many --format campus "$PWD/venues.json"

Points are drawn evenly from the box; each with a road within 300 m becomes a venue 5 to 60 m off
the road. One in eight has no opening hours, one in four belongs to one of 200 chains.
"""

import argparse
import json
import math
import random
import sys

import zmq

HOURS = ["24/7", "Mo-Su 06:00-22:00", "Mo-Fr 07:00-18:00; Sa 09:00-16:00", "Tu-Su 11:00-23:00",
         "Mo-Fr 07:30-17:00", "Mo-Sa 10:00-20:00", "Sa,Su 09:00-18:00", None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--run", required=True, help="the stack's run directory")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--box", help="S,W,N,E; default that of the map")
    parser.add_argument("--seed", type=int, default=1)
    flags = parser.parse_args()
    context, generator = zmq.Context(), random.Random(flags.seed)

    def client(service):
        socket = context.socket(zmq.DEALER)
        socket.connect(f"ipc://{flags.run}/{service}.1.requests")

        def ask(operation, body):
            header = json.dumps({"timeoutMilliseconds": 5000}).encode()
            socket.send_multipart([b"1", operation.encode(), header, json.dumps(body).encode()])
            _, status, reply = socket.recv_multipart()
            return json.loads(reply) if status == b"ok" else None

        return ask

    router = client("router")
    if flags.box:
        south, west, north, east = map(float, flags.box.split(","))
    else:
        box = client("planner")("planner.map/1", {})["box"]
        south, west, north, east = (box[side] for side in ["south", "west", "north", "east"])
    rows, tried = [], 0
    while len(rows) < flags.count:
        tried += 1
        if tried > 1000 and tried > 200 * len(rows):
            sys.exit("hardly a point of the box has a road")
        point = {"latitude": generator.uniform(south, north),
                 "longitude": generator.uniform(west, east)}
        found = router("router.nearest/1", {"coordinate": point, "radiusMeters": 300})
        if not found:
            continue
        road, angle = found["points"][0]["coordinate"], generator.uniform(0, 2 * math.pi)
        degrees = generator.uniform(5, 60) / 111_195
        number = len(rows)
        row = {
            "id": number, "name": f"Venue {number}", "category": "coffee",
            "lat": round(road["latitude"] + degrees * math.cos(angle), 6),
            "lon": round(road["longitude"] + degrees * math.sin(angle)
                         / math.cos(math.radians(road["latitude"])), 6),
        }
        hours = generator.choice(HOURS)
        row |= {"openingHours": hours} if hours else {}
        row |= {"brand": f"Chain {generator.randrange(200)}"} if generator.random() < 0.25 else {}
        rows.append(row)
    json.dump(rows, sys.stdout)


main()
