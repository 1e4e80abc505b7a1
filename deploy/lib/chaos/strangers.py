"""Clients that begin to speak and do not go on, with the gateway and with the bus over TCP."""

import contextlib
import os
import random
import re
import socket

from .crowd import Crowd

# How long one stays, and how often it sends a byte of its head.
SHORTEST, LONGEST, PACE = 0.5, 15, 0.5
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
# How ZeroMQ's greeting of 64 bytes begins.
GREETING = b"\xff" + bytes(8) + b"\x7f"


def bus_doors(home):
    """Where the stack's services listen for others; nowhere without `up --listen`."""
    with contextlib.suppress(FileNotFoundError):
        with open(os.path.join(home, "hosts", "own"), encoding="utf-8") as file:
            found = re.findall(r"=tcp://(\S+):(\d+)", file.read())
        # For requests, and for events.
        return [(host.strip("[]").replace("*", "127.0.0.1"), int(port) + each)
                for host, port in found for each in (0, 1)]
    return []


class Strangers(Crowd):
    def __init__(self, home, gateway, options):
        super().__init__()
        self.options, self.bus = options, bus_doors(home)
        self.web = [("127.0.0.1", gateway.port)]
        self.opened = self.closed = 0

    def start(self):
        self.begin(self.loiter, self.options.strangers)

    def loiter(self, number):
        chance = random.Random(f"{self.options.seed} stranger {number}")
        while not self.stopping.is_set():
            doors, beginning = self.web, HEAD
            if self.bus and number % 4 > 1:
                doors, beginning = self.bus, GREETING
            stay = chance.uniform(SHORTEST, LONGEST)
            is_closed = self.visit(chance.choice(doors), beginning if number % 2 else b"", stay)
            with self.lock:
                self.opened += 1
                self.closed += is_closed
            self.stopping.wait(0.05)

    def visit(self, door, beginning, stay):
        """Whether the connection was ended there; without a beginning it is silent."""
        try:
            with socket.create_connection(door, 5) as stranger:
                stranger.settimeout(PACE)
                stranger.sendall(beginning)
                for _ in range(int(stay / PACE)):
                    if self.stopping.is_set():
                        return False
                    try:
                        # A greeting of the bus is no end.
                        if not stranger.recv(64):
                            return True
                    except TimeoutError:
                        stranger.sendall(beginning and b"x")
                return False
        except OSError:
            return True
