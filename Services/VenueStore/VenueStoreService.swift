import CommandLineKit
package import MessageBus
package import Messages
package import ServiceRuntime
import Stores
import Time

/// Answers requests for venues, feeds and users' contributions from one durable store.
///
/// One worker thread with one connection answers requests. Feeds are read and written on other
/// threads. Changes are published from the store's own change log, see `VenueStream`.
package struct VenueStoreService: Service {
  package static let name = ServiceName.venueStore
  package static let summary =
    "keeps the venues of the map and of feeds, and what people say of them"

  let location: StoreLocation
  let stream: VenueStream
  private let deals: DealPublisher
  private let scheduler: FeedScheduler
  private let log: Log
  /// The users near a quota, as they were counted last.
  private let quotas = Locked<[QuotaUse]>([])
  private let replication: Replication

  /// Opens the store and loads the map's venues, unless the same map was loaded last.
  ///
  /// - Throws: `VenueArtifactError` if the map's file is missing, damaged or of another version;
  ///   `SQLError`; `ServiceError` with `conflict` for a second instance on a file. The store is
  ///   then unchanged.
  package init(_ environment: ServiceEnvironment) async throws {
    log = environment.log
    location = try StoreLocation(
      of: environment.home, setting: "venues-at", file: "venue-store.sqlite")
    replication = Replication(of: location)
    try check(
      environment.number == 1 || location.isShared, or: .conflict,
      "venue-store runs as one instance if its store is a file; on a server as several.")
    stream = VenueStream(publisher: environment.publisher)
    deals = DealPublisher(publisher: environment.publisher, log: environment.log)
    let limits = FeedLimits()
    let client = environment.client
    scheduler = FeedScheduler(
      location: location, downloads: try environment.home.dataFile("feeds-\(environment.number)"),
      stream: stream,
      limits: limits, log: environment.log
    ) { request throws(ServiceError) in
      try await client.send(request, timeout: limits.geocodingTimeout)
    }
    let map = try VenueArtifact(path: environment.home.mapArtifact(VenueArtifact.fileName))
    let store = try VenueDatabase(at: location)
    environment.log.info(try MapLoad(map, into: store, now: .now()).description)
    try stream.publishPending(from: store)
  }

  /// Syncs feeds and publishes deals. On a server it also publishes the changes that other
  /// instances have made.
  package func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await scheduler.run() }
      group.addTask { await deals.run(StoreConnection(to: location)) }
      group.addTask { await countQuotas() }
      group.addTask { await replication.run() }
      if location.isShared { group.addTask { await publishChangesOfOthers() } }
    }
  }

  /// On a connection of its own, so that nobody waits for it.
  private func countQuotas() async {
    let store = StoreConnection(to: location)
    while !Task.isCancelled {
      // While a server is away the last counts are reported.
      if let near = try? await store.perform({ try $0.nearQuotas() }) {
        quotas.withLock { $0 = near }
      }
      // Throws only when the service is stopping; the loop then ends.
      try? await Task.sleep(for: VenueStoreLimits.quotaPeriod)
    }
  }

  private func publishChangesOfOthers() async {
    let store = StoreConnection(to: location)
    var isUnreachable = false
    while !Task.isCancelled {
      do {
        try await store.perform { try stream.publishPending(from: $0) }
        if isUnreachable { log.info("the server is back") }
        isUnreachable = false
      } catch {
        // Logged once per outage: there are ten attempts a second.
        if !isUnreachable { log.warning("cannot read the changes of other instances: \(error)") }
        isUnreachable = true
      }
      // Throws only when the service is stopping; the loop then ends.
      try? await Task.sleep(for: VenueStoreLimits.followInterval)
    }
  }

  package var workerCount: Int { 1 }

  package var allowance: Duration { location.allowance }

  package var counts: [String: Int] {
    [
      "quota.favouritesOfUser": VenueLimits.maximumFavourites,
      "quota.notesOfUser": VenueLimits.maximumNotes,
      "quota.reviewsOfUser": VenueLimits.maximumReviews,
    ].merging(replication.counts) { own, _ in own }
  }

  package var nearQuotas: [QuotaUse] { quotas.withLock { $0 } }

  package func makeWorker() throws -> VenueDatabase { try VenueDatabase(at: location) }

  package func register(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.read(VenueRequest.self) { try $0.venues.venue($1.id) }
    handlers.read(VenueListRequest.self) { store, request in
      try store.venues.page(
        category: request.category, after: request.after,
        limit: request.limit ?? VenueStoreLimits.defaultPage)
    }
    handlers.read(VenueSourcesRequest.self) { try VenueRecompute($0).sources(of: $1.id) }
    handlers.read(VenueMatchRequest.self) { try VenueMatching($0).matches($1) }
    handlers.read(VenueSnapshotRequest.self) { [stream] store, request in
      let (page, position) = try stream.snapshot(of: store) {
        try store.venues.page(after: request.after, limit: request.limit ?? VenueLimits.maximumPage)
      }
      return VenueSnapshotReply(position: position, venues: page.venues, next: page.next)
    }
    registerFavourites(in: &handlers)
    registerFeeds(in: &handlers)
    registerContributions(in: &handlers)
  }

  private func registerFavourites(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(FavouriteAddRequest.self) { try Favourites($0).add($1, now: $2) }
    handlers.write(FavouriteRemoveRequest.self) { try Favourites($0).remove($1, now: $2) }
    handlers.read(FavouriteListRequest.self) { try Favourites($0).list(of: $1.user) }
    handlers.read(FavouriteMergeRequest.self) { try Favourites($0).merge($1, now: .now()) }
  }

  private func registerFeeds(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(
      FeedAddRequest.self, checking: { try EgressRule.check($0.feed, by: $1) },
      { try FeedRegistry($0).add($1.feed, now: $2) })
    handlers.answerAsync(FeedRemoveRequest.self) { [scheduler] request, context in
      try await mappingStoreErrors(of: "venue store") {
        try await scheduler.remove(request, key: context.idempotencyKey)
      }
    }
    handlers.read(FeedListRequest.self) { store, _ in try FeedRegistry(store).list() }
    handlers.answerAsync(FeedSyncRequest.self) { [scheduler] request, _ in
      FeedSyncReply(
        reports: try await scheduler.sync(
          request.name, acceptsFewer: request.acceptsFewer ?? false))
    }
  }
}
