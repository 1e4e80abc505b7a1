import Geography
import Time

/// Asks for venues around a point, a page at a time.
///
/// All that is asked for must hold. Fails with `invalidRequest`, and with `unavailable` until the
/// first copy of the venues is whole.
package struct NearbyRequest: RequestMessage, Hashable {
  package typealias Reply = NearbyReply
  package static let operation = Operation(.shopSearch, "nearby", version: 2)

  /// Distances are measured from here, as the crow flies.
  package let coordinate: Coordinate
  /// Only venues so near; 0 ... `ShopSearchLimits.maximumRadiusMeters`.
  package let radiusMeters: Meters?
  /// Only venues in this box or on its edge, such as the part of a map that is seen.
  package let box: BoundingBox?
  /// Only venues in this area or on its edge: a circle anywhere, polygons, or along a line.
  package let area: FenceArea?
  package let filter: VenueFilter?
  /// Default `distance`.
  package let order: NearbyOrder?
  /// How many at most, 1 ... `ShopSearchLimits.maximumNearby`; default 20.
  package let limit: Int?
  /// `NearbyReply.next` of the page before; all else as there.
  package let after: String?

  package init(
    coordinate: Coordinate, radiusMeters: Meters? = nil, box: BoundingBox? = nil,
    area: FenceArea? = nil, filter: VenueFilter? = nil, order: NearbyOrder? = nil,
    limit: Int? = nil, after: String? = nil
  ) {
    self.coordinate = coordinate
    self.radiusMeters = radiusMeters
    self.box = box
    self.area = area
    self.filter = filter
    self.order = order
    self.limit = limit
    self.after = after
  }
}

/// What comes first.
package enum NearbyOrder: String, Codable, Sendable, Hashable, CaseIterable {
  /// The nearest; of equally near ones the lesser identifier.
  case distance
  /// The best mean of the reviews, then the one with more of them, then the nearest; those that
  /// nobody has reviewed come last.
  case rating
  /// By name, without regard to case and accents; then the nearest.
  case name
}

/// Which venues are wanted: what is `nil` does not matter.
package struct VenueFilter: Codable, Sendable, Hashable {
  /// This category and those below it in the tree.
  package var category: VenueCategory?
  /// Every word of it is one of the venue's name: the same, its beginning, or misspelt.
  package var name: String?
  /// Without regard to case and accents.
  package var brand: String?
  /// One of the venue's cuisines, without regard to case and accents: `coffee_shop`, `thai`.
  package var cuisine: String?
  /// Only these, such as a user's favourites; at most `ShopSearchLimits.maximumAmong`.
  package var among: [VenueID]?
  /// The least mean of the reviews, 1 ... 5.
  package var minimumRating: Double?
  package var hours: HoursFilter?
  /// Whether there is known to be some, or none.
  package var outdoorSeating: Bool?
  package var takeaway: Bool?
  /// `yes`, or at least `limited`, or known to be `no`.
  package var wheelchair: WheelchairAccess?
  /// `yes` for any, `free`, `paid`, or known to be `no`.
  package var wifi: WifiOffer?

  package init(
    category: VenueCategory? = nil, name: String? = nil, brand: String? = nil,
    cuisine: String? = nil, among: [VenueID]? = nil, minimumRating: Double? = nil,
    hours: HoursFilter? = nil, outdoorSeating: Bool? = nil, takeaway: Bool? = nil,
    wheelchair: WheelchairAccess? = nil, wifi: WifiOffer? = nil
  ) {
    self.category = category
    self.name = name
    self.brand = brand
    self.cuisine = cuisine
    self.among = among
    self.minimumRating = minimumRating
    self.hours = hours
    self.outdoorSeating = outdoorSeating
    self.takeaway = takeaway
    self.wheelchair = wheelchair
    self.wifi = wifi
  }
}

/// Wants venues by whether they are open.
package struct HoursFilter: Codable, Sendable, Hashable {
  /// What is known of a venue that is wanted.
  package enum Admission: String, Codable, Sendable, Hashable, CaseIterable {
    /// That it is open, from the moment on for as long as asked.
    case open
    /// Neither that it is nor that it is not.
    case unknown
    /// Not that it is closed at some time of it.
    case either
  }

  /// The moment; default now.
  package let at: Timestamp?
  /// How long it has to be open; default 0, 0 ... `ShopSearchLimits.maximumOpenSeconds`.
  package let seconds: Int?
  /// Default `open`.
  package let admits: Admission?

  package init(at: Timestamp? = nil, seconds: Int? = nil, admits: Admission? = nil) {
    self.at = at
    self.seconds = seconds
    self.admits = admits
  }
}

package struct NearbyReply: Codable, Sendable, Hashable {
  /// In the order asked for.
  package let venues: [NearbyVenue]
  /// Asks for the page after this one; `null` where this is the last. A venue that changes between
  /// two pages is told at most once, and may be missed.
  package let next: String?
  package let replica: ReplicaState

  package init(venues: [NearbyVenue], next: String? = nil, replica: ReplicaState) {
    self.venues = venues
    self.next = next
    self.replica = replica
  }
}

package struct NearbyVenue: Codable, Sendable, Hashable {
  package let venue: Venue
  package let distanceMeters: Meters
  /// At the moment asked for, or now.
  package let hours: HoursAtMoment?

  package init(venue: Venue, distanceMeters: Meters, hours: HoursAtMoment? = nil) {
    self.venue = venue
    self.distanceMeters = distanceMeters
    self.hours = hours
  }
}

/// What a venue's opening hours say of one moment.
package struct HoursAtMoment: Codable, Sendable, Hashable {
  package enum State: String, Codable, Sendable, Hashable, CaseIterable {
    case open
    case closed
    /// The venue gives no hours, none that can be read, or some that do not tell.
    case unknown
  }

  package let state: State
  /// When it is another state's turn; `null` where that is not within
  /// `ShopSearchLimits.hoursHorizonSeconds`, or not known.
  package let until: Timestamp?
  /// The state whose turn it is then; `null` where `until` is.
  package let next: State?

  package init(state: State, until: Timestamp? = nil, next: State? = nil) {
    self.state = state
    self.until = until
    self.next = next
  }
}
