import CommandLineKit
import Geography
import MapFiles
package import MessageBus
package import Messages
import OpeningHours
package import ServiceRuntime
import Time

/// Finds venues in an in-memory copy that follows the venue store.
package struct ShopSearchService: Service {
  package static let name = ServiceName.shopSearch
  package static let summary = "finds venues near a point, and candidates for a stop on a trip"

  private let published = PublishedVenues()
  private let hoursContext: HoursContext
  private let clockWarning: String?
  private let listPublisher: NearbyListPublisher
  private let client: RequestClient
  private let subscriber: Subscriber
  private let log: Log

  /// - Throws: `MapManifestError` where the map directory has no sound `map.json`.
  package init(_ environment: ServiceEnvironment) async throws {
    let path = environment.home.mapArtifact(MapManifest.fileName)
    let map = try MapManifest.read(path)
    guard
      let hoursContext = HoursContext(
        timeZone: map.timeZone, country: map.country, state: map.state, at: map.box.center)
    else {
      throw MapManifestError.unknownTimeZone(path, map.timeZone)
    }
    self.hoursContext = hoursContext
    clockWarning = map.clockWarning
    listPublisher = NearbyListPublisher(environment, published, at: hoursContext)
    client = environment.client
    subscriber = environment.subscriber
    log = environment.log
  }

  /// Each worker thread has its own opening hours cache.
  package func makeWorker() -> OpeningHoursCache { OpeningHoursCache(hoursContext) }

  package func register(in handlers: inout RequestHandlers<OpeningHoursCache>) {
    handlers.answer(NearbyRequest.self) { [published, clockWarning] hoursCache, request, context in
      let snapshot = try published.snapshot()
      let page = try snapshot.index.nearby(
        request, hoursCache, now: .now(), watch: SearchWatch { context.isWanted })
      try context.checkIsWanted()
      return NearbyReply(
        venues: page.venues, next: page.next, replica: snapshot.replica,
        clockWarning: clockWarning)
    }
    handlers.answerAsync(NearbyWatchRequest.self) { [listPublisher] request, _ in
      try await listPublisher.subscribe(request)
    }
    handlers.answer(CandidatesRequest.self) { [published] hoursCache, request, context in
      let snapshot = try published.snapshot()
      if request.everything ?? false, request.unless == snapshot.replica.position {
        return CandidatesReply(
          shops: PackedShops([]), inCategory: 0, omitted: 0, replica: snapshot.replica,
          isUnchanged: true)
      }
      let filter = try CandidateFilter(request.filter, in: snapshot.index, hoursCache)
      let found = try snapshot.index.candidates(
        request, matching: filter, watch: SearchWatch { context.isWanted })
      try context.checkIsWanted()
      return CandidatesReply(found, snapshot.replica)
    }
    handlers.answer(ShopDetailsRequest.self) { [published] _, request, _ in
      let snapshot = try published.snapshot()
      return ShopDetailsReply(
        venues: try snapshot.index.details(request), replica: snapshot.replica)
    }
  }

  /// Follows the venue store and the positions of subscribed devices, until cancelled.
  package func run() async {
    let (work, continuation) = AsyncStream.makeStream(of: VenueFollower.Work.self)
    let follower = VenueFollower(published: published, log: log, work: continuation)
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await item in subscriber.events(VenueChanged.self) { await follower.receive(item) }
        continuation.finish()
      }
      group.addTask { await listPublisher.run() }
      group.addTask {
        for await item in subscriber.events(DevicePosition.self) {
          await listPublisher.receive(item)
        }
      }
      // At most one page, pause, build and publication are pending at a time.
      for await task in work { group.addTask { await perform(task, for: follower) } }
    }
  }

  private func perform(_ work: VenueFollower.Work, for follower: VenueFollower) async {
    switch work {
    case .ask(let cursor, let ticket):
      do throws(ServiceError) {
        let request = VenueSnapshotRequest(after: cursor)
        let page = try await client.send(request, timeout: SearchLimits.pageTimeout)
        await follower.receive(page, ticket)
      } catch {
        log.warning("cannot copy the venues yet: \(error)")
        await follower.fail(ticket)
      }
    case .pause(let ticket):
      // Throws only when cancelled, at the end of the service.
      try? await Task.sleep(for: ReplicaLimits.pause)
      await follower.endPause(ticket)
    case .build(let build):
      let table = await withCheckedContinuation { done in
        // On its own thread, because seconds of work would block a thread of the task pool.
        NamedThread.detached("venue-table") { done.resume(returning: build.run()) }
      }
      await follower.adopt(table, of: build)
    case .publish:
      // As above, throws only when cancelled.
      try? await Task.sleep(for: SearchLimits.publishingInterval)
      await follower.publishChanges()
    }
  }
}

extension CandidatesReply {
  /// The candidates found, with the state of the replica that was searched.
  package init(_ found: VenueIndex.Candidates, _ replica: ReplicaState) {
    self.init(
      shops: found.shops, inCategory: found.inCategory, omitted: found.omitted,
      replica: replica)
  }
}
