import Foundation
import Geography
import Messages
import Time

/// Fences, tracks and events: the engine and the store that makes its decisions durable.
///
/// One user at a time. All changes go through a `Batch`, or through `apply`, a batch of one
/// request.
package final class FenceKeeper {
  let store: GeofenceStore
  private let settings: EngineSettings
  var engine: FenceEngine
  var routes = ActiveRoutes()
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

  /// Restores the engine from the file: at the start, and after a batch that failed.
  func load() throws {
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
  /// Fences in the order in which they were set up or moved last.
  package func fences(_ request: FenceListRequest) -> FenceListReply {
    FenceListReply(
      fences: engine.fences.all.map(\.fence).filter { fence in
        (request.board == nil || fence.board == request.board)
          && (request.tag.map { fence.definition.tags?.contains($0) ?? false } ?? true)
      })
  }

  func fence(_ id: FenceID) -> Fence? { numberByID[id].flatMap { engine.fence($0) } }

  /// Sets up a fence.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func add(_ definition: FenceDefinition, board: BoardID?, pin: String?) throws -> Fence {
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

  /// Replaces the definition of a fence; the devices inside stay inside until their next reports.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  func move(_ fence: Fence, to definition: FenceDefinition) throws -> Fence {
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

  /// Removes a fence; the devices inside exit. Nothing happens if there is none of that name.
  func remove(_ id: FenceID, now: Timestamp) throws -> RequestEffects {
    guard let number = numberByID[id], let fence = engine.fences[number] else {
      return RequestEffects()
    }
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

  /// Stores the tracks after a fence was moved: they hold who is inside it.
  private func saveTracks() throws {
    for device in engine.devices {
      guard let track = engine.track(of: device), !track.base.presences.isEmpty else { continue }
      try store.save(track.saved, of: device, folded: 0)
    }
  }
}

// MARK: - Queries

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

  /// A device's last position.
  ///
  /// - Throws: `ServiceError` with `notFound`.
  package func position(
    of device: DeviceID, now: Timestamp
  ) throws(ServiceError) -> DevicePosition {
    guard let position = engine.position(of: device, now: now) else {
      throw ServiceError(.notFound, "No device “\(device)” has reported a position yet.")
    }
    return position
  }
}
