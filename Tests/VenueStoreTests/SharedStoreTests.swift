import MapFiles
import MessageBus
import Messages
import SQL
import Stores
import TestSupport
import Testing
import Time

@testable import VenueStore

/// Several instances on one server.
@Suite(.timeLimit(.minutes(10))) struct SharedStoreTests {
  @Test("a change is published by both instances, and a subscriber gets it once")
  func publishedByBoth() async throws {
    try await running { stack in
      var received: [VenueID] = []
      for await item in stack.clientBus.subscriber.events(VenueChanged.self) {
        switch item {
        case .live: try await stack.removeFeed(by: "1")
        case .event(let event, _): received.append(event.id)
        case .gap, .lost, .refused: Issue.record("nothing was lost")
        }
        if received.count == 3 { break }
      }
      #expect(received == ["campus/0", "campus/1", "campus/2"])
      let end = try await stack.ask(VenueSnapshotRequest(), of: "2")
      #expect(try await stack.ask(VenueSnapshotRequest(), of: "1") == end)
      #expect(end.venues.count == 2)
    }
  }

  /// Whichever instance the subscriber was connected to, it reaches the end of the stream.
  @Test("a subscriber continues with the other instance", arguments: ["1", "2"])
  func failover(gone: String) async throws {
    try await running { stack in
      var position: StreamPosition?
      var target: StreamPosition?
      for await item in stack.clientBus.subscriber.events(VenueChanged.self) {
        switch item {
        case .live(let current), .event(_, let current): position = current
        case .lost: continue
        case .gap, .refused: Issue.record("nothing was lost")
        }
        if target == nil {
          let survivor = gone == "1" ? "2" : "1"
          await stack.stop(gone)
          try await stack.removeFeed(by: survivor)
          target = try await stack.ask(VenueSnapshotRequest(), of: survivor).position
        }
        if position == target { break }
      }
      #expect(target?.sequence == 6)
    }
  }

  @Test("a due feed is claimed by one instance only")
  func claimedFeeds() throws {
    try PostgreSQLServer.withDatabase { url in
      let stores = try (0..<2).map { _ in try VenueDatabase(at: .server(url: url)) }
      let feed = Feed(name: "campus", format: .campus, location: "/campus.json")
      _ = try FeedRegistry(stores[0]).add(feed, now: now)
      #expect(try FeedRegistry(stores[0]).claimDue(now: now) == ["campus"])
      #expect(try FeedRegistry(stores[1]).claimDue(now: now).isEmpty)
      let later = now.adding(seconds: FeedLimits.claimSeconds + 1)
      #expect(try FeedRegistry(stores[1]).claimDue(now: later) == ["campus"])
    }
  }

  @Test("concurrent writers lose nothing")
  func concurrentWriters() async throws {
    try await PostgreSQLServer.withDatabase { url in
      let setup = try VenueDatabase(at: .server(url: url))
      _ = try setup.venues.apply([VenueChanged(id: "a", venue: venue("a", "A"))])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            let store = try VenueDatabase(at: .server(url: url))
            for number in 0..<50 {
              let request = FavouriteAddRequest(user: "u\(number)", venueID: "a")
              // Two writers share each key: one of them makes the change, both get its reply.
              _ = try store.once(request, key: IdempotencyKey("\(number)-\(writer % 2)"), now: now)
              {
                try Favourites(store).add(request, now: now)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let kept = try setup.database.first("SELECT count(*) FROM kept_reply") { $0.int(0) }
      let made = try setup.database.first("SELECT count(*) FROM favourite_mark") { $0.int(0) }
      #expect(kept == 100 && made == 50)
    }
  }

  /// Two instances on a server, with a client that sends requests and subscribes.
  private struct Stack {
    let clientBus: Bus
    let stop: (String) async -> Void

    func ask<Request: RequestMessage>(
      _ request: Request, of instance: String
    ) async throws -> Request.Reply {
      try await clientBus.client.send(
        request, to: .venueStore, instance: instance)
    }

    func removeFeed(by instance: String) async throws {
      _ = try await ask(FeedRemoveRequest(name: "campus"), of: instance)
    }
  }

  private func running(_ body: (Stack) async throws -> Void) async throws {
    try await PostgreSQLServer.withDatabase { url in
      try await TemporaryDirectory.with { directory in
        try directory.write(url.utf8, to: "venues-at")
        _ = try ArtifactBuild.run(
          VenueArtifact.fileName, version: 1, source: "test", into: directory.path("maps/current")
        ) { try VenueArtifact.build(at: $0, from: cafes(1, 2)) }
        let rows = CampusRow.many(0..<3).map(\.json).joined(separator: ",")
        let campus = try directory.write("[\(rows)]".utf8, to: "campus.json")
        let directories = RunDirectory(path: directory.path)
        let clientBus = try Bus(runDirectory: directories, name: "client", timeout: .patience)
        let buses = Locked<[String: Bus]>([:])
        var tasks: [Task<Void, Never>] = []
        // A bus must be closed only once.
        func close(_ instance: String) async {
          let bus = buses.withLock { $0.removeValue(forKey: instance) }
          await bus?.close()
        }
        do {
          for instance in ["1", "2"] {
            let bus = try Bus(runDirectory: directories, name: "store", timeout: .patience)
            buses.withLock { $0[instance] = bus }
            try await bus.publish(as: .venueStore, instance: instance)
            let service = try await serve(directory, bus, instance)
            tasks.append(Task { await service.run() })
          }
          let stack = Stack(clientBus: clientBus, stop: close)
          let feed = Feed(name: "campus", format: .campus, location: campus)
          _ = try await stack.ask(FeedAddRequest(feed: feed), of: "1")
          _ = try await stack.ask(FeedSyncRequest(name: "campus"), of: "2")
          try await body(stack)
        } catch {
          Issue.record(error)
        }
        for task in tasks { task.cancel() }
        for instance in ["1", "2"] { await close(instance) }
        await clientBus.close()
      }
    }
  }
}
