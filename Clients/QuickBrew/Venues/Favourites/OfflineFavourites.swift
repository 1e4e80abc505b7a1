import CommandLineKit
import Messages
import Time

/// A user's favourites for a command: those of the store where it answers, else the local replica.
/// Unsent marks are sent with the next merge.
struct OfflineFavourites: Sendable {
  /// The most requests of one merge: enough for all marks, and for some with new stamps.
  private static let maximumRequests = 100

  let user: String
  private let file: FavouriteFile
  private let context: CommandContext

  /// - Throws: `UsageError` for an invalid user name.
  init(_ context: CommandContext) throws {
    user = try UserFlag.name(context)
    file = FavouriteFile(home: try context.paths().home)
    self.context = context
  }

  /// Sends unsent marks to the store and merges the changes of other devices. Changes nothing where
  /// the store is unavailable. The caller reports refused marks.
  ///
  /// - Returns: whether the store answered, and the marks that it refused.
  /// - Throws: `ServiceError` that is not retryable; `FavouriteFileError`.
  func merge() async throws -> MergeOutcome {
    var refused: [RefusedMark] = []
    do {
      for _ in 0..<Self.maximumRequests {
        let request = try file.replica(of: user).request(for: user)
        let reply = try await context.send(request)
        let isDone = try file.change(user) { replica, device in
          refused += replica.apply(reply, to: request, device: device)
          return !reply.hasMore && replica.unsentCount == 0
        }
        if isDone { return .merged(refused: refused) }
      }
      throw ServiceError(.internal, "The favourites of “\(user)” do not come to rest.")
    } catch let error as ServiceError where error.code.isRetryable {
      return .unreachable(error)
    }
  }

  /// Merges where marks are unsent; called before a command that shows the store's favourites.
  static func mergePending(_ context: CommandContext) async {
    // Errors are ignored, as the command itself reports an unavailable store.
    guard let favourites = try? OfflineFavourites(context), let stored = try? favourites.stored(),
      stored.unsentCount > 0, case .merged(let refused) = try? await favourites.merge()
    else { return }
    favourites.report(refused)
  }

  /// What became of a favourite, for its user.
  func sentence(_ key: String, _ record: FavouriteRecord, isMerged: Bool) -> String {
    let phrase = "favourite.\(key)" + (isMerged ? "" : "Here")
    return Formats.phrase(phrase, ["name": record.name, "user": user.printable]) + "\n"
  }

  func stored() throws -> FavouriteReplica { try file.replica(of: user) }

  /// Changes the local replica, and then the store where it answers.
  ///
  /// - Parameter outcome: the outcome of the merge before the change.
  /// - Throws: as `merge`.
  func change<Result>(
    after outcome: MergeOutcome, _ body: (inout FavouriteReplica, DeviceID) -> Result
  ) async throws -> (Result, MergeOutcome) {
    let result = try file.change(user, body)
    guard case .merged(let before) = outcome, try stored().unsentCount > 0 else {
      return (result, outcome)
    }
    switch try await merge() {
    case .merged(let refused): return (result, .merged(refused: before + refused))
    case .unreachable(let error):
      report(before)
      return (result, .unreachable(error))
    }
  }

  /// All favourites, oldest first. The venues are up to date where the store answers.
  ///
  /// - Throws: as `merge`.
  func list() async throws -> FavouriteRecordList {
    let outcome = try await merge()
    if case .merged(let refused) = outcome {
      report(refused)
      let reply = try await context.send(FavouriteListRequest(user: user))
      try file.change(user) { replica, _ in
        for favourite in reply.favourites { replica.refresh(favourite.venue) }
      }
    }
    let stored = try stored()
    if case .unreachable = outcome { reportUnreachable(stored) }
    return FavouriteRecordList(favourites: stored.favourites.map { FavouriteRecord($0) })
  }

  /// The IDs of all favourites, oldest first.
  ///
  /// - Throws: as `merge`; `notFound` where there are none.
  func venueIDs() async throws -> [VenueID] {
    let outcome = try await merge()
    let stored = try stored()
    switch outcome {
    case .merged(let refused): report(refused)
    case .unreachable: reportUnreachable(stored)
    }
    let ids = stored.favourites.map(\.mark.venueID)
    guard !ids.isEmpty else {
      throw ServiceError(
        .notFound, "“\(user)” has no favourites yet: quickbrew favourite add VENUE keeps one.")
    }
    return ids
  }

  private func reportUnreachable(_ stored: FavouriteReplica) {
    let key = stored.unsentCount == 0 ? "favourite.offline" : "favourite.unsent"
    context.report(Formats.phrase(key, count: stored.unsentCount))
  }

  /// Prints the marks that the store refused. They are no longer in the replica.
  func report(_ refused: [RefusedMark]) {
    for mark in refused {
      context.report("\(mark.venueID): \(mark.explanation)")
    }
  }
}

/// Whether a merge reached the store.
enum MergeOutcome: Sendable {
  case merged(refused: [RefusedMark])
  case unreachable(ServiceError)
}

extension RefusedMark {
  /// The reason for the refusal, as a sentence.
  var explanation: String {
    switch reason {
    case .unknownVenue: "There is no such venue; quickbrew nearby -o wide shows the IDs of venues."
    case .tooMany: "There are \(VenueLimits.maximumFavourites) favourites; remove some first."
    case .clockAhead, .malformed: "The venue store refuses it as a favourite."
    }
  }
}

/// What `favourite list` and `favourite export` print as JSON.
struct FavouriteRecordList: Codable, Sendable {
  let favourites: [FavouriteRecord]
}

struct FavouriteRecord: Codable, Sendable {
  let venueID: VenueID
  let addedAt: Timestamp?
  /// As the store last sent it; `nil` where it never did.
  let venue: Venue?
  /// Whether the store has acknowledged the mark.
  let isMerged: Bool?

  /// - Parameter isMerged: overrides the item's own state.
  init(_ item: FavouriteReplica.Item, isMerged: Bool? = nil) {
    venueID = item.mark.venueID
    addedAt = item.mark.addedAt
    venue = item.venue
    self.isMerged = isMerged ?? item.isSent
  }

  /// The name to show.
  var name: String { venue?.shownTitle ?? venueID.rawValue.printable }
}
