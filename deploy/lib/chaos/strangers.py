"""Clients that begin a request and do not end it: half-open connections, and slow heads."""

import random
import socket

from .crowd import Crowd

# How long one stays, and how often it sends a byte of its head.
SHORTEST, LONGEST, PACE = 0.5, 15, 0.5
BEGINNING = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


class Strangers(Crowd):
    def __init__(self, gateway, options):
        super().__init__()
        self.gateway, self.options = gateway, options
        self.opened = self.closed = 0

    def start(self):
        self.begin(self.loiter, self.options.strangers)

    def loiter(self, number):
        chance = random.Random(f"{self.options.seed} stranger {number}")
        while not self.stopping.is_set():
            is_closed = self.visit(number % 2 == 0, chance.uniform(SHORTEST, LONGEST))
            with self.lock:
                self.opened += 1
                self.closed += is_closed
            self.stopping.wait(0.05)

    def visit(self, is_silent, stay):
        """Whether the gateway ended the connection."""
        try:
            with socket.create_connection(("127.0.0.1", self.gateway.port), 5) as stranger:
                stranger.settimeout(PACE)
                if not is_silent:
                    stranger.sendall(BEGINNING)
                for _ in range(int(stay / PACE)):
                    if self.stopping.is_set():
                        return False
                    try:
                        if not stranger.recv(1):
                            return True
                    except TimeoutError:
                        if not is_silent:
                            stranger.sendall(b"x")
                return False
        except OSError:
            return True
