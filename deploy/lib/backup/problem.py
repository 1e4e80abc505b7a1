"""The error of deploy/backup."""


class Problem(Exception):
    """Why it cannot be done; the message is for people."""
