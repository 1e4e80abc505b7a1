import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

/// The PostgreSQL server under all stores is killed while they are written to, and its copy takes
/// its place.
@Suite(.timeLimit(.minutes(10)))
struct ServerFailOverTests {
  private static let center = Coordinate(latitude: 37.785834, longitude: -122.406417)
  private static let users = ["ada", "ben", "cleo"]
  private static let devices = (0..<3).map { DeviceID(rawValue: "d\($0)") }
  private static let rounds = 80
  private static let start = Timestamp(millisecondsSince1970: 1_785_000_000_000)

  /// The acknowledged writes.
  private struct Progress: Sendable {
    var count = 0
    private var last = ContinuousClock.now
    /// The longest time without one.
    private(set) var longestPause = Duration.zero

    mutating func add() {
      count += 1
      longestPause = max(longestPause, last.duration(to: .now))
      last = .now
    }
  }

  @Test("no acknowledged write is lost or repeated when the server is killed under load")
  func failOver() async throws {
    try await PostgreSQLPair.with { pair in
      let settings = ["venues-at", "plans-at", "fences-at"]
      try await RealStack.run(
        stores: Dictionary(uniqueKeysWithValues: settings.map { ($0, pair.url) })
      ) { stack in
        _ = try await stack.bus.client.send(
          FenceAddRequest(center: Self.center, radiusMeters: 500, confirmation: .immediate))
        let progress = Locked(Progress())
        try await withThrowingTaskGroup(of: Void.self) { group in
          for user in Self.users { group.addTask { try await review(user, stack, progress) } }
          for device in Self.devices { group.addTask { try await report(device, stack, progress) } }
          group.addTask { try await pin(stack, progress) }
          // Others of the group are under way.
          while progress.withLock(\.count) < 60 { try await Task.sleep(for: .milliseconds(5)) }
          try await pair.failOver()
          try await group.waitForAll()
        }
        let log = try await stack.bus.client.send(
          GeofenceEventsRequest(since: 0, limit: GeofenceLimits.maximumPage)
        ).events
        #expect(log.map(\.number) == Array(1...Int64(log.count)))
        let expected = (0..<Self.rounds).map { round -> GeofenceEvent.Kind in
          round.isMultiple(of: 2) ? .enter : .exit
        }
        for device in Self.devices {
          #expect(log.filter { $0.device == device }.map(\.kind) == expected, "\(device)")
        }
        let writes = progress.withLock { $0 }
        print("\(writes.count) writes, none acknowledged for \(writes.longestPause)")
      }
    }
  }

  /// Reviews a venue again and again; each review that was acknowledged can be read.
  private func review(_ user: String, _ stack: RealStack, _ progress: Locked<Progress>) async throws
  {
    let client = stack.bus.client
    let venue = try #require(try await client.send(VenueListRequest(limit: 1)).venues.first)
    for round in 0..<Self.rounds {
      try await untilDone {
        _ = try await client.send(
          ReviewPutRequest(user: user, venueID: venue.id, stars: 3, text: "\(round)"))
        progress.withLock { $0.add() }
      }
      try await untilDone {
        let reviews = try await client.send(ReviewListRequest(user: user)).reviews
        #expect(reviews.map(\.text) == ["\(round)"], "\(user)")
      }
    }
  }

  /// In and out by turns, each position until it is acknowledged.
  private func report(
    _ device: DeviceID, _ stack: RealStack, _ progress: Locked<Progress>
  ) async throws {
    for round in 0..<Self.rounds {
      let offset = round.isMultiple(of: 2) ? 0.0 : 0.05
      let request = PositionReportRequest(
        device: device,
        coordinate: Coordinate(
          latitude: Self.center.latitude + offset, longitude: Self.center.longitude),
        time: Self.start.adding(seconds: round * 3_600))
      try await untilDone {
        let reply = try await stack.bus.client.send(request)
        #expect(reply.ignored == nil || reply.ignored == .duplicate)
        progress.withLock { $0.add() }
      }
    }
  }

  /// A pin on each of many boards; each that was acknowledged can be read.
  private func pin(_ stack: RealStack, _ progress: Locked<Progress>) async throws {
    for round in 0..<Self.rounds {
      let board = BoardID(rawValue: "b\(round)")
      try await untilDone {
        _ = try await stack.bus.client.send(
          PinAddRequest(board: board, place: .coordinate(Self.center)))
        progress.withLock { $0.add() }
      }
      try await untilDone {
        let pins = try await stack.bus.client.send(PinBoardRequest(board: board)).pins
        #expect(!pins.isEmpty, "\(board)")
      }
    }
  }
}
