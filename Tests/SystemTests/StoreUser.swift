import Foundation
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Somebody who marks and reviews venues, one after the other, and knows what was acknowledged.
actor StoreUser {
  /// What a user has said of venues.
  private struct Said: Hashable {
    var favourites: Set<VenueID> = []
    var reviews: [VenueID: String] = [:]
  }

  private enum Change {
    case mark(VenueID)
    case unmark(VenueID)
    case review(VenueID, stars: Int, text: String)
    case unreview(VenueID)
  }

  /// A change with the key under which it is sent, however often.
  private struct Write {
    let change: Change
    let key: String
  }

  struct Outcome {
    let acknowledged: Int
    /// Whether the write was there that was not acknowledged; `nil` where there was none.
    let isThere: Bool?
  }

  nonisolated let places: [VenueID]
  private let user: String
  private let bus: Bus
  /// The bus makes up a key for each request; this sends with a given one.
  private let core: RequestClientCore
  private var random: SeededGenerator
  private var said = Said()
  /// The last write that was acknowledged, and how.
  private var last: (write: Write, reply: Data)?
  private var inDoubt: Write?
  private var acknowledged = 0

  init(_ user: String, at places: [VenueID], bus: Bus, random: SeededGenerator) {
    self.user = user
    self.places = places
    self.bus = bus
    self.random = random
    core = RequestClientCore(loop: bus.loop, context: bus.context, directory: bus.directory)
  }

  func close() async { await core.close() }

  /// Writes until a write is not acknowledged, which is then in doubt.
  func writeUntilLost() async throws {
    acknowledged = 0
    while true {
      let write = Write(change: nextChange(), key: UUID().uuidString)
      switch try await send(write) {
      case .success(let reply):
        said = Self.after(write.change, said)
        last = (write, reply)
        acknowledged += 1
      case .failure(let error):
        guard error.code.isRetryable else { throw error }
        inDoubt = write
        return
      }
    }
  }

  /// What was acknowledged is there; what was in doubt is there wholly or not at all, is done by
  /// sending it again, and is not done twice.
  func check() async throws -> Outcome {
    let found = try await told()
    var isThere: Bool?
    if let write = inDoubt {
      let after = Self.after(write.change, said)
      #expect(found == said || found == after, "\(user): \(found), not \(said) or \(after)")
      isThere = found == after
      let reply = try await sendUntilDone(write)
      said = after
      last = (write, reply)
      inDoubt = nil
    }
    #expect(try await told() == said)
    if let last {
      let before = try await reviews()
      let repeated = try await sendUntilDone(last.write)
      #expect(repeated == last.reply, "\(user) \(last.write)")
      let after = try await reviews()
      #expect(before == after, "\(user) \(last.write)")
      #expect(try await told() == said)
    }
    return Outcome(acknowledged: acknowledged, isThere: isThere)
  }

  // MARK: What to say

  private func nextChange() -> Change {
    let place = places[Int.random(in: 0..<places.count, using: &random)]
    if Bool.random(using: &random) {
      return said.favourites.contains(place) ? .unmark(place) : .mark(place)
    }
    if said.reviews[place] != nil, Int.random(in: 0..<3, using: &random) == 0 {
      return .unreview(place)
    }
    let stars = Int.random(in: VenueRating.stars, using: &random)
    return .review(place, stars: stars, text: "\(random.next())")
  }

  private static func after(_ change: Change, _ said: Said) -> Said {
    var said = said
    switch change {
    case .mark(let place): said.favourites.insert(place)
    case .unmark(let place): said.favourites.remove(place)
    case .review(let place, let stars, let text): said.reviews[place] = "\(stars) \(text)"
    case .unreview(let place): said.reviews[place] = nil
    }
    return said
  }

  // MARK: What is there

  private func told() async throws -> Said {
    let favourites = try await bus.client.send(
      FavouriteListRequest(user: user)
    ).favourites
    let reviews = try await reviews()
    #expect(favourites.count == Set(favourites.map(\.venue.id)).count)
    return Said(
      favourites: Set(favourites.map(\.venue.id)),
      reviews: Dictionary(
        reviews.map { ($0.venueID, "\($0.stars) \($0.text ?? "")") }, uniquingKeysWith: +))
  }

  private func reviews() async throws -> [Review] {
    try await bus.client.send(ReviewListRequest(user: user)).reviews
  }

  // MARK: Sending

  /// Sends it again while the connection to the store is being made.
  private func sendUntilDone(_ write: Write) async throws -> Data {
    while true {
      switch try await send(write) {
      case .success(let reply): return reply
      case .failure(let error):
        guard error.code.isRetryable else { throw error }
        // What is waited for is in another process.
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  private func send(_ write: Write) async throws -> RequestOutcome {
    switch write.change {
    case .mark(let place):
      try await send(FavouriteAddRequest(user: user, venueID: place), write.key)
    case .unmark(let place):
      try await send(FavouriteRemoveRequest(user: user, venueID: place), write.key)
    case .review(let place, let stars, let text):
      try await send(
        ReviewPutRequest(user: user, venueID: place, stars: stars, text: text), write.key)
    case .unreview(let place):
      try await send(ReviewRemoveRequest(user: user, venueID: place), write.key)
    }
  }

  private func send<Request: RequestMessage>(
    _ request: Request, _ key: String
  ) async throws -> RequestOutcome {
    await core.request(
      OutgoingRequest(
        operation: Request.operation, service: .venueStore, instance: "1",
        body: try MessageCoder.encode(request), traceID: key, idempotencyKey: key,
        deadline: .now.advanced(by: .seconds(60))))
  }
}
