import Foundation
import TestSupport
import Testing

/// `deploy/stack` in its own home, with the executables of this build.
struct StackScript: Sendable {
  /// Whether `deploy/stack` can run on this machine.
  static let isUsable = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/supervisord") }

  /// The comment of a skipped test.
  static let absence: Comment = "no supervisord: deploy/test installs Debian's package supervisor"

  /// A line of `deploy/stack status`.
  struct Instance: Hashable {
    let name: String
    let state: String
    let pid: Int32
    let restarts: Int
  }

  let home: String
  let temporary: String

  /// Passes a script whose home does not exist yet to `body`, and stops the stack afterwards.
  ///
  /// - Parameter hasMap: whether the home has the artifacts of the sample map, so that `up` builds
  ///   nothing.
  static func with(
    hasMap: Bool = false, _ body: (StackScript) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { directory in
      let temporary = URL(filePath: directory.path).resolvingSymlinksInPath().path
      let script = StackScript(home: temporary + "/home", temporary: temporary)
      if hasMap { try await script.copySampleMap() }
      do {
        try await body(script)
      } catch {
        _ = try await script("down")
        throw error
      }
      _ = try await script("down")
    }
  }

  /// To where it would be built.
  private func copySampleMap() async throws {
    let map = URL(filePath: Executables.sampleMap)
    let built = try await BuiltMaps.shared.folder(of: map.path, zone: nil, drawn: true)
    let sum = try await run("/usr/bin/sha256sum", [map.path], "").output
    let name = map.deletingPathExtension().lastPathComponent
    let folder = "\(home)/maps/\(name)-\(sum.prefix(12))"
    try FileManager.default.createDirectory(
      atPath: home + "/maps", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try FileManager.default.copyItem(atPath: built, toPath: folder)
  }

  /// Runs `deploy/stack`.
  func callAsFunction(_ arguments: String...) async throws -> Executables.Outcome {
    try await self(arguments)
  }

  /// Runs `deploy/stack`.
  func callAsFunction(
    _ arguments: [String], input: String = ""
  ) async throws -> Executables.Outcome {
    try await run(Executables.repository + "/deploy/stack", arguments, input)
  }

  /// Runs `deploy/stack` with these variables, too.
  func callAsFunction(
    _ arguments: String..., environment: [String: String]
  ) async throws -> Executables.Outcome {
    try await Executables.run(
      Executables.repository + "/deploy/stack", arguments,
      environment: self.environment.merging(environment) { $1 }, in: temporary)
  }

  /// Runs the client against this home.
  func quickbrew(_ arguments: String..., input: String = "") async throws -> Executables.Outcome {
    try await run("\(Executables.directory)/quickbrew", arguments, input)
  }

  /// Runs a program with the usual umask of 022.
  private func run(
    _ program: String, _ arguments: [String], _ input: String
  ) async throws -> Executables.Outcome {
    try await Executables.run(
      "/bin/sh", ["-c", #"umask 022 && exec "$0" "$@""#, program] + arguments,
      environment: environment, input: input, in: temporary)
  }

  /// Runs `deploy/stack` and requires that it succeeds.
  func succeeds(_ arguments: String...) async throws {
    let outcome = try await self(arguments)
    guard outcome.status == 0 else {
      throw Unexpected("\(arguments): \(outcome.status) \(outcome.output) \(outcome.errors)")
    }
  }

  /// The instances listed by `deploy/stack status`, by name.
  func instances() async throws -> [String: Instance] {
    let outcome = try await self("status")
    let rows = outcome.output.split(separator: "\n").compactMap { line -> Instance? in
      let words = line.split(separator: " ").map(String.init)
      // instance, state, pid, uptime, restarts
      guard words.count > 4, let pid = Int32(words[2]), let restarts = Int(words[4]) else {
        return nil
      }
      return Instance(name: words[0], state: words[1], pid: pid, restarts: restarts)
    }
    return Dictionary(rows.map { ($0.name, $0) }) { $1 }
  }

  /// The processes that were started with this home.
  func processes() throws -> [Int32] {
    let mark = Data("QUICKBREW_HOME=\(home)\0".utf8)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init)
      .filter { pid in
        // A process may exit at any time, and those of other users are not readable.
        guard let environment = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/environ"))
        else { return false }
        return environment.range(of: mark) != nil
      }
  }

  /// The process ID of the supervisor.
  func supervisor() throws -> Int32 {
    let text = try String(
      contentsOf: URL(filePath: home + "/run/supervisord.pid"), encoding: .utf8)
    guard let pid = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Unexpected("the supervisor's pid: \(text)")
    }
    return pid
  }

  /// The entries of a directory of the home; empty where it does not exist.
  func contents(of name: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(home)/\(name)"))?.sorted() ?? []
  }

  /// The name of the current map.
  func map() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: home + "/maps/current")
  }

  /// The path of a file that is no map, despite its extension.
  func noMap() throws -> String {
    try Data("This is no map.\n".utf8).write(to: URL(filePath: "\(temporary)/notes.osm.pbf"))
    return "\(temporary)/notes.osm.pbf"
  }

  /// Port 0 lets the system choose, so that stacks do not collide.
  private var environment: [String: String] {
    [
      "QUICKBREW_HOME": home, "QUICKBREW_BIN": Executables.directory, "QUICKBREW_HTTP_PORT": "0",
    ]
  }
}
