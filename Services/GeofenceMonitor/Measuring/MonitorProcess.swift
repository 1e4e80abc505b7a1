import CommandLineKit
import Foundation
import MessageBus
import Messages
import Time

/// This very executable as a service of its own, in a home that is deleted in the end.
final class MonitorProcess {
  let home: Home
  private let process = Process()

  /// Prepares the home.
  ///
  /// - Parameter directory: where to make it; the disk that is measured.
  init(in directory: String) throws {
    home = Home(directory: "\(directory)/quickbrew-measure-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      atPath: home.directory, withIntermediateDirectories: true)
  }

  /// Sets up fences before the service starts: one commit.
  func add(_ definitions: [FenceDefinition]) throws {
    let keeper = try FenceKeeper(path: try home.dataFile("geofence-monitor.sqlite"))
    var batch = try keeper.begin()
    for one in definitions { _ = try batch.apply(FenceAddRequest(one), now: .now()) }
    try batch.commit()
  }

  /// Starts the service and waits until it answers.
  func start(asked client: RequestClient) async throws {
    process.executableURL = URL(filePath: executablePath())
    process.arguments = ["serve", "--home", home.directory]
    try process.run()
    let end = ContinuousClock.now + .seconds(120)
    while true {
      do {
        _ = try await stats(client)
        return
      } catch {
        guard error.code == .unavailable, .now < end, process.isRunning else { throw error }
      }
      // Another process starts; there is nothing to be told by.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func stats(_ client: RequestClient) async throws(ServiceError) -> InstanceStats {
    try await client.send(StatsRequest(), to: .geofenceMonitor, timeout: .seconds(30))
  }

  /// Ends the service and deletes its home.
  func end() {
    if process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: home.directory)
  }
}
