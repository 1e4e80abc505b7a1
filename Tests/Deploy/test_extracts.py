"""Extracts by name, from a server that is laid out as Geofabrik's and BBBike's are."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import extract_server

SCRIPT = sys.argv.pop(1)
PORTO, MALTA = os.urandom(300_000), os.urandom(200_000)


class ExtractTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.served, self.kept = folder.name + "/served", folder.name + "/kept"
        self.write("cities/Porto/Porto.osm.pbf", PORTO)
        self.write("cities/NewYork/NewYork.osm.pbf", b"new york")
        for parent, name in (("europe", "malta"), ("europe", "georgia"), ("us", "us/georgia")):
            self.write(f"regions/{parent}/{name.replace('/', '-')}-latest.osm.pbf", MALTA)
        self.server = extract_server.serve(self.served)
        threading.Thread(target=self.server.serve_forever, args=[0.01]).start()
        self.addCleanup(self.end_server)
        self.base = f"http://127.0.0.1:{self.server.server_port}"

    def end_server(self):
        self.server.shutdown()
        self.server.server_close()

    def write(self, path, data):
        path = f"{self.served}/{path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def get(self, name, expecting=0):
        outcome = subprocess.run(
            [sys.executable, SCRIPT, "get", self.kept, name], capture_output=True, text=True,
            check=False, env=os.environ | {
                "QUICKBREW_EXTRACTS": f"{self.base}/regions {self.base}/cities"})
        self.assertEqual(outcome.returncode, expecting, outcome.stderr)
        return outcome

    def data(self, name):
        with open(self.get(name).stdout.strip(), "rb") as file:
            return file.read()

    def log(self):
        with open(self.served + "/log", encoding="utf-8") as file:
            return file.read()

    def test_names_are_read_without_case_blanks_and_accents(self):
        self.assertEqual(self.data("pôrto"), PORTO)
        self.assertEqual(self.data("new york"), b"new york")
        self.assertEqual(self.data("Malta"), MALTA)

    def test_size_and_progress_are_said(self):
        errors = self.get("Porto").stderr
        self.assertIn("0.3 MB", errors)
        self.assertIn("100 %", errors)

    def test_an_unknown_name_is_refused_with_those_alike(self):
        self.assertIn("Porto", self.get("Portugal", 2).stderr)

    def test_what_broke_off_goes_on(self):
        self.write("break-after", b"100000")
        self.assertIn("goes on from there", self.get("Porto", 1).stderr)
        self.assertEqual(self.data("Porto"), PORTO)
        self.assertIn("GET /cities/Porto/Porto.osm.pbf bytes=100000-", self.log())

    def test_what_broke_off_and_changed_begins_again(self):
        self.write("break-after", b"100000")
        self.get("Porto", 1)
        self.write("cities/Porto/Porto.osm.pbf", MALTA)
        self.assertEqual(self.data("Porto"), MALTA)

    def test_the_same_is_fetched_once_and_a_newer_one_again(self):
        self.data("Porto")
        self.data("Porto")
        self.assertEqual(self.log().count("GET /cities/Porto/Porto.osm.pbf "), 1)
        self.write("cities/Porto/Porto.osm.pbf", b"newer")
        self.assertEqual(self.data("Porto"), b"newer")

    def test_a_wrong_checksum_is_refused_and_nothing_kept(self):
        self.write("regions/europe/malta-latest.osm.pbf.md5",
                   b"0" * 32 + b"  malta-latest.osm.pbf\n")
        self.assertIn("does not have the md5", self.get("Malta", 1).stderr)
        self.assertFalse(os.path.exists(self.kept + "/malta-latest.osm.pbf"))

    def test_without_a_network_it_says_what_it_would_have_fetched(self):
        self.end_server()
        errors = self.get("Porto", 1).stderr
        self.assertIn(f"{self.base}/regions/index-v1-nogeom.json", errors)
        self.assertIn(f"{self.base}/cities/", errors)

    def test_without_a_network_what_is_there_serves(self):
        self.data("Porto")
        old = time.time() - 30 * 86400
        for name in os.listdir(self.kept):
            os.utime(f"{self.kept}/{name}", (old, old))
        self.end_server()
        outcome = self.get("Porto")
        self.assertTrue(outcome.stdout.strip().endswith("/Porto.osm.pbf"))
        self.assertIn("going by the list of", outcome.stderr)
        self.assertIn(f"Cannot fetch {self.base}/regions", self.get("Malta", 1).stderr)

    def test_several_of_a_name_are_told_apart_by_their_ids(self):
        index = {"features": [
            {"properties": {"id": identifier, "parent": parent, "name": "Georgia", "urls": {
                "pbf": f"{self.base}/regions/{path}"}}} for identifier, parent, path in (
                    ("georgia", "europe", "europe/georgia-latest.osm.pbf"),
                    ("us/georgia", "us", "us/us-georgia-latest.osm.pbf"))]}
        self.write("regions/index-v1-nogeom.json", json.dumps(index).encode())
        self.assertIn("europe/georgia, us/georgia", self.get("Georgia", 2).stderr)
        for name in ("europe/georgia", "us/georgia"):
            self.assertEqual(self.data(name), MALTA)


if __name__ == "__main__":
    unittest.main()
