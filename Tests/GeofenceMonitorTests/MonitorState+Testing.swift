import Foundation
import Geography
import Messages
import Stores
import TestSupport
import Time

@testable import GeofenceMonitor

/// Each test's database, gone afterwards: a file, or a schema of the test's server.
final class MonitorFile {
  let path: String
  private let schema = "m" + UUID().uuidString.lowercased().replacing("-", with: "")

  /// The same database each time.
  var location: StoreLocation {
    BothBackends.server.map { .server(url: $0, schema: schema) } ?? .file(path: path)
  }

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("geofence-monitor-\(UUID().uuidString).sqlite").path
  }

  deinit {
    for suffix in ["", "-wal", "-shm", "-committed"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  func open() throws -> MonitorState { try MonitorState(at: location) }
}

extension MonitorState {
  /// Applies one request in its own batch.
  func apply<Command: MonitorCommand>(
    _ command: Command, now: Timestamp, key: IdempotencyKey? = nil, caller: Caller? = nil
  ) throws -> CommandOutcome<Command.Reply> {
    var batch = try begin()
    let result = Result { try batch.apply(command, now: now, key: key, caller: caller) }
    try batch.commit()
    return try result.get()
  }
}

/// Changes at the start of the test day; only the reply is returned.
extension MonitorState {
  func add(_ request: FenceAddRequest, key: IdempotencyKey? = nil) throws -> Fence {
    try apply(request, now: Track.time(0), key: key).reply
  }

  func remove(_ request: FenceRemoveRequest, key: IdempotencyKey? = nil) throws -> Fence {
    try apply(request, now: Track.time(0), key: key).reply
  }

  func set(_ request: BoardFencesRequest) throws -> FenceListReply {
    try apply(request, now: Track.time(0)).reply
  }

  func position(of device: DeviceID) throws -> DevicePosition {
    try position(of: device, now: Track.time(0))
  }
}

extension MonitorState {
  var fences: [Fence] { fences(FenceListRequest()).fences }

  /// - Parameter arrival: the minute in which the monitor hears of it; the same by default.
  func move(
    _ minute: Int, _ position: Coordinate, device: DeviceID = "phone", arrival: Int? = nil,
    key: IdempotencyKey? = nil
  ) throws -> CommandOutcome<PositionReportReply> {
    let request = PositionReportRequest(
      device: device, coordinate: position, time: Track.time(Double(minute) * 60))
    return try apply(request, now: Track.time(Double(arrival ?? minute) * 60), key: key)
  }

  func allEvents() throws -> [GeofenceEvent] {
    try events(GeofenceEventsRequest(since: 0, limit: GeofenceLimits.maximumPage)).events
  }
}
