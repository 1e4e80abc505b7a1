import Messages
import Time

/// A device's replica of a user's favourites: a last-writer-wins map from venues to marks.
///
/// It holds the store's last known state and the local marks that the store has not acknowledged.
/// Local marks are sent until they are acknowledged. Marks from the store are merged by the same
/// rule, by which the later mark of a venue wins, so all replicas converge.
///
/// Source: see `FavouriteMark`.
///
/// Effect of wrong clocks: a mark is later than every mark of the venue that its device had seen.
/// Of two concurrent marks the one with the faster clock wins. A clock that is more than a day fast
/// is corrected by the store's.
struct FavouriteReplica: Codable, Sendable, Hashable {
  struct Item: Codable, Sendable, Hashable {
    fileprivate(set) var mark: FavouriteMark
    /// Whether the store has acknowledged the mark.
    fileprivate(set) var isSent: Bool
    /// The stamp of the store's mark that an unsent mark replaces.
    fileprivate var seen: FavouriteStamp?
    /// The venue as the store last sent it.
    fileprivate(set) var venue: Venue?
  }

  /// The store's change number up to which its changes are merged.
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

  /// How many marks the store has not acknowledged.
  var unsentCount: Int { items.values.count { !$0.isSent } }

  /// The mark of a venue, or `nil`.
  subscript(id: VenueID) -> Item? { items[id.rawValue] }

  /// Adds or removes a favourite. Changes nothing where that is its state already.
  ///
  /// - Parameters:
  ///   - addedAt: since when it is a favourite; `nil` removes it.
  ///   - venue: its data, shown while the store is unavailable.
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

  /// Updates the data of a venue, shown while the store is unavailable.
  mutating func refresh(_ venue: Venue) { items[venue.id.rawValue]?.venue = venue }

  /// The next merge request, with the oldest unsent marks first.
  func request(for user: String) -> FavouriteMergeRequest {
    let unsent = items.values.filter { !$0.isSent }.map(\.mark).sorted { $0.stamp < $1.stamp }
    return FavouriteMergeRequest(
      user: user, marks: Array(unsent.prefix(VenueLimits.maximumMarks)), cursor: cursor)
  }

  /// Applies the reply to a merge request. The replica may have changed since the request was made.
  ///
  /// - Returns: the marks that the store refuses; they are removed from the replica.
  mutating func apply(
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
    for stored in reply.marks { apply(stored) }
    if reply.restart != nil || request.cursor == cursor { cursor = reply.cursor }
    forgetRemovals(before: reply.time)
    return reply.refused.filter { $0.reason != .clockAhead }
  }

  private mutating func apply(_ stored: MergedFavourite) {
    let own = self[stored.mark.venueID]
    if let own, own.mark != stored.mark, !stored.mark.counts(before: own.mark) { return }
    items[stored.mark.venueID.rawValue] = Item(
      mark: stored.mark, isSent: true, seen: nil, venue: stored.venue)
  }

  /// Gives a mark a new stamp. This is safe, as the store refused it, so no other replica has it.
  private mutating func restamp(_ mark: FavouriteMark, _ now: Timestamp, _ device: DeviceID) {
    let seen = self[mark.venueID]?.seen
    items[mark.venueID.rawValue]?.mark = FavouriteMark(
      venueID: mark.venueID, addedAt: mark.addedAt.map { min($0, now) },
      stamp: FavouriteStamp(after: seen, now: now, device: device))
  }

  /// Forgets removals that the store has forgotten as well.
  private mutating func forgetRemovals(before now: Timestamp) {
    let oldest = now.adding(seconds: -VenueLimits.removalSeconds).millisecondsSince1970
    items = items.filter { _, item in
      item.mark.addedAt != nil || !item.isSent || item.mark.stamp.milliseconds >= oldest
    }
  }

  private static let epoch = Timestamp(millisecondsSince1970: 0)
}
