import Foundation
import Glibc
import PostgreSQL
import SQL
import Synchronization

/// A PostgreSQL server for this test process, started on first use and stopped when the process
/// ends, also by a crash. It listens on a socket in its own folder, without fsync.
package struct PostgreSQLServer: Sendable {
  /// The server cannot be started.
  package struct StartFailure: Error, CustomStringConvertible {
    package let description: String
  }

  private static let shared = Result { try PostgreSQLServer() }
  private static let databases = Mutex(0)

  private let folder: String

  /// Creates an empty database, passes its URL to `body`, and drops it afterwards.
  ///
  /// - Throws: `StartFailure`; whatever `body` throws.
  package static func withDatabase<Result>(_ body: (String) throws -> Result) throws -> Result {
    let (name, server) = try makeDatabase()
    defer { server.drop(name) }
    return try body(server.url(name))
  }

  /// The same for an asynchronous body.
  ///
  /// - Throws: `StartFailure`; whatever `body` throws.
  package static func withDatabase<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Result
  ) async throws -> Result {
    let (name, server) = try makeDatabase()
    defer { server.drop(name) }
    return try await body(server.url(name))
  }

  private static func makeDatabase() throws -> (name: String, server: PostgreSQLServer) {
    let server = try shared.get()
    let name = databases.withLock { count in
      count += 1
      return "test\(count)"
    }
    try server.administer("CREATE DATABASE \(name) TEMPLATE template0")
    return (name, server)
  }

  private func url(_ database: String) -> String {
    let seconds = Duration.patience.components.seconds
    return "postgresql:///\(database)?host=\(folder)&user=quickbrew&connect_timeout=\(seconds)"
  }

  private func drop(_ name: String) {
    // A failure is harmless, as the server ends with the process.
    try? administer("DROP DATABASE \(name) WITH (FORCE)")
  }

  private func administer(_ sql: String) throws(SQLError) {
    try Database(postgreSQL: url("postgres")).execute(sql)
  }
}

extension PostgreSQLServer {
  private init() throws {
    // A short path, as a socket's path is limited to 107 bytes; in memory where there is room for
    // it, as each database is a thousand files.
    let memory = try? FileManager.default.attributesOfFileSystem(forPath: "/dev/shm")
    let free = memory?[.systemFreeSize] as? Int ?? 0
    folder = "\(free > 2 << 30 ? "/dev/shm" : "/tmp")/quickbrew-pg-\(getpid())"
    // The end of this process closes the pipe, upon which the script stops the server.
    var leash: [Int32] = [0, 0]
    guard pipe(&leash) == 0 else { throw StartFailure(description: "no pipe") }
    _ = try Self.run(Self.guardScript, folder, input: .descriptor(leash[0]))
    close(leash[0])
    try waitUntilReady()
  }

  /// Runs a script as a user whom PostgreSQL accepts. `$0` is the folder of its programs.
  ///
  /// - Throws: `StartFailure`.
  static func run(
    _ script: String, _ argument: String, input: ChildProcess.Stream,
    output: ChildProcess.Stream = .nothing
  ) throws -> ChildProcess {
    guard let programs = programs() else {
      throw StartFailure(description: "There is no PostgreSQL; install Debian's postgresql.")
    }
    // It refuses to run as root.
    let user = getuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--"] : ["/usr/bin/env"]
    return try ChildProcess(
      user[0], user[1...] + ["/bin/sh", "-c", script, programs, argument], in: "/", input: input,
      output: output)
  }

  private static let guardScript = """
    exec 2>/dev/null
    programs=$0 folder=$1
    rm -rf "$folder" && mkdir -m 700 "$folder" || exit 1
    trap 'rm -rf "$folder"' EXIT
    "$programs/initdb" -D "$folder/data" -U quickbrew -A trust -E UTF8 --locale=C --no-sync \\
      >/dev/null || exit 1
    "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off \\
      -c full_page_writes=off -c max_connections=200 >/dev/null </dev/null &
    server=$!
    cat >/dev/null
    kill -INT $server
    wait $server
    """

  /// The folder of the newest version's executables.
  private static func programs() -> String? {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).max().map { "\(root)/\($0)/bin" }
  }

  private func waitUntilReady() throws {
    let deadline = ContinuousClock.now + .patience
    while true {
      do throws(SQLError) {
        return try administer("SELECT 1")
      } catch {
        guard ContinuousClock.now < deadline else {
          throw StartFailure(description: "PostgreSQL did not start: \(error)")
        }
        // The server announces nothing, so it is polled.
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
  }
}
