"""The faults: which instance is killed or stopped, and when."""

import os
import random
import signal
import threading
import time


def run_directory(home):
    """The sockets' directory, which all but very long homes have here (`quickbrew paths run`)."""
    return os.path.join(home, "run")


def instances(home, name):
    """The process of each running instance of a service, or of one instance such as router-2."""
    service, _, number = name.rpartition("-")
    found = {}
    run = run_directory(home)
    for file in sorted(os.listdir(run)) if os.path.isdir(run) else []:
        parts = file.split(".")
        if len(parts) != 3 or parts[2] != "lock":
            continue
        if name != parts[0] and (service, number) != (parts[0], parts[1]):
            continue
        process = lock_owner(os.path.join(run_directory(home), file))
        if process:
            found[f"{parts[0]}-{parts[1]}"] = process
    return found


def lock_owner(path):
    """The process that an instance's lock names, if it runs."""
    try:
        with open(path, encoding="ascii") as file:
            process = int(file.read().split()[0])
        os.kill(process, 0)
        return process
    except (OSError, ValueError, IndexError):
        return None


class Faults:
    """In the middle three fifths of the load, one after another at even distances."""

    def __init__(self, home, options):
        self.home, self.options = home, options
        self.random = random.Random(options.seed)
        self.happened = []  # (seconds since the start, "kill router-1")
        self.stopped = set()
        self.timers = []

    def schedule(self, start):
        wanted = [("kill", name) for name in self.options.kill]
        wanted += [("freeze", name) for name in self.options.freeze]
        first, last = 0.2 * self.options.duration, 0.8 * self.options.duration
        at = first
        while wanted and at < last:
            self.at(start + at, self.strike, start, *self.random.choice(wanted))
            at += self.options.every

    def at(self, instant, action, *words):
        timer = threading.Timer(max(0, instant - time.monotonic()), action, words)
        timer.daemon = True
        timer.start()
        self.timers.append(timer)

    def strike(self, start, kind, name):
        running = instances(self.home, name)
        if not running:
            return  # It was killed just before, and is not back.
        instance = self.random.choice(sorted(running))
        process = running[instance]
        try:
            os.kill(process, signal.SIGKILL if kind == "kill" else signal.SIGSTOP)
        except ProcessLookupError:
            return
        self.happened.append((time.monotonic() - start, f"{kind} {instance}"))
        if kind == "freeze":
            self.stopped.add(process)
            self.at(time.monotonic() + self.options.frozen, self.resume, process)

    def resume(self, process):
        self.stopped.discard(process)
        try:
            os.kill(process, signal.SIGCONT)
        except ProcessLookupError:
            pass  # The watchdog has restarted it.

    def end(self):
        for timer in self.timers:
            timer.cancel()
        for process in list(self.stopped):
            self.resume(process)
