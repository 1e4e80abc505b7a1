import FoundationEssentials
import Geography
import Idempotency
import Messages
import SQL
import Stores
import TestSupport
import Time

@testable import GeofenceMonitor
@testable import MessageBus
@testable import VenueStore

/// What the thread of a simulated venue store owns.
struct VenueWorker {
  let store: VenueDatabase
  let stream: VenueStream
}

/// A question to the router of a run, and its reply: the same number.
struct LookRequest: RequestMessage {
  typealias Reply = LookRequest
  static let operation = Operation(.router, "look", version: 1)

  let number: Int
}

/// The processes of a run, with the real stores on files.
struct SimulatedStores {
  private static let monitorLimits = Retention(events: 100_000, replies: 1_000)

  let world: SimulatedWorld
  let loop: MessageLoop
  let context: MessageContext
  let directory: TemporaryDirectory

  func router(_ instance: String) -> SimulatedService<Int> {
    let world = world
    return SimulatedService(.router, instance, in: world, on: loop, context: context) { _ in
      var handlers = RequestHandlers<Int>()
      handlers.answer(LookRequest.self) { last, request, _ in
        defer { last = request.number }
        return world.plant == .swappedReplies && last > 0 ? LookRequest(number: last) : request
      }
      return (handlers, 0)
    }
  }

  func venueStore() -> SimulatedService<VenueWorker> {
    SimulatedService(.venueStore, in: world, on: loop, context: context) { publisher in
      let store = try openVenues()
      let stream = VenueStream(publisher: publisher)
      try stream.publishPending(from: store)
      return (handlersOfVenues(), VenueWorker(store: store, stream: stream))
    }
  }

  func openVenues() throws -> VenueDatabase {
    let count = world.plant == .forgottenKeys ? 1 : 1_000
    return try VenueDatabase(
      at: .file(path: directory.path("venues.sqlite")), replies: StoredReplies(maximumCount: count))
  }

  private func handlersOfVenues() -> RequestHandlers<VenueWorker> {
    var handlers = RequestHandlers<VenueWorker>()
    handlers.answer(VenueSnapshotRequest.self) { worker, request, _ in
      let (page, position) = try worker.stream.snapshot(of: worker.store) {
        try worker.store.venues.page(after: request.after, limit: request.limit ?? 100)
      }
      return VenueSnapshotReply(position: position, venues: page.venues, next: page.next)
    }
    write(FavouriteAddRequest.self, in: &handlers) { try Favourites($0).add($1, now: $2) }
    write(FavouriteRemoveRequest.self, in: &handlers) { try Favourites($0).remove($1, now: $2) }
    write(NotePutRequest.self, in: &handlers) { try Notes($0).put($1, now: $2) }
    write(NoteRemoveRequest.self, in: &handlers) { store, request, _ in
      try Notes(store).remove(request)
    }
    return handlers
  }

  /// As the service's own `write`, with the clock of the run, and a process that may die at the
  /// last moment.
  private func write<Request: RequestMessage>(
    _ type: Request.Type, in handlers: inout RequestHandlers<VenueWorker>,
    _ change: @escaping @Sendable (VenueDatabase, Request, Timestamp) throws -> Request.Reply
  ) {
    let world = world
    handlers.answer(type) { worker, request, context in
      try mappingStoreErrors(of: "venue store") {
        let store = worker.store
        let uncommitted = {
          var reply: Request.Reply?
          _ = try? store.database.transaction {
            reply = try change(store, request, world.timeOfDay)
            throw Killed()
          }
          return reply
        }
        if world.plant == .lostCommits, world.chance(20) == 0, let reply = uncommitted() {
          return reply
        }
        if world.plant == .trustedClocks, world.skewSeconds != 0 {
          try store.database.execute("DELETE FROM kept_reply")
        }
        do {
          return try store.once(request, key: context.idempotencyKey, now: world.timeOfDay) {
            let reply = try change(store, request, world.timeOfDay)
            world.isDying = world.happens(\.killsBeforeCommit, "kill before commit")
            if world.isDying { throw Killed() }
            return reply
          }
        } catch let error as SQLError
          where world.plant == .ignoredFullDisks && error.kind == .diskFull
        {
          try store.database.execute("PRAGMA max_page_count = 1000000000")
          guard let reply = uncommitted() else { throw error }
          return reply
        }
      }
    }
  }

  func monitor() -> SimulatedService<MonitorWorker> {
    let world = world
    return SimulatedService(.geofenceMonitor, in: world, on: loop, context: context) { publisher in
      let worker = MonitorWorker(
        state: try openMonitor(), at: monitorLocation, publisher: publisher,
        tally: PositionTally(), now: { world.timeOfDay })
      return (handlersOfMonitor(), worker)
    }
  }

