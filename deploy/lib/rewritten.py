"""Rewriting a file whole, as services and the client do it (Shared/Files/RewrittenFile.swift)."""

import contextlib
import fcntl
import os
import secrets
import stat


def replace(path, data):
    """Makes bytes the contents of a file, whole or not at all. A link is followed, a mode stays."""
    path = os.path.realpath(path)
    new = f"{os.path.dirname(path)}/.quickbrew-{secrets.token_hex(8)}.new"
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            if os.path.exists(path):
                os.fchmod(file.fileno(), stat.S_IMODE(os.stat(path).st_mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.rename(new, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(new)
        raise


@contextlib.contextmanager
def locked(path):
    """While no other process changes a file of the same folder."""
    folder = os.path.dirname(os.path.realpath(path))
    lock = os.open(f"{folder}/.quickbrew.lock", os.O_RDONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
