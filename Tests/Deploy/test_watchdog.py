"""What the watchdog does about instances that were given up or do not answer."""

import json
import subprocess
import unittest
from unittest import mock

import watchdog
from watchdog import ANSWERS, GONE, HANGS, MISSED


class FakeSupervisor:
    """One router and one planner, and what is no instance."""

    def __init__(self):
        self.done, self.states = [], {"router-1": "RUNNING", "planner-1": "RUNNING"}
        self.pid = 11

    def getAllProcessInfo(self):
        others = ("watchdog", "https", "hosts", "map-updates", "map-updates@oslo")
        states = self.states | dict.fromkeys(others, "RUNNING")
        return [{"name": name, "statename": state, "pid": self.pid}
                for name, state in states.items()]

    def startProcess(self, name, wait):
        self.done.append(("start", name))

    def signalProcess(self, name, signal):
        self.done.append((signal, name))


class WatchdogTests(unittest.TestCase):
    def setUp(self):
        self.supervisor = FakeSupervisor()
        self.watchdog = watchdog.Watchdog(self.supervisor, "quickbrew")
        self.known = {"router-1": ANSWERS, "planner-1": ANSWERS}
        for name, double in (("ask", lambda quickbrew: self.known), ("log", lambda text: None)):
            patch = mock.patch.object(watchdog, name, double)
            patch.start()
            self.addCleanup(patch.stop)

    def run_for(self, seconds, start=0):
        for now in range(start, start + seconds, 5):
            self.watchdog.tick(100.0 + now)

    def test_instances_that_answer_are_left_alone(self):
        self.run_for(900)
        self.assertEqual(self.supervisor.done, [])

    def test_one_whose_workers_hang_is_killed_at_once(self):
        self.known["router-1"] = HANGS
        self.run_for(5)
        self.assertEqual(self.supervisor.done, [("KILL", "router-1")])

    def test_one_that_does_not_answer_twice_is_killed_once(self):
        self.known["router-1"] = MISSED
        self.run_for(5)
        self.assertEqual(self.supervisor.done, [])
        self.run_for(10, start=5)
        self.assertEqual(self.supervisor.done, [("KILL", "router-1")])

    def test_one_that_is_stopped_is_killed_where_it_was_heard_before(self):
        self.run_for(5)
        self.known["router-1"] = GONE
        self.run_for(10, start=5)
        self.assertEqual(self.supervisor.done, [("KILL", "router-1")])
        # The next process of that name has five minutes.
        self.supervisor.pid = 12
        self.run_for(300, start=15)
        self.assertEqual(self.supervisor.done, [("KILL", "router-1")])

    def test_one_that_leaves_the_bus_to_take_over_is_left_alone(self):
        self.run_for(5)
        del self.known["router-1"]
        self.run_for(120, start=5)
        self.assertEqual(self.supervisor.done, [])

    def test_an_answer_in_between_is_enough(self):
        for number in range(20):
            self.known["router-1"] = MISSED if number % 2 else ANSWERS
            self.run_for(5, start=5 * number)
        self.assertEqual(self.supervisor.done, [])

    def test_one_that_starts_has_five_minutes(self):
        del self.known["router-1"]
        self.run_for(300)
        self.assertEqual(self.supervisor.done, [])
        self.run_for(5, start=300)
        self.assertEqual(self.supervisor.done, [("KILL", "router-1")])

    def test_nobody_is_killed_where_nobody_could_be_asked(self):
        for number in range(20):
            self.known = None if number % 2 else {"planner-1": ANSWERS, "router-1": MISSED}
            self.run_for(5, start=5 * number)
        self.assertEqual(self.supervisor.done, [])

    def test_what_was_missed_before_a_long_sleep_is_forgotten(self):
        self.known["router-1"] = MISSED
        self.run_for(5)
        self.run_for(5, start=60)
        self.assertEqual(self.supervisor.done, [])

    def test_what_was_given_up_is_started_once_a_minute(self):
        self.supervisor.states["router-1"] = "FATAL"
        self.run_for(60)
        self.assertEqual(self.supervisor.done, [])
        self.run_for(65, start=60)
        self.assertEqual(self.supervisor.done, [("start", "router-1")] * 2)

    def test_what_was_stopped_on_purpose_stays_down(self):
        self.supervisor.states["router-1"] = "STOPPED"
        del self.known["router-1"]
        self.run_for(600)
        self.assertEqual(self.supervisor.done, [])


class AnswerTests(unittest.TestCase):
    def ask(self, *entries):
        run = subprocess.CompletedProcess([], 0, json.dumps({"services": entries}).encode())
        with mock.patch.object(subprocess, "run", lambda *_, **__: run):
            return watchdog.ask("quickbrew")

    def test_what_each_answer_means(self):
        known = self.ask(
            {"service": "router", "instance": "1", "stats": {"silentSeconds": 4}},
            {"service": "router", "instance": "2@oslo", "stats": {"silentSeconds": 6}},
            {"service": "planner", "instance": "1", "error": {"code": "deadlineExceeded"}},
            {"service": "planner", "instance": "2", "error": {"code": "unavailable"}},
            {"service": "geocoder", "instance": "1", "stats": {}},
            {"service": "shop-search", "error": {"code": "unavailable"}})
        self.assertEqual(
            known, {"router-1": ANSWERS, "router-2@oslo": HANGS, "planner-1": MISSED,
                    "planner-2": GONE,
                    "geocoder-1": ANSWERS})

    def test_a_client_that_fails_says_nothing(self):
        with mock.patch.object(subprocess, "run", side_effect=OSError):
            self.assertIsNone(watchdog.ask("quickbrew"))
        run = subprocess.CompletedProcess([], 1, b"no stack")
        with mock.patch.object(subprocess, "run", lambda *_, **__: run):
            self.assertIsNone(watchdog.ask("quickbrew"))


if __name__ == "__main__":
    unittest.main()