  private var monitorLocation: StoreLocation { .file(path: directory.path("fences.sqlite")) }

  func openMonitor() throws -> MonitorState {
    var retention = Self.monitorLimits
    if world.plant == .forgottenKeys { retention.replies = 1 }
    return try MonitorState(at: monitorLocation, retention: retention)
  }

  private func handlersOfMonitor() -> RequestHandlers<MonitorWorker> {
    let world = world
    var handlers = RequestHandlers<MonitorWorker>()
    handlers.answerBatched { worker, answer in
      try worker.answerBatch {
        answer()
        world.isDying = world.happens(\.killsBeforeCommit, "kill before commit")
        // The commit finds no transaction.
        if world.isDying { worker.state.store.rollBack() }
      }
    }
    change(FenceAddRequest.self, in: &handlers)
    change(FenceRemoveRequest.self, in: &handlers)
    change(PositionReportRequest.self, in: &handlers)
    handlers.answer(GeofenceEventsRequest.self) { worker, request, _ in
      let page = try MonitorWorker.mappingStoreErrors { try worker.state.events(request) }
      guard world.plant == .thinPages, page.events.count > 1 else { return page }
      return GeofenceEventsReply(
        events: Array(page.events.dropFirst()), first: page.first, latest: page.latest)
    }
    return handlers
  }

  private func change<Command: MonitorCommand>(
    _ type: Command.Type, in handlers: inout RequestHandlers<MonitorWorker>
  ) {
    let world = world
    handlers.answer(type) { worker, request, context in
      if world.plant == .trustedClocks, world.skewSeconds != 0 {
        try worker.state.store.database.execute("DELETE FROM kept_reply")
      }
      return try worker.apply(request, key: context.idempotencyKey, caller: context.caller)
    }
  }
}

/// The feeds of a run: which of them list which place, as of the last sync that was committed.
///
/// A feed's phone numbers tell whose data a venue has.
struct SimulatedFeeds {
  static let names: [FeedName] = ["base", "north", "south"]
  private static let places = 14
  /// Listed by the first feed, always.
  static let basePlaces = 4

  private(set) var listed: [FeedName: [Int: String]] = [:]

  static func add(to store: VenueDatabase, in directory: TemporaryDirectory) throws {
    for name in names {
      let feed = Feed(
        name: name, format: .campus, location: directory.path("\(name).json"), everySeconds: 0)
      _ = try FeedRegistry(store).add(feed, now: Timestamp(secondsSince1970: 1_794_000_000))
    }
  }

  /// Syncs a feed with other rows; `false` if that failed.
  mutating func sync(
    _ name: FeedName, _ worker: VenueWorker, in directory: TemporaryDirectory,
    _ world: SimulatedWorld
  ) -> Bool {
    var rows: [Int: String] = [:]
    if name == Self.names[0] {
      for place in 0..<Self.basePlaces { rows[place] = "+1 415 555 010\(place)" }
    } else {
      for place in Self.basePlaces - 2..<Self.places where world.chance(2) == 0 {
        rows[place] = "+1 415 555 \(1_000 + world.chance(9_000))"
      }
    }
    let written = world.plant == .lostRows ? rows.dropFirst() : rows[...]
    let document = written.sorted { $0.key < $1.key }.map { place, phone in
      let at = Coordinate(latitude: 60, longitude: 25).moved(by: Double(place) * 1_000, bearing: 90)
      return """
        {"id": "\(place)", "name": "Place \(place)", "phone": "\(phone)",
         "lat": \(at.latitude), "lon": \(at.longitude)}
        """
    }.joined(separator: ",")
    guard let path = try? directory.write("[\(document)]".utf8, to: "\(name).json"),
      let stored = try? FeedRegistry(worker.store).stored(name)
    else { return false }
    let sync = FeedSync(
      store: worker.store, stored: stored, limits: FeedLimits(), now: world.timeOfDay, jitter: 0,
      elapsed: { .zero })
    let report = try? sync.perform(
      .success(.documents(FetchedDocuments(paths: [path], versions: []))), acceptsFewer: true,
      publishing: worker.stream)
    guard report?.outcome == .synced else { return false }
    listed[name] = rows
    return true
  }

  /// The venues that there should be: one for each listed place, with the phone of the first feed
  /// that lists it.
  var venues: Set<String> {
    Set(
      (0..<Self.places).compactMap { place in
        let phone = Self.names.lazy.compactMap { listed[$0]?[place] }.first
        return phone.map { "Place \(place) \($0)" }
      })
  }
}
