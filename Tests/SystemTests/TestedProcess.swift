import CommandLineKit
import Foundation
import Glibc
import Messages

/// One of this build's executables while it runs.
final class TestedProcess {
  private let process = Process()
  private let ending: AsyncStream<Void>

  /// - Parameter output: a file that standard output is added to.
  init(_ program: String, _ arguments: [String], home: Home, output: String?) throws {
    process.executableURL = URL(filePath: "\(Executables.directory)/\(program)")
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

  /// Ends the process as the kernel does when memory runs out, and waits until it is gone.
  func kill() async {
    Glibc.kill(process.processIdentifier, SIGKILL)
    for await _ in ending {}
  }
}

/// Tries again while the service is away.
@Sendable func untilDone(_ body: @Sendable () async throws -> Void) async throws {
  while true {
    do {
      return try await body()
    } catch let error as ServiceError {
      if !error.code.isRetryable { throw error }
    }
    // The service is being started; there is nothing to be told by.
    try await Task.sleep(for: .milliseconds(10))
  }
}
