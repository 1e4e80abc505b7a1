import MessageBus
import Messages
import SQL
import ServiceRuntime

/// Answers for venues, feeds and what people say from one durable store.
///
/// One worker thread with one connection answers; a feed is read and written beside it. What
/// changes is published from the store's own log, see `VenueStream`.
package struct VenueStoreService: Service {
  package static let name = ServiceName.venueStore
  package static let summary =
    "keeps the venues of the map and of feeds, and what people say of them"

  private let location: VenueStoreLocation
  let stream: VenueStream
  let herald: DealHerald
  private let keeper: FeedKeeper
  private let log: Log

  /// Loads the map's venues where they are others than those loaded last.
  ///
  /// - Throws: `VenueArtifactError` for a map's file that is missing, damaged or of another
  ///   version; `SQLError`; `ServiceError` with `conflict` for a second instance. The store is
  ///   then as it was.
  package init(_ environment: ServiceEnvironment) async throws {
    log = environment.log
    location = try VenueStoreLocation(of: environment.home)
    guard environment.instance == "1" || location.isShared else {
      throw ServiceError(
        .conflict,
        "venue-store runs as one instance where its store is a file; on a server as many as wanted."
      )
    }
    stream = VenueStream(publisher: environment.publisher)
    herald = DealHerald(publisher: environment.publisher, log: environment.log)
    let limits = FeedLimits()
    let client = environment.client
    keeper = FeedKeeper(
      location: location, downloads: try environment.home.dataFile("feeds-\(environment.instance)"),
      stream: stream,
      limits: limits, log: environment.log
    ) { request throws(ServiceError) in
      try await client.send(request, timeout: limits.placingTimeout)
    }
    let map = try VenueArtifact(path: environment.home.mapArtifact(VenueArtifact.fileName))
    let store = try VenueDatabase(at: location)
    environment.log.info(try store.load(map, now: .now()).description)
    try stream.catchUp(with: store)
  }

  /// Looks after the feeds and the deals and, on a server, publishes what other instances have
  /// changed.
  package func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await keeper.run() }
      group.addTask { await herald.run { try VenueDatabase(at: location) } }
      if location.isShared { group.addTask { await follow() } }
    }
  }

  private func follow() async {
    var connected: VenueDatabase?
    var isAway = false
    while !Task.isCancelled {
      do {
        let store = try connected ?? VenueDatabase(at: location)
        connected = store
        try stream.catchUp(with: store)
        if isAway { log.info("the server is back") }
        isAway = false
      } catch {
        // Once: it is tried ten times a second.
        if !isAway { log.warning("cannot follow what other instances change: \(error)") }
        isAway = true
      }
      // Ends early only when the service ends.
      try? await Task.sleep(for: VenueStoreLimits.followInterval)
    }
  }

  package var workerCount: Int { 1 }

  package func makeWorker() throws -> VenueDatabase { try VenueDatabase(at: location) }

  package func register(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(VenueRequest.self) { store, request, _ in
      try telling { try store.venue(request.id) }
    }
    handlers.answer(VenueListRequest.self) { store, request, _ in
      try telling {
        try store.page(
          category: request.category, after: request.after,
          limit: request.limit ?? VenueStoreLimits.defaultPage)
      }
    }
    handlers.answer(VenueSnapshotRequest.self) { [stream] store, request, _ in
      let (page, position) = try telling {
        try stream.reading(in: store) {
          try store.page(after: request.after, limit: request.limit ?? VenueLimits.maximumPage)
        }
      }
      return VenueSnapshotReply(position: position, venues: page.venues, next: page.next)
    }
    registerFavourites(in: &handlers)
    registerFeeds(in: &handlers)
    registerPeople(in: &handlers)
  }

  private func registerFavourites(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(FavouriteAddRequest.self) { store, request, context in
      let now = Timestamp.now()
      return try telling {
        try store.once(request, key: context.idempotencyKey, now: now) {
          try store.addFavourite(request, now: now)
        }
      }
    }
    handlers.answer(FavouriteRemoveRequest.self) { store, request, context in
      let now = Timestamp.now()
      return try telling {
        try store.once(request, key: context.idempotencyKey, now: now) {
          try store.removeFavourite(request, now: now)
        }
      }
    }
    handlers.answer(FavouriteListRequest.self) { store, request, _ in
      try telling { try store.favourites(of: request.user) }
    }
    handlers.answer(FavouriteMergeRequest.self) { store, request, _ in
      try telling { try store.merge(request, now: .now()) }
    }
    handlers.answer(VenueMatchRequest.self) { store, request, _ in
      try telling { try store.matches(request) }
    }
  }

  private func registerFeeds(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(FeedAddRequest.self) { store, request, context in
      let now = Timestamp.now()
      return try telling {
        try store.once(request, key: context.idempotencyKey, now: now) {
          try store.addFeed(request.feed, now: now)
        }
      }
    }
    handlers.answer(FeedRemoveRequest.self) { [stream] store, request, context in
      try telling {
        try stream.change(in: store) { told in
          try store.once(request, key: context.idempotencyKey, now: .now()) {
            try store.removeFeed(request.name, told)
          }
        }
      }
    }
    handlers.answer(FeedListRequest.self) { store, _, _ in try telling { try store.feeds() } }
    handlers.answerAsync(FeedSyncRequest.self) { [keeper] request, _ in
      FeedSyncReply(
        reports: try await keeper.sync(
          request.name, acceptsFewer: request.acceptsFewer ?? false))
    }
    handlers.answer(VenueSourcesRequest.self) { store, request, _ in
      try telling { try store.sources(of: request.id) }
    }
  }
}

/// Tells the caller of a failure of the disk that may pass; others are the service's own faults.
func telling<Reply>(_ work: () throws -> Reply) throws -> Reply {
  do {
    return try work()
  } catch let error as SQLError where error.mayPass {
    throw ServiceError(.unavailable, "The venue store does not answer now. \(error)")
  }
}
