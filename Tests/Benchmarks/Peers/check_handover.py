#!/usr/bin/env python3
"""Reads what `quickbrew open` and `plan --otlp` write with other people's readers.

Example: peers/bin/python check_handover.py quickbrew
on a stack of the sample map; needs icalendar, gpxpy, zxing-cpp, pillow, opentelemetry-proto (PyPI).
Makes a plan first. Ends with an error at the first file that is not read as it was meant.
"""

import json
import subprocess
import sys
import urllib.parse

import gpxpy
import icalendar
import zxingcpp
from google.protobuf import json_format
from opentelemetry.proto.trace.v1 import trace_pb2
from PIL import Image

quickbrew = sys.argv[1:] or ["quickbrew"]


def run(*words):
    """The output of a quickbrew command that must succeed."""
    done = subprocess.run([*quickbrew, *words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


PLAN = ["plan", "37.785834,-122.406417", "Coit Tower", "--depart", "mon 8:00",
        "--arrive-by", "+45m"]
plan = json.loads(run(*PLAN, "--json"))
option = plan["options"][1]
shop = option["venue"]

calendar = icalendar.Calendar.from_ical(run("open", "2", "--ics", "-"))
event = calendar.walk("VEVENT")[0]
alarm = calendar.walk("VALARM")[0]
assert event.decoded("DTEND").timestamp() - event.decoded("DTSTART").timestamp() == (
    option["addedSeconds"] + plan["direct"]["durationSeconds"])
assert shop["name"] in str(event["SUMMARY"]), event["SUMMARY"]
assert alarm.decoded("TRIGGER").isoformat()[:10] == option["leaveBy"][:10]
print("iCalendar: icalendar", icalendar.__version__, "reads", event["SUMMARY"])

track = gpxpy.parse(run("open", "2", "--gpx", "-"))
assert [point.name for point in track.waypoints][1] == shop["name"]
length = sum(one.length_2d() for one in track.tracks)
driven = option["toStop"]["distanceMeters"] + option["toDestination"]["distanceMeters"]
# gpxpy measures on another sphere; both ends begin on the road, not at the place.
assert abs(length - driven) < 0.02 * driven + 5, (length, driven)
print("GPX: gpxpy reads", len(track.waypoints), "points and", round(length), "m; the plan has",
      driven)

features = json.loads(run("open", "2", "--geojson", "-"))["features"]
assert [one["geometry"]["type"] for one in features] == ["Point"] * 3 + ["LineString"] * 2
print("GeoJSON:", len(features), "features")

for kind in ["google", "apple", "geo"]:
    rows = run("open", "2", "--qr", "--in", kind).splitlines()
    # Two modules a character; a light module is drawn. Four pixels a module.
    image = Image.new("L", (4 * len(rows[0]), 8 * len(rows)), 255)
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}[character]
            for half, light in enumerate(halves):
                if not light:
                    image.paste(0, (4 * x, 8 * y + 4 * half, 4 * x + 4, 8 * y + 4 * half + 4))
    read = zxingcpp.read_barcodes(image)
    links = json.loads(run("open", "2", "--links", "--json"))
    assert [one.text for one in read] == [links[kind]], (read, links[kind])
    assert urllib.parse.urlsplit(links[kind]).scheme in ("https", "geo")
    print("QR code: zxing-cpp reads", links[kind])

text = run(*PLAN, "--otlp", "-")
# OTLP writes identifiers as hexadecimal digits where Protobuf's own mapping has base64.
traces = json_format.Parse(text, trace_pb2.TracesData())
spans = [span for group in traces.resource_spans for scope in group.scope_spans
         for span in scope.spans]
services = [group.resource.attributes[0].value.string_value for group in traces.resource_spans]
assert services[0] == "quickbrew" and {"planner", "router"} <= set(services), services
root = spans[0]
for span in spans:
    assert root.start_time_unix_nano <= span.end_time_unix_nano, span
    assert span.start_time_unix_nano <= span.end_time_unix_nano, span
print("OTLP: opentelemetry-proto reads", len(spans), "spans of", ", ".join(sorted(set(services))))
