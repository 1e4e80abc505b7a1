"""Erasing a user's or a device's data where a store is on a PostgreSQL server, by psql."""

import json
import os
import subprocess

# The lock that the writers of a store wait for each other with (PostgreSQLConnection.swift).
WRITERS_LOCK = 0x6272_6577
MENTIONED = "convert_from({column}, 'UTF8') ~ :'mention'"
BODY = "convert_from(body, 'UTF8')::json"
DEVICES = "(SELECT number FROM device WHERE name ~ :'own')"
# Of each store the setting with its address, its schema, what is a user's, in the order in which it
# is erased, what is a device's, and the replies that repeat such data.
STORES = {
    "venues-server": (
        "venues-at", None, {
            "favourite_mark": "owner = :'user'",
            "note": "author = :'user'",
            "review": "author = :'user'",
        }, {}, ["venue-store.favourite", "venue-store.note", "venue-store.review"]),
    "planner-server": (
        "plans-at", "planner", {"board": "id = :'user'"}, {}, ["planner.pin"]),
    "planner-plans-server": (
        "plans-at", "planner_plans", {"plan": "owner = :'user'"},
        {"plan": MENTIONED.format(column="content")}, []),
    "geofence-monitor-server": (
        "fences-at", "geofence_monitor", {
            "watch": f"{BODY} ->> 'board' = :'user'",
            "event": f"{BODY} -> 'fence' ->> 'board' = :'user'",
        }, {
            "event": f"{BODY} ->> 'device' ~ :'own'",
            "flawed": "device ~ :'own'",
            "route": "device ~ :'own'",
            "route_progress": "device ~ :'own'",
            "horizon": f"device IN {DEVICES}",
            "journal": f"device IN {DEVICES}",
            "device": "name ~ :'own'",
        }, ["geofence-monitor.position", "geofence-monitor.route", "geofence-monitor.board"]),
}
# The venues' sums of reviews, and their places in the change log.
NOTE_RATINGS = """
    CREATE TEMPORARY TABLE rated ON COMMIT DROP AS
      SELECT venue_id, row_number() OVER (ORDER BY venue_id) AS place
      FROM review WHERE author = :'user';
"""
TAKE_BACK_RATINGS = """
    UPDATE venue SET
      review_count = (SELECT count(*) FROM review WHERE venue_id = venue.id),
      review_stars = (SELECT coalesce(sum(stars), 0) FROM review WHERE venue_id = venue.id)
    WHERE id IN (SELECT venue_id FROM rated);
    INSERT INTO change (sequence, venue_id)
      SELECT stream.sequence + rated.place, venue_id FROM stream, rated;
    UPDATE stream SET sequence = sequence + (SELECT count(*) FROM rated);
"""
# The numbers of events and arrivals go on after those that are erased, by a mark of now.
NOTE_NUMBERS = """
    INSERT INTO age_mark (time_ms, event, flawed, arrival)
      SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT),
        greatest((SELECT max(number) FROM event), (SELECT max(event) FROM age_mark), 0),
        greatest((SELECT max(number) FROM flawed), (SELECT max(flawed) FROM age_mark), 0),
        greatest((SELECT max(arrival) FROM journal), (SELECT max(arrival) FROM age_mark),
          (SELECT max(first_arrival) - 1 FROM watch), 0)
      ON CONFLICT (time_ms) DO NOTHING;
"""


class ServerProblem(Exception):
    """Why it cannot be done; the message is for people."""


def servers(home, person):
    """The stores of a home that are on servers and have something of the person's."""
    found = []
    for name, (setting, schema, users, devices, operations) in STORES.items():
        path = os.path.join(home, setting)
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            address = file.readline().strip()
        tables = dict(users) if person.user else {}
        for table, condition in devices.items():
            tables[table] = f"{tables[table]} OR {condition}" if table in tables else condition
        if address.startswith("postgres") and tables:
            found.append(Server(name, address, schema, tables, operations, person))
    return found


class Server:
    """A store of a home on a server."""

    def __init__(self, name, address, schema, tables, operations, person):
        self.name, self.address, self.schema, self.person = name, address, schema, person
        self.tables, self.operations = tables, operations

    def psql(self, script):
        """The script's output, a line a row; the address, which may have a password, and the name
        reach no command line."""
        # A variable may hold anything: psql quotes it where the script has :'user'.
        script = ("\\getenv user FORGOTTEN\n\\getenv mention FORGOTTEN_MENTION\n"
                  "\\getenv own FORGOTTEN_OWN\n"
                  + (f"SET search_path = {self.schema};\n" if self.schema else "") + script)
        command = ["sh", "-c", 'exec psql -X -q -A -t -v ON_ERROR_STOP=1 --dbname="$STORE_AT"']
        environment = {**os.environ, "STORE_AT": self.address, "PGCLIENTENCODING": "UTF8",
                       "FORGOTTEN": self.person.user or "",
                       "FORGOTTEN_MENTION": self.person.mention.pattern,
                       "FORGOTTEN_OWN": f"^({self.person.own.pattern})$"}
        try:
            done = subprocess.run(command, env=environment, input=script.encode(), check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            raise ServerProblem(f"psql of postgresql-client is needed: {error}") from None
        if done.returncode != 0:
            reason = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            raise ServerProblem(f"{self.name}: {reason.replace(self.address, 'it')}")
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
                    f"{self.name} has a column {row.replace('|', '.')}, unknown to this")

    def export(self):
        """What is stored about the person, by table. Bytes are JSON, or hexadecimal."""
        found = {}
        for table, condition in self.tables.items():
            rows = self.psql(
                f"SELECT row_to_json(t) FROM (SELECT * FROM {table} WHERE {condition}) t;")
            if rows:
                found[table] = [plain(json.loads(row)) for row in rows]
        return found

    def erase(self):
        """How many rows of each table were erased. The tables are written anew; what the server has
        in its write-ahead log, copies or archives is the server's."""
        tables = dict(self.tables)
        if self.operations:
            tables["kept_reply"] = " OR ".join(
                [MENTIONED.format(column="reply")]
                + [f"operation LIKE '{each}%'" for each in self.operations])
        deletions = "".join(
            f"WITH gone AS (DELETE FROM {table} WHERE {condition} RETURNING 1)"
            f" SELECT '{table}|' || count(*) FROM gone;\n" for table, condition in tables.items())
        lock = f"{WRITERS_LOCK}" + (f", hashtext('{self.schema}')" if self.schema else "")
        before, after = "", ""
        if "review" in tables:
            before, after = NOTE_RATINGS, TAKE_BACK_RATINGS
        if "journal" in tables:
            before = NOTE_NUMBERS
        rows = self.psql(
            f"BEGIN;\nSELECT pg_advisory_xact_lock({lock});\n{before}{deletions}{after}COMMIT;")
        # pg_advisory_xact_lock answers with an empty row.
        counts = {table: int(count) for table, count in (row.split("|") for row in rows)}
        self.psql("".join(f"VACUUM FULL {table};\n" for table in tables))
        return counts


def plain(row):
    """A row whose bytes that are JSON are shown as such."""
    def value(cell):
        if not (isinstance(cell, str) and cell.startswith("\\x")):
            return cell
        try:
            return json.loads(bytes.fromhex(cell[2:]))
        except ValueError:
            return cell
    return {key: value(cell) for key, cell in row.items()}
