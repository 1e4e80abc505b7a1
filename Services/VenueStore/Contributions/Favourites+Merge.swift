package import Messages
package import Time

/// A user's favourites as last-writer-wins registers, one for each venue: a mark is the value of a
/// register with the stamp of its last write, and a mark without `addedAt` is a tombstone. Every
/// change gets the next number of `favourite_log`, whose row stays locked until the commit, so a
/// reader that has seen one number has seen all lower ones.
extension Favourites {
  /// Merges the marks of a device, and returns the changes since its last request.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`: see `FavouriteMergeRequest`; `SQLError`.
  ///   Nothing was changed.
  package func merge(
    _ request: FavouriteMergeRequest, now: Timestamp
  ) throws -> FavouriteMergeReply {
    try UserText.check(user: request.user)
    try check(request.marks.count, "The number of marks", in: 0...VenueLimits.maximumMarks)
    return try changing {
      var refused: [RefusedMark] = []
      if !request.marks.isEmpty {
        let oldest = now.adding(seconds: -VenueLimits.removalSeconds)
        try table.deleteTombstones(before: oldest.millisecondsSince1970)
      }
      for mark in request.marks {
        if let reason = try apply(mark, of: request.user, now: now) {
          refused.append(RefusedMark(venueID: mark.venueID, reason: reason))
        }
      }
      return try changes(of: request.user, since: request.cursor, refused, now: now)
    }
  }

  /// Applies a mark unless the stored one is equal or later.
  ///
  /// - Returns: why the mark is refused; `nil` if it is valid.
  private func apply(
    _ mark: FavouriteMark, of user: String, now: Timestamp
  ) throws -> RefusedMark.Reason? {
    let latest = now.adding(seconds: VenueLimits.clockAheadSeconds)
    if mark.stamp.milliseconds > latest.millisecondsSince1970 { return .clockAhead }
    guard mark.isWellFormed, mark.addedAt.map({ $0 <= latest }) ?? true else { return .malformed }
    let old = try table.mark(of: user, mark.venueID)
    if let old, !mark.counts(before: old) { return nil }
    if old == nil, try !venues.contains(mark.venueID) { return .unknownVenue }
    let addsFavourite = mark.addedAt != nil && old?.addedAt == nil
    if addsFavourite || old == nil, try !hasRoom(for: user, isNew: old == nil) { return .tooMany }
    try table.put(mark, of: user, now: now)
    return nil
  }

  private func changes(
    of user: String, since cursor: Int64, _ refused: [RefusedMark], now: Timestamp
  ) throws -> FavouriteMergeReply {
    let log = try table.log()
    let restart = log.restart(from: cursor)
    let since = restart == nil ? log.change(of: cursor) : 0
    let found = try table.marks(
      of: user, after: since, limit: VenueLimits.maximumMarks + 1)
    let page = found.prefix(VenueLimits.maximumMarks)
    let hasMore = found.count > page.count
    let last = hasMore ? page.last?.change : nil
    return FavouriteMergeReply(
      marks: page.map(\.mark), cursor: log.cursor(last ?? log.changes), hasMore: hasMore,
      refused: refused, restart: restart,
      time: Timestamp(millisecondsSince1970: now.millisecondsSince1970))
  }
}

extension FavouriteMark {
  /// Whether its identifiers and numbers are in range.
  fileprivate var isWellFormed: Bool {
    (1...VenueStoreLimits.maximumIDBytes).contains(venueID.rawValue.utf8.count)
      && (1...VenueLimits.maximumUserBytes).contains(stamp.device.rawValue.utf8.count)
      && (0...Int(Int32.max)).contains(stamp.counter) && stamp.milliseconds >= 0
      && !stamp.device.rawValue.unicodeScalars.contains(where: PlainText.isUnprintable)
  }
}
