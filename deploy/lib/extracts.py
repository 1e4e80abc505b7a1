#!/usr/bin/env python3
"""Extracts of OpenStreetMap by name, for deploy/stack.

    extracts.py get FOLDER NAME|URL   prints the path of an extract, fetched where FOLDER has none
    extracts.py box FROM... TO.pbf    sets the box in the header of TO to that around those of FROM

Names are those of Geofabrik's index (regions) and of BBBike's list (cities), which FOLDER keeps
with their dates. A list older than a week is read again.
"""

import datetime
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import time
import unicodedata
import urllib.request
import zlib

REGIONS, CITIES = os.environ.get(
    "QUICKBREW_EXTRACTS",
    "https://download.geofabrik.de https://download.bbbike.org/osm/bbbike").split()
LISTS = {"geofabrik.json": REGIONS + "/index-v1-nogeom.json", "bbbike.html": CITIES + "/"}
WEEK = 7 * 86400
FAILURE, WRONG_USAGE = 1, 2


def say(text, end="\n"):
    print(text, end=end, file=sys.stderr, flush=True)


def fail(text, status=FAILURE):
    say(text)
    sys.exit(status)


def ask(url, method="GET", **headers):
    headers["User-Agent"] = "QuickBrew"
    return urllib.request.urlopen(
        urllib.request.Request(url, headers=headers, method=method), timeout=30)


def day(path):
    return datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()


def read_list(folder, name):
    """A list as FOLDER keeps it; empty where it was never read."""
    path = f"{folder}/{name}"
    if not os.path.exists(path) or time.time() - os.path.getmtime(path) > WEEK:
        try:
            with ask(LISTS[name]) as reply, open(path + ".new", "wb") as file:
                shutil.copyfileobj(reply, file)
            os.replace(path + ".new", path)
        except OSError as error:
            say(f"Cannot read {LISTS[name]} ({error})" + (
                f"; going by the list of {day(path)}." if os.path.exists(path) else "."))
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def folded(name):
    """Letters and digits alone, without accents."""
    text = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in text if each.isalnum())


def catalogue(folder):
    """Each extract: by which words it is found, by which name it is listed, its address."""
    for city in sorted(set(re.findall(r'href="([\w.-]+)/"', read_list(folder, "bbbike.html")))):
        yield {folded(city)}, city, f"{CITIES}/{city}/{city}.osm.pbf"
    index = json.loads(read_list(folder, "geofabrik.json") or '{"features": []}')
    for each in (feature["properties"] for feature in index["features"]):
        if url := each.get("urls", {}).get("pbf"):
            listed = f"{each.get('parent', '')}/{each['id'].rpartition('/')[2]}".lstrip("/")
            yield {folded(word) for word in (each["id"], each["name"], listed)}, listed, url


def find(folder, name):
    """The address of the extract of that name; a city's before a region's."""
    extracts = list(catalogue(folder))
    hits = [each for each in extracts if folded(name) in each[0]]
    if len(hits) == 1 or hits and hits[0][2].startswith(CITIES):
        return hits[0][2]
    listed = ", ".join(each[1] for each in hits)
    if listed:
        fail(f"Several extracts are called '{name}'. Use one of: {listed}.", WRONG_USAGE)
    if not all(os.path.exists(f"{folder}/{each}") for each in LISTS):
        fail(f"'{name}' would be looked up in {' and '.join(LISTS.values())}, and fetched from "
             "where these say. Without a network, name a file: --map FILE.")
    alike = [each[1] for each in extracts if any(folded(name)[:4] in word for word in each[0])]
    hint = f" There are: {', '.join(alike[:8])}." if alike else ""
    fail(f"There is no extract '{name}'.{hint}", WRONG_USAGE)


def checksum(url):
    """Algorithm and digest as the server has them: a file of one, or a list of a city's."""
    folder, _, file = url.rpartition("/")
    source = folder + "/CHECKSUM.txt" if url.startswith(CITIES) else url + ".md5"
    with ask(source) as reply:
        sums = re.findall(r"^([0-9a-f]{32,64})[ *]+(\S+)", reply.read(1 << 20).decode(), re.M)
    digests = [digest for digest, name in sums if name == file]
    if not digests:
        fail(f"{source} has no checksum of {url}.")
    return {32: "md5", 64: "sha256"}[len(max(digests, key=len))], max(digests, key=len)


