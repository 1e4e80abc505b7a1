import Foundation
import Geography
import Messages

/// Fences, tracks and events: the engine's decisions, made durable before they are published.
///
/// One user at a time. Every method that changes something commits once, with `fsync`; `together`
/// makes one commit of many. If the commit fails, the memory is read from the file again: nothing
/// has happened. With an idempotency key the reply is part of the same commit, and the same key
/// gets the same reply again.
package final class FenceKeeper {
  let store: GeofenceStore
  private let settings: EngineSettings
  var engine: FenceEngine
  var routes = ActiveRoutes()
  /// Why the batch cannot be committed any more.
  private var batchFailure: (any Error)?
  private var isInBatch = false
  private var numberByID: [FenceID: FenceNumber] = [:]

  /// Opens the database and restores the engine; linear in fences, devices and samples.
  ///
  /// - Throws: `SQLError`; `NewerSchemaError`.
  package init(
    path: String, retention: Retention = .standard, settings: EngineSettings = EngineSettings()
  ) throws {
    store = try GeofenceStore(path: path, retention: retention)
    self.settings = settings
    engine = FenceEngine(settings: settings)
    try load()
  }

  private func load() throws {
    var engine = FenceEngine(
      settings: settings, latestEvent: try store.latestEventNumber(),
      latestArrival: try store.latestArrival())
    numberByID = [:]
    for fence in try store.fences() {
      engine.restore(fence)
      numberByID[fence.fence.id] = fence.number
    }
    try store.forEachDevice { engine.restore($0, $1, samples: $2) }
    self.engine = engine
    routes = ActiveRoutes()
    try store.forEachRoute { device, route, progress in
      guard let timed = TimedRoute(route) else { return }
      routes.set(
        device,
        RouteFollower(timed, departure: route.departure, progress: progress, engine.fences))
    }
  }

  package var fenceCount: Int { engine.fences.count }
  package var deviceCount: Int { engine.deviceCount }
}

// MARK: - Fences

extension FenceKeeper {
  /// Sets up a fence.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func add(
    _ request: FenceAddRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome<Fence> {
    try request.definition.validate()
    return try change(request, key: key, now: now) { _ in
      try self.add(request.definition, board: nil, pin: nil)
    }
  }

  /// Removes a fence and returns it; the devices inside exit.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func remove(
    _ request: FenceRemoveRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome<Fence> {
    try change(request, key: key, now: now) { effects in
      guard let number = self.numberByID[request.id], let fence = self.engine.fence(number) else {
        throw ServiceError(
          .notFound, "There is no fence “\(request.id)”. List the fences to see their names.")
      }
      effects.append(try self.remove(number, now: now))
      return fence
    }
  }

