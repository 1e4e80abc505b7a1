#!/usr/bin/env python3
"""How a machine joins the stack of another one, and follows it.

Usage: hosts.py invite HOME
       hosts.py serve HOME ADDRESS PORT QUICKBREW STACK
       hosts.py follow HOME [TOKEN@ADDRESS:PORT]
       hosts.py leave HOME
       hosts.py address HOST

`invite` prints a token that is good for a day; `serve` answers over TLS whoever has one. `follow`
fetches keys, where the instances of other machines are, and the maps; it prints what changed:
`peers`, and the names of maps. `hosts/services` and `hosts/own` of a home have the services that
run there, and where.

A token is a secret and the fingerprint of the server's certificate, which is checked before the
secret is sent, as k3s and kubeadm do it. The server keeps digests of secrets only.
"""

import contextlib
import hashlib
import hmac
import http.client
import http.server
import io
import json
import os
import pathlib
import re
import secrets
import socket
import ssl
import subprocess
import sys
import tarfile
import time

import rewritten

DAY = 86400
MOST_BYTES = 1 << 24
SECRET = 16  # bytes


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def fingerprint(certificate):
    return hashlib.sha256(certificate).hexdigest()[: 2 * SECRET]


def write(path, text):
    path.parent.mkdir(mode=0o700, exist_ok=True)
    rewritten.replace(str(path), text.encode())


def words(path):
    return path.read_text().split() if path.exists() else []


def write_peers(home, entries):
    """Those of other machines; what runs here, too, is looked for here as well."""
    elsewhere = {entry.split("=")[0] for entry in entries}
    here = [f"{name}=ipc" for name in words(home / "hosts/services") if name in elsewhere]
    text = " ".join(here + entries)
    if words(home / "peers") == text.split():
        return False
    if text:
        write(home / "peers", text + "\n")
    else:
        (home / "peers").unlink()
    return True


def traffic(home):
    """The files of live traffic, by name: of a stack that runs, else what it keeps."""
    files = {}
    for folder in (home / "data", run_directory(home)):
        files |= {path.name: path.read_text() for path in folder.glob("router-traffic*.json")}
    return files


def take_traffic(home, files):
    """Changes that were announced while the routers here did not listen."""
    here = traffic(home)
    for name, text in files.items():
        if json.loads(text)["version"] > json.loads(here.get(name, '{"version": 0}'))["version"]:
            write(run_directory(home) / pathlib.Path(name).name, text)


def run_directory(home):
    kept = home / "supervisor/run-directory"
    return pathlib.Path(kept.read_text().strip()) if kept.exists() else home / "run"


def invite(home):
    folder = home / "hosts"
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    if not certificate.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "3650", "-subj", "/CN=quickbrew", "-keyout", key,
             "-out", f"{certificate}.new"], check=True, stderr=subprocess.DEVNULL)
        os.rename(f"{certificate}.new", certificate)
    secret = secrets.token_hex(SECRET)
    write(folder / "invitation", f"{digest(secret)} {int(time.time()) + DAY}\n")
    print(secret + fingerprint(ssl.PEM_cert_to_DER_cert(certificate.read_text())))


class Members:
    """The machines that have joined, by the digests of their secrets."""

    def __init__(self, home):
        self.home = home
        self.path = home / "hosts/joined"

    def all(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}

    def entries(self, but=None):
        return [entry for key, member in self.all().items() if key != but
                for entry in member["entries"]]

    def change(self, key, member):
        """Returns whether instances came or went."""
        with rewritten.locked(str(self.path)):
            members = self.all()
            members.pop(key, None)
            if member:
                members[key] = member
            write(self.path, json.dumps(members))
            return write_peers(self.home, self.entries())


