import Foundation
import Geography
import Messages
import Time

/// Fences, tracks and events: what the engine decides, made durable before it is told.
///
/// One user at a time. Every method that changes something commits once, with `fsync`; `together`
/// makes one commit of many. Where the commit fails, the memory is read from the file again:
/// nothing has happened. With an idempotency key the reply is part of the same commit, and the same
/// key is answered with it again.
package final class FenceKeeper {
  let store: GeofenceStore
  private let settings: EngineSettings
  var engine: FenceEngine
  var routes = RouteBook()
  /// Why what is done together cannot be committed any more.
  private var spoiled: (any Error)?
  private var isTogether = false
  /// The numbers of fences by their names.
  private var numbers: [FenceID: FenceNumber] = [:]

  /// Opens the database and takes up where it was left; linear in fences, devices and samples.
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
    numbers = [:]
    for fence in try store.fences() {
      engine.restore(fence)
      numbers[fence.fence.id] = fence.number
    }
    try store.forEachDevice { engine.restore($0, $1, samples: $2) }
    self.engine = engine
    routes = RouteBook()
    try store.forEachRoute { device, route, progress in
      guard let way = RouteWay(route) else { return }
      routes.set(
        device,
        RouteFollower(way, departure: route.departure, progress: progress, engine.fences))
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

  /// Takes a fence down and gives it back; the devices inside have left.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func remove(
    _ request: FenceRemoveRequest, now: Timestamp, key: String? = nil
  ) throws -> Outcome<Fence> {
    try change(request, key: key, now: now) { news in
      guard let number = self.numbers[request.id], let fence = self.engine.fence(number) else {
        throw ServiceError(
          .notFound, "There is no fence “\(request.id)”. List the fences to see their names.")
      }
      news.append(try self.remove(number, now: now))
      return fence
    }
  }

  /// Makes a board's fences be exactly those asked for.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func set(
    _ request: BoardFencesRequest, now: Timestamp
  ) throws -> Outcome<FenceListReply> {
    try request.validate()
    return try change(request, key: nil, now: now) { news in
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
        if let number = self.numbers[fence.id] {
          news.append(try self.remove(number, now: now))
        }
      }
      return FenceListReply(fences: fences)
    }
  }

  /// Fences in the order they were set up or moved last.
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
    try keep(number)
    return fence
  }

  private func move(_ fence: Fence, to definition: FenceDefinition) throws -> Fence {
    guard fence.definition != definition, let old = numbers[fence.id] else { return fence }
    let number = try store.nextFenceNumber()
    let moved = Fence(
      id: fence.id, board: fence.board, pin: fence.pin, definition: definition)
    try engine.move(old, to: moved, number: number)
    routes.forget(old)
    try store.deleteFence(old)
    try keep(number)
    try keepTracks()
    return moved
  }

  private func keep(_ number: FenceNumber) throws {
    guard let watched = engine.fences[number] else { return }
    numbers[watched.fence.id] = number
    routes.watch(watched)
    try store.insert(watched)
  }

  private func remove(_ number: FenceNumber, now: Timestamp) throws -> PositionNews {
    guard let fence = engine.fences[number] else { return PositionNews() }
    let events = engine.remove(number, at: now, because: .removed)
    return try drop([fence], events, now: now)
  }

  /// Takes down fences whose time is over, once no late position can tell of them any more.
  func removeExpired(now: Timestamp) throws -> PositionNews {
    let (fences, events) = engine.removeExpired(now: now)
    return fences.isEmpty ? PositionNews() : try drop(fences, events, now: now)
  }

  /// Keeps it that the engine has let go of fences.
  private func drop(
    _ fences: [WatchedFence], _ events: [GeofenceEvent], now: Timestamp
  ) throws -> PositionNews {
    for fence in fences {
      numbers[fence.fence.id] = nil
      routes.forget(fence.number)
      try store.deleteFence(fence.number)
    }
    for event in events { try store.append(event) }
    var news = PositionNews()
    news.events = events
    // A screen that shows such a device shows it in its colour of now.
    news.positions = Set(events.map(\.device)).sorted { $0.rawValue < $1.rawValue }
      .compactMap { engine.position(of: $0, now: now) }
    return news
  }

  /// Changes fences, and sees what that means to devices inside and on their way.
  private func change<Request: RequestMessage>(
    _ request: Request, key: String?, now: Timestamp,
    body: (inout PositionNews) throws -> Request.Reply
  ) throws -> Outcome<Request.Reply> {
    var news = PositionNews()
    let reply = try answer(request, key: key, now: now) {
      let reply = try body(&news)
      news.append(try removeExpired(now: now))
      news.upcoming = try routeNews()
      return reply
    }
    return Outcome(reply: reply, news: news)
  }

  /// Who is inside a fence that moved is part of what is kept of the tracks.
  private func keepTracks() throws {
    for device in engine.devices {
      guard let track = engine.track(of: device), !track.base.presences.isEmpty else { continue }
      try store.save(track.saved, of: device, folded: 0)
    }
  }
}

// MARK: - The log

extension FenceKeeper {
  /// Events that were kept, oldest first.
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
  /// Makes one commit of everything that `body` does; what a single request refuses is not done,
  /// and the others are.
  ///
  /// - Throws: `SQLError`; nothing of it has happened then, whatever the requests answered.
  package func together(_ body: () -> Void) throws {
    isTogether = true
    defer { isTogether = false }
    do {
      try store.transaction {
        spoiled = nil
        body()
        if let spoiled { throw spoiled }
      }
    } catch let failure {
      spoiled = nil
      try load()
      throw failure
    }
  }

  /// Answers a request that changes something, or one that was answered before.
  func answer<Request: RequestMessage>(
    _ request: Request, key: String?, now: Timestamp, change: () throws -> Request.Reply
  ) throws -> Request.Reply {
    // SQLite may have ended the transaction by itself; what is written then would be kept.
    if let spoiled { throw spoiled }
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

  /// A refusal of ours changed nothing, but that of a board may come halfway; a failed write leaves
  /// the memory ahead of the file.
  private func recover<Request: RequestMessage>(
    from failure: any Error, of request: Request
  ) throws {
    if failure is ServiceError {
      if request is BoardFencesRequest { try load() }
    } else if isTogether {
      spoiled = failure
    } else {
      try load()
    }
  }
}
