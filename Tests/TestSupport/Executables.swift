import Foundation
import Glibc

/// The executables of this build.
package enum Executables {
  /// Their directory: that of QUICKBREW_BIN, else that of the running executable or test bundle.
  package static let directory: String = {
    if let named = ProcessInfo.processInfo.environment["QUICKBREW_BIN"] {
      return URL(filePath: named, relativeTo: URL(filePath: repository + "/")).path
    }
    return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path
  }()

  /// The repository's root.
  package static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The sample map of the repository.
  package static let sampleMap = repository + "/deploy/sample/downtown-san-francisco.osm"

  /// Where deploy/test puts libraries that no Debian package has: MapLibre, axe-core.
  package static let vendor = repository + "/.vendor"

  /// Whether deploy/test has fetched a file of `vendor`.
  package static func hasVendor(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(vendor)/\(file)")
  }

  /// The environment of a program that a test starts, with `more` in it. The settings and the
  /// language of whoever runs the tests are not to change them.
  static func environment(_ more: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment
      .merging(["QUICKBREW_CONFIG": "/dev/null", "LC_MESSAGES": "C"]) { $1 }.merging(more) { $1 }
  }

  /// The result of a finished process.
  package struct Outcome: Sendable {
    /// The exit status; 128 + n where signal n ended it.
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// Runs a program until it exits.
  ///
  /// - Parameters:
  ///   - program: a path, or the name of one of this build's executables.
  ///   - input: the contents of standard input; empty by default.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String = "", in temporary: String
  ) async throws -> Outcome {
    let name = "\(temporary)/process-\(UUID().uuidString)"
    try Data(input.utf8).write(to: URL(filePath: "\(name).in"))
    let process = try ChildProcess(
      program, arguments, environment: environment, input: .file("\(name).in"),
      output: .file("\(name).out"), errors: .file("\(name).err"))
    let limit = Task {
      // A hanging process would block the test for ever. A debug build of a router needs most of a
      // minute to read a city, and many times that beside other work.
      try await Task.sleep(for: .patience * 5)
      process.send(SIGKILL)
    }
    defer { limit.cancel() }
    return Outcome(
      status: await process.exitStatus(),
      output: try String(contentsOf: URL(filePath: "\(name).out"), encoding: .utf8),
      errors: try String(contentsOf: URL(filePath: "\(name).err"), encoding: .utf8))
  }
}
