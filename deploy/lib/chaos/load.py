"""The load: questions whose answers are known, and changes that must not be lost."""

import contextlib
import http.client
import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

USER = "chaos"
QUESTIONS = 60
# Of ten requests; the rest are questions.
FENCES, NOTES = 1, 1
# The load's own fences, so that an hour of it has no more than a minute; the oldest is removed.
KEPT_FENCES = 500
# In seconds; the gateway closes a connection that says nothing for longer.
IDLE = 5


class Failure(Exception):
    """A request without an answer, or with an error; the message is its code."""


class Gateway:
    """Sends requests to the web gateway, over a connection for each thread."""

    def __init__(self, port, timeout=15):
        self.port, self.timeout = port, timeout
        self.local = threading.local()

    def send(self, operation, body):
        connection, used = getattr(self.local, "connection", (None, 0))
        if time.monotonic() - used > IDLE:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            connection.request(
                "POST", f"/v1/{operation}", json.dumps(body), {"Content-Type": "application/json"})
            reply = connection.getresponse()
            content = json.loads(reply.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            connection.close()
            self.local.connection = None, 0
            raise Failure(type(error).__name__) from None
        self.local.connection = connection, time.monotonic()
        if reply.status != 200:
            raise Failure(content.get("code", str(reply.status)))
        return content

    def insist(self, operation, body, tries=60):
        """The reply, from a stack that may be recovering."""
        for _ in range(tries - 1):
            with contextlib.suppress(Failure):
                return self.send(operation, body)
            time.sleep(1)
        return self.send(operation, body)


class Load:
    def __init__(self, gateway, options):
        self.gateway, self.options = gateway, options
        self.random = random.Random(options.seed)
        self.lock = threading.Lock()
        self.results = []  # (scheduled, seconds, failure or None, operation)
        self.wrong = []
        self.fences = {}  # identifiers of acknowledged fences by label, the oldest first
        self.removed = set()  # labels of those that were removed again
        self.notes = {}  # acknowledged text by venue
        self.tried_notes = {}
        self.busy = set()

    def prepare(self):
        """Learns the answers while nothing is broken."""
        self.clean()
        venues = self.gateway.insist("venue-store.list", {"limit": 200})["venues"]
        if len(venues) < 2:
            raise SystemExit("deploy/chaos: the map has no venues to ask about")
        self.venues = [venue["id"] for venue in venues]
        places = [venue["coordinate"] for venue in venues]
        self.places = places
        self.questions = []
        while len(self.questions) < QUESTIONS:
            one, other = self.random.choice(places), self.random.choice(places)
            kind = self.random.choice(["router.route", "geocoder.reverse", "router.table"])
            body = {
                "router.route": {"waypoints": [one, other]},
                "router.table": {"sources": [one], "destinations": [other, one]},
                "geocoder.reverse": {"coordinate": one},
            }[kind]
            try:
                self.questions.append((kind, body, self.gateway.send(kind, body)))
            except Failure as failure:
                if str(failure) not in ("noRoute", "notFound", "outsideMap"):
                    raise SystemExit(
                        f"deploy/chaos: {kind} fails before any fault: {failure}") from None

    def run(self, faults):
        """Sends at the times of the schedule; time counts from there, whether anybody was free."""
        count = int(self.options.rate * self.options.duration)
        start = time.monotonic() + 0.5
        faults.schedule(start)
        with ThreadPoolExecutor(max_workers=min(1000, int(self.options.rate * 20))) as pool:
            for number in range(count):
                due = number / self.options.rate
                wait = start + due - time.monotonic()
                if wait > 0:
                    time.sleep(wait)
                pool.submit(self.step, number, due, start, self.random.randrange(1 << 30))

    def step(self, number, due, start, chance):
        failure, operation = None, "geofence-monitor.fence-add"
        try:
            if chance % 10 < FENCES:
                self.add_fence(number, chance)
            elif chance % 10 < FENCES + NOTES:
                operation = "venue-store.note-put"
                self.put_note(number, chance)
            else:
                operation, body, answer = self.questions[chance % len(self.questions)]
                if self.gateway.send(operation, body) != answer:
                    with self.lock:
                        self.wrong.append((due, operation))
        except Failure as error:
            failure = str(error)
        except Exception as error:  # A fault of this program must be seen.
            failure = f"chaos: {error!r}"
        with self.lock:
            self.results.append((due, time.monotonic() - start - due, failure, operation))

    def add_fence(self, number, chance):
        place = self.places[chance % len(self.places)]
        label = f"{USER} {self.options.seed} {number}"
        fence = self.gateway.send("geofence-monitor.fence-add", {
            "label": label, "tags": [USER],
            "area": {"kind": "circle", "center": place, "radiusMeters": 100}})
        with self.lock:
            self.fences[label] = fence["id"]
            if len(self.fences) <= KEPT_FENCES:
                return
            label = next(iter(self.fences))
            oldest = self.fences.pop(label)
        # Without an answer it may be there or not.
        self.gateway.send("geofence-monitor.fence-remove", {"id": oldest})
        with self.lock:
            self.removed.add(label)

    def put_note(self, number, chance):
        """One at a time for each venue, so that the last one acknowledged is known."""
        venue = self.venues[chance % len(self.venues)]
        with self.lock:
            if venue in self.busy:
                return
            self.busy.add(venue)
            self.tried_notes.setdefault(venue, []).append(f"note {number}")
        try:
            self.gateway.send(
                "venue-store.note-put", {"user": USER, "venueID": venue, "text": f"note {number}"})
            with self.lock:
                self.notes[venue] = f"note {number}"
        finally:
            with self.lock:
                self.busy.discard(venue)

    def stored(self):
        fences = self.gateway.insist("geofence-monitor.fence-list", {"tag": USER})["fences"]
        notes, before = {}, None
        while True:
            page = self.gateway.insist(
                "venue-store.note-list", {"user": USER, "limit": 100, "before": before})
            notes.update({note["venueID"]: note["text"] for note in page["notes"]})
            before = page.get("next")
            if before is None:
                return fences, notes

    def finish(self):
        """Compares what was acknowledged with what is stored, and removes it."""
        fences, notes = self.stored()
        labels = [fence["label"] for fence in fences]
        lost = sorted(self.fences.keys() - set(labels)) + [
            f"the end of {label}" for label in sorted(self.removed & set(labels))]
        for venue, text in self.notes.items():
            tries = self.tried_notes[venue]
            # A later change without an answer may have been made, or not.
            if notes.get(venue) not in tries[tries.index(text):]:
                lost.append(f"{venue}: {text}")
        twice = sorted({label for label in labels if labels.count(label) > 1})
        self.clean()
        count = len(self.fences) + 2 * len(self.removed) + len(self.notes)
        return {"lost": lost, "twice": twice, "acknowledged": count}

    def clean(self):
        fences, notes = self.stored()
        for fence in fences:
            self.gateway.insist("geofence-monitor.fence-remove", {"id": fence["id"]})
        for venue in notes:
            self.gateway.insist("venue-store.note-remove", {"user": USER, "venueID": venue})
