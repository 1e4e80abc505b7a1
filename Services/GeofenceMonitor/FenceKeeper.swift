import Foundation
import Geography
import Messages

/// Fences, positions and events: the engine's verdicts, made durable before they are told.
///
/// One user at a time. Every method that changes something commits once, with `fsync`, and changes
/// its memory after that: where the commit fails, nothing has happened. With an idempotency key the
/// reply is part of the same commit, and the same key is answered with it again.
package final class FenceKeeper {
  private let store: GeofenceStore
  private var engine = FenceEngine()
  private var latestEvent: Int64

  /// Opens the database and takes up where it was left; linear in fences and devices.
  ///
  /// - Throws: `SQLiteError`; `NewerSchemaError`.
  package init(path: String, retention: Retention = .standard) throws {
    store = try GeofenceStore(path: path, retention: retention)
    latestEvent = try store.latestEventNumber()
    var engine = FenceEngine()
    try store.forEachFence { engine.add($1, number: $0) }
    try store.forEachDevice { engine.restore($0) }
    self.engine = engine
  }

  package var fenceCount: Int { engine.fenceCount }
  package var deviceCount: Int { engine.deviceCount }
}

// MARK: - Fences

extension FenceKeeper {
  /// Sets up a fence.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLiteError`.
  package func add(_ request: FenceAddRequest, key: String? = nil) throws -> Fence {
    try request.validate()
    return try answer(request, key: key) {
      guard engine.fenceCount < GeofenceLimits.maximumFences else {
        throw ServiceError(
          .conflict,
          "There are \(GeofenceLimits.maximumFences) fences already; "
            + "remove one before adding another."
        )
      }
      let radius = request.radiusMeters ?? GeofenceLimits.defaultRadiusMeters
      let number = try store.insertFence(
        center: request.center, radius: radius, label: request.label)
      let fence = Fence(
        id: FenceID(number: number), center: request.center, radiusMeters: radius,
        label: request.label)
      return (fence, { self.engine.add(fence, number: number) })
    }
  }

  /// Takes a fence down and gives it back.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLiteError`.
  package func remove(_ request: FenceRemoveRequest, key: String? = nil) throws -> Fence {
    try answer(request, key: key) {
      guard let number = request.id.number, let fence = engine.fence(number) else {
        throw ServiceError(
          .notFound, "There is no fence “\(request.id)”. List the fences to see their names.")
      }
      try store.deleteFence(number)
      return (fence, { self.engine.remove(number) })
    }
  }

  /// Every fence in the order they were set up.
  package var fences: [Fence] { engine.allFences }
}

// MARK: - Positions

extension FenceKeeper {
  /// What a report did: the reply, and what to publish.
  package struct Outcome: Sendable, Hashable {
    package let reply: PositionReportReply
    /// The device's new position; `nil` where the report was ignored, or is a repeated request
    /// whose news went out the first time.
    package let moved: DevicePosition?
  }

  /// Takes a device's position.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLiteError`.
  package func report(
    _ request: PositionReportRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome {
    try request.validate()
    let position = DevicePosition(
      device: request.device, coordinate: request.coordinate, time: request.time ?? now)
    var moved: DevicePosition?
    let reply = try answer(request, key: key) {
      let verdict = engine.judge(position, now: now)
      switch verdict {
      case .ignored(let reason):
        return (PositionReportReply(ignored: reason.rawValue, events: []), {})
      case .accepted(let state, let transitions):
        try checkRoom(for: state)
        let events = events(for: transitions, of: position)
        try store.save(position, transitions)
        for event in events { try store.append(event) }
        return (
          PositionReportReply(ignored: nil, events: events),
          {
            self.engine.apply(verdict)
            self.latestEvent += Int64(events.count)
            moved = position
          }
        )
      }
    }
    return Outcome(reply: reply, moved: moved)
  }

  /// Where a device last was.
  ///
  /// - Throws: `ServiceError` with `notFound`.
  package func position(of device: DeviceID) throws(ServiceError) -> DevicePosition {
    guard let state = engine.state(of: device) else {
      throw ServiceError(.notFound, "No device “\(device)” has reported a position yet.")
    }
    return state.position
  }

  private func checkRoom(for state: DeviceState) throws(ServiceError) {
    guard engine.deviceCount >= MonitorLimits.maximumDevices,
      engine.state(of: state.position.device) == nil
    else { return }
    throw ServiceError(
      .conflict,
      "\(MonitorLimits.maximumDevices) devices are known already, "
        + "and “\(state.position.device)” is none of them."
    )
  }

  private func events(
    for transitions: [Transition], of position: DevicePosition
  ) -> [GeofenceEvent] {
    let told = transitions.compactMap { transition in
      engine.fence(transition.fence).map { (transition.kind, $0) }
    }
    return told.enumerated().map { offset, pair in
      GeofenceEvent(
        number: latestEvent + 1 + Int64(offset), kind: pair.0, fence: pair.1,
        device: position.device, coordinate: position.coordinate, time: position.time)
    }
  }
}

// MARK: - The log

extension FenceKeeper {
  /// Events that were kept, oldest first.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLiteError`.
  package func events(_ request: GeofenceEventsRequest) throws -> GeofenceEventsReply {
    try request.validate()
    let events = try store.events(
      since: request.since, limit: request.limit ?? MonitorLimits.defaultPage)
    return GeofenceEventsReply(events: events, latest: latestEvent)
  }
}

// MARK: - Commit, then remember

extension FenceKeeper {
  /// Answers a request that changes something, or one that was answered before.
  ///
  /// - Parameter change: writes to the store; answers the reply, and how to change the memory once
  ///   the commit holds.
  private func answer<Request: RequestMessage>(
    _ request: Request, key: String?, change: () throws -> (Request.Reply, () -> Void)
  ) throws -> Request.Reply {
    let operation = Request.operation.name
    let (reply, remember) = try store.transaction {
      guard let key else { return try change() }
      if let kept = try store.reply(underKey: key) {
        return (try Self.decode(kept, key: key, of: operation, as: Request.Reply.self), {})
      }
      let answer = try change()
      try store.saveReply(
        try MessageCoder.encode(answer.0), underKey: key, operation: operation)
      return answer
    }
    remember()
    return reply
  }

  private static func decode<Reply: Decodable>(
    _ kept: (operation: String, body: Data), key: String, of operation: String, as type: Reply.Type
  ) throws(ServiceError) -> Reply {
    guard kept.operation == operation else {
      throw ServiceError(
        .conflict,
        "The idempotency key “\(key)” was used for \(kept.operation); "
          + "use a new one for \(operation)."
      )
    }
    return try MessageCoder.decode(type, from: kept.body)
  }
}
