#!/usr/bin/env python3
"""A server with the layout of Geofabrik's and BBBike's: extract_server.py FOLDER prints its port.

FOLDER/cities/NAME/NAME.osm.pbf are cities, FOLDER/regions/PARENT/ID-latest.osm.pbf regions, and
FOLDER/updates/… whatever lies there. Lists and checksums are made when they are asked for. A file
FOLDER/break-after has a number of bytes after which a transfer breaks off, once.
"""

import email.utils
import hashlib
import http.server
import json
import os
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    folder = ""

    def log_message(self, *words):
        with open(self.folder + "/log", "a", encoding="utf-8") as file:
            file.write(f"{self.command} {self.path} {self.headers.get('Range', '')}\n")

    def contents(self):
        path = self.folder + self.path
        if os.path.isfile(path):
            with open(path, "rb") as file:
                return file.read()
        base = f"http://{self.headers['Host']}"
        if self.path == "/cities/":
            return "".join(f'<a href="{each}/">{each}/</a>\n' for each in
                           sorted(os.listdir(self.folder + "/cities"))).encode()
        if self.path == "/regions/index-v1-nogeom.json":
            return json.dumps({"features": [
                {"properties": {"id": name.removesuffix("-latest.osm.pbf"), "parent": parent,
                                "name": name.removesuffix("-latest.osm.pbf").title(),
                                "urls": {"pbf": f"{base}/regions/{parent}/{name}"}}}
                for parent in os.listdir(self.folder + "/regions")
                for name in os.listdir(f"{self.folder}/regions/{parent}")]}).encode()
        directory, _, name = path.rpartition("/")
        if name == "CHECKSUM.txt" and os.path.isdir(directory):
            lines = []
            for each in os.listdir(directory):
                with open(f"{directory}/{each}", "rb") as file:
                    data = file.read()
                lines += [f"{hash(data).hexdigest()}  {each}\n"
                          for hash in (hashlib.md5, hashlib.sha256)]
            return "".join(lines).encode()
        if name.endswith(".md5") and os.path.isfile(path[:-4]):
            with open(path[:-4], "rb") as file:
                return f"{hashlib.md5(file.read()).hexdigest()}  {name[:-4]}\n".encode()
        return None

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        data = self.contents()
        if data is None:
            self.send_error(404)
            return
        begin = int(self.headers.get("Range", "bytes=0-")[6:-1])
        self.send_response(206 if begin else 200)
        self.send_header("Content-Length", str(len(data) - begin))
        path = self.folder + self.path
        if os.path.exists(path):
            self.send_header("Last-Modified", email.utils.formatdate(os.path.getmtime(path)))
        self.end_headers()
        if self.command == "HEAD":
            return
        end, limit = len(data), self.folder + "/break-after"
        if os.path.exists(limit) and self.path.endswith(".pbf"):
            with open(limit, encoding="utf-8") as file:
                end = int(file.read())
            os.unlink(limit)
        self.wfile.write(data[begin:end])


def serve(folder):
    Handler.folder = folder
    return http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)


if __name__ == "__main__":
    server = serve(sys.argv[1])
    print(server.server_port, flush=True)
    server.serve_forever()
