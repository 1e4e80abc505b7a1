"""Relays between a service's socket and its callers, which delay and cut connections.

A stream loses no message by itself; where a network would lose one, the connection ends here, at a
share of what passes. The socket of an instance is moved aside and the relay listens in its place;
callers that were connected before are restarted, so that they come through the relay.
"""

import os
import random
import selectors
import signal
import socket
import threading
import time
from collections import deque

from chaos.faults import instances, run_directory

CALLERS = ["web-gateway", "planner", "shop-search"]


class Relays:
    def __init__(self, home, options):
        self.home, self.options = home, options
        self.random = random.Random(options.seed + 1)
        self.moved = []
        self.listeners = []
        self.cuts = 0

    def start(self):
        names = [each for name in self.options.relay for each in instances(self.home, name)]
        for name in names:
            service, _, number = name.rpartition("-")
            path = os.path.join(run_directory(self.home), f"{service}.{number}.requests")
            aside = os.path.join(run_directory(self.home), f".{service}.{number}")
            os.rename(path, aside)
            self.moved.append((aside, path))
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            listener.listen(64)
            self.listeners.append(listener)
            threading.Thread(target=self.accept, args=(listener, aside), daemon=True).start()
        relayed = {name.rpartition("-")[0] for name in names}
        if names:
            for service in CALLERS:
                if service not in relayed:
                    for process in instances(self.home, service).values():
                        os.kill(process, signal.SIGTERM)
            time.sleep(10)  # The supervisor starts them again, and they connect.

    def end(self):
        for listener in self.listeners:
            listener.close()
        for aside, path in self.moved:
            try:
                os.rename(aside, path)
            except OSError:
                pass  # The instance was restarted, and has its own socket.

    def accept(self, listener, target):
        while True:
            try:
                peer, _ = listener.accept()
                service = socket.socket(socket.AF_UNIX)
                service.connect(target)
            except OSError:
                return
            threading.Thread(target=self.relay, args=(peer, service), daemon=True).start()

    def relay(self, peer, service):
        """Passes bytes on, each after the delay, until a side ends or the connection is cut."""
        waiting = deque()  # (when, to whom, bytes), in the order of arrival
        selector = selectors.DefaultSelector()
        selector.register(peer, selectors.EVENT_READ, service)
        selector.register(service, selectors.EVENT_READ, peer)
        try:
            while True:
                limit = max(0, waiting[0][0] - time.monotonic()) if waiting else None
                for key, _ in selector.select(limit):
                    data = key.fileobj.recv(65536)
                    if not data:
                        return
                    # A request or reply is a hundred bytes and more, a heartbeat less.
                    if len(data) > 64 and self.random.random() < self.options.drop:
                        self.cuts += 1
                        return
                    waiting.append((time.monotonic() + self.options.delay, key.data, data))
                while waiting and waiting[0][0] <= time.monotonic():
                    _, to, data = waiting.popleft()
                    to.sendall(data)
        except OSError:
            pass
        finally:
            selector.close()
            peer.close()
            service.close()
