"""Point in time restore of a PostgreSQL server of stores: a base backup, and its log from then on.

The tools are PostgreSQL's own. Whoever connects needs the right to replicate, and the server
`wal_level = replica`, its default.
"""

import datetime
import os
import shutil
import signal
import subprocess
import time

from .problem import Problem

SLOT = "quickbrew_backup"
# Of the log's files, in a data directory that is to be rewound.
LOG = "quickbrew_log"


def tool(name):
    """PostgreSQL's programs for servers are beside its version, and in no PATH on Debian."""
    if found := shutil.which(name):
        return found
    root = "/usr/lib/postgresql"
    versions = sorted((int(each) for each in os.listdir(root) if each.isdigit()), reverse=True) \
        if os.path.isdir(root) else []
    for version in versions:
        if os.access(path := f"{root}/{version}/bin/{name}", os.X_OK):
            return path
    raise Problem(f"there is no {name}; Debian's postgresql-client has it, or postgresql")


def run(address, name, *arguments, wait=True):
    # The address may have a password: in the environment only its owner sees it.
    command = ["sh", "-c", 'exec "$@" --dbname="$STORE_AT"', "sh", tool(name), *arguments]
    environment = {**os.environ, "STORE_AT": address}
    if not wait:
        return subprocess.Popen(command, env=environment)
    if subprocess.run(command, env=environment, check=False).returncode != 0:
        raise Problem(f"{name} failed")
    return None


def drop_padding(log):
    """Empties what was made ready for the log and not yet written to when its receiver was killed.

    The receiver fills a new file with zeroes before it writes, and refuses one that is half filled.
    The server's slot still has what belongs there."""
    for name in os.listdir(log):
        if not name.endswith(".partial"):
            continue
        with open(f"{log}/{name}", "r+b") as file:
            if not any(any(block) for block in iter(lambda: file.read(1 << 20), b"")):
                file.truncate(0)


def identifier(address):
    """Tells a server from others, whichever of its databases and names the address has."""
    command = ["sh", "-c", 'exec "$0" -XAt --dbname="$STORE_AT" --command="$1"', tool("psql"),
               "SELECT system_identifier FROM pg_control_system()"]
    asked = subprocess.run(command, env={**os.environ, "STORE_AT": address}, check=False,
                           stdout=subprocess.PIPE, text=True)
    if asked.returncode != 0:
        raise Problem("a server did not answer")
    return asked.stdout.strip()


def folders(addresses, folder):
    """The folder of each server's copy, with its address: FOLDER of one alone, FOLDER/STORE of
    several, by the first store that each has."""
    servers = {}
    for address, store in addresses.items():
        servers.setdefault(identifier(address), (address, store))
    if len(servers) == 1:
        return [(folder, address) for address, _ in servers.values()]
    return [(f"{folder}/{store}", address) for address, store in servers.values()]


def follow(addresses, folder):
    """Copies each server into a folder's `base`, unless it is there, and its log into `log` until a
    signal ends it.

    ADDRESSES has the name of the first store at each."""
    receivers = []

    def stop(*_):
        for receiver in receivers:
            # SIGINT ends the receiver with its file complete, in every version.
            receiver.send_signal(signal.SIGINT)

    stops = (signal.SIGINT, signal.SIGTERM)
    for each in stops:
        signal.signal(each, stop)
    # Whoever started this may have blocked them, for the receiver, too.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, stops)
    copies = folders(addresses, folder)
    try:
        for copy, address in copies:
            begin(address, copy, receivers)
        print(f"Following {'the server' if len(copies) == 1 else f'{len(copies)} servers'} into "
              f"{' and '.join(copy for copy, _ in copies)}; Ctrl-C ends it.", flush=True)
        # A receiver whose server is away tries again; one that ends will not go on by itself.
        while all(receiver.poll() is None for receiver in receivers):
            time.sleep(0.2)
    finally:
        stop()
        ends = [receiver.wait() for receiver in receivers]
    if any(end not in (0, -signal.SIGTERM, -signal.SIGINT) for end in ends):
        raise Problem("a server's log ended; start this again, and nothing is missing")


def begin(address, folder, receivers):
    """Starts to receive a server's log, by one more of the receivers, and copies the server."""
    os.makedirs(log := f"{folder}/log", mode=0o700, exist_ok=True)
    drop_padding(log)
    run(address, "pg_receivewal", f"--directory={log}", f"--slot={SLOT}", "--create-slot",
        "--if-not-exists")
    # Before the copy, so that nothing is missing between the two.
    receivers.append(run(address, "pg_receivewal", f"--directory={log}", f"--slot={SLOT}",
                         "--synchronous", wait=False))
    if not os.path.exists(base := f"{folder}/base"):
        shutil.rmtree(new := f"{base}.new", ignore_errors=True)
        run(address, "pg_basebackup", f"--pgdata={new}", "--wal-method=stream",
            "--checkpoint=fast", "--manifest-checksums=SHA256")
        os.rename(new, base)


def rewind(folder, target, moment):
    """Makes TARGET a data directory that a server, when started on it, brings to a moment."""
    if os.path.exists(target):
        raise Problem(f"{target} is there already; name a new one")
    if moment is not None:
        try:
            moment = datetime.datetime.fromisoformat(moment.replace("Z", "+00:00"))
        except ValueError:
            raise Problem(f"{moment} is no time such as 2026-11-21T08:15:00+02:00") from None
        if moment.tzinfo is None:
            raise Problem("the time needs an offset, such as 2026-11-21T08:15:00+02:00")
    copies = [name for name in sorted(os.listdir(folder)) if os.path.isdir(f"{folder}/{name}/base")] \
        if os.path.isdir(folder) and not os.path.exists(f"{folder}/base") else []
    if copies:
        raise Problem(f"{folder} has copies of several servers; name one: "
                      + ", ".join(f"{folder}/{name}" for name in copies))
    verify = [tool("pg_verifybackup"), "--quiet", f"{folder}/base"]
    if subprocess.run(verify, check=False).returncode != 0:
        raise Problem(f"{folder}/base is not as it was written")
    new = f"{target}.new"
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(f"{folder}/base", new, symlinks=True)
    os.chmod(new, 0o700)
    os.makedirs(f"{new}/{LOG}")
    for name in sorted(os.listdir(f"{folder}/log")):
        # The file that is being written is a partial one.
        shutil.copyfile(f"{folder}/log/{name}", f"{new}/{LOG}/{name.removesuffix('.partial')}")
    settings = [f"restore_command = 'cp {LOG}/%f \"%p\"'", "recovery_target_action = 'promote'"]
    if moment is not None:
        settings.append(f"recovery_target_time = '{moment.isoformat(sep=' ')}'")
    with open(f"{new}/postgresql.auto.conf", "a", encoding="utf-8") as file:
        file.write("\n".join(settings) + "\n")
    with open(f"{new}/recovery.signal", "w", encoding="utf-8"):
        pass
    os.rename(new, target)
    print(f"Start a server of the same version on {target}, which belongs to the server's user: it "
          "goes to " + (moment.isoformat() if moment else "the last change") + " and takes writes.")
