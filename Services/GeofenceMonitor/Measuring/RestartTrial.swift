import CommandLineKit
import Foundation
import Messages
import Time

/// How long a start takes where every device has a full window of samples.
struct RestartTrial {
  /// Windows fill in so many reports; the rest is folded.
  private static let steps = 300
  private let path: String
  private let log: Log

  /// - Parameter directory: where a store is made, and removed in the end.
  init(in directory: String, log: Log) {
    path =
      URL(filePath: directory)
      .appending(path: "geofence-restart-\(ProcessInfo.processInfo.processIdentifier).sqlite").path
    self.log = log
  }

  /// - Throws: `SQLError`, `ServiceError`.
  func run(_ fleet: Fleet) throws {
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let position = try fill(fleet)
    for _ in 0..<3 {
      let begin = ContinuousClock.now
      let keeper = try FenceKeeper(path: path)
      let seconds = begin.duration(to: .now) / .seconds(1)
      guard try keeper.position(of: position.device, now: position.time) == position else {
        throw ServiceError(.internal, "The store tells another position than before.")
      }
      let samples = keeper.store.journal.held
      log.info(
        """
        start with \(keeper.deviceCount) devices, \(keeper.fenceCount) fences, \(samples) samples: \
        \(seconds) s
        """)
    }
  }

  /// Answers where the first device is in the end.
  private func fill(_ fleet: Fleet) throws -> DevicePosition {
    var fleet = fleet
    let keeper = try FenceKeeper(path: path)
    let size = GeofenceLimits.maximumBatch
    var fences = try keeper.begin()
    for one in fleet.definitions { _ = try fences.apply(FenceAddRequest(one), now: .now()) }
    try fences.commit()
    for _ in 0..<Self.steps {
      fleet.step()
      var batch = try keeper.begin()
      for start in stride(from: 0, to: fleet.count, by: size) {
        let reports = fleet.reports(of: start..<min(fleet.count, start + size))
        _ = try batch.apply(PositionBatchRequest(positions: reports), now: .now())
      }
      try batch.commit()
    }
    let first = fleet.reports(of: 0..<1)[0].device
    return try keeper.position(of: first, now: .now())
  }
}
