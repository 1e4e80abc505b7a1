import MapFiles
import MessageBus
import Messages
import OpenStreetMap
import Stores
import TestSupport
import Testing
import Time

@testable import VenueStore

/// The service on a real bus.
@Suite(.timeLimit(.minutes(10))) struct VenueStoreServiceTests {
  @Test("answers requests for venues and favourites")
  func venuesAndFavourites() async throws {
    try await running(cafes(1, 2, 3)) { client, publisher in
      #expect(try await client.send(VenueRequest(id: "osm/node/2")).name == "Café 2")
      let list = try await client.send(VenueListRequest(category: .coffee, limit: 2))
      #expect(list.venues.map(\.name) == ["Café 1", "Café 2"])
      let rest = try await client.send(VenueListRequest(after: list.next))
      #expect(rest.venues.map(\.name) == ["Café 3"])
      #expect(rest.next == nil)
      let snapshot = try await client.send(VenueSnapshotRequest())
      #expect(snapshot.venues.count == 3)
      #expect(snapshot.position == publisher.position(of: VenueChanged.self))

      let added = try await client.send(FavouriteAddRequest(user: "ann", venueID: "osm/node/2"))
      let favourites = try await client.send(FavouriteListRequest(user: "ann")).favourites
      #expect(favourites == [added])
      let removed = try await client.send(
        FavouriteRemoveRequest(user: "ann", venueID: "osm/node/2"))
      #expect(removed == added)
    }
  }

  @Test("contributions are stored and published")
  func contributions() async throws {
    try await running(cafes(1, 2)) { client, publisher in
      func changes() -> UInt64 { publisher.position(of: VenueChanged.self).sequence }
      let id: VenueID = "osm/node/1"
      let review = try await client.send(
        ReviewPutRequest(user: "ann", venueID: id, stars: 5, text: "Fine"))
      #expect(changes() == 1)
      #expect(try await client.send(VenueRequest(id: id)).rating?.count == 1)
      #expect(try await client.send(ReviewListRequest(venueID: id)).reviews == [review])
      let note = try await client.send(NotePutRequest(user: "ann", venueID: id, text: "Mine"))
      #expect(try await client.send(NoteListRequest(user: "ann")).notes == [note])
      let remarks = try await client.send(VenueRemarksRequest(id: id, user: "ann"))
      #expect(remarks == VenueRemarks(newest: [review], review: review, note: note))
      #expect(try await client.send(NoteRemoveRequest(user: "ann", venueID: id)) == note)
      #expect(try await client.send(ReviewRemoveRequest(user: "ann", venueID: id)) == review)
      #expect(changes() == 2)
      let counts = try await client.send(CategoriesRequest()).categories
      #expect(counts.first?.total == 2)

      let now = Timestamp.now()
      let deal = try await client.send(
        DealAddRequest(
          venueID: id, text: "Cake", starts: now, ends: now.adding(seconds: 600)))
      #expect(try await client.send(DealListRequest(at: now)).deals == [deal])
      #expect(try await client.send(DealRemoveRequest(id: deal.id)) == deal)
    }
  }

  @Test("failures have the right error codes")
  func failures() async throws {
    try await running(cafes(1)) { client, _ in
      await expect(.notFound) { try await client.send(VenueRequest(id: "osm/node/9")) }
      await expect(.invalidRequest) { try await client.send(VenueListRequest(limit: 0)) }
      await expect(.invalidRequest) { try await client.send(VenueSnapshotRequest(limit: 501)) }
      await expect(.notFound) {
        try await client.send(FavouriteAddRequest(user: "ann", venueID: "osm/node/9"))
      }
      await expect(.notFound) {
        try await client.send(FavouriteRemoveRequest(user: "ann", venueID: "osm/node/1"))
      }
      await expect(.invalidRequest) { try await client.send(FavouriteListRequest(user: "")) }
    }
  }

  @Test("does not start with a damaged map, and keeps its data")
  func damagedMap() async throws {
    try await TemporaryDirectory.with { directory in
      try await start(directory, cafes(1, 2)) { client, _ in
        _ = try await client.send(FavouriteAddRequest(user: "ann", venueID: "osm/node/1"))
      }
      try directory.write("rubbish".utf8, to: "maps/current/venues.sqlite")
      await #expect(throws: VenueArtifactError.self) {
        try await start(directory, nil) { _, _ in }
      }
      let store = try VenueDatabase(at: .file(path: directory.path("data/venue-store.sqlite")))
      #expect(try store.venues.count() == 2)
      #expect(try Favourites(store).list(of: "ann").favourites.count == 1)
    }
  }

  @Test("feeds are synced and published")
  func feeds() async throws {
    try await TemporaryDirectory.with { directory in
      let path = try directory.write(
        "[\(CampusRow.many(0..<3).map(\.json).joined(separator: ","))]".utf8, to: "campus.json")
      try await start(directory, cafes(1)) { client, publisher in
        let feed = Feed(name: "campus", format: .campus, location: path)
        #expect(try await client.send(FeedAddRequest(feed: feed)).asOf == nil)
        let reports = try await client.send(FeedSyncRequest()).reports
        #expect(reports.map(\.new) == [3])
        #expect(publisher.position(of: VenueChanged.self).sequence == 3)
        let list = try await client.send(FeedListRequest()).feeds
        #expect(list.map(\.rows) == [3])
        #expect(list.map(\.lastSync) == [reports[0]])
        let sources = try await client.send(VenueSourcesRequest(id: "campus/1")).fields
        #expect(Set(sources.map(\.source)) == ["campus"])
        #expect(try await client.send(VenueListRequest()).venues.count == 4)
        #expect(try await client.send(FeedRemoveRequest(name: "campus")) == feed)
        #expect(publisher.position(of: VenueChanged.self).sequence == 6)
        #expect(try await client.send(VenueRequest(id: "campus/1")).standing == .vanished)
        await expect(.notFound) { try await client.send(FeedSyncRequest(name: "campus")) }
        await expect(.notFound) { try await client.send(VenueSourcesRequest(id: "campus/9")) }
      }
    }
  }

  @Test("a second instance on a file is refused")
  func secondInstance() async throws {
    await #expect(throws: ServiceError.self) {
      try await running(cafes(1), instance: "2") { _, _ in }
    }
  }

  private func running(
    _ map: MapElements, instance: String = "1",
    _ body: (RequestClient, Publisher) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { directory in
      try await start(directory, map, instance: instance, body)
    }
  }

  /// Runs the service in a home where `map` is the current one; `nil` leaves the home as it is.
  private func start(
    _ directory: TemporaryDirectory, _ map: MapElements?, instance: String = "1",
    _ body: (RequestClient, Publisher) async throws -> Void
  ) async throws {
    if let map {
      _ = try ArtifactBuild.run(
        VenueArtifact.fileName, version: 1, source: "test", into: directory.path("maps/current")
      ) { try VenueArtifact.build(at: $0, from: map) }
    }
    let bus = try Bus(
      runDirectory: RunDirectory(path: directory.path), name: "store", timeout: .patience)
    do {
      _ = try await serve(directory, bus, instance)
      try await body(bus.client, bus.publisher)
    } catch {
      await bus.close()
      throw error
    }
    await bus.close()
  }
}

private func expect<Result>(
  _ expected: ErrorCode, at location: SourceLocation = #_sourceLocation,
  _ work: () async throws -> Result
) async {
  do {
    _ = try await work()
    Issue.record("nothing was thrown, \(expected) expected", sourceLocation: location)
  } catch {
    #expect((error as? ServiceError)?.code == expected, sourceLocation: location)
  }
}
