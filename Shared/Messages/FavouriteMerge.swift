import Geography
import Time

/// When something was said, so that whoever saw it before saying something else is later, whatever
/// the clocks show: the device's time, or that of what it had seen and one more of `counter`.
///
/// It orders what was said of one favourite; each is a clock of its own.
/// Source: Kulkarni, Demirbas, Madappa, Avva, Leone, "Logical Physical Clocks", OPODIS 2014.
package struct FavouriteStamp: Codable, Sendable, Hashable, Comparable {
  /// Since 1970.
  package let milliseconds: Int64
  /// Tells apart what was said in one millisecond, or while the clock was behind what was seen.
  package let counter: Int
  /// Who said it: makes the order total.
  package let device: DeviceID

  package init(milliseconds: Int64, counter: Int = 0, device: DeviceID) {
    self.milliseconds = milliseconds
    self.counter = counter
    self.device = device
  }

  /// A stamp for now, later than the one that the device has seen.
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

/// What was said last of whether a venue is a user's favourite. Marks of one venue merge to the
/// later: in any order, and however often each comes, to the same.
///
/// Source: Shapiro, Preguiça, Baquero, Zawirski, "A comprehensive study of Convergent and
/// Commutative Replicated Data Types", INRIA RR-7506 (2011), 3.2.1: last-writer-wins register.
package struct FavouriteMark: Codable, Sendable, Hashable {
  package let venueID: VenueID
  /// Since when it is a favourite; `nil` where it was taken off.
  package let addedAt: Timestamp?
  package let stamp: FavouriteStamp

  package init(venueID: VenueID, addedAt: Timestamp?, stamp: FavouriteStamp) {
    self.venueID = venueID
    self.addedAt = addedAt
    self.stamp = stamp
  }

  /// Whether this mark counts where the other was. Of two with one stamp, as a copied device makes
  /// them, the favourite counts, and of two the one added first.
  package func counts(before other: FavouriteMark) -> Bool {
    if stamp != other.stamp { return stamp > other.stamp }
    guard let addedAt else { return false }
    return other.addedAt.map { addedAt < $0 } ?? true
  }
}

/// Brings what a device changed while nobody answered, and takes what others changed since.
/// Durable before it is acknowledged; sending it again changes nothing more.
///
/// A device sends marks until it has a reply, and asks again with the reply's `cursor` until
/// `hasMore` is false. Fails with `invalidRequest` for a user, device or number of marks out of
/// range.
package struct FavouriteMergeRequest: RequestMessage, Hashable {
  package typealias Reply = FavouriteMergeReply
  package static let operation = Operation(.venueStore, "favourite-merge", version: 1)

  package let user: String
  /// What the device has not yet sent; up to `VenueLimits.maximumMarks`.
  package let marks: [FavouriteMark]
  /// The last reply's; 0 asks for all favourites.
  package let cursor: Int64

  package init(user: String, marks: [FavouriteMark], cursor: Int64) {
    self.user = user
    self.marks = marks
    self.cursor = cursor
  }
}

package struct FavouriteMergeReply: Codable, Sendable, Hashable {
  /// What the store says by now of each favourite that changed after the cursor; up to
  /// `VenueLimits.maximumMarks`.
  package let marks: [MergedFavourite]
  /// How far these go.
  package let cursor: Int64
  package let hasMore: Bool
  /// Of the device's marks those that the store did not take. The others it took.
  package let refused: [RefusedMark]
  /// Whether the cursor is none of this store's, or so old that the store has forgotten what was
  /// taken off since: `marks` begin anew, as for cursor 0. What the device has that is not among
  /// them it sends again in the first case, and drops in the second.
  package let restart: Restart?
  /// The store's clock: what is stamped much later than this is refused.
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

/// A mark, and its venue as it is now.
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
    /// The device's clock is more than a day ahead: stamp it anew and send it again.
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

/// Asks which venues others' words stand for: by identifier, else by name and place as with a feed.
///
/// Fails with `invalidRequest` for more than `VenueLimits.maximumMarks`.
package struct VenueMatchRequest: RequestMessage, Hashable {
  package typealias Reply = VenueMatchReply
  package static let operation = Operation(.venueStore, "match", version: 1)

  package let places: [DescribedVenue]

  package init(places: [DescribedVenue]) { self.places = places }
}

/// What somebody else's file says of a venue.
package struct DescribedVenue: Codable, Sendable, Hashable {
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

/// One answer for each place asked for.
package struct VenueMatchReply: Codable, Sendable, Hashable {
  package let matches: [MatchedVenue]

  package init(matches: [MatchedVenue]) { self.matches = matches }
}

/// The venue that a place stands for; without one where the store knows none.
package struct MatchedVenue: Codable, Sendable, Hashable {
  package let venue: Venue?

  package init(venue: Venue?) { self.venue = venue }
}
