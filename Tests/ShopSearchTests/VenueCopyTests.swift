import Geography
import MessageBus
import Messages
import ServiceRuntime
import TestSupport
import Testing

@testable import ShopSearch

@Suite struct VenueCopyTests {
  @Test(arguments: [UInt64](1...10)) func holdsWhatTheChangesSay(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var copy = VenueCopy()
    var expected: [VenueID: Venue] = [:]
    for step in 0..<300 {
      var venue = scattered(20, &random)[Int.random(in: 0..<20, using: &random)]
      venue.category = [.coffee, .bar, .tea][Int.random(in: 0..<3, using: &random)]
      if Int.random(in: 0..<3, using: &random) == 0 {
        copy.apply(VenueChanged(id: venue.id, venue: nil))
        expected[venue.id] = nil
      } else {
        copy.apply(VenueChanged(id: venue.id, venue: venue))
        expected[venue.id] = venue
      }
      #expect(copy.count == expected.count)
      guard step % 7 == 0 else { continue }
      let index = copy.index()
      #expect(!copy.isChanged)
      #expect(index.count == expected.count, "seed \(seed), step \(step)")
      let found = try index.nearby(NearbyRequest(coordinate: center, limit: 500))
      #expect(Set(found.map(\.venue)) == Set(expected.values), "seed \(seed), step \(step)")
    }
  }
}

@Suite struct VenueFollowerTests {
  @Test func answersOnceTheFirstCopyIsWhole() async throws {
    let test = FollowerTest()
    #expect(throws: ServiceError.self) { try test.published.snapshot() }
    await test.follower.see(.live(at(3)))
    let ticket = try await test.nextTicket()
    await test.follower.receive(page([venue("a")], next: "a"), ticket)
    #expect(throws: ServiceError.self) { try test.published.snapshot() }
    let second = try await test.nextTicket()
    await test.follower.receive(page([venue("b")], next: nil), second)
    let snapshot = try test.published.snapshot()
    #expect(snapshot.replica == ReplicaState(position: at(3), venues: 2, isCurrent: true))
  }

  @Test func aChangeIsSeenAfterTheNextRebuild() async throws {
    let test = try await FollowerTest.following([venue("a"), venue("b")])
    await test.follower.see(.event(VenueChanged(id: "a", venue: nil), at(4)))
    await test.follower.see(.event(VenueChanged(id: "c", venue: venue("c")), at(5)))
    #expect(try test.published.snapshot().replica.position == at(3))
    guard case .rebuild = await test.nextWork() else { return #expect(Bool(false), "no rebuild") }
    await test.follower.rebuild()
    let snapshot = try test.published.snapshot()
    #expect(snapshot.replica == ReplicaState(position: at(5), venues: 2, isCurrent: true))
    let found = try snapshot.index.nearby(NearbyRequest(coordinate: center))
    #expect(found.map(\.venue.id) == ["b", "c"])
  }

  @Test func theCopyIsUsedWhileTheStoreIsAway() async throws {
    let test = try await FollowerTest.following([venue("a")])
    await test.follower.see(.lost)
    #expect(
      try test.published.snapshot().replica
        == ReplicaState(position: at(3), venues: 1, isCurrent: false))
    await test.follower.see(.live(StreamPosition(epoch: "next", sequence: 0)))
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
    follower = VenueFollower(publishingTo: published, log: Log("test"), work: continuation)
  }

  /// One that follows a store with these venues.
  static func following(_ venues: [Venue]) async throws -> FollowerTest {
    let test = FollowerTest()
    await test.follower.see(.live(at(3)))
    await test.follower.receive(page(venues, next: nil), try await test.nextTicket())
    return test
  }

  func nextWork() async -> VenueFollower.Work? { await work.next() }

  func nextTicket() async throws -> VenueFollower.Copying.Ticket {
    guard case .ask(_, let ticket) = await nextWork() else { throw NothingAsked() }
    return ticket
  }

  struct NothingAsked: Error {}
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
