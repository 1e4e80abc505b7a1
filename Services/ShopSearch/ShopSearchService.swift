import MessageBus
import Messages
import ServiceRuntime

/// Answers where venues are, from a copy of them in memory that follows the venue store.
package struct ShopSearchService: Service {
  package static let name = ServiceName.shopSearch
  package static let summary = "finds venues near a point, and candidates for a stop on a trip"

  private let published = PublishedVenues()
  private let client: RequestClient
  private let subscriber: Subscriber
  private let log: Log

  package init(_ environment: ServiceEnvironment) async throws {
    client = environment.client
    subscriber = environment.subscriber
    log = environment.log
  }

  package func register(in handlers: inout RequestHandlers<Void>) {
    handlers.answer(NearbyRequest.self) { [published] _, request, _ in
      let snapshot = try published.snapshot()
      return NearbyReply(venues: try snapshot.index.nearby(request), replica: snapshot.replica)
    }
    handlers.answer(CandidatesRequest.self) { [published] _, request, _ in
      let snapshot = try published.snapshot()
      let found = try snapshot.index.candidates(request)
      return CandidatesReply(
        venues: found.venues, inCategory: found.inCategory, omitted: found.omitted,
        replica: snapshot.replica)
    }
  }

  /// Follows the venue store until cancelled.
  package func run() async {
    let (work, continuation) = AsyncStream.makeStream(of: VenueFollower.Work.self)
    let follower = VenueFollower(publishingTo: published, log: log, work: continuation)
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await item in subscriber.events(VenueChanged.self) { await follower.see(item) }
        continuation.finish()
      }
      // At most one page, pause or rebuild of each kind is wanted at a time.
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
    case .rebuild:
      // As above: sleeping fails only where the task is cancelled.
      try? await Task.sleep(for: SearchLimits.rebuildInterval)
      await follower.rebuild()
    }
  }
}
