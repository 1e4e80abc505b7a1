"""The supervisor's watchdog: gives each instance another chance that it gave up on or that hangs.

Usage, as an event listener of supervisord for TICK_5: watchdog.py QUICKBREW

The supervisor restarts a process that ends, but leaves one that ended too often for good, and never
notices one that no longer answers. Once a minute this starts what was given up. Every fifteen
seconds it asks all instances over the bus (`QUICKBREW status --plain`); one that runs and has not
answered three times in a row is killed, so that the supervisor starts it again.
"""

import os
import subprocess
import sys
import time

from supervisor import childutils

ASK_SECONDS, MISSES, RETRY_SECONDS = 15, 3, 60
# An instance answers from its start on, but may be reading a map before.
STARTING_SECONDS = 60
FATAL, RUNNING = "FATAL", "RUNNING"


def answering(quickbrew):
    """The names of the instances that answer; None where nobody could be asked."""
    try:
        run = subprocess.run(
            [quickbrew, "status", "--plain"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL, timeout=10, check=False, encoding="utf-8")
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    if not lines or not {"service", "instance", "pid"} <= set(lines[0]):
        return None
    rows = [dict(zip(lines[0], line)) for line in lines[1:]]
    return {f"{row['service']}-{row['instance']}" for row in rows if row.get("pid")}


class Watchdog:
    def __init__(self, supervisor, quickbrew):
        self.supervisor, self.quickbrew = supervisor, quickbrew
        self.misses, self.given_up, self.asked = {}, {}, 0.0

    def tick(self, now):
        processes = {each["name"]: each for each in self.supervisor.getAllProcessInfo()}
        self.start_again(processes, now)
        if now - self.asked >= ASK_SECONDS:
            self.asked = now
            self.kill_silent(processes)

    def start_again(self, processes, now):
        names = {name for name, each in processes.items() if each["statename"] == FATAL}
        self.given_up = {name: self.given_up.get(name, now) for name in names}
        for name, since in self.given_up.items():
            if now - since >= RETRY_SECONDS:
                self.given_up[name] = now
                log(f"starting {name} again, which was given up")
                self.supervisor.startProcess(name, False)

    def kill_silent(self, processes):
        heard = answering(self.quickbrew)
        running = {
            name for name, each in processes.items()
            if each["statename"] == RUNNING and each["now"] - each["start"] >= STARTING_SECONDS
            and name.partition("@")[0] not in ("watchdog", "map-updates")
        }
        silent = set() if heard is None else running - heard
        self.misses = {name: self.misses.get(name, 0) + 1 for name in silent}
        for name in [name for name, count in self.misses.items() if count >= MISSES]:
            del self.misses[name]
            log(f"killing {name}, which does not answer")
            self.supervisor.signalProcess(name, "KILL")


def log(text):
    print(f"watchdog: {text}", file=sys.stderr, flush=True)


def main():
    supervisor = childutils.getRPCInterface(os.environ).supervisor
    watchdog = Watchdog(supervisor, sys.argv[1])
    while True:
        childutils.listener.wait(sys.stdin, sys.stdout)
        try:
            watchdog.tick(time.monotonic())
        except Exception as error:  # An instance may end between two questions.
            log(f"{type(error).__name__}: {error}")
        childutils.listener.ok(sys.stdout)


if __name__ == "__main__":
    main()
