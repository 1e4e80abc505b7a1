import Foundation
import MessageBus
import Messages
import Stores
import TestSupport
import Testing

@testable import VenueStore

/// A feed is removed in slices, by a clock on which each row takes two milliseconds.
@Suite(.bothBackends, .timeLimit(.minutes(10))) struct FeedRemovalTests {
  @Test("a slice has the rows that fit into 50 ms, and others have the store for as long after it")
  func slices() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", CampusRow.many(0..<180))
      let clock = RowClock(rows: try harness.names().count) { try harness.names().count }
      let scheduler = FeedHarness.scheduler(
        in: harness.directory, on: harness.bus, limits: .patient, clock: clock)

      _ = try await scheduler.remove(FeedRemoveRequest(name: "campus"), key: nil)

      // The first slice is a guess; then 25 rows take 50 ms.
      #expect(
        clock.pauses.withLock { $0 } == [
          RowClock.Pause(time: .milliseconds(200), left: 80),
          RowClock.Pause(time: .milliseconds(50), left: 55),
          RowClock.Pause(time: .milliseconds(50), left: 30),
          RowClock.Pause(time: .milliseconds(50), left: 5),
        ])
      #expect(try harness.names().isEmpty)
    }
  }
}

/// A clock that goes on by two milliseconds for each row that is gone, and by what is slept.
private struct RowClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  /// How long the scheduler slept, and how many rows there were.
  struct Pause: Equatable {
    let time: Duration
    let left: Int
  }

  let pauses = Locked<[Pause]>([])
  private let rows: Int
  private let left: @Sendable () throws -> Int

  init(rows: Int, left: @escaping @Sendable () throws -> Int) {
    (self.rows, self.left) = (rows, left)
  }

  var minimumResolution: Duration { .nanoseconds(1) }
  var now: Instant {
    let gone = rows - ((try? left()) ?? rows)
    let slept = pauses.withLock { $0.reduce(.zero) { $0 + $1.time } }
    return Instant(offset: .milliseconds(2 * gone) + slept)
  }

  // Nobody waits: time is what is asked for.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let pause = Pause(time: now.duration(to: deadline), left: try left())
    pauses.withLock { $0.append(pause) }
  }
}
