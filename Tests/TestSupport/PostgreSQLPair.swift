import Foundation
import Glibc
import MessageBus

/// Two PostgreSQL servers: what the first commits is on the second's disk before it says so. Both
/// end with `with`, or with the test's process.
package final class PostgreSQLPair: Sendable {
  /// Names both servers; a connection goes to the one that takes writes.
  package let url: String
  /// Names the second alone.
  package let standby: String
  private static let pairs = Locked(0)
  private let output: String
  private let process: ChildProcess
  /// Commands are written to it; its end stops the servers.
  private let commands: Int32

  /// Starts both servers, runs `body`, and stops them.
  ///
  /// - Throws: `PostgreSQLServer.StartFailure`; what `body` throws.
  package static func with(_ body: (PostgreSQLPair) async throws -> Void) async throws {
    try await TemporaryDirectory.with { temporary in
      let pair = try PostgreSQLPair(output: temporary.path("servers.log"))
      do {
        try await pair.wait(for: "ready")
        try await body(pair)
      } catch {
        await pair.end()
        throw error
      }
      await pair.end()
    }
  }

  private init(output: String) throws {
    // A short path, as a socket's path is limited to 107 bytes.
    let number = Self.pairs.withLock { count in
      count += 1
      return count
    }
    let folder = "/tmp/quickbrew-pair-\(getpid())-\(number)"
    url =
      "postgresql:///postgres?host=\(folder),\(folder)&port=5432,5433&user=quickbrew"
      + "&target_session_attrs=read-write"
    standby = "postgresql:///postgres?host=\(folder)&port=5433&user=quickbrew"
    self.output = output
    var pipe: [Int32] = [0, 0]
    guard Glibc.pipe(&pipe) == 0 else {
      throw PostgreSQLServer.StartFailure(description: "no pipe")
    }
    commands = pipe[1]
    process = try PostgreSQLServer.run(
      Self.script, folder, input: .descriptor(pipe[0]), output: .file(output))
    close(pipe[0])
  }

  private func end() async {
    close(commands)
    await process.exitStatus()
  }

  /// Kills the first server with all its processes, and lets the second take writes.
  ///
  /// - Throws: `PostgreSQLServer.StartFailure` if it does not.
  package func failOver() async throws {
    _ = write(commands, "fail over\n", 10)
    try await wait(for: "promoted")
  }

  private func wait(for word: String) async throws {
    while true {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      if text.split(separator: "\n").contains(Substring(word)) { return }
      guard process.isRunning else { throw PostgreSQLServer.StartFailure(description: text) }
      // The servers are other processes without a notification, so their output is polled.
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private static let script = """
    exec 2>&1
    programs=$0 folder=$1
    rm -rf "$folder" && mkdir -m 700 "$folder" || exit 1
    kill_tree() { kill -9 $1 $(pgrep -P $1) 2>/dev/null; }
    trap 'kill_tree $first; kill_tree $second; wait; rm -rf "$folder"' EXIT
    start() {
      "$programs/postgres" -D "$folder/$1" -k "$folder" -p $2 -c listen_addresses= \\
        -c max_connections=50 >"$folder/$1.log" 2>&1 </dev/null &
    }
    sql() { psql -XAtq "host=$folder port=5432 user=quickbrew dbname=postgres" -c "$1"; }
    "$programs/initdb" -D "$folder/first" -U quickbrew -A trust -E UTF8 --locale=C >/dev/null
    start first 5432
    first=$!
    until sql "SELECT 1" >/dev/null 2>&1; do kill -0 $first || exit 1; sleep 0.05; done
    "$programs/pg_basebackup" -D "$folder/second" --write-recovery-conf --checkpoint=fast \\
      --dbname "host=$folder port=5432 user=quickbrew application_name=second" || exit 1
    start second 5433
    second=$!
    sql "ALTER SYSTEM SET synchronous_standby_names = 'second'" || exit 1
    sql "SELECT pg_reload_conf()" >/dev/null
    until [ "$(sql "SELECT sync_state FROM pg_stat_replication")" = sync ]; do
      kill -0 $second || exit 1
      sleep 0.05
    done
    echo ready
    while read -r command; do
      kill_tree $first
      "$programs/pg_ctl" promote -D "$folder/second" >/dev/null || exit 1
      echo promoted
    done
    """
}
