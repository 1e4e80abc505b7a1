package import Geography
package import Time

/// A hybrid logical clock: a stamp is later than every stamp that its device had seen, whatever the
/// clocks show. It is the device's time or, if a seen stamp is not earlier, that stamp's time with
/// an incremented `counter`.
///
/// It orders the changes of one favourite; each favourite has a clock of its own.
/// Source: Kulkarni, Demirbas, Madappa, Avva, Leone, "Logical Physical Clocks", OPODIS 2014.
package struct FavouriteStamp: Codable, Sendable, Hashable, Comparable {
  /// Since 1970.
  package let milliseconds: Int64
  /// Orders changes within one millisecond, or while the clock was behind a seen stamp.
  package let counter: Int
  /// The device that made the change: makes the order total.
  package let device: DeviceID

  package init(milliseconds: Int64, counter: Int = 0, device: DeviceID) {
    self.milliseconds = milliseconds
    self.counter = counter
    self.device = device
  }

  /// A stamp for now, later than the latest that the device has seen.
  package init(after seen: FavouriteStamp?, now: Timestamp, device: DeviceID) {
    if let seen, seen.milliseconds >= now.millisecondsSince1970 {
      self.init(milliseconds: seen.milliseconds, counter: seen.counter + 1, device: device)
    } else {
      self.init(milliseconds: now.millisecondsSince1970, device: device)
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.milliseconds, left.counter, left.device)
      < (right.milliseconds, right.counter, right.device)
  }
}

/// The last change of whether a venue is a user's favourite: a last-writer-wins register. Marks of
/// one venue merge to the later one, in any order and however often each arrives.
///
/// Source: Shapiro, Preguiça, Baquero, Zawirski, "A comprehensive study of Convergent and
/// Commutative Replicated Data Types", INRIA RR-7506 (2011), 3.2.1: last-writer-wins register.
package struct FavouriteMark: Codable, Sendable, Hashable {
  package let venueID: VenueID
  /// Since when it is a favourite; `nil` if it was removed.
  package let addedAt: Timestamp?
  package let stamp: FavouriteStamp

  package init(venueID: VenueID, addedAt: Timestamp?, stamp: FavouriteStamp) {
    self.venueID = venueID
    self.addedAt = addedAt
    self.stamp = stamp
  }

  /// Whether this mark wins over the other. Of two with the same stamp, as a cloned device makes
  /// them, the favourite wins, and of two favourites the one added first.
  package func counts(before other: FavouriteMark) -> Bool {
    if stamp != other.stamp { return stamp > other.stamp }
    guard let addedAt else { return false }
    return other.addedAt.map { addedAt < $0 } ?? true
  }
}

/// Synchronises favourites: sends the changes that a device made offline, and receives those of
/// other devices. Durable before it is acknowledged; idempotent.
///
/// A device sends its marks until it gets a reply, and repeats the request with the reply's
/// `cursor` until `hasMore` is false. Fails with `invalidRequest` for a user, device or number of
/// marks out of range.
package struct FavouriteMergeRequest: RequestMessage, Hashable {
  package typealias Reply = FavouriteMergeReply
  package static let operation = Operation(
    .venueStore, "favourite-merge", version: 1, scope: .write)

  package let user: String
  /// The changes not yet sent; up to `VenueLimits.maximumMarks`.
  package let marks: [FavouriteMark]
  /// That of the last reply; 0 for all favourites.
  package let cursor: Int64

  package init(user: String, marks: [FavouriteMark], cursor: Int64) {
    self.user = user
    self.marks = marks
    self.cursor = cursor
  }
}

package struct FavouriteMergeReply: Codable, Sendable, Hashable {
  /// The merged state of each favourite that changed after the request's cursor; up to
  /// `VenueLimits.maximumMarks`.
  package let marks: [MergedFavourite]
  /// The position up to which these marks go.
  package let cursor: Int64
  package let hasMore: Bool
  /// The device's marks that the store refused. It accepted the others.
  package let refused: [RefusedMark]
  /// Set if the cursor is not one of this store, or so old that the store has deleted removals
  /// since: `marks` start again, as for cursor 0. Favourites of the device that are not in them are
  /// sent again in the first case, and dropped in the second.
  package let restart: Restart?
  /// The store's clock: stamps much later than this are refused.
  package let time: Timestamp

  package enum Restart: String, Codable, Sendable, Hashable {
    case unknownCursor
    case cursorTooOld
  }

  package init(
    marks: [MergedFavourite], cursor: Int64, hasMore: Bool, refused: [RefusedMark] = [],
    restart: Restart? = nil, time: Timestamp
  ) {
    self.marks = marks
    self.cursor = cursor
    self.hasMore = hasMore
    self.refused = refused
    self.restart = restart
    self.time = time
  }
}

/// A mark and its venue in its current state.
package struct MergedFavourite: Codable, Sendable, Hashable {
  package let mark: FavouriteMark
  /// Only of a favourite.
  package let venue: Venue?

  package init(mark: FavouriteMark, venue: Venue?) {
    self.mark = mark
    self.venue = venue
  }
}

package struct RefusedMark: Codable, Sendable, Hashable {
  package enum Reason: String, Codable, Sendable, Hashable {
    /// There is no such venue.
    case unknownVenue
    /// The user has `VenueLimits.maximumFavourites`.
    case tooMany
    /// The device's clock is more than a day ahead: create a new stamp and send it again.
    case clockAhead
    /// A name or a number of the stamp is out of range.
    case malformed
  }

  package let venueID: VenueID
  package let reason: Reason

  package init(venueID: VenueID, reason: Reason) {
    self.venueID = venueID
    self.reason = reason
  }
}

/// Matches descriptions from other sources to venues: by identifier, else by name and location as
/// with a feed.
///
/// Fails with `invalidRequest` for more than `VenueLimits.maximumMarks`.
package struct VenueMatchRequest: RequestMessage, Hashable {
  package typealias Reply = VenueMatchReply
  package static let operation = Operation(.venueStore, "match", version: 1)

  package let places: [VenueDescription]

  package init(places: [VenueDescription]) { self.places = places }
}

/// A venue as another source describes it.
package struct VenueDescription: Codable, Sendable, Hashable {
  package let id: VenueID?
  package let name: String?
  package let coordinate: Coordinate?
  package let address: String?

  package init(
    id: VenueID? = nil, name: String? = nil, coordinate: Coordinate? = nil,
    address: String? = nil
  ) {
    self.id = id
    self.name = name
    self.coordinate = coordinate
    self.address = address
  }
}

/// One match for each description.
package struct VenueMatchReply: Codable, Sendable, Hashable {
  package let matches: [MatchedVenue]

  package init(matches: [MatchedVenue]) { self.matches = matches }
}

/// The matching venue; without one if the store has none.
package struct MatchedVenue: Codable, Sendable, Hashable {
  package let venue: Venue?

  package init(venue: Venue?) { self.venue = venue }
}
