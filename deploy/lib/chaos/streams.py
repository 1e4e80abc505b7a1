"""Browsers that open event streams and leave them, while a device reports where it is."""

import random
import socket
import time

from .crowd import Crowd
from .load import Failure

DEVICE = "chaos"
POSITIONS_A_SECOND = 50
# How long a browser stays, and how long it waits for the answer to begin.
SHORTEST, LONGEST, PATIENCE = 0.02, 2, 5
REQUEST = (b"GET /v1/events?topic=position.changed&topic=geofence.event HTTP/1.1\r\n"
           b"Host: localhost\r\n\r\n")


class Streams(Crowd):
    def __init__(self, gateway, places, options):
        super().__init__()
        self.gateway, self.places, self.options = gateway, places, options
        self.opened = self.unanswered = 0

    def start(self):
        self.begin(self.browse, self.options.streams)
        self.begin(self.report, min(1, self.options.streams))

    def browse(self, number):
        chance = random.Random(f"{self.options.seed} {number}")
        while not self.stopping.is_set():
            is_answered = self.visit(chance.uniform(SHORTEST, LONGEST))
            with self.lock:
                self.opened += 1
                self.unanswered += not is_answered
            if not is_answered:
                self.stopping.wait(0.1)

    def visit(self, stay):
        """Whether the answer began."""
        try:
            with socket.create_connection(("127.0.0.1", self.gateway.port), PATIENCE) as browser:
                browser.sendall(REQUEST)
                if not browser.recv(4096).startswith(b"HTTP/1.1 200"):
                    return False
                self.read(browser, time.monotonic() + stay)
                return True
        except OSError:
            return False

    @staticmethod
    def read(browser, end):
        while (left := end - time.monotonic()) > 0:
            browser.settimeout(left)
            try:
                if not browser.recv(65536):
                    return
            except OSError:
                return

    def report(self, _):
        step, place = 0, self.places[0]
        while not self.stopping.wait(1 / POSITIONS_A_SECOND):
            step += 1
            # Some metres from one to the next would be faster than anybody is.
            here = place | {"latitude": place["latitude"] + 1e-6 * (step % 100)}
            try:
                self.gateway.send(
                    "geofence-monitor.position-batch",
                    {"positions": [{"device": DEVICE, "coordinate": here}]})
            except Failure:
                pass  # What is lost of these is nobody's.
