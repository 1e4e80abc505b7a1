"""What deploy/chaos makes of what it counts and of what is stored."""

import argparse
import collections
import contextlib
import os
import socket
import tempfile
import unittest
import unittest.mock

from chaos import growth, load, strangers

SETTLED, END = 600, 3600


def samples(counts):
    """Every two seconds what `counts` has, each by the second of the load."""
    return [(at, collections.Counter({name: count(at) for name, count in counts.items()}))
            for at in range(0, END, 2)]


def stepped(before, more):
    return lambda at: before + more * (at > 2_000)


class GrowthTests(unittest.TestCase):
    def grown(self, name, count):
        return growth.grown(samples({name: count}), SETTLED, END)

    def test_leaks_are_found(self):
        for name in ("router kB", "planner.sqlite kB", "web-gateway descriptors"):
            with self.subTest(name):
                found = self.grown(name, lambda at: 40_000 + at)
                self.assertEqual(list(found), [name])
                before, after = found[name]
                self.assertAlmostEqual(before, 40_000 + SETTLED + 30, delta=2)
                self.assertAlmostEqual(after, 40_000 + END - 30, delta=2)

    def test_what_settles_before_is_no_growth(self):
        self.assertEqual(self.grown("router kB", lambda at: 1_000 * min(at, SETTLED)), {})

    def test_five_percent_are_the_bound(self):
        for share, is_grown in ((0.049, False), (0.051, True)):
            found = self.grown("router kB", stepped(100_000, 100_000 * share))
            self.assertEqual(bool(found), is_grown)

    def test_a_few_kilobytes_or_descriptors_are_none(self):
        for name, step in (("router kB", 2_048), ("router descriptors", 4)):
            self.assertEqual(self.grown(name, stepped(10, step)), {})
            self.assertTrue(self.grown(name, stepped(10, step + 1)))

    def test_a_peak_and_a_restart_are_none(self):
        def count(at):
            return 0 if at % 300 < 10 else 90_000 if at > END - 6 else 30_000
        self.assertEqual(self.grown("router kB", count), {})

    def test_a_store_or_service_that_comes_later_counts_from_nothing(self):
        self.assertEqual(
            self.grown("x.sqlite kB", stepped(0, 9_000)), {"x.sqlite kB": (0, 9_000)})

    def test_a_load_that_ends_before_is_not_judged(self):
        counted = samples({"router kB": lambda at: 1_000 * at})
        for end in (60, SETTLED, SETTLED + 4):
            until = [each for each in counted if each[0] <= end]
            self.assertEqual(growth.grown(until, SETTLED, end), {})
        self.assertEqual(growth.grown([], SETTLED, END), {})


class Store:
    """Fences as the geofence monitor has them."""

    def __init__(self, forgets_removal=False):
        self.fences, self.forgets_removal = {}, forgets_removal

    def send(self, operation, body):
        if operation == "geofence-monitor.fence-add":
            identifier = str(len(self.fences))
            self.fences[identifier] = {"id": identifier} | body
            return self.fences[identifier]
        if operation == "geofence-monitor.fence-remove":
            if not self.forgets_removal:
                self.fences[body["id"]] = None
            return {}
        if operation == "geofence-monitor.fence-list":
            return {"fences": [fence for fence in self.fences.values() if fence]}
        return {"notes": []}

    insist = send


class LoadTests(unittest.TestCase):
    def loaded(self, store, count):
        loaded = load.Load(store, argparse.Namespace(seed=1))
        loaded.places = [{"latitude": 0, "longitude": 0}]
        for number in range(count):
            loaded.add_fence(number, 0)
        return loaded

    def test_no_more_fences_than_a_minute_s_are_kept(self):
        store = Store()
        loaded = self.loaded(store, load.KEPT_FENCES + 10)
        fences, _ = loaded.stored()
        self.assertEqual(len(fences), load.KEPT_FENCES)
        self.assertEqual(
            loaded.finish(),
            {"lost": [], "twice": [], "acknowledged": load.KEPT_FENCES + 20})

    def test_a_lost_fence_and_a_lost_removal_are_found(self):
        store = Store(forgets_removal=True)
        loaded = self.loaded(store, load.KEPT_FENCES + 1)
        store.fences["7"] = None
        self.assertEqual(loaded.finish()["lost"], ["chaos 1 7", "the end of chaos 1 0"])


class StrangersTests(unittest.TestCase):
    def test_the_bus_s_doors_are_those_that_the_stack_wrote_down(self):
        with tempfile.TemporaryDirectory() as home:
            self.assertEqual(strangers.bus_doors(home), [])
            os.mkdir(os.path.join(home, "hosts"))
            with open(os.path.join(home, "hosts", "own"), "w", encoding="utf-8") as file:
                file.write("router=tcp://10.0.0.1:7432 planner@rome=tcp://[::1]:7500\n")
            self.assertEqual(strangers.bus_doors(home), [
                ("10.0.0.1", 7432), ("10.0.0.1", 7433), ("::1", 7500), ("::1", 7501)])

    def test_they_begin_as_browsers_or_as_the_bus_or_say_nothing_and_go_on(self):
        with socket.create_server(("127.0.0.1", 0)) as web, \
                socket.create_server(("127.0.0.1", 0)) as bus, \
                unittest.mock.patch.object(strangers, "SHORTEST", strangers.LONGEST):
            crowd = strangers.Strangers(
                "/nowhere", argparse.Namespace(port=web.getsockname()[1]),
                argparse.Namespace(seed=1, strangers=4))
            crowd.bus = [bus.getsockname()]
            crowd.start()
            for door, beginning in ((web, strangers.HEAD), (bus, strangers.GREETING)):
                heard = []
                door.settimeout(60)
                guests = [door.accept()[0] for _ in range(2)]
                for guest in guests:
                    guest.settimeout(3 * strangers.PACE)
                    with contextlib.suppress(TimeoutError):
                        heard.append(guest.recv(len(beginning)) + guest.recv(1))
                self.assertEqual(heard, [beginning + b"x"])
                for guest in guests:
                    guest.close()
            crowd.end()
            self.assertEqual(crowd.closed, 4)


if __name__ == "__main__":
    unittest.main()
