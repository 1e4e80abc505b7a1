import CommandLineKit
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import ShopSearch

@Suite(.computing) struct VenueCopyTests {
  @Test(
    "after any changes and builds, searches equal those of a newly built index",
    arguments: [UInt64](1...10)) func rebuiltIndex(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    var copy = VenueCopy()
    var expected: [VenueID: Venue] = [:]
    var builds: [VenueCopy.Build] = []
    for step in 0..<200 {
      switch Int.random(in: 0..<30, using: &random) {
      case 0:
        let venues = furnished(.random(in: 0...60, using: &random), &random, across: 2)
        expected = Dictionary(uniqueKeysWithValues: venues.map { ($0.id, $0) })
        copy.begin()
        copy.add(Array(venues.prefix(20)))
        copy.add(Array(venues.dropFirst(20)))
        let event = VenueChanged(id: "osm/node/1", venue: nil)
        expected["osm/node/1"] = nil
        builds.append(copy.finish([event]))
      case 1...6:
        builds += copy.nextBuild(maximumDelta: 5).map { [$0] } ?? []
      case 7...10:
        guard let build = builds.randomElement(using: &random) else { continue }
        let isLast = build.number == builds.last?.number
        let isAdopted = copy.adopt(build.run(), of: build)
        #expect(isAdopted == isLast, "seed \(seed), step \(step)")
        builds = isLast ? [] : builds.filter { $0.number != build.number }
      default:
        let change = change(&random)
        copy.apply(change)
        expected[change.id] = change.venue
      }
      #expect(copy.isInitialBuildPending == (copy.index() == nil))
      guard let index = copy.index() else { continue }
      try compare(index, VenueIndex(Array(expected.values)), &random, "seed \(seed), step \(step)")
    }
  }

  private func change(_ random: inout SeededGenerator) -> VenueChanged {
    var venue = furnished(40, &random, across: 2)[Int.random(in: 0..<40, using: &random)]
    venue.category = [.coffee, .bar, .tea][Int.random(in: 0..<3, using: &random)]
    venue.openingHours = [nil, "24/7", "Mo-Fr 08:00-18:00"][Int.random(in: 0..<3, using: &random)]
    let isDeleted = Int.random(in: 0..<3, using: &random) == 0
    return VenueChanged(id: venue.id, venue: isDeleted ? nil : venue)
  }

  private func compare(
    _ index: VenueIndex, _ whole: VenueIndex, _ random: inout SeededGenerator, _ step: String
  ) throws {
    #expect(index.count == whole.count, "\(step)")
    let here = randomCoordinate(&random, across: 2)
    let filters: [VenueFilter?] = [
      nil, VenueFilter(category: .coffee), VenueFilter(category: .hotDrinks, hours: HoursFilter()),
      VenueFilter(name: "cofee"), VenueFilter(brand: "blue bottle", minimumRating: 3.5),
      VenueFilter(cuisine: "thai", amenities: VenueAmenities(wifi: .yes)),
    ]
    let orders = NearbyOrder.allCases
    for filter in filters {
      let order = orders[Int.random(in: 0..<orders.count, using: &random)]
      let request = NearbyRequest(coordinate: here, filter: filter, order: order, limit: 7)
      #expect(try index.page(request) == whole.page(request), "\(step), \(request)")
    }
    let trip = CandidatesRequest(
      origin: here, destination: randomCoordinate(&random, across: 2), category: .coffee,
      drivingSeconds: .random(in: 0...4_000, using: &random), minimum: 3)
    let (found, all) = (
      try index.candidates(trip, maximum: 6), try whole.candidates(trip, maximum: 6)
    )
    #expect(found.shops.shops == all.shops.shops, "\(step)")
    #expect((found.inCategory, found.omitted) == (all.inCategory, all.omitted), "\(step)")
    let id = VenueID(rawValue: "osm/node/\(Int.random(in: 0..<45, using: &random))")
    #expect(index.venue(id) == whole.venue(id), "\(step)")
  }

  @Test("a new table is built only for a large delta, one at a time")
  func buildThreshold() throws {
    var copy = VenueCopy()
    for number in 0..<SearchLimits.maximumDelta {
      copy.apply(VenueChanged(id: VenueID(rawValue: "\(number)"), venue: nil))
    }
    let none = copy.nextBuild()
    #expect(none?.number == nil)
    copy.apply(VenueChanged(id: "more", venue: venue("more")))
    let next = copy.nextBuild()
    let build = try #require(next)
    let second = copy.nextBuild()
    #expect(second?.number == nil, "one at a time")
    let adopted = copy.adopt(build.run(), of: build)
    #expect(adopted)
    #expect(copy.index()?.count == 1)
  }
}

