#!/usr/bin/env python3
"""How late events reach many event streams of one gateway, of which some are never read.

Example: http_streams.py 8080 1000 50
opens 1,000 streams of the gateway on port 8080, of which 50 never read, and reports 30 positions.
"""

import asyncio
import json
import sys
import time
import urllib.request

EVENTS = 30


def report(port, device, latitude):
    message = {"device": device, "coordinate": {"latitude": latitude, "longitude": 24.94}}
    request = urllib.request.Request(
        f"http://localhost:{port}/v1/geofence-monitor.position-report",
        data=json.dumps(message).encode(), headers={"Content-Type": "application/json"})
    urllib.request.urlopen(request).read()


class Run:
    def __init__(self, port):
        self.port, self.live, self.sent, self.delays = port, 0, {}, []

    async def listen(self, reads):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /v1/events?topic=position.changed HTTP/1.0\r\nHost: localhost\r\n\r\n")
        await writer.drain()
        if not reads:
            self.live += 1
            await asyncio.Event().wait()
        seen = 0
        while seen < EVENTS:
            line = await reader.readline()
            if not line:
                return
            self.live += line.startswith(b"event: live")
            if line.startswith(b"data: ") and b'"late-' in line:
                seen += 1
                self.delays.append(time.perf_counter() - self.sent[json.loads(line[6:])["device"]])


async def main():
    port, count, deaf = map(int, sys.argv[1:4])
    run, start = Run(port), time.perf_counter()
    readers = [asyncio.create_task(run.listen(True)) for _ in range(count - deaf)]
    others = [asyncio.create_task(run.listen(False)) for _ in range(deaf)]
    while run.live < count and time.perf_counter() - start < 60:
        await asyncio.sleep(0.05)
    print(f"{run.live} of {count} streams live after {time.perf_counter() - start:.2f} s")
    for number in range(EVENTS):
        device = f"late-{number}"
        run.sent[device] = time.perf_counter()
        await asyncio.to_thread(report, port, device, 60.17 + number * 1e-5)
        await asyncio.sleep(0.2)
    await asyncio.wait(readers, timeout=30)
    delays = sorted(each * 1e3 for each in run.delays)
    print(
        f"{len(delays)} of {len(readers) * EVENTS} deliveries: "
        f"p50 {delays[len(delays) // 2]:.0f} ms,"
        f" p99 {delays[len(delays) * 99 // 100]:.0f} ms, last {delays[-1]:.0f} ms")
    for task in others:
        task.cancel()


asyncio.run(main())
