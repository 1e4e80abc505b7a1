"""Copies of a home's stores: whole, checked, and brought back."""

import fcntl
import importlib.machinery
import importlib.util
import io
import json
import os
import sqlite3
import sys
import tempfile
import threading
import unittest
from contextlib import redirect_stdout

loader = importlib.machinery.SourceFileLoader("backup", sys.argv.pop(1))
backup = importlib.util.module_from_spec(importlib.util.spec_from_loader("backup", loader))
loader.exec_module(backup)


class BackupTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.home = os.path.join(self.folder.name, "home of #1?")
        self.copy = os.path.join(self.folder.name, "copy")
        os.makedirs(self.home + "/data")
        os.makedirs(self.home + "/run")
        self.store = self.home + "/data/venue-store.sqlite"
        # Stays open, as a service's: what is written is in the log only.
        self.service = sqlite3.connect(self.store, check_same_thread=False)
        self.addCleanup(self.service.close)
        self.service.execute("PRAGMA journal_mode = WAL")
        self.service.execute("CREATE TABLE pairs (number INTEGER PRIMARY KEY, twin INTEGER)")
        self.add(range(100))

    def add(self, numbers):
        with self.service:
            self.service.executemany("INSERT INTO pairs VALUES (?, ?)", ((n, n) for n in numbers))

    def quietly(self, action, *words):
        with redirect_stdout(io.StringIO()):
            return action(*words)

    def rows(self, path):
        store = sqlite3.connect(path)
        try:
            return store.execute("SELECT count(*), sum(twin) FROM pairs").fetchone()
        finally:
            store.close()

    def test_a_copy_has_what_is_in_the_log_and_is_sound(self):
        self.assertGreater(os.path.getsize(self.store + "-wal"), 0)
        self.quietly(backup.back_up, self.home, self.copy)
        self.assertEqual(self.rows(self.copy + "/data/venue-store.sqlite"), (100, 4950))
        self.assertEqual(os.listdir(self.copy + "/data"), ["venue-store.sqlite"])
        backup.check(self.copy)

    def test_of_nightly_copies_the_newest_stay_and_nothing_else_is_removed(self):
        os.makedirs(self.copy + "/mine")
        names = [f"2026-01-0{day}T03:00:00Z" for day in (1, 2, 3)]
        for name in names:
            os.makedirs(f"{self.copy}/{name}")
        self.quietly(backup.rotate, self.home, self.copy, 2)
        left = sorted(os.listdir(self.copy))
        self.assertEqual([left[0], left[-1]], [names[2], "mine"])
        self.assertEqual(len(left), 3)
        backup.check(f"{self.copy}/{left[1]}")
        with open(self.home + "/last-backup", encoding="utf-8") as file:
            self.assertEqual(file.read()[:10], left[1][:10])

    def test_a_copy_made_while_a_service_writes_is_of_one_instant(self):
        ended = threading.Event()

        def write():
            number = 100
            while not ended.is_set():
                # Each transaction adds one and its opposite.
                with self.service:
                    self.service.execute("INSERT INTO pairs VALUES (?, 1)", (number,))
                    self.service.execute("INSERT INTO pairs VALUES (?, -1)", (number + 1,))
                number += 2

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for round_ in range(5):
                self.quietly(backup.back_up, self.home, f"{self.copy}{round_}")
        finally:
            ended.set()
            writer.join()
        for round_ in range(5):
            count, total = self.rows(f"{self.copy}{round_}/data/venue-store.sqlite")
            self.assertEqual((count % 2, total), (0, 4950))

    def test_damage_anywhere_in_a_copy_is_found_and_not_restored(self):
        self.quietly(backup.back_up, self.home, self.copy)
        path = self.copy + "/data/venue-store.sqlite"
        with open(path, "rb") as file:
            whole = file.read()
        for at in range(0, len(whole), 97):
            damaged = whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1:]
            with open(path, "wb") as file:
                file.write(damaged)
            with self.assertRaises(backup.Problem, msg=f"byte {at}"):
                backup.restore(self.home, self.copy)
        os.remove(path)
        self.assertRaises(backup.Problem, backup.check, self.copy)
        self.assertEqual(self.rows(self.store), (100, 4950))

    def test_a_store_that_is_unsound_or_empty_is_no_copy(self):
        for script in (
                # Two tables in the same pages; a row that refers to a missing one; no table at all.
                """CREATE TABLE other (number INTEGER PRIMARY KEY, twin INTEGER);
                   PRAGMA writable_schema = ON;
                   UPDATE sqlite_schema SET rootpage = 2;""",
                """CREATE TABLE child (number INTEGER REFERENCES pairs);
                   INSERT INTO child VALUES (-1);""",
                "DROP TABLE pairs;"):
            with self.subTest(script):
                self.setUp()
                self.service.executescript(script)
                self.service.close()
                with self.assertRaisesRegex(backup.Problem, "is damaged: |is empty"):
                    backup.back_up(self.home, self.copy)
                self.assertFalse(os.path.exists(self.copy))

    def test_a_copy_of_another_format_or_with_files_elsewhere_is_refused(self):
        self.quietly(backup.back_up, self.home, self.copy)
        path = f"{self.copy}/{backup.MANIFEST}"
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        whole = {"bytes": 0, "sha256": backup.digest(path)}
        for change in ({"formatVersion": 2}, {"files": {path: whole}},
                       {"files": {f"data/../{backup.MANIFEST}": whole}}):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(manifest | change, file, indent=2)
            with self.assertRaisesRegex(backup.Problem, "does not read|outside of it"):
                backup.check(self.copy)

    def test_nothing_is_restored_where_the_data_lie_behind_a_link(self):
        self.quietly(backup.back_up, self.home, self.copy)
        os.rename(self.home + "/data", self.home + "/elsewhere")
        os.symlink("elsewhere", self.home + "/data")
        with self.assertRaisesRegex(backup.Problem, "symbolic link"):
            backup.restore(self.home, self.copy)
        self.assertTrue(os.path.islink(self.home + "/data"))

    def test_what_was_stored_comes_back_and_what_was_there_is_kept(self):
        self.quietly(backup.back_up, self.home, self.copy)
        self.add(range(100, 200))
        self.service.close()
        self.quietly(backup.restore, self.home, self.copy)
        self.assertEqual(self.rows(self.store), (100, 4950))
        self.assertEqual(self.rows(self.home + "/data.replaced/venue-store.sqlite"), (200, 19900))
        self.assertEqual(os.stat(self.store).st_mode & 0o077, 0)
        self.assertRaises(backup.Problem, backup.restore, self.home, self.copy)

    def test_nothing_is_restored_under_a_running_instance(self):
        self.quietly(backup.back_up, self.home, self.copy)
        with open(self.home + "/run/venue-store.1.lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with self.assertRaisesRegex(backup.Problem, "venue-store.1 is running"):
                backup.restore(self.home, self.copy)
        self.assertFalse(os.path.exists(self.home + "/data.replaced"))

    def test_a_home_without_stores_and_a_folder_that_is_there_are_refused(self):
        with self.assertRaisesRegex(backup.Problem, "nothing is stored"):
            backup.back_up(self.folder.name, self.copy)
        os.mkdir(self.copy)
        self.assertRaises(backup.Problem, backup.back_up, self.home, self.copy)


if __name__ == "__main__":
    os.umask(0o077)
    unittest.main()
