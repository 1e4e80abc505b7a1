import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

/// Users, devices and boards that write to all durable stores of a stack at once, each change again
/// until it is acknowledged.
struct StoreLoad: Sendable {
  /// What happened to the writes.
  struct Progress: Sendable {
    private(set) var acknowledged = 0
    private var last = ContinuousClock.now
    /// The longest time without an acknowledgement.
    private(set) var longestPause = Duration.zero
    /// Why writes were refused.
    private(set) var refusals: [ServiceName: [ServiceError]] = [:]

    mutating func acknowledge() {
      acknowledged += 1
      longestPause = max(longestPause, last.duration(to: .now))
      last = .now
    }

    mutating func refuse(_ service: ServiceName, _ error: ServiceError) {
      refusals[service, default: []].append(error)
    }
  }

  /// The services with stores.
  static let services: [ServiceName] = [.venueStore, .planner, .geofenceMonitor]

  private static let center = Coordinate(latitude: 37.785834, longitude: -122.406417)
  private static let users = ["ada", "ben", "cleo"]
  private static let devices = (0..<3).map { DeviceID(rawValue: "d\($0)") }
  private static let start = Timestamp(millisecondsSince1970: 1_785_000_000_000)

  private let client: RequestClient
  private let hasKeys: Bool
  private let rounds: Int
  private let log = Locked(Progress())

  /// Sets up the fence that the devices enter and leave.
  ///
  /// - Parameters:
  ///   - hasKeys: whether a change that was refused is repeated under its idempotency key. Without
  ///     it, whoever refuses a change must not have made it.
  ///   - rounds: how many changes each writer makes.
  init(on stack: RealStack, hasKeys: Bool, rounds: Int = 80) async throws {
    self.hasKeys = hasKeys
    self.rounds = rounds
    client = stack.bus.client
    _ = try await client.send(
      FenceAddRequest(center: Self.center, radiusMeters: 500, confirmation: .immediate))
  }

  var progress: Progress { log.withLock { $0 } }

  /// Whether each store has refused that many writes since `before`.
  func wasRefused(times: Int, since before: Progress) -> Bool {
    let refusals = progress.refusals
    return Self.services.allSatisfy {
      refusals[$0, default: []].count >= before.refusals[$0, default: []].count + times
    }
  }

  /// Writes everything.
  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for user in Self.users { group.addTask { try await review(user) } }
      for device in Self.devices { group.addTask { try await report(device) } }
      group.addTask { try await pin() }
      try await group.waitForAll()
    }
  }

  /// Reads something from each store.
  func read() async throws {
    for user in Self.users { _ = try await client.send(ReviewListRequest(user: user)) }
    _ = try await client.send(PinBoardRequest(board: Self.board(0)))
    _ = try await client.send(PlanListRequest())
    _ = try await client.send(FenceListRequest())
    _ = try await client.send(GeofenceEventsRequest(since: 0))
  }

  /// Checks that everything is there once, after `run`.
  func check() async throws {
    for user in Self.users {
      let reviews = try await client.send(ReviewListRequest(user: user)).reviews
      #expect(reviews.map(\.text) == ["\(rounds - 1)"], "\(user)")
    }
    for round in 0..<rounds {
      let pins = try await client.send(PinBoardRequest(board: Self.board(round))).pins
      #expect(pins.count == 1, "\(round)")
    }
    let events = try await client.send(
      GeofenceEventsRequest(since: 0, limit: GeofenceLimits.maximumPage)
    ).events
    #expect(events.map(\.number) == Array(1...Int64(events.count)))
    let expected = (0..<rounds).map { round -> GeofenceEvent.Kind in
      round.isMultiple(of: 2) ? .enter : .exit
    }
    for device in Self.devices {
      #expect(events.filter { $0.device == device }.map(\.kind) == expected, "\(device)")
    }
  }

  /// Reviews a venue again and again; each review that was acknowledged can be read.
  private func review(_ user: String) async throws {
    let venue = try #require(try await client.send(VenueListRequest(limit: 1)).venues.first)
    for round in 0..<rounds {
      try await write(to: .venueStore) {
        _ = try await client.send(
          ReviewPutRequest(user: user, venueID: venue.id, stars: 3, text: "\(round)"))
      }
      try await untilDone {
        let reviews = try await client.send(ReviewListRequest(user: user)).reviews
        #expect(reviews.map(\.text) == ["\(round)"], "\(user)")
      }
    }
  }

  /// In and out by turns.
  private func report(_ device: DeviceID) async throws {
    for round in 0..<rounds {
      let offset = round.isMultiple(of: 2) ? 0.0 : 0.05
      let request = PositionReportRequest(
        device: device,
        coordinate: Coordinate(
          latitude: Self.center.latitude + offset, longitude: Self.center.longitude),
        time: Self.start.adding(seconds: round * 3_600))
      try await write(to: .geofenceMonitor) {
        let reply = try await client.send(request)
        #expect(reply.ignored == nil || reply.ignored == .duplicate)
      }
    }
  }

  /// A pin on each of many boards; each that was acknowledged can be read.
  private func pin() async throws {
    for round in 0..<rounds {
      let board = Self.board(round)
      let request = PinAddRequest(board: board, place: .coordinate(Self.center))
      try await write(to: .planner) {
        _ = try await RequestClient.$idempotencyKey.withValue(hasKeys ? board.rawValue : nil) {
          try await client.send(request)
        }
      }
      try await untilDone {
        let pins = try await client.send(PinBoardRequest(board: board)).pins
        #expect(!pins.isEmpty, "\(board)")
      }
    }
  }

  private static func board(_ round: Int) -> BoardID { BoardID(rawValue: "b\(round)") }

  private func write(
    to service: ServiceName, _ body: @Sendable () async throws -> Void
  ) async throws {
    try await untilDone {
      do {
        try await body()
      } catch let error as ServiceError {
        log.withLock { $0.refuse(service, error) }
        throw error
      }
    }
    log.withLock { $0.acknowledge() }
  }
}
