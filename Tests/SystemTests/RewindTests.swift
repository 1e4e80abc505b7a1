import Foundation
import TestSupport
import Testing

/// `deploy/backup --follow` and `--rewind`, with servers of PostgreSQL of its own.
@Suite(.timeLimit(.minutes(10)))
struct RewindTests {
  /// What the scripts have in common. `make NAME PORT` starts a server.
  private static let tools = """
    set -euo pipefail
    cd /
    programs=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
    as_server=(env)
    [[ $(id -u) != 0 ]] || as_server=(/usr/sbin/runuser -u postgres --)
    # A short path: a socket's is limited to 107 bytes.
    folder=$(mktemp -d /tmp/quickbrew-rewind-XXXXXX)
    [[ $(id -u) != 0 ]] || chown postgres "$folder"
    trap 'for each in data other rewound newest; do stop $each; done; rm -rf "$folder"' EXIT
    start() {
      "${as_server[@]}" "$programs/pg_ctl" -D "$folder/$1" -w start -l "$folder/$1.log" \\
        -o "-k $folder -c listen_addresses= -c fsync=off -p $2" >/dev/null </dev/null
    }
    stop() {
      "${as_server[@]}" "$programs/pg_ctl" -D "$folder/$1" -m fast stop >/dev/null 2>&1 || true
    }
    sql() { psql -XAtq "postgresql:///postgres?host=$folder&user=quickbrew&port=$1" -c "$2"; }
    follow() {
      QUICKBREW_HOME=$folder/home python3 -B "$0/deploy/backup" --follow "$folder/copy" \\
        >"$folder/follow.log" 2>&1 &
      follower=$!
      # The script announces that it follows by its output alone.
      until grep -q Following "$folder/follow.log"; do
        kill -0 $follower || { cat "$folder/follow.log" >&2; exit 1; }
        sleep 0.1
      done
    }
    make() {
      "${as_server[@]}" "$programs/initdb" -D "$folder/$1" -U quickbrew -A trust -E UTF8 \\
        --locale=C --no-sync >/dev/null
      start "$1" "$2"
    }

    """

  /// Starts a server, follows it over changes and an end of the follower, and starts others on what
  /// `--rewind` made. Prints `FOLDER: the rows` for each.
  private static let oneServer = """
    make data 5432
    mkdir -p "$folder/home"
    echo "postgresql:///postgres?host=$folder&user=quickbrew" >"$folder/home/venues-at"
    sql 5432 "CREATE TABLE note (text text); INSERT INTO note VALUES ('before the copy')"
    follow
    sql 5432 "INSERT INTO note VALUES ('after the copy')"
    kill -TERM $follower
    wait $follower
    # As if it had been killed while it made the next file ready.
    truncate -s 0 "$folder"/copy/log/*.partial
    truncate -s 5M "$folder"/copy/log/*.partial
    # Nobody follows, and the server keeps its log for who comes back.
    sql 5432 "INSERT INTO note VALUES ('while nobody followed'); SELECT pg_switch_wal()" >/dev/null
    follow
    moment=$(sql 5432 "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', \\
      'YYYY-MM-DD\\"T\\"HH24:MI:SS.US\\"+00:00\\"')")
    sql 5432 "DELETE FROM note"
    sql 5432 "INSERT INTO note VALUES ('too late')"
    received="SELECT bool_and(flush_lsn >= pg_current_wal_flush_lsn()) \\
      FROM pg_stat_replication WHERE application_name = 'pg_receivewal'"
    until [[ $(sql 5432 "$received") == t ]]; do sleep 0.1; done
    kill -TERM $follower
    wait $follower
    rewind() { python3 -B "$0/deploy/backup" --rewind "$folder/copy" --to "$folder/$1" "${@:2}"; }
    rewind rewound --at "$moment" >/dev/null
    rewind newest >/dev/null
    [[ $(id -u) != 0 ]] || chown -R postgres "$folder/rewound" "$folder/newest"
    start rewound 5433
    start newest 5434
    echo "rewound: $(sql 5433 "SELECT string_agg(text, ', ' ORDER BY text) FROM note")"
    echo "newest: $(sql 5434 "SELECT string_agg(text, ', ' ORDER BY text) FROM note")"
    sql 5433 "INSERT INTO note VALUES ('it takes writes')"
    printf x >>"$folder/copy/base/PG_VERSION"
    rm -rf "$folder/damaged"
    rewind damaged 2>&1 && exit 1
    echo refused
    """

  @Test("a server goes back to a moment, over an end of the follower; a damaged copy is refused")
  func rewinding() async throws {
    let outcome = try await Executables.run(
      "/bin/bash", ["-c", Self.tools + Self.oneServer, Executables.repository], environment: [:],
      in: "/")
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "rewound: after the copy, before the copy, while nobody followed")
    #expect(lines.dropFirst().first == "newest: too late")
    #expect(lines.last == "refused")
  }

  /// The stores are on two servers, of which one has two databases. Prints what the copy of the
  /// other has.
  private static let twoServers = """
    make data 5432
    make other 5433
    mkdir -p "$folder/home"
    sql 5432 "CREATE DATABASE fences"
    sql 5432 "CREATE ROLE follower LOGIN REPLICATION"
    echo "postgresql:///postgres?host=$folder&user=quickbrew" >"$folder/home/venues-at"
    echo "postgresql:///postgres?host=$folder&user=quickbrew&port=5433" >"$folder/home/plans-at"
    echo "postgresql:///fences?host=$folder&user=follower" >"$folder/home/fences-at"
    sql 5433 "CREATE TABLE note (text text)"
    follow
    sql 5433 "INSERT INTO note VALUES ('on the other')"
    received="SELECT bool_and(flush_lsn >= pg_current_wal_flush_lsn()) \\
      FROM pg_stat_replication WHERE application_name = 'pg_receivewal'"
    until [[ $(sql 5433 "$received") == t ]]; do sleep 0.1; done
    kill -TERM $follower
    wait $follower
    ls "$folder/copy"
    rewind() { python3 -B "$0/deploy/backup" --rewind "$1" --to "$folder/rewound"; }
    { rewind "$folder/copy" 2>&1 || true; } | sed "s,$folder/,,g"
    rewind "$folder/copy/plans" >/dev/null
    [[ $(id -u) != 0 ]] || chown -R postgres "$folder/rewound"
    start rewound 5434
    sql 5434 "SELECT text FROM note"
    """

  @Test("stores on several servers are followed on each of them, those on one server once")
  func severalServers() async throws {
    let outcome = try await Executables.run(
      "/bin/bash", ["-c", Self.tools + Self.twoServers, Executables.repository], environment: [:],
      in: "/")
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(
      outcome.output == """
        plans
        venues
        deploy/backup: copy has copies of several servers; name one: copy/plans, copy/venues
        on the other

        """, "\(outcome.errors)")
  }

  @Test("what cannot be is refused with a sentence")
  func refusals() async throws {
    try await TemporaryDirectory.with { home in
      for (arguments, sentence) in [
        (["--follow", home.path("copy")], "in files"),
        (["--rewind", home.path("none"), "--to", home.path("data"), "--at", "soon"], "no time"),
        (["--rewind", home.path("none")], "--to"),
      ] {
        let outcome = try await Executables.run(
          "/usr/bin/python3", ["-B", Executables.repository + "/deploy/backup"] + arguments,
          environment: ["QUICKBREW_HOME": home.path], in: home.path)
        #expect(outcome.status != 0 && outcome.errors.contains(sentence), "\(outcome)")
      }
    }
  }
}
