import CommandLineKit
import Foundation
import Glibc
import Messages
import TestSupport

/// A running executable of this build.
final class TestedProcess {
  private let process = Process()
  private let ending: AsyncStream<Void>

  /// - Parameters:
  ///   - program: a path, or the name of one of this build's executables.
  ///   - output: a file to which standard output is appended.
  init(_ program: String, _ arguments: [String], home: Home, output: String?) throws {
    process.executableURL = URL(
      filePath: program.hasPrefix("/") ? program : "\(Executables.directory)/\(program)")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["QUICKBREW_HOME": home.directory]) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    if let output {
      let handle = try FileHandle(forUpdating: URL(filePath: output))
      try handle.seekToEnd()
      process.standardOutput = handle
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in continuation.finish() }
    ending = stream
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  /// Sends SIGTERM.
  func terminate() { process.terminate() }

  /// Sends SIGKILL, and waits until the process has exited.
  func kill() async {
    Glibc.kill(process.processIdentifier, SIGKILL)
    for await _ in ending {}
  }
}

/// Retries while the service is unavailable.
@Sendable func untilDone(_ body: @Sendable () async throws -> Void) async throws {
  while true {
    do {
      return try await body()
    } catch let error as ServiceError {
      if !error.code.isRetryable { throw error }
    }
    // The service is starting; no notification announces that it is ready.
    try await Task.sleep(for: .milliseconds(10))
  }
}
