#!/usr/bin/env python3
"""Measures how what the services build grows with the extract, one row a map, into growth.csv.

    measure.py --bin .build/release MAP...

Each service builds its part of each extract into a folder that is removed again; then each is
started on it and asked nothing: `private` is its own memory (RssAnon of proc(5)), without the files
that it maps. Sizes and memory do not depend on how the executables were built; times do, and are
not taken. capacity.py makes docs/capacity.md of the rows.
"""

import argparse
import csv
import os
import shutil
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SERVICES = ["planner", "router", "geocoder", "venue-store"]
# shop-search copies the venues, so it is measured beside the venue-store.
SERVED = ["router", "geocoder", "venue-store", "planner", "shop-search"]
# The car's with what it shares with the others.
FILES = {
    "car": "router.car.network router.roads", "bicycle": "router.bicycle.network",
    "foot": "router.foot.network", "places": "geocoder.sqlite", "venues": "venues.sqlite",
}
COLUMNS = ["map", "extract"] + list(FILES) + [f"private {each}" for each in SERVED]


def build(bin_, path, folder):
    for service in SERVICES:
        subprocess.run([f"{bin_}/{service}", "build", path, "--into", folder], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def private_bytes(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    return 0


def serve(bin_, home):
    """The private memory of each service, once all answer and it has stayed for three seconds."""
    environment = {**os.environ, "QUICKBREW_HOME": home, "QUICKBREW_BUS_PEERS": ""}
    processes = {each: subprocess.Popen([f"{bin_}/{each}", "serve"], env=environment,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                 for each in SERVED}
    try:
        for each in SERVED:
            wait_for(f"{home}/run/{each}.1.requests", processes[each])
        # The replica of the venues arrives in the background.
        before = None
        while (sizes := {each: private_bytes(process.pid)
                         for each, process in processes.items()}) != before:
            before = sizes
            time.sleep(3)
        return sizes
    finally:
        for process in processes.values():
            process.terminate()
        for process in processes.values():
            process.wait()


def wait_for(path, process):
    for _ in range(600):
        if os.path.exists(path):
            return
        if process.poll() is not None:
            raise SystemExit(f"{process.args} ended with {process.returncode}")
        time.sleep(0.1)
    raise SystemExit(f"{path} does not appear")


def measure(bin_, path):
    home = tempfile.mkdtemp(prefix="capacity-")
    try:
        folder = f"{home}/maps/one"
        os.makedirs(folder)
        os.symlink("one", f"{home}/maps/current")
        build(bin_, path, folder)
        row = {"map": os.path.basename(path).split(".osm")[0], "extract": os.path.getsize(path)}
        for column, names in FILES.items():
            files = [f"{folder}/{name}" for name in names.split()]
            row[column] = sum(os.path.getsize(file) for file in files if os.path.exists(file))
        row.update({f"private {each}": size for each, size in serve(bin_, home).items()})
        return row
    finally:
        shutil.rmtree(home)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--into", default=f"{HERE}/growth.csv")
    parser.add_argument("maps", nargs="+")
    arguments = parser.parse_args()
    rows = []
    for path in arguments.maps:
        rows.append(measure(arguments.bin, path))
        print(", ".join(f"{key} {value}" for key, value in rows[-1].items()), flush=True)
    with open(arguments.into, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
