package import Geography
package import Time

/// A hybrid logical clock: a stamp is later than every stamp that its device had seen, whatever the
/// clocks show. It is the device's time or, if a seen stamp is not earlier, that stamp's time with
/// an incremented `counter`.
///
/// It orders the changes of one favourite; each favourite has its own clock.
/// Source: Kulkarni, Demirbas, Madappa, Avva, Leone, "Logical Physical Clocks", OPODIS 2014.
@Memberwise package struct FavouriteStamp: Codable, Sendable, Hashable, Comparable {
  /// Since 1970.
  package let milliseconds: Int64
  /// Orders changes within one millisecond, or while the clock was behind a seen stamp.
  package var counter: Int = 0
  /// The device that made the change: makes the order total.
  package let device: DeviceID

  package static func < (left: Self, right: Self) -> Bool {
    (left.milliseconds, left.counter, left.device)
      < (right.milliseconds, right.counter, right.device)
  }
}

extension FavouriteStamp {
  /// A stamp for now, later than the latest that the device has seen.
  package init(after seen: FavouriteStamp?, now: Timestamp, device: DeviceID) {
    if let seen, seen.milliseconds >= now.millisecondsSince1970 {
      self.init(milliseconds: seen.milliseconds, counter: seen.counter + 1, device: device)
    } else {
      self.init(milliseconds: now.millisecondsSince1970, device: device)
    }
  }
}

/// The last change of whether a venue is a user's favourite: a last-writer-wins register. Marks of
/// one venue merge to the later one, in any order and however often each arrives.
///
/// Source: Shapiro, Preguiça, Baquero, Zawirski, "A comprehensive study of Convergent and
/// Commutative Replicated Data Types", INRIA RR-7506 (2011), 3.2.1: last-writer-wins register.
@Memberwise package struct FavouriteMark: Codable, Sendable, Hashable {
  package let venueID: VenueID
  /// Since when it is a favourite; `nil` if it was removed.
  package let addedAt: Timestamp?
  package let stamp: FavouriteStamp

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
@Memberwise package struct FavouriteMergeRequest: RequestMessage, Hashable {
  package typealias Reply = FavouriteMergeReply
  package static let operation = Operation(
    .venueStore, "favourite-merge", version: 1, scope: .write, isPublic: true)

  package let user: String
  /// The changes not yet sent; up to `VenueLimits.maximumMarks`.
  package let marks: [FavouriteMark]
  /// That of the last reply; 0 for all favourites.
  package let cursor: Int64

  package var owners: [DataOwner] { [.user(user)] }
}

@Memberwise package struct FavouriteMergeReply: Codable, Sendable, Hashable {
  /// The merged state of each favourite that changed after the request's cursor; up to
  /// `VenueLimits.maximumMarks`.
  package let marks: [MergedFavourite]
  /// The position up to which these marks go.
  package let cursor: Int64
  package let hasMore: Bool
  /// The device's marks that the store refused. It accepted the others.
  package var refused: [RefusedMark] = []
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
}

/// A mark and its venue in its current state.
@Memberwise package struct MergedFavourite: Codable, Sendable, Hashable {
  package let mark: FavouriteMark
  /// Only of a favourite.
  package let venue: Venue?
}

@Memberwise package struct RefusedMark: Codable, Sendable, Hashable {
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
}

/// Matches descriptions from other sources to venues: by identifier, else by name and location as
/// with a feed.
///
/// Fails with `invalidRequest` for more than `VenueLimits.maximumMarks`.
@Memberwise package struct VenueMatchRequest: RequestMessage, Hashable {
  package typealias Reply = VenueMatchReply
  package static let operation = Operation(.venueStore, "match", version: 1, isPublic: true)

  package let places: [VenueDescription]
}

/// A venue as another source describes it.
@Memberwise package struct VenueDescription: Codable, Sendable, Hashable {
  package let id: VenueID?
  package let name: String?
  package let coordinate: Coordinate?
  package let address: String?
}

/// One match for each description.
@Memberwise package struct VenueMatchReply: Codable, Sendable, Hashable {
  package let matches: [MatchedVenue]
}

/// The matching venue; without one if the store has none.
@Memberwise package struct MatchedVenue: Codable, Sendable, Hashable {
  package let venue: Venue?
}
