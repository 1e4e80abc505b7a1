import Foundation
package import Messages
package import Stores
package import Time

/// Fences, tracks and events: the engine and the store that makes its decisions durable.
///
/// One user at a time. All changes go through a `Batch`, or through `apply`, a batch of one
/// request.
package final class MonitorState {
  let store: GeofenceStore
  private let settings: EngineSettings
  var engine: FenceEngine
  var routes = ActiveRoutes()
  /// To whom the key is bound whose request is applied; `nil` for an operator.
  var user: String?
  /// Users to whom a key is bound, who reported or set routes since `nearQuotas` or were near then.
  var boundUsers: Set<String> = []
  private var sweep = RetentionSweep()
  private var directory = FenceDirectory()
  /// What could not be read of the file.
  package private(set) var damage: [StoreDamage] = []

  /// Whether the memory is not what is stored, as the store could not be read after a failure.
  private var isStale = false

  /// Whether the last write failed. Then the store is tried before requests change the memory,
  /// which would have to be read from the store again for each batch.
  var isUnwritable = false

  /// Opens the database and restores the engine; linear in fences, devices and samples.
  ///
  /// - Parameter lease: that of this monitor, where others stand by; `nil` for a file.
  /// - Throws: `SQLError`; `SchemaVersionError`.
  package init(
    at location: StoreLocation, lease: Lease? = nil, retention: Retention = .standard,
    settings: EngineSettings = EngineSettings()
  ) throws {
    store = try GeofenceStore(at: location, retention: retention, lease: lease)
    self.settings = settings
    engine = FenceEngine(settings: settings)
    try load()
  }

  /// Restores the engine from the store if it could not be read before.
  ///
  /// - Throws: `SQLError`.
  func loadIfStale() throws { if isStale { try load() } }

  /// Restores the engine from the store: at the start, and after a batch that failed.
  ///
  /// - Throws: `SQLError`; then the next batch tries it again, before anything else.
  func load() throws {
    isStale = true
    var engine = FenceEngine(
      settings: settings, latestEvent: try store.latestEventNumber(),
      latestArrival: try store.latestArrival())
    directory = FenceDirectory()
    damage = []
    for fence in try store.fences(&damage) {
      engine.add(fence)
      directory.insert(fence)
    }
    try store.forEachDevice(&damage) { engine.restore($0, $1, samples: $2) }
    self.engine = engine
    sweep.restart()
    routes = ActiveRoutes()
    try store.forEachRoute(&damage) { device, route, progress in
      guard let timed = TimedRoute(route) else { return }
      routes.set(
        device,
        RouteFollower(
          timed, departure: route.departure, progress: progress, engine.fences.watching(device)))
    }
    isStale = false
  }

  package var fenceCount: Int { engine.fences.count }
  package var deviceCount: Int { engine.deviceCount }
}

// MARK: - Fences

extension MonitorState {
  /// Fences in the order in which they were set up or moved last.
  package func fences(_ request: FenceListRequest) -> FenceListReply {
    FenceListReply(
      fences: engine.fences.all.map(\.fence).filter { fence in
        (request.board == nil || fence.board == request.board)
          && (request.tag.map { fence.definition.tags?.contains($0) ?? false } ?? true)
      })
  }

  func fence(_ id: FenceID) -> Fence? { directory.number(of: id).flatMap { engine.fence($0) } }

  /// A board's fences, in the order in which they were set up or moved last.
  func fences(of board: BoardID) -> [WatchedFence] {
    directory.numbers(of: board).compactMap { engine.fences[$0] }
  }

  /// The number of the next fence that is set up or moved.
  func nextFenceNumber() throws -> FenceNumber { try store.nextFenceNumber() }

  /// Refuses a change that would leave more fences than a monitor watches.
  ///
  /// - Parameter change: how many more fences there are after it.
  /// - Throws: `ServiceError` with `conflict`.
  func checkRoom(for change: Int) throws(ServiceError) {
    try check(
      change <= 0 || engine.fences.count + change <= GeofenceLimits.maximumFences, or: .conflict,
      "There are \(engine.fences.count) fences, of at most \(GeofenceLimits.maximumFences); "
        + "remove some before adding others.")
  }

  /// Prepares a fence to be added, or to replace another; changes nothing.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for an invalid area or hours.
  func prepare(_ fence: Fence, number: FenceNumber) throws(ServiceError) -> WatchedFence {
    try engine.prepare(fence, number: number)
  }

  /// Sets up a fence.
  func add(_ fence: WatchedFence) throws {
    engine.add(fence)
    try insert(fence)
  }

  /// Replaces a fence by one of the same name; the devices inside stay inside until their next
  /// reports.
  func replace(_ old: WatchedFence, by fence: WatchedFence) throws {
    engine.move(old.number, to: fence)
    try delete(old)
    try insert(fence)
    try saveTracks()
  }

  private func insert(_ fence: WatchedFence) throws {
    directory.insert(fence)
    routes.watch(fence)
    try store.insert(fence)
  }

  private func delete(_ fence: WatchedFence) throws {
    directory.remove(fence)
    routes.forget(fence.number)
    try store.deleteFence(fence.number)
  }

  /// Removes a fence; the devices inside exit. Unknown names are ignored.
  func remove(_ id: FenceID, now: Timestamp) throws -> RequestEffects {
    guard let number = directory.number(of: id), let fence = engine.fences[number] else {
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
    for fence in fences { try delete(fence) }
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

// MARK: - Retention

extension MonitorState {
  /// Deletes a part of what is too old; called in a batch.
  func expire(now: Timestamp, at machine: ContinuousClock.Instant) throws -> RetentionSweep.Deleted
  {
    // A copy: a step changes the state, too.
    var sweep = sweep
    defer { self.sweep = sweep }
    return try sweep.step(self, now: now, at: machine)
  }
}

// MARK: - Queries

extension MonitorState {
  /// Events of the log, oldest first.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func events(_ request: GeofenceEventsRequest) throws -> GeofenceEventsReply {
    try request.validate()
    let log = try store.events(
      since: request.since, limit: request.limit ?? MonitorLimits.defaultPage)
    return GeofenceEventsReply(
      events: log.events, first: try store.firstEventNumber(), latest: engine.latestEvent,
      damaged: log.damaged == 0 ? nil : log.damaged)
  }

  /// A device's last position.
  ///
  /// - Throws: `ServiceError` with `notFound`.
  package func position(
    of device: DeviceID, now: Timestamp
  ) throws(ServiceError) -> DevicePosition {
    guard let position = engine.position(of: device, now: now) else {
      throw .unknown(device)
    }
    return position
  }
}

extension ServiceError {
  static func unknown(_ device: DeviceID) -> ServiceError {
    ServiceError(.notFound, "No device “\(device)” has reported a position yet.")
  }
}
