#!/usr/bin/env python3
"""Times plans of one or more running stacks, and the same plans by osrm-routed, in turns.

Example: compare_plans.py --stack now=/tmp/home/run --osrm 5000 --plans 400
Example: compare_plans.py --stack now=/tmp/home/run --at-once 100

Each stack is given by a name and its run directory (`quickbrew paths run`). OSRM makes a plan of
four kinds of requests over one connection: the direct route, the tables to and from the shops that
shop-search lists, and one route with a via point for each of the ten best. Prints percentiles, for
each the lowest and the highest of five blocks, the processor time of all threads of each process,
and the requests that each service answered for one plan. `--at-once N` sends N plans at a time
instead and counts what becomes of them.
"""

import argparse
import base64
import glob
import http.client
import json
import os
import random
import struct
import time

import zmq

SERVICES = ["planner", "router", "shop-search", "geocoder"]
BLOCKS = 5


class Stack:
    def __init__(self, name, run, flags):
        self.name, self.run, self.sort = name, run, flags.sort
        self.limit, self.category = flags.limit, flags.category
        self.context, self.sockets, self.milliseconds, self.bytes = zmq.Context(), {}, [], 0
        self.processes = {
            service: f"/proc/{self.ask(service, 'service.stats/1', {})['info']['processID']}"
            for service in SERVICES
        }

    def socket(self, service):
        if service not in self.sockets:
            socket = self.context.socket(zmq.DEALER)
            socket.connect(f"ipc://{self.run}/{service}.1.requests")
            self.sockets[service] = socket
        return self.sockets[service]

    def ask(self, service, operation, body, timeout=20_000):
        socket = self.socket(service)
        header = json.dumps({"timeoutMilliseconds": timeout}).encode()
        socket.send_multipart([b"1", operation.encode(), header, json.dumps(body).encode()])
        if not socket.poll(timeout + 2000):
            raise SystemExit(f"{self.name}: no answer to {operation}")
        _, status, reply = socket.recv_multipart()
        if status != b"ok":
            raise SystemExit(f"{self.name}: {operation}: {reply.decode()}")
        self.bytes = len(reply)
        return json.loads(reply)

    def request(self, origin, destination):
        body = {
            "origin": {"coordinate": point(origin)},
            "destination": {"coordinate": point(destination)},
            "departure": "2026-11-24T10:00", "deadline": "2026-11-24T12:00",
            "category": self.category,
        }
        body |= {"limit": self.limit} if self.limit else {}
        return body | ({"choice": {"order": self.sort}} if self.sort else {})

    def plan(self, origin, destination):
        start = time.perf_counter()
        plan = self.ask("planner", "planner.plan/1", self.request(origin, destination))
        self.milliseconds.append((time.perf_counter() - start) * 1e3)
        return plan

    def shops(self, origin, destination):
        reply = self.ask("shop-search", "shop-search.candidates/2", {
            "origin": point(origin), "destination": point(destination),
            "category": self.category, "drivingSeconds": 6000,
        })
        packed = base64.b64decode(reply["shops"]["coordinates"])
        return list(struct.iter_unpack("<dd", packed))

    def use(self):
        """Processor milliseconds, waits and requests so far, by service."""
        return {
            service: (processor_milliseconds(process), waits(process), self.requests(service))
            for service, process in self.processes.items()
        }

    def requests(self, service):
        stats = self.ask(service, "service.stats/1", {})
        return sum(each["requests"] for each in stats["operations"]
                   if not each["name"].startswith("service."))


class OSRM:
    """Plans by osrm-routed: see the head of the file."""

    def __init__(self, port, shops):
        self.name, self.milliseconds, self.shops = "osrm-routed", [], shops
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def get(self, path):
        for _ in range(3):
            try:
                self.connection.request("GET", path)
                reply = self.connection.getresponse()
                body = reply.read()
                if reply.status == 200:
                    return json.loads(body)
                raise SystemExit(f"osrm-routed: {body[:200]}")
            except (http.client.HTTPException, ConnectionError):
                self.connection.close()
        raise SystemExit("osrm-routed does not answer")

    def plan(self, origin, destination):
        start, count = time.perf_counter(), len(self.shops)
        shops = ";".join(map(place, self.shops))
        numbers = ";".join(str(number + 1) for number in range(count))
        route = "overview=full&geometries=polyline6"
        self.get(f"/route/v1/driving/{place(origin)};{place(destination)}?{route}")
        to = self.get(f"/table/v1/driving/{place(origin)};{shops}?sources=0&destinations={numbers}")
        on = self.get(f"/table/v1/driving/{place(destination)};{shops}"
                      f"?destinations=0&sources={numbers}")
        far = 1e9
        times = [(there or far) + (back[0] or far)
                 for there, back in zip(to["durations"][0], on["durations"])]
        for shop in sorted(range(count), key=times.__getitem__)[:10]:
            stops = ";".join(map(place, [origin, self.shops[shop], destination]))
            self.get(f"/route/v1/driving/{stops}?{route}")
        self.milliseconds.append((time.perf_counter() - start) * 1e3)


def point(pair):
    return {"latitude": pair[0], "longitude": pair[1]}


def place(pair):
    return f"{pair[1]:.6f},{pair[0]:.6f}"


