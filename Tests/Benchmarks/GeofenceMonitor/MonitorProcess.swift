import CommandLineKit
import Foundation
import MessageBus
import Messages
import TestSupport

/// A geofence monitor of its own, the executable beside this one, in a home that is deleted in the
/// end.
final class MonitorProcess {
  private let home: Home
  private var process: ChildProcess?
  private let bus: Bus
  var client: RequestClient { bus.client }

  /// Starts the service in a new home, runs `body`, and stops it.
  ///
  /// - Parameter directory: where to create the home; its disk is measured.
  /// - Throws: what keeps the service from starting; what `body` throws.
  static func run(in directory: String, _ body: (MonitorProcess, Bus) async throws -> Void)
    async throws
  {
    let monitor = try MonitorProcess(in: directory)
    do {
      try await monitor.start()
      try await body(monitor, monitor.bus)
    } catch {
      await monitor.end()
      throw error
    }
    await monitor.end()
  }

  private init(in directory: String) throws {
    home = Home(directory: "\(directory)/quickbrew-bench-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      atPath: home.directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try home.makeRunDirectory()
    bus = try Bus(runDirectory: home.runDirectory, name: "bench")
  }

  /// Adds fences, many at a time, so that they share commits.
  ///
  /// - Throws: `ServiceError`.
  func add(_ definitions: [FenceDefinition]) async throws {
    let client = client
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, definition) in definitions.enumerated() {
        if index >= 256 { try await group.next() }
        group.addTask {
          _ = try await client.send(FenceAddRequest(definition), timeout: .seconds(60))
        }
      }
      try await group.waitForAll()
    }
  }

  /// Starts the service and waits until it answers.
  ///
  /// - Throws: what keeps the process from starting; `ServiceError` if it does not answer.
  func start() async throws {
    process = try ChildProcess("geofence-monitor", ["serve", "--home", home.directory])
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      do {
        _ = try await stats()
        return
      } catch {
        guard error.code.isRetryable, .now < deadline, process?.isRunning == true
        else { throw error }
      }
      // The service is another process; no notification announces that it is ready.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func stats() async throws(ServiceError) -> InstanceStats {
    try await client.send(StatsRequest(), to: .geofenceMonitor, timeout: .seconds(30))
  }

  /// Stops the service.
  func stop() async {
    process?.terminate()
    await process?.exitStatus()
  }

  private func end() async {
    await stop()
    await bus.close()
    // The system cleans up what cannot be deleted.
    try? FileManager.default.removeItem(atPath: home.directory)
  }
}
