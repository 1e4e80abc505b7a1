"""What the watchdog does about instances that were given up or do not answer."""

import unittest

import watchdog


class FakeSupervisor:
    """One router and one planner, up for long, and the watchdog itself."""

    def __init__(self):
        self.done, self.states = [], {"router-1": "RUNNING", "planner-1": "RUNNING"}
        self.uptime = 1000

    def getAllProcessInfo(self):
        states = self.states | {"watchdog": "RUNNING"}
        return [{"name": name, "statename": state, "now": 5000, "start": 5000 - self.uptime}
                for name, state in states.items()]

    def startProcess(self, name, wait):
        self.done.append(("start", name))

    def signalProcess(self, name, signal):
        self.done.append((signal, name))


class WatchdogTests(unittest.TestCase):
    def setUp(self):
        self.supervisor = FakeSupervisor()
        self.watchdog = watchdog.Watchdog(self.supervisor, "quickbrew")
        self.heard = {"router-1", "planner-1"}
        watchdog.answering = lambda quickbrew: self.heard
        watchdog.log = lambda text: None

    def run_for(self, seconds, start=0):
        for now in range(start, start + seconds, 5):
            self.watchdog.tick(100.0 + now)

    def test_instances_that_answer_are_left_alone(self):
        self.run_for(300)
        self.assertEqual(self.supervisor.done, [])

    def test_one_that_is_silent_three_times_is_killed_once(self):
        self.heard = {"planner-1"}
        self.run_for(44)
        self.assertEqual(self.supervisor.done, [("KILL", "router-1")])

    def test_silence_with_an_answer_in_between_is_forgiven(self):
        for number in range(10):
            self.heard = {"planner-1"} if number % 3 else {"planner-1", "router-1"}
            self.run_for(15, start=15 * number)
        self.assertEqual(self.supervisor.done, [])

    def test_one_that_has_just_started_is_not_killed(self):
        self.heard, self.supervisor.uptime = {"planner-1"}, 59
        self.run_for(300)
        self.assertEqual(self.supervisor.done, [])

    def test_nobody_is_killed_where_nobody_could_be_asked(self):
        self.heard = None
        self.run_for(300)
        self.assertEqual(self.supervisor.done, [])

    def test_what_was_given_up_is_started_once_a_minute(self):
        self.supervisor.states["router-1"] = "FATAL"
        self.run_for(60)
        self.assertEqual(self.supervisor.done, [])
        self.run_for(65, start=60)
        self.assertEqual(self.supervisor.done, [("start", "router-1")] * 2)

    def test_what_was_stopped_on_purpose_stays_down(self):
        self.supervisor.states["router-1"] = "STOPPED"
        self.run_for(300)
        self.assertEqual(self.supervisor.done, [])


if __name__ == "__main__":
    unittest.main()