  /// Makes a board's fences exactly those of the request.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func set(
    _ request: BoardFencesRequest, now: Timestamp
  ) throws -> Outcome<FenceListReply> {
    try request.validate()
    return try change(request, key: nil, now: now) { effects in
      var old: [String: Fence] = [:]
      for fence in self.fences(FenceListRequest(board: request.board)).fences {
        old[fence.pin ?? ""] = fence
      }
      var fences: [Fence] = []
      for pin in request.pins {
        if let known = old.removeValue(forKey: pin.pin) {
          fences.append(try self.move(known, to: pin.definition))
        } else {
          fences.append(try self.add(pin.definition, board: request.board, pin: pin.pin))
        }
      }
      for fence in old.values {
        if let number = self.numberByID[fence.id] {
          effects.append(try self.remove(number, now: now))
        }
      }
      return FenceListReply(fences: fences)
    }
  }

  /// Fences in the order in which they were set up or moved last.
  package func fences(_ request: FenceListRequest) -> FenceListReply {
    FenceListReply(
      fences: engine.fences.all.map(\.fence).filter { fence in
        (request.board == nil || fence.board == request.board)
          && (request.tag.map { fence.definition.tags?.contains($0) ?? false } ?? true)
      })
  }

  private func add(_ definition: FenceDefinition, board: BoardID?, pin: String?) throws -> Fence {
    guard engine.fences.count < GeofenceLimits.maximumFences else {
      throw ServiceError(
        .conflict,
        "There are \(GeofenceLimits.maximumFences) fences already; "
          + "remove one before adding another.")
    }
    let number = try store.nextFenceNumber()
    let fence = Fence(id: FenceID(number: number), board: board, pin: pin, definition: definition)
    try engine.add(fence, number: number)
    try insert(number)
    return fence
  }

  private func move(_ fence: Fence, to definition: FenceDefinition) throws -> Fence {
    guard fence.definition != definition, let old = numberByID[fence.id] else { return fence }
    let number = try store.nextFenceNumber()
    let moved = Fence(
      id: fence.id, board: fence.board, pin: fence.pin, definition: definition)
    try engine.move(old, to: moved, number: number)
    routes.forget(old)
    try store.deleteFence(old)
    try insert(number)
    try saveTracks()
    return moved
  }

  private func insert(_ number: FenceNumber) throws {
    guard let watched = engine.fences[number] else { return }
    numberByID[watched.fence.id] = number
    routes.watch(watched)
    try store.insert(watched)
  }

  private func remove(_ number: FenceNumber, now: Timestamp) throws -> RequestEffects {
    guard let fence = engine.fences[number] else { return RequestEffects() }
    let events = engine.remove(number, at: now, because: .removed)
    return try recordRemoval([fence], events, now: now)
  }

  /// Removes expired fences, once no late position can belong to them any more.
  func removeExpired(now: Timestamp) throws -> RequestEffects {
    let (fences, events) = engine.removeExpired(now: now)
    return fences.isEmpty ? RequestEffects() : try recordRemoval(fences, events, now: now)
  }

  /// Stores that the engine has removed fences.
  private func recordRemoval(
    _ fences: [WatchedFence], _ events: [GeofenceEvent], now: Timestamp
  ) throws -> RequestEffects {
    for fence in fences {
      numberByID[fence.fence.id] = nil
      routes.forget(fence.number)
      try store.deleteFence(fence.number)
    }
    for event in events { try store.append(event) }
    var effects = RequestEffects()
    effects.events = events
    // The colour of these devices may have changed.
    effects.positions = Set(events.map(\.device)).sorted { $0.rawValue < $1.rawValue }
      .compactMap { engine.position(of: $0, now: now) }
    return effects
  }

  /// Changes fences, and updates the devices inside and on their routes.
  private func change<Request: RequestMessage>(
    _ request: Request, key: String?, now: Timestamp,
    body: (inout RequestEffects) throws -> Request.Reply
  ) throws -> Outcome<Request.Reply> {
    var effects = RequestEffects()
    let reply = try answer(request, key: key, now: now) {
      let reply = try body(&effects)
      effects.append(try removeExpired(now: now))
      effects.upcoming = try routeUpdates()
      return reply
    }
    return Outcome(reply: reply, effects: effects)
  }

  /// Stores the tracks after a fence was moved: they hold who is inside it.
  private func saveTracks() throws {
    for device in engine.devices {
      guard let track = engine.track(of: device), !track.base.presences.isEmpty else { continue }
      try store.save(track.saved, of: device, folded: 0)
    }
  }
}

// MARK: - The log

extension FenceKeeper {
  /// Events of the log, oldest first.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func events(_ request: GeofenceEventsRequest) throws -> GeofenceEventsReply {
    try request.validate()
    let events = try store.events(
      since: request.since, limit: request.limit ?? MonitorLimits.defaultPage)
    return GeofenceEventsReply(events: events, latest: engine.latestEvent)
  }
}

// MARK: - Commit, or nothing happened

extension FenceKeeper {
  /// Makes one commit of everything that `body` does; a request that is refused is undone by
  /// itself, and the others hold.
  ///
  /// - Throws: `SQLError`; nothing has happened then, whatever the requests replied.
  package func together(_ body: () -> Void) throws {
    isInBatch = true
    defer { isInBatch = false }
    do {
      try store.transaction {
        batchFailure = nil
        body()
        if let batchFailure { throw batchFailure }
      }
    } catch let failure {
      batchFailure = nil
      try load()
      throw failure
    }
  }

  /// Performs a request that changes something, or repeats the reply that was kept for it.
  func answer<Request: RequestMessage>(
    _ request: Request, key: String?, now: Timestamp, change: () throws -> Request.Reply
  ) throws -> Request.Reply {
    // SQLite may have ended the transaction by itself; further writes would commit one by one.
    if let batchFailure { throw batchFailure }
    do {
      return try store.transaction {
        let kept = try store.replies.find(
          Request.Reply.self, for: request, key: key, in: store.database)
        if let kept { return kept }
        let reply = try change()
        try store.replies.keep(reply, for: request, key: key, now: now, in: store.database)
        return reply
      }
    } catch let failure {
      try recover(from: failure, of: request)
      throw failure
    }
  }

  /// A refusal has changed nothing in memory, except that of a board, which may come halfway; after
  /// a failed write the memory is ahead of the file.
  private func recover<Request: RequestMessage>(
    from failure: any Error, of request: Request
  ) throws {
    if failure is ServiceError {
      if request is BoardFencesRequest { try load() }
    } else if isInBatch {
      batchFailure = failure
    } else {
      try load()
    }
  }
}