@Suite struct VenueFollowerTests {
  @Test("a snapshot is available once the first copy is complete")
  func firstCopy() async throws {
    let test = FollowerTest()
    #expect(throws: ServiceError.self) { try test.published.snapshot() }
    await test.follower.receive(.live(at(3)))
    let ticket = try await test.nextTicket()
    await test.follower.receive(page([venue("a")], next: "a"), ticket)
    #expect(throws: ServiceError.self) { try test.published.snapshot() }
    let second = try await test.nextTicket()
    await test.follower.receive(page([venue("b")], next: nil), second)
    #expect(throws: ServiceError.self) { try test.published.snapshot() }
    try await test.build()
    let snapshot = try test.published.snapshot()
    #expect(snapshot.replica == ReplicaState(position: at(3), venues: 2, isCurrent: true))
  }

  @Test("a change is visible with the next publication")
  func publication() async throws {
    let test = try await FollowerTest.following([venue("a"), venue("b")])
    await test.follower.receive(.event(VenueChanged(id: "a", venue: nil), at(4)))
    await test.follower.receive(.event(VenueChanged(id: "c", venue: venue("c")), at(5)))
    #expect(try test.published.snapshot().replica.position == at(3))
    guard case .publish = await test.nextWork() else {
      return #expect(Bool(false), "not published")
    }
    await test.follower.publishChanges()
    let snapshot = try test.published.snapshot()
    #expect(snapshot.replica == ReplicaState(position: at(5), venues: 2, isCurrent: true))
    let found = try snapshot.index.page(NearbyRequest(coordinate: center))
    #expect(found.map(\.venue.id) == ["b", "c"])
  }

  @Test("a change during the first build is visible with its table")
  func changeDuringBuild() async throws {
    let test = FollowerTest()
    await test.follower.receive(.live(at(3)))
    await test.follower.receive(page([venue("a")], next: nil), try await test.nextTicket())
    await test.follower.receive(.event(VenueChanged(id: "b", venue: venue("b")), at(4)))
    try await test.build()
    let snapshot = try test.published.snapshot()
    #expect(snapshot.replica == ReplicaState(position: at(4), venues: 2, isCurrent: true))
  }

  @Test("the last copy is used while the store is away")
  func storeAway() async throws {
    let test = try await FollowerTest.following([venue("a")])
    await test.follower.receive(.lost)
    #expect(
      try test.published.snapshot().replica
        == ReplicaState(position: at(3), venues: 1, isCurrent: false))
    await test.follower.receive(.live(StreamPosition(epoch: "next", sequence: 0)))
    #expect(try test.published.snapshot().replica.isCurrent == false)
    let ticket = try await test.nextTicket()
    await test.follower.fail(ticket)
    guard case .pause(let pause) = await test.nextWork() else {
      return #expect(Bool(false), "no pause")
    }
    await test.follower.endPause(pause)
    let again = try await test.nextTicket()
    let position = StreamPosition(epoch: "next", sequence: 0)
    let page = VenueSnapshotReply(position: position, venues: [], next: nil)
    await test.follower.receive(page, again)
    #expect(
      try test.published.snapshot().replica
        == ReplicaState(position: at(3), venues: 1, isCurrent: false))
    try await test.build()
    #expect(
      try test.published.snapshot().replica
        == ReplicaState(position: position, venues: 0, isCurrent: true))
  }
}

private final class FollowerTest {
  let published = PublishedVenues()
  let follower: VenueFollower
  private var work: AsyncStream<VenueFollower.Work>.Iterator

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: VenueFollower.Work.self)
    work = stream.makeAsyncIterator()
    follower = VenueFollower(published: published, log: Log("test"), work: continuation)
  }

  /// A follower of a store with these venues.
  static func following(_ venues: [Venue]) async throws -> FollowerTest {
    let test = FollowerTest()
    await test.follower.receive(.live(at(3)))
    await test.follower.receive(page(venues, next: nil), try await test.nextTicket())
    try await test.build()
    return test
  }

  /// Builds the next requested table.
  func build() async throws {
    guard case .build(let build) = await nextWork() else { throw NoRequest() }
    await follower.adopt(build.run(), of: build)
  }

  func nextWork() async -> VenueFollower.Work? { await work.next() }

  func nextTicket() async throws -> VenueFollower.Copying.Ticket {
    guard case .ask(_, let ticket) = await nextWork() else { throw NoRequest() }
    return ticket
  }

  struct NoRequest: Error {}
}

private func at(_ sequence: UInt64) -> StreamPosition {
  StreamPosition(epoch: "first", sequence: sequence)
}

private func page(_ venues: [Venue], next: VenueID?) -> VenueSnapshotReply {
  VenueSnapshotReply(position: at(3), venues: venues, next: next)
}

private func venue(_ id: VenueID) -> Venue {
  Venue(id: id, name: "Café", category: .coffee, coordinate: center)
}
