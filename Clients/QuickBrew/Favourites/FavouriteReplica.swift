import Messages
import Time

/// A device's copy of a user's favourites: what the store said last, and what was marked since
/// while nobody answered. It sends its marks until the store has them, and takes what the store
/// says of others' by the same rule, the later mark of a venue, so every device comes to the same.
///
/// Source: see `FavouriteMark`.
///
/// How clocks that are wrong show: a mark counts after all that its device had seen of the venue.
/// Of two marks made without seeing each other the one of the faster clock counts; a clock that is
/// more than a day fast is put right by the store's.
struct FavouriteReplica: Codable, Sendable, Hashable {
  struct Item: Codable, Sendable, Hashable {
    fileprivate(set) var mark: FavouriteMark
    /// Whether the store has it.
    fileprivate(set) var isSent: Bool
    /// What the store had said of the venue before a mark that is not sent.
    fileprivate var seen: FavouriteStamp?
    /// As it was when the store told of it.
    fileprivate(set) var venue: Venue?
  }

  /// How far the store's changes have been taken.
  private(set) var cursor: Int64 = 0
  private var items: [String: Item] = [:]

  init() {}

  /// The favourites, oldest first.
  var favourites: [Item] {
    items.values.filter { $0.mark.addedAt != nil }.sorted {
      ($0.mark.addedAt ?? Self.epoch, $0.mark.venueID)
        < ($1.mark.addedAt ?? Self.epoch, $1.mark.venueID)
    }
  }

  /// How many marks the store does not have.
  var unsentCount: Int { items.values.count { !$0.isSent } }

  /// What is known of a venue; `nil` where nothing is.
  subscript(id: VenueID) -> Item? { items[id.rawValue] }

  /// Marks a venue or takes it off. Changes nothing where it is so already.
  ///
  /// - Parameters:
  ///   - addedAt: since when it is a favourite; `nil` takes it off.
  ///   - venue: for showing it while nobody answers.
  mutating func mark(
    _ id: VenueID, addedAt: Timestamp?, venue: Venue? = nil, now: Timestamp, device: DeviceID
  ) {
    let old = self[id]
    if (old?.mark.addedAt != nil) == (addedAt != nil) { return }
    let stamp = FavouriteStamp(after: old?.mark.stamp, now: now, device: device)
    let inUTC = addedAt.map { Timestamp(millisecondsSince1970: $0.millisecondsSince1970) }
    items[id.rawValue] = Item(
      mark: FavouriteMark(venueID: id, addedAt: inUTC, stamp: stamp), isSent: false,
      seen: old?.isSent == true ? old?.mark.stamp : old?.seen, venue: venue ?? old?.venue)
  }

  /// Takes a venue as it is now, for showing it while nobody answers.
  mutating func refresh(_ venue: Venue) { items[venue.id.rawValue]?.venue = venue }

  /// What to ask the store: the marks made first go first.
  func request(for user: String) -> FavouriteMergeRequest {
    let unsent = items.values.filter { !$0.isSent }.map(\.mark).sorted { $0.stamp < $1.stamp }
    return FavouriteMergeRequest(
      user: user, marks: Array(unsent.prefix(VenueLimits.maximumMarks)), cursor: cursor)
  }

  /// Takes what the store answered to a request, which may be one that was made before other
  /// changes.
  ///
  /// - Returns: the marks that the store does not take, which are gone from here too.
  mutating func take(
    _ reply: FavouriteMergeReply, to request: FavouriteMergeRequest, device: DeviceID
  ) -> [RefusedMark] {
    switch reply.restart {
    case .unknownCursor: for id in items.keys { items[id]?.isSent = false }
    case .cursorTooOld: items = items.filter { !$0.value.isSent }
    case nil: break
    }
    let refusals = Dictionary(reply.refused.map { ($0.venueID, $0.reason) }) { first, _ in first }
    for mark in request.marks where self[mark.venueID]?.mark == mark {
      switch refusals[mark.venueID] {
      case nil: items[mark.venueID.rawValue]?.isSent = true
      case .clockAhead: restamp(mark, reply.time, device)
      default: items[mark.venueID.rawValue] = nil
      }
    }
    for told in reply.marks { take(told) }
    if reply.restart != nil || request.cursor == cursor { cursor = reply.cursor }
    forgetRemovals(before: reply.time)
    return reply.refused.filter { $0.reason != .clockAhead }
  }

  private mutating func take(_ told: MergedFavourite) {
    let mine = self[told.mark.venueID]
    if let mine, mine.mark != told.mark, !told.mark.counts(before: mine.mark) { return }
    items[told.mark.venueID.rawValue] = Item(
      mark: told.mark, isSent: true, seen: nil, venue: told.venue)
  }

  /// Nobody has taken the mark, so nobody can have it with another stamp.
  private mutating func restamp(_ mark: FavouriteMark, _ now: Timestamp, _ device: DeviceID) {
    let seen = self[mark.venueID]?.seen
    items[mark.venueID.rawValue]?.mark = FavouriteMark(
      venueID: mark.venueID, addedAt: mark.addedAt.map { min($0, now) },
      stamp: FavouriteStamp(after: seen, now: now, device: device))
  }

  /// The store has forgotten these as well.
  private mutating func forgetRemovals(before now: Timestamp) {
    let oldest = now.adding(seconds: -VenueLimits.removalSeconds).millisecondsSince1970
    items = items.filter { _, item in
      item.mark.addedAt != nil || !item.isSent || item.mark.stamp.milliseconds >= oldest
    }
  }

  private static let epoch = Timestamp(millisecondsSince1970: 0)
}
