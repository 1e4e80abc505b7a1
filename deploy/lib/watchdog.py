"""The supervisor's watchdog: gives each instance another chance that it gave up on or that hangs.

Usage, as an event listener of supervisord for TICK_5: watchdog.py QUICKBREW

The supervisor restarts a process that ends, but leaves one that ended too often for good, and never
notices one that no longer answers. Once a minute this starts what was given up. Every five seconds
it asks all instances over the bus (`QUICKBREW status --json`). One that hangs is killed, so that
the supervisor starts it again: it says itself that its workers, or in the gateway HTTP, have not
answered for a while; or it does not even say that, twice in a row.
"""

import json
import os
import subprocess
import sys
import time

from supervisor import childutils

MISSES, RETRY_SECONDS = 2, 60
# An instance asks its workers every two seconds; one that answers late is no longer silent.
SILENT_SECONDS = 6
# An instance that reads a map or a large store is not on the bus yet.
STARTING_SECONDS = 300
# A watchdog that was not there for so long was stopped with all others, and so has seen nothing.
AWAY_SECONDS = 20
FATAL, RUNNING = "FATAL", "RUNNING"
ANSWERS, MISSED, GONE, HANGS = "answers", "missed", "gone", "hangs"


def ask(quickbrew):
    """What is known of each instance on the bus, by name; None where nobody could be asked."""
    try:
        run = subprocess.run(
            [quickbrew, "status", "--json"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=10, check=False)
        entries = json.loads(run.stdout)["services"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    return {f"{each['service']}-{each['instance']}": state(each)
            for each in entries if each.get("instance")}


def state(entry):
    """GONE is an instance of which only its socket is left; a stopped one looks the same."""
    if entry.get("stats") is not None:
        return HANGS if entry["stats"].get("silentSeconds", 0) >= SILENT_SECONDS else ANSWERS
    return GONE if entry.get("error", {}).get("code") == "unavailable" else MISSED


class Watchdog:
    def __init__(self, supervisor, quickbrew):
        self.supervisor, self.quickbrew = supervisor, quickbrew
        self.given_up, self.heard, self.last = {}, {}, None
        self.forget()

    def forget(self):
        self.misses, self.absent = {}, {}

    def tick(self, now):
        if self.last is not None and now - self.last > AWAY_SECONDS:
            self.forget()
        processes = {each["name"]: each for each in self.supervisor.getAllProcessInfo()}
        self.start_again(processes, now)
        self.kill_hanging(processes, now)
        self.last = now

    def start_again(self, processes, now):
        names = {name for name, each in processes.items() if each["statename"] == FATAL}
        self.given_up = {name: self.given_up.get(name, now) for name in names}
        for name, since in self.given_up.items():
            if now - since >= RETRY_SECONDS:
                self.given_up[name] = now
                log(f"starting {name} again, which was given up")
                self.supervisor.startProcess(name, False)

    def kill_hanging(self, processes, now):
        known = ask(self.quickbrew)
        if known is None:
            return self.forget()
        running = {
            name for name, each in processes.items()
            if each["statename"] == RUNNING
            and name.partition("@")[0][-1].isdigit()  # the others, as a proxy, are on no bus
        }
        pids = {name: processes[name]["pid"] for name in running}
        # One that was never heard has not bound its socket yet: a process before it has left it.
        missed = {
            name for name in running
            if known.get(name) == MISSED
            or known.get(name) == GONE and self.heard.get(name) == pids[name]
        }
        self.heard |= {name: pids[name] for name in running if known.get(name) in (ANSWERS, HANGS)}
        self.misses = {name: self.misses.get(name, 0) + 1 for name in missed}
        absent = {name for name in running - missed if known.get(name, GONE) == GONE}
        self.absent = {name: self.absent.get(name, now) for name in absent}
        for name in sorted(running):
            if known.get(name) == HANGS:
                self.kill(name, "whose workers do not answer")
            elif self.misses.get(name, 0) >= MISSES:
                self.kill(name, "which does not answer")
            elif now - self.absent.get(name, now) >= STARTING_SECONDS:
                self.kill(name, "which does not start to answer")

    def kill(self, name, why):
        self.misses.pop(name, None)
        self.absent.pop(name, None)
        log(f"killing {name}, {why}")
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
