"""Clients that come and go, each in a thread, until they are told to end."""

import threading


class Crowd:
    def __init__(self):
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.threads = []

    def begin(self, action, count):
        for number in range(count):
            thread = threading.Thread(target=action, args=(number,), daemon=True)
            thread.start()
            self.threads.append(thread)

    def end(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()