def processor_milliseconds(process):
    return sum(int(open(path).read().split()[0])
               for path in glob.glob(process + "/task/*/schedstat")) / 1e6


def waits(process):
    return sum(int(line.split()[1]) for path in glob.glob(process + "/task/*/status")
               for line in open(path) if line.startswith("voluntary"))


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def spread(values, part):
    size = len(values) // BLOCKS
    blocks = [percentile(values[size * block:size * (block + 1)], part) for block in range(BLOCKS)]
    return f"{percentile(values, part):8.2f} ({min(blocks):.2f}–{max(blocks):.2f})"


def report(planner, reference):
    values = planner.milliseconds
    line = "  ".join(f"{name} {spread(values, part)}"
                     for name, part in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)])
    if planner is not reference:
        ratios = [ours / theirs for ours, theirs in zip(values, reference.milliseconds)]
        line += f"  {percentile(ratios, 0.5):.2f} × {reference.name}"
    print(f"{planner.name:12s} {line} ms")


def report_use(stack, before, count):
    total = [0, 0, 0]
    for service, after in stack.use().items():
        # The request for the statistics before belongs to no plan.
        each = [(end - start) / count for start, end in zip(before[service], after)]
        total = [sum(pair) for pair in zip(total, each)]
        print(f"  {stack.name}: {service:12s} {each[0]:7.3f} ms of processor time, "
              f"{each[1]:5.1f} waits, {each[2]:5.2f} requests a plan")
    print(f"  {stack.name}: {'all':12s} {total[0]:7.3f} ms of processor time, "
          f"{total[1]:5.1f} waits, {total[2] - 1:5.2f} requests behind one plan")


def in_turns(flags, stacks, pair):
    planners = list(stacks)
    if flags.osrm:
        planners.append(OSRM(flags.osrm, stacks[0].shops(*pair())))
    for planner in planners:
        for _ in range(flags.warm):
            planner.plan(*pair())
        planner.milliseconds.clear()
    considered, before = [], {stack.name: stack.use() for stack in stacks}
    for number in range(flags.plans):
        ends = pair()
        # Whoever comes first meets colder caches.
        for planner in planners[number % len(planners):] + planners[:number % len(planners)]:
            plan = planner.plan(*ends)
            if planner is stacks[0]:
                considered.append(plan["candidates"]["considered"])
    print(f"{flags.plans} plans in turns, seed {flags.seed}, {percentile(considered, 0.5)} shops, "
          f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for planner in planners:
        report(planner, stacks[0])
    for stack in stacks:
        report_use(stack, before[stack.name], flags.plans)


def at_once(flags, stack, pair):
    """Sends all plans at a time, each over one socket, and counts their outcomes."""
    socket, header = stack.socket("planner"), json.dumps({"timeoutMilliseconds": flags.timeout})
    for _ in range(flags.warm):
        stack.plan(*pair())
    sent, outcomes, times, late = {}, {}, [], 0
    before, start = stack.use(), time.perf_counter()
    for number in range(flags.at_once):
        body = json.dumps(stack.request(*pair())).encode()
        sent[str(number).encode()] = time.perf_counter()
        socket.send_multipart([str(number).encode(), b"planner.plan/1", header.encode(), body])
    while sent:
        if not socket.poll(flags.timeout + 5000):
            break
        identifier, status, reply = socket.recv_multipart()
        elapsed = (time.perf_counter() - sent.pop(identifier)) * 1e3
        outcome = "ok" if status == b"ok" else json.loads(reply)["code"]
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        if outcome == "ok":
            times.append(elapsed)
            late += elapsed > flags.timeout
    seconds = time.perf_counter() - start
    print(f"{stack.name}: {flags.at_once} at once, {flags.timeout} ms each: {outcomes}, "
          f"{late} answered late, {len(sent)} never; {len(times) / seconds:.0f} plans/s, "
          f"last after {seconds:.2f} s, load {os.getloadavg()[0]:.1f}")
    report_use(stack, before, flags.at_once)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stack", action="append", required=True, help="NAME=RUN_DIRECTORY")
    parser.add_argument("--osrm", type=int, help="the port of osrm-routed with the same map")
    parser.add_argument(
        "--box", default="37.775,-122.435,37.80,-122.40", help="S,W,N,E of the ends")
    parser.add_argument("--category", default="coffee")
    parser.add_argument("--limit", type=int, help="options of a plan; default ten")
    parser.add_argument("--sort", help="the order of the options: arrival, detour, leave-by …")
    parser.add_argument("--plans", type=int, default=400)
    parser.add_argument("--warm", type=int, default=50, help="plans before the first that counts")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--at-once", type=int, help="plans sent at a time")
    parser.add_argument("--timeout", type=int, default=5000, help="of a plan sent at once, in ms")
    flags = parser.parse_args()
    south, west, north, east = map(float, flags.box.split(","))
    generator = random.Random(flags.seed)

    def end():
        return (generator.uniform(south, north), generator.uniform(west, east))

    stacks = [Stack(*each.split("=", 1), flags) for each in flags.stack]
    if flags.at_once:
        for stack in stacks:
            at_once(flags, stack, lambda: (end(), end()))
    else:
        in_turns(flags, stacks, lambda: (end(), end()))


main()