class Handler(http.server.BaseHTTPRequestHandler):
    timeout = 30

    def handle(self):
        with contextlib.suppress(OSError):
            self.connection.do_handshake()
            super().handle()

    def log_message(self, *_):
        pass

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if not 0 < length <= MOST_BYTES:
            return self.send_error(400)
        try:
            request = json.loads(self.rfile.read(length))
            key = digest(request["secret"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return self.send_error(400)
        member = self.server.members.all().get(key)
        if member is None and not self.is_invited(key):
            print(f"refused {self.client_address[0]}: no invitation, or an old one", flush=True)
            time.sleep(1)
            return self.send_error(403)
        state = {}
        if member is None:
            key, member, state = self.admit(request)
        elif request.get("leaves"):
            print(f"{member['name']} left", flush=True)
            member = None
        else:
            member["entries"] = request["entries"]
            take_traffic(self.server.home, request["traffic"])
        if self.server.members.change(key, member):
            subprocess.Popen([self.server.stack, "restart", "--rolling"], start_new_session=True)
        self.send_response(200)
        self.end_headers()
        if member:
            self.answer(request, key, state)

    def is_invited(self, key):
        invitation = words(self.server.home / "hosts/invitation")
        return len(invitation) == 2 and hmac.compare_digest(invitation[0], key) \
            and time.time() < int(invitation[1])

    def admit(self, request):
        """A secret and a key of its own for the machine, which can be revoked alone."""
        name = re.sub(r"[^a-z0-9-]", "-", request["name"].lower())[:40] + "-" + secrets.token_hex(2)
        made = subprocess.run(
            [self.server.quickbrew, "keys", "add", name, "--bus", "--scope", "admin"],
            stdin=subprocess.DEVNULL, capture_output=True, check=True)
        print(f"{name} joined from {self.client_address[0]}", flush=True)
        secret = secrets.token_hex(SECRET)
        return digest(secret), {"name": name, "entries": []}, {
            "secret": secret, "keys/client.key": made.stdout.decode(),
            "keys/server.key": (self.server.home / "keys/server.key").read_text()}

    def answer(self, request, key, state):
        home = self.server.home
        links = {link.name: os.readlink(link) for link in (home / "maps").glob("current*")
                 if link.is_symlink()}
        regions = home / "regions"
        state |= {
            "links": links, "http-tokens": (home / "http-tokens").read_text(),
            "traffic": traffic(home),
            "regions": regions.read_text() if regions.exists() else "",
            "peers": words(home / "hosts/own") + self.server.members.entries(but=key)}
        with tarfile.open(fileobj=self.wfile, mode="w|") as tar:
            add(tar, "state", json.dumps(state))
            for name in sorted(set(links.values()) - set(request["maps"])):
                for path in sorted((home / "maps" / name).iterdir()):
                    # What a service reads begins with its name; all read map.json.
                    if path.name.split(".")[0] in {"map", *request["services"]}:
                        tar.add(path, f"maps/{name}/{path.name}")
                origin = (home / f"maps/{name}.origin").read_text()
                add(tar, f"maps/{name}.origin", f"{self.server.server_address[0]}:{origin}")


def add(tar, name, text):
    entry = tarfile.TarInfo(name)
    data = text.encode()
    entry.size = len(data)
    tar.addfile(entry, io.BytesIO(data))


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, home, address, port, quickbrew, stack):
        self.home, self.quickbrew, self.stack = home, quickbrew, stack
        self.members = Members(home)
        super().__init__((address, int(port)), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(home / "hosts/certificate.pem", home / "hosts/key.pem")
        # A slow handshake holds up its own thread only.
        self.socket = context.wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False)


def ask(token, request):
    """The reply to a request, from the server that the token names and no other."""
    found = re.fullmatch(rf"([0-9a-f]{{{4 * SECRET}}})@(\S+):([0-9]+)", token)
    if not found:
        sys.exit("A token is what 'deploy/stack up --listen' prints: TOKEN@ADDRESS:PORT.")
    secret, print_ = found[1][: 2 * SECRET], found[1][2 * SECRET :]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection(found[2], int(found[3]), timeout=60, context=context)
    try:
        connection.connect()
        if fingerprint(connection.sock.getpeercert(binary_form=True)) != print_:
            sys.exit(f"{found[2]} is not the machine that gave this token.")
        connection.request("POST", "/", json.dumps({"secret": secret, **request}))
        response = connection.getresponse()
    except OSError as error:
        sys.exit(f"{found[2]}:{found[3]} does not answer: {error}.")
    if response.status != 200:
        sys.exit(f"{found[2]} refuses this token: one is good for a day, until the next 'up'.")
    return response, f"{print_}@{found[2]}:{found[3]}"


def follow(home, token=None):
    joined = home / "hosts/token"
    maps = home / "maps"
    response, rest = ask(token or joined.read_text().strip(), {
        "name": socket.gethostname(), "services": words(home / "hosts/services"),
        "entries": words(home / "hosts/own") if token is None else [], "traffic": traffic(home),
        "maps": [path.stem for path in maps.glob("*.origin")] if token is None else []})
    with tarfile.open(fileobj=response, mode="r|") as tar:
        for entry in tar:
            source = tar.extractfile(entry)
            if entry.name == "state":
                state = json.load(source)
                continue
            if not re.fullmatch(r"maps/[\w.-]+(/[\w.-]+)?", entry.name) or ".." in entry.name:
                sys.exit(f"A file that belongs to no map: {entry.name}")
            path = home / entry.name
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path.with_name(path.name + ".new"), "wb") as file:
                while block := source.read(1 << 20):
                    file.write(block)
            os.rename(file.name, path)
    for name in state.keys() & {"keys/client.key", "keys/server.key", "http-tokens", "regions"}:
        write(home / name, state[name])
    take_traffic(home, state["traffic"])
    if write_peers(home, state["peers"]):
        print("peers")
    for link, name in state["links"].items():
        if not (maps / link).is_symlink() or os.readlink(maps / link) != name:
            os.symlink(name, maps / f"{link}.new")
            os.rename(maps / f"{link}.new", maps / link)
            print(link)
    if "secret" in state:
        write(joined, state["secret"] + rest + "\n")


def leave(home):
    ask((home / "hosts/token").read_text().strip(), {"leaves": True})


def own_address(other):
    """That of this machine on the way to another one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((other, 9))
        print(probe.getsockname()[0])


if __name__ == "__main__":
    os.umask(0o077)
    match sys.argv[1:]:
        case ["invite", home]:
            invite(pathlib.Path(home))
        case ["serve", home, *rest]:
            Server(pathlib.Path(home), *rest).serve_forever()
        case ["follow", home, *token]:
            follow(pathlib.Path(home), *token)
        case ["leave", home]:
            leave(pathlib.Path(home))
        case ["address", other]:
            own_address(other)
        case _:
            sys.exit(__doc__)
