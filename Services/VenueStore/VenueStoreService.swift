import CommandLineKit
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
  private let deals: DealPublisher
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
    deals = DealPublisher(publisher: environment.publisher, log: environment.log)
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
      group.addTask { await deals.run { try VenueDatabase(at: location) } }
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
    handlers.read(VenueRequest.self) { try $0.venue($1.id) }
    handlers.read(VenueListRequest.self) { store, request in
      try store.page(
        category: request.category, after: request.after,
        limit: request.limit ?? VenueStoreLimits.defaultPage)
    }
    handlers.read(VenueSourcesRequest.self) { try $0.sources(of: $1.id) }
    handlers.read(VenueMatchRequest.self) { try $0.matches($1) }
    handlers.read(VenueSnapshotRequest.self) { [stream] store, request in
      let (page, position) = try stream.reading(in: store) {
        try store.page(after: request.after, limit: request.limit ?? VenueLimits.maximumPage)
      }
      return VenueSnapshotReply(position: position, venues: page.venues, next: page.next)
    }
    registerFavourites(in: &handlers)
    registerFeeds(in: &handlers)
    registerPeople(in: &handlers)
  }

  private func registerFavourites(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(FavouriteAddRequest.self) { try $0.addFavourite($1, now: $2) }
    handlers.write(FavouriteRemoveRequest.self) { try $0.removeFavourite($1, now: $2) }
    handlers.read(FavouriteListRequest.self) { try $0.favourites(of: $1.user) }
    handlers.read(FavouriteMergeRequest.self) { try $0.merge($1, now: .now()) }
  }

  private func registerFeeds(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(FeedAddRequest.self) { try $0.addFeed($1.feed, now: $2) }
    handlers.write(FeedRemoveRequest.self, tellingOf: stream) { store, request, _, tell in
      try store.removeFeed(request.name, tell)
    }
    handlers.read(FeedListRequest.self) { store, _ in try store.feeds() }
    handlers.answerAsync(FeedSyncRequest.self) { [keeper] request, _ in
      FeedSyncReply(
        reports: try await keeper.sync(
          request.name, acceptsFewer: request.acceptsFewer ?? false))
    }
  }
}
