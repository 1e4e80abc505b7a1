import Messages
import Time

/// A user's favourites as a command sees them: what the store says where it answers, else what is
/// kept here; marks that the store has not taken go along with the next contact.
struct OfflineFavourites: Sendable {
  /// Requests of one merge: as many marks as there may be, and some that were stamped anew.
  private static let maximumRequests = 100

  let user: String
  private let file: FavouriteFile
  private let call: Call

  /// - Throws: `UsageError` for the user's name.
  init(_ call: Call) throws {
    user = try UserFlag.name(call)
    file = FavouriteFile(home: try call.surroundings.paths(call.arguments["home"]).home)
    self.call = call
  }

  /// Brings the store what it has not, and takes what others changed. Where nobody answers,
  /// nothing has changed. Tells the person of marks that the store does not take.
  ///
  /// - Returns: whether the store answered, and what it does not take.
  /// - Throws: `ServiceError` where it answered that it will not; `FavouriteFileError`.
  func merge() async throws -> Contact {
    var refused: [RefusedMark] = []
    do {
      let bus = try call.connect()
      for _ in 0..<Self.maximumRequests {
        let request = try file.replica(of: user).request(for: user)
        let reply = try await bus.send(request, timeout: call.timeout)
        let isDone = try file.change(user) { replica, device in
          refused += replica.take(reply, to: request, device: device)
          return !reply.hasMore && replica.unsentCount == 0
        }
        if isDone { return .merged(refused: refused) }
      }
      throw ServiceError(.internal, "The favourites of “\(user)” do not come to rest.")
    } catch let error as ServiceError where error.code.isRetryable {
      return .away(error)
    }
  }

  /// As `merge`, before a command that shows what the store says, where anything waits.
  static func mergeWhatWaits(_ call: Call) async {
    // The command itself tells who is away.
    guard let favourites = try? OfflineFavourites(call), let kept = try? favourites.kept(),
      kept.unsentCount > 0, case .merged(let refused) = try? await favourites.merge()
    else { return }
    favourites.tell(refused)
  }

  func kept() throws -> FavouriteReplica { try file.replica(of: user) }

  /// Changes what is kept here, and then what the store has, where it answers.
  ///
  /// - Parameter contact: how the merge before the change went.
  /// - Throws: as `merge`.
  func change<Result>(
    after contact: Contact, _ body: (inout FavouriteReplica, DeviceID) -> Result
  ) async throws -> (Result, Contact) {
    let result = try file.change(user, body)
    guard case .merged(let before) = contact, try kept().unsentCount > 0 else {
      return (result, contact)
    }
    switch try await merge() {
    case .merged(let refused): return (result, .merged(refused: before + refused))
    case .away(let error):
      tell(before)
      return (result, .away(error))
    }
  }

  /// All favourites, oldest first, each venue as it is now where the store answers.
  ///
  /// - Throws: as `merge`.
  func list() async throws -> KeptFavourites {
    let contact = try await merge()
    if case .merged(let refused) = contact {
      tell(refused)
      let reply = try await call.send(FavouriteListRequest(user: user))
      try file.change(user) { replica, _ in
        for favourite in reply.favourites { replica.refresh(favourite.venue) }
      }
    }
    let kept = try kept()
    if case .away = contact { tellAway(kept) }
    return KeptFavourites(favourites: kept.favourites.map { KeptFavourite($0) })
  }

  /// All favourites as a search takes them, oldest first.
  ///
  /// - Throws: as `merge`; `notFound` where there are none.
  func venueIDs() async throws -> [VenueID] {
    let contact = try await merge()
    let kept = try kept()
    switch contact {
    case .merged(let refused): tell(refused)
    case .away: tellAway(kept)
    }
    let ids = kept.favourites.map(\.mark.venueID)
    guard !ids.isEmpty else {
      throw ServiceError(
        .notFound, "“\(user)” has no favourites yet: quickbrew favourite add ID keeps one.")
    }
    return ids
  }

  private func tellAway(_ kept: FavouriteReplica) {
    let waiting = Formats.count(kept.unsentCount, "change waits", "changes wait")
    call.output.message(
      "quickbrew: the venue store does not answer; "
        + (kept.unsentCount == 0 ? "these are the favourites kept here." : "\(waiting) here."))
  }

  /// Tells which marks the store does not take: they are no longer kept.
  func tell(_ refused: [RefusedMark]) {
    for mark in refused {
      call.output.message("quickbrew: \(mark.venueID.rawValue.printable): \(mark.why)")
    }
  }
}

/// How it went to reach the store.
enum Contact: Sendable {
  case merged(refused: [RefusedMark])
  case away(ServiceError)
}

extension RefusedMark {
  /// A sentence that says why.
  var why: String {
    switch reason {
    case .unknownVenue: "There is no such venue, so it is no favourite."
    case .tooMany: "There are \(VenueLimits.maximumFavourites) favourites; remove some first."
    case .clockAhead, .malformed: "The venue store does not take it as a favourite."
    }
  }
}

/// What `favourite list` and `favourite export` print as JSON.
struct KeptFavourites: Codable, Sendable {
  let favourites: [KeptFavourite]
}

struct KeptFavourite: Codable, Sendable {
  let venueID: VenueID
  let addedAt: Timestamp?
  /// As the store told of it last; `nil` where it never did.
  let venue: Venue?
  /// Whether the store has it.
  let isMerged: Bool?

  /// - Parameter isMerged: where that is not the item's own.
  init(_ item: FavouriteReplica.Item, isMerged: Bool? = nil) {
    venueID = item.mark.venueID
    addedAt = item.mark.addedAt
    venue = item.venue
    self.isMerged = isMerged ?? item.isSent
  }

  /// What to call it.
  var name: String { (venue?.name ?? venueID.rawValue).printable }
}
