import CommandLineKit
import Foundation
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// A user who adds favourites and reviews one after the other, and tracks the acknowledgements.
actor StoreUser {
  /// A user's favourites and reviews.
  private struct Contributions: Hashable {
    var favourites: Set<VenueID> = []
    var reviews: [VenueID: String] = [:]
  }

  private enum Change {
    case mark(VenueID)
    case unmark(VenueID)
    case review(VenueID, stars: Int, text: String)
    case unreview(VenueID)
  }

  /// A change with its idempotency key, which repetitions share.
  private struct Write {
    let change: Change
    let key: String
  }

  struct Outcome {
    let acknowledged: Int
    /// Whether the unacknowledged write is stored; `nil` where there was none.
    let isStored: Bool?
  }

  nonisolated let venueIDs: [VenueID]
  private let user: String
  private let bus: Bus
  /// The bus generates a key for each request; this client sends with a given one.
  private let core: RequestClientCore
  private var random: SeededGenerator
  private var expected = Contributions()
  /// The last acknowledged write, with its reply.
  private var last: (write: Write, reply: Data)?
  private var unacknowledged: Write?
  private var acknowledged = 0

  init(_ user: String, at venueIDs: [VenueID], bus: Bus, random: SeededGenerator) {
    self.user = user
    self.venueIDs = venueIDs
    self.bus = bus
    self.random = random
    core = RequestClientCore(
      loop: bus.loop,
      world: BusWorld(
        loop: bus.loop, context: bus.context, discovery: Discovery(bus.directory), keys: nil),
      restartGrace: .zero)
  }

  func close() async { await core.close() }

  /// Writes until a write is not acknowledged.
  func writeUntilLost() async throws {
    acknowledged = 0
    while true {
      let write = Write(change: nextChange(), key: UUID().uuidString)
      switch try await send(write) {
      case .success(let reply):
        expected = Self.after(write.change, expected)
        last = (write, reply)
        acknowledged += 1
      case .failure(let error):
        guard error.code.isRetryable else { throw error }
        unacknowledged = write
        return
      }
    }
  }

  /// Checks that acknowledged writes are stored, that an unacknowledged one is stored completely or
  /// not at all, and that sending a write again executes it once only, with the same reply.
  func check() async throws -> Outcome {
    let found = try await storedContributions()
    var isStored: Bool?
    if let write = unacknowledged {
      let after = Self.after(write.change, expected)
      #expect(found == expected || found == after, "\(user): \(found), not \(expected) or \(after)")
      isStored = found == after
      let reply = try await sendUntilDone(write)
      expected = after
      last = (write, reply)
      unacknowledged = nil
    }
    #expect(try await storedContributions() == expected)
    if let last {
      let before = try await reviews()
      let repeated = try await sendUntilDone(last.write)
      #expect(repeated == last.reply, "\(user) \(last.write)")
      let after = try await reviews()
      #expect(before == after, "\(user) \(last.write)")
      #expect(try await storedContributions() == expected)
    }
    return Outcome(acknowledged: acknowledged, isStored: isStored)
  }

  // MARK: Random changes

  private func nextChange() -> Change {
    let venueID = venueIDs[Int.random(in: 0..<venueIDs.count, using: &random)]
    if Bool.random(using: &random) {
      return expected.favourites.contains(venueID) ? .unmark(venueID) : .mark(venueID)
    }
    if expected.reviews[venueID] != nil, Int.random(in: 0..<3, using: &random) == 0 {
      return .unreview(venueID)
    }
    let stars = Int.random(in: VenueRating.stars, using: &random)
    return .review(venueID, stars: stars, text: "\(random.next())")
  }

  private static func after(_ change: Change, _ expected: Contributions) -> Contributions {
    var expected = expected
    switch change {
    case .mark(let venueID): expected.favourites.insert(venueID)
    case .unmark(let venueID): expected.favourites.remove(venueID)
    case .review(let venueID, let stars, let text): expected.reviews[venueID] = "\(stars) \(text)"
    case .unreview(let venueID): expected.reviews[venueID] = nil
    }
    return expected
  }

  // MARK: Stored contributions

  private func storedContributions() async throws -> Contributions {
    let favourites = try await bus.client.send(
      FavouriteListRequest(user: user)
    ).favourites
    let reviews = try await reviews()
    #expect(favourites.count == Set(favourites.map(\.venue.id)).count)
    return Contributions(
      favourites: Set(favourites.map(\.venue.id)),
      reviews: Dictionary(
        reviews.map { ($0.venueID, "\($0.stars) \($0.text ?? "")") }, uniquingKeysWith: +))
  }

  private func reviews() async throws -> [Review] {
    try await bus.client.send(ReviewListRequest(user: user)).reviews
  }

  // MARK: Sending

  /// Sends a write again while the store is unavailable.
  private func sendUntilDone(_ write: Write) async throws -> Data {
    while true {
      switch try await send(write) {
      case .success(let reply): return reply
      case .failure(let error):
        guard error.code.isRetryable else { throw error }
        // The store is another process without a notification, so it is polled.
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  private func send(_ write: Write) async throws -> RequestOutcome {
    switch write.change {
    case .mark(let venueID):
      try await send(FavouriteAddRequest(user: user, venueID: venueID), write.key)
    case .unmark(let venueID):
      try await send(FavouriteRemoveRequest(user: user, venueID: venueID), write.key)
    case .review(let venueID, let stars, let text):
      try await send(
        ReviewPutRequest(user: user, venueID: venueID, stars: stars, text: text), write.key)
    case .unreview(let venueID):
      try await send(ReviewRemoveRequest(user: user, venueID: venueID), write.key)
    }
  }

  private func send<Request: RequestMessage>(
    _ request: Request, _ key: String
  ) async throws -> RequestOutcome {
    await core.request(
      OutgoingRequest(
        operation: Request.operation, service: .venueStore, instance: "1",
        body: try MessageCoder.encode(request), trace: TraceContext(traceID: key),
        idempotencyKey: key, deadline: .now.advanced(by: .seconds(60))))
  }
}