def fetch(folder, url):
    """The path of the extract. What was begun is gone on with; the same is not fetched twice."""
    path = f"{folder}/{url.rpartition('/')[2]}"
    part, note = path + ".part", path + ".json"
    try:
        with ask(url, "HEAD") as reply:
            about = {"url": url, "size": int(reply.headers["Content-Length"]),
                     "changed": reply.headers["Last-Modified"]}
        algorithm, digest = checksum(url)
    except OSError as error:
        if not os.path.exists(path):
            fail(f"Cannot fetch {url}: {error}.")
        say(f"Cannot reach {url} ({error}); going by what was fetched on {day(path)}.")
        return path
    about["digest"] = digest
    if os.path.exists(note):
        with open(note, encoding="utf-8") as file:
            is_same = json.load(file) == about
        if is_same and os.path.exists(path) and not os.path.exists(part):
            return path
        if not is_same and os.path.exists(part):
            os.unlink(part)
    begin = os.path.getsize(part) if os.path.exists(part) else 0
    say(f"{url}: {about['size'] / 1e6:,.1f} MB, {about['changed']}" + (
        f"; going on at {begin / 1e6:,.1f} MB" if begin else ""))
    if shutil.disk_usage(folder).free < about["size"] - begin:
        fail(f"There is no room for it in {folder}.")
    with open(note, "w", encoding="utf-8") as file:
        json.dump(about, file)
    receive(url, part, begin, about["size"])
    with open(part, "rb") as file:
        if hashlib.file_digest(file, algorithm).hexdigest() != digest:
            os.unlink(part)
            fail(f"What {url} sent does not have the {algorithm} {digest}. Try again.")
    os.replace(part, path)
    return path


def receive(url, part, begin, size):
    """Appends the rest of a file to its part, and says how far it is."""
    step, said = 1 if sys.stderr.isatty() else 10, None
    try:
        with ask(url, Range=f"bytes={begin}-") as reply:
            begin = begin if reply.status == 206 else 0
            with open(part, "ab" if begin else "wb") as file:
                while block := reply.read(1 << 16):
                    begin += file.write(block)
                    if begin * 100 // size // step != said:
                        said = begin * 100 // size // step
                        say(f"  {said * step} %", end="\r" if step == 1 else "\n")
    except OSError as error:
        say(f"{error}")
    if begin < size:
        fail(f"{url} broke off at {begin / 1e6:,.1f} MB. The same command goes on from there.")


def varint(number):
    data = bytearray()
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    return bytes(data + bytes([number]))


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def fields(data):
    """Number, value and bytes of each field of a protobuf message."""
    at = 0

    def read():
        nonlocal at
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if data[at - 1] < 128:
                return value

    while at < len(data):
        start, key, value = at, read(), read()
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        yield key >> 3, value, data[start:at]


def set_box(sources, path):
    """Rewrites the header of a .osm.pbf, without which nobody knows where the map ends.

    Source: the "PBF Format" of OpenStreetMap's wiki.
    """
    boxes = []
    for source in sources:
        text = subprocess.run(["osmium", "fileinfo", "--json", source], check=True,
                              capture_output=True).stdout
        boxes += json.loads(text)["header"].get("boxes") or [None]
    if None in boxes:
        return
    west, south, east, north = (
        choose(box[index] for box in boxes) for index, choose in enumerate((min, min, max, max)))
    box = b""
    for number, degrees in enumerate((west, east, north, south), 1):
        nano = round(degrees * 1e9)
        box += varint(number << 3) + varint(nano << 1 if nano >= 0 else -nano * 2 - 1)
    with open(path, "rb") as old, open(path + ".new", "wb") as new:
        head = old.read(struct.unpack(">I", old.read(4))[0])
        size = next(value for number, value, _ in fields(head) if number == 3)
        blob = {number: value for number, value, _ in fields(old.read(size))}
        header = zlib.decompress(blob[3]) if 3 in blob else blob[1]
        others = b"".join(raw for number, _, raw in fields(header) if number != 1)
        blob = field(1, field(1, box) + others)
        head = field(1, b"OSMHeader") + varint(3 << 3) + varint(len(blob))
        new.write(struct.pack(">I", len(head)) + head + blob)
        shutil.copyfileobj(old, new, 1 << 20)
    os.replace(path + ".new", path)


if sys.argv[1] == "box":
    set_box(sys.argv[2:-1], sys.argv[-1])
else:
    _, _, folder, wanted = sys.argv
    os.makedirs(folder, mode=0o700, exist_ok=True)
    print(fetch(folder, wanted if "://" in wanted else find(folder, wanted)))
