"""Erasing a user's data where the venues are kept on a PostgreSQL server, by psql."""

import json
import os
import subprocess

# The lock that the writers of a venue store wait for each other with (PostgreSQLConnection.swift).
WRITERS_LOCK = 0x6272_6577
# What is a user's, and the replies that repeat it, in the order in which it is erased.
OF_USERS = {
    "favourite_mark": "owner = :'user'",
    "note": "author = :'user'",
    "review": "author = :'user'",
}
REPLIES = """
    operation LIKE 'venue-store.favourite%' OR operation LIKE 'venue-store.note%'
    OR operation LIKE 'venue-store.review%' OR position(convert_to(:'quoted', 'UTF8') IN reply) > 0
"""
ERASE = """
    BEGIN;
    SELECT pg_advisory_xact_lock({lock});
    CREATE TEMPORARY TABLE rated ON COMMIT DROP AS
      SELECT venue_id, row_number() OVER (ORDER BY venue_id) AS place
      FROM review WHERE author = :'user';
    {deletions}
    UPDATE venue SET
      review_count = (SELECT count(*) FROM review WHERE venue_id = venue.id),
      review_stars = (SELECT coalesce(sum(stars), 0) FROM review WHERE venue_id = venue.id)
    WHERE id IN (SELECT venue_id FROM rated);
    INSERT INTO change (sequence, venue_id)
      SELECT stream.sequence + rated.place, venue_id FROM stream, rated;
    UPDATE stream SET sequence = sequence + (SELECT count(*) FROM rated);
    COMMIT;
"""


class ServerProblem(Exception):
    """Why it cannot be done; the message is for people."""


class Server:
    """The venues of a home on a server."""

    def __init__(self, address):
        self.address = address

    @staticmethod
    def of(home):
        """The home's; None where its venues are in a file."""
        path = os.path.join(home, "venues-at")
        if not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as file:
            address = file.readline().strip()
        return Server(address) if address.startswith("postgres") else None

    def psql(self, script, user=""):
        """The script's output, a line a row; the address, which may have a password, and the name
        reach no command line."""
        quoted = json.dumps(user, ensure_ascii=False)
        # A variable may hold anything: psql quotes it where the script has :'user'.
        script = "\\getenv user FORGOTTEN\n\\getenv quoted FORGOTTEN_QUOTED\n" + script
        command = ["sh", "-c", 'exec psql -X -q -A -t -v ON_ERROR_STOP=1 --dbname="$VENUES_AT"']
        environment = {**os.environ, "VENUES_AT": self.address, "FORGOTTEN": user,
                       "FORGOTTEN_QUOTED": quoted, "PGCLIENTENCODING": "UTF8"}
        try:
            done = subprocess.run(command, env=environment, input=script.encode(), check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            raise ServerProblem(f"psql of postgresql-client is needed: {error}") from None
        if done.returncode != 0:
            reason = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            raise ServerProblem(f"the venues' server: {reason.replace(self.address, 'it')}")
        return [line for line in done.stdout.decode().split("\n") if line]

    def check_known(self, personal, known):
        """Refuses a store that has a column about people that nobody here knows."""
        names = ", ".join(f"'{name}'" for name in sorted(personal))
        columns = self.psql(
            "SELECT table_name || '|' || column_name FROM information_schema.columns"
            f" WHERE table_schema = current_schema() AND column_name IN ({names});")
        for row in columns:
            if tuple(row.split("|")) not in known:
                raise ServerProblem(
                    f"the venues' server has a column {row.replace('|', '.')}, unknown to this")

    def export(self, user):
        """What is stored about a user, by table."""
        found = {}
        for table, condition in OF_USERS.items():
            rows = self.psql(
                f"SELECT row_to_json(t) FROM (SELECT * FROM {table} WHERE {condition}) t;", user)
            if rows:
                found[table] = [json.loads(row) for row in rows]
        return found

    def erase(self, user):
        """How many rows of each table were erased. The tables are written anew; what the server has
        in its write-ahead log, copies or archives is the server's."""
        tables = {**OF_USERS, "kept_reply": REPLIES}
        deletions = "".join(
            f"WITH gone AS (DELETE FROM {table} WHERE {condition} RETURNING 1)"
            f" SELECT '{table}|' || count(*) FROM gone;\n" for table, condition in tables.items())
        rows = self.psql(ERASE.format(lock=WRITERS_LOCK, deletions=deletions), user)
        # pg_advisory_xact_lock answers with an empty row.
        counts = {table: int(count) for table, count in (row.split("|") for row in rows)}
        self.psql("".join(f"VACUUM FULL {table};\n" for table in tables))
        return counts
