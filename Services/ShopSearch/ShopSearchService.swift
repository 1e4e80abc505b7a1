import CommandLineKit
import MapFiles
import MessageBus
import Messages
import OpeningHours
import ServiceRuntime

/// Answers where venues are, from a copy of them in memory that follows the venue store.
package struct ShopSearchService: Service {
  package static let name = ServiceName.shopSearch
  package static let summary = "finds venues near a point, and candidates for a stop on a trip"

  private let published = PublishedVenues()
  private let place: HoursPlace
  private let watcher: NearbyWatcher
  private let client: RequestClient
  private let subscriber: Subscriber
  private let log: Log

  /// - Throws: `MapManifestError` where the map directory has no sound `map.json`.
  package init(_ environment: ServiceEnvironment) async throws {
    let path = environment.home.mapArtifact(MapManifest.fileName)
    let map = try MapManifest.read(path)
    guard
      let place = HoursPlace(
        timeZone: map.timeZone, country: map.country, state: map.state, at: map.box.center)
    else {
      throw MapManifestError.unknownTimeZone(path, map.timeZone)
    }
    self.place = place
    watcher = NearbyWatcher(environment, published, at: place)
    client = environment.client
    subscriber = environment.subscriber
    log = environment.log
  }

  /// Each thread remembers by itself what hours say.
  package func makeWorker() -> HoursBook { HoursBook(place) }

  package func register(in handlers: inout RequestHandlers<HoursBook>) {
    handlers.answer(NearbyRequest.self) { [published] book, request, _ in
      let snapshot = try published.snapshot()
      let page = try snapshot.index.nearby(request, book, now: .now())
      return NearbyReply(venues: page.venues, next: page.next, replica: snapshot.replica)
    }
    handlers.answerAsync(NearbyWatchRequest.self) { [watcher] request, _ in
      try await watcher.watch(request)
    }
    handlers.answer(CandidatesRequest.self) { [published] _, request, _ in
      let snapshot = try published.snapshot()
      return CandidatesReply(try snapshot.index.candidates(request), snapshot.replica)
    }
    handlers.answer(ShopDetailsRequest.self) { [published] _, request, _ in
      let snapshot = try published.snapshot()
      return ShopDetailsReply(
        venues: try snapshot.index.details(request), replica: snapshot.replica)
    }
  }

  /// Follows the venue store, and the devices whose lists are kept up, until cancelled.
  package func run() async {
    let (work, continuation) = AsyncStream.makeStream(of: VenueFollower.Work.self)
    let follower = VenueFollower(publishingTo: published, log: log, work: continuation)
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await item in subscriber.events(VenueChanged.self) { await follower.see(item) }
        continuation.finish()
      }
      group.addTask { await watcher.run() }
      group.addTask {
        for await item in subscriber.events(DevicePosition.self) { await watcher.see(item) }
      }
      // At most one page, pause, build or publication is wanted at a time.
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
      // Ends early only when the service ends.
      try? await Task.sleep(for: ReplicaLimits.pause)
      await follower.endPause(ticket)
    case .build(let build):
      let table = await withCheckedContinuation { done in
        // A thread of its own: it takes seconds, for which it would keep a thread from all tasks.
        _ = NamedThread("venue-table") { done.resume(returning: build.run()) }
      }
      await follower.adopt(table, of: build)
    case .publish:
      // As above: sleeping fails only where the task is cancelled.
      try? await Task.sleep(for: SearchLimits.publishingInterval)
      await follower.publishChanges()
    }
  }
}

extension CandidatesReply {
  init(_ found: VenueIndex.Candidates, _ replica: ReplicaState) {
    self.init(
      shops: found.shops, inCategory: found.inCategory, omitted: found.omitted,
      replica: replica)
  }
}
