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

  /// The result of a finished process.
  package struct Outcome: Sendable {
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
    for (suffix, contents) in [("in", input), ("out", ""), ("err", "")] {
      try Data(contents.utf8).write(to: URL(filePath: "\(name).\(suffix)"))
    }
    let process = Process()
    let limit = Task {
      // A hanging process would block the test for ever. A debug build of a router needs most of a
      // minute to read a city, and many times that beside other work.
      try await Task.sleep(for: .patience * 5)
      kill(process.processIdentifier, SIGKILL)
    }
    defer { limit.cancel() }
    process.executableURL = URL(
      filePath: program.hasPrefix("/") ? program : "\(directory)/\(program)")
    process.arguments = arguments
    // The settings of whoever runs the tests are not to change them.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["QUICKBREW_CONFIG": "/dev/null"]) { $1 }.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: "\(name).in"))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(name).out"))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(name).err"))
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOf: URL(filePath: "\(name).out"), encoding: .utf8),
      errors: try String(contentsOf: URL(filePath: "\(name).err"), encoding: .utf8))
  }
}
