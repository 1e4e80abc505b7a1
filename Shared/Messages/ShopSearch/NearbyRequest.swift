package import Geography
package import Time

/// Finds venues around a point, in pages.
///
/// All criteria must hold. Fails with `invalidRequest`, and with `unavailable` until the replica of
/// the venues is complete for the first time.
@Memberwise package struct NearbyRequest: RequestMessage, Hashable {
  package typealias Reply = NearbyReply
  package static let operation = Operation(.shopSearch, "nearby", version: 2, isPublic: true)

  /// Straight-line distances are measured from here.
  package let coordinate: Coordinate
  /// The maximum distance; 0 ... `ShopSearchLimits.maximumRadiusMeters`.
  package let radiusMeters: Meters?
  /// Only venues in this box or on its edge, such as the visible part of a map.
  package let box: BoundingBox?
  /// Only venues in this area or on its edge: a circle anywhere, polygons, or along a line.
  package let area: FenceArea?
  package let filter: VenueFilter?
  /// Default `distance`.
  package let order: NearbyOrder?
  /// How many at most, 1 ... `ShopSearchLimits.maximumNearby`; default 20.
  package let limit: Int?
  /// `NearbyReply.next` of the previous page; the other fields must be the same.
  package let after: String?

  package var whereabouts: Whereabouts? { .coordinates([coordinate]) }
}

/// The order of the results.
package enum NearbyOrder: String, Codable, Sendable, Hashable, CaseIterable {
  /// The nearest; of equally near ones the lesser identifier.
  case distance
  /// The best mean of the reviews, then the one with more of them, then the nearest; venues without
  /// reviews come last.
  case rating
  /// By name, without regard to case and accents; then the nearest.
  case name
}

/// The criteria for venues; those that are `nil` are ignored. Amenities are read as its members,
/// in Swift and in JSON.
@dynamicMemberLookup
@Memberwise package struct VenueFilter: Sendable, Hashable {
  /// This category and those below it in the tree.
  package var category: VenueCategory?
  /// Every word of it matches one of the venue's names, in any language: equal, a prefix of it, or
  /// misspelt.
  package var name: String?
  /// Without regard to case and accents.
  package var brand: String?
  /// One of the venue's cuisines, without regard to case and accents: `coffee_shop`, `thai`.
  package var cuisine: String?
  /// Only these venues, such as a user's favourites; at most `ShopSearchLimits.maximumVenueIDs`.
  package var venueIDs: [VenueID]?
  /// The minimum mean of the reviews, 1 ... 5.
  package var minimumRating: Double?
  package var hours: HoursFilter?
  /// What a venue must be known to offer, or known not to; of choices, at least what
  /// `WheelchairAccess.accepted` and `WifiOffer.accepted` list.
  package var amenities: VenueAmenities = VenueAmenities()

  package subscript<Value>(dynamicMember path: WritableKeyPath<VenueAmenities, Value>) -> Value {
    get { amenities[keyPath: path] }
    set { amenities[keyPath: path] = newValue }
  }
}

extension VenueFilter: Codable {
  private enum CodingKeys: String, CodingKey {
    case category, name, brand, cuisine, minimumRating, hours
    case venueIDs = "among"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      category: try container.decodeIfPresent(VenueCategory.self, forKey: .category),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      brand: try container.decodeIfPresent(String.self, forKey: .brand),
      cuisine: try container.decodeIfPresent(String.self, forKey: .cuisine),
      venueIDs: try container.decodeIfPresent([VenueID].self, forKey: .venueIDs),
      minimumRating: try container.decodeIfPresent(Double.self, forKey: .minimumRating),
      hours: try container.decodeIfPresent(HoursFilter.self, forKey: .hours),
      amenities: try VenueAmenities(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(category, forKey: .category)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(brand, forKey: .brand)
    try container.encodeIfPresent(cuisine, forKey: .cuisine)
    try container.encodeIfPresent(venueIDs, forKey: .venueIDs)
    try container.encodeIfPresent(minimumRating, forKey: .minimumRating)
    try container.encodeIfPresent(hours, forKey: .hours)
    try amenities.encode(to: encoder)
  }
}

/// A criterion for opening hours.
@Memberwise package struct HoursFilter: Codable, Sendable, Hashable {
  /// The states that match.
  package enum MatchingStates: String, Codable, Sendable, Hashable, CaseIterable {
    /// Known to be open for the whole period.
    case open
    /// Not known to be open nor to be closed.
    case unknown
    /// Not known to be closed at any time of the period.
    case either
  }

  /// A day or a time of day, by the map's clock.
  package enum Moment: String, Codable, Sendable, Hashable, CaseIterable {
    /// Some time of the next such day; today is one.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
    /// Some time of that day.
    case tomorrow
    /// Some time between 18:00 and midnight.
    case tonight
    /// At 23:00 today.
    case late
    /// Without a break for a week.
    case always

    /// Whether it is a day, of which a part may be meant.
    package var isDay: Bool { ![.tonight, .late, .always].contains(self) }
  }

  /// A part of a day.
  package enum DayPart: String, Codable, Sendable, Hashable, CaseIterable {
    /// 6:00 to 12:00.
    case morning
    /// 12:00 to 18:00.
    case afternoon
    /// 18:00 to midnight.
    case evening
  }

  /// The beginning of the period; default now.
  package let at: Timestamp?
  /// The length of the period; default 0, 0 ... `ShopSearchLimits.maximumOpenSeconds`.
  package let seconds: Int?
  /// Default `open`.
  package let admits: MatchingStates?
  /// In place of `at` and `seconds`.
  package let moment: Moment?
  /// Some time of this part of the day; only where `moment` is a day. Default any.
  package let part: DayPart?
}

@Memberwise package struct NearbyReply: Codable, Sendable, Hashable {
  /// In the requested order.
  package let venues: [NearbyVenue]
  /// `after` of the next page; `null` on the last page. A venue that changes between two pages is
  /// listed at most once, and may be missed.
  package let next: String?
  package let replica: ReplicaState
  /// What to say beside the opening hours if the map's time zone is not certain.
  package let clockWarning: String?
}

@Memberwise package struct NearbyVenue: Codable, Sendable, Hashable {
  package let venue: Venue
  package let distanceMeters: Meters
  /// At the requested time, or now.
  package let hours: VenueHoursStatus?
}

/// The state of a venue's opening hours at one instant.
@Memberwise package struct VenueHoursStatus: Codable, Sendable, Hashable {
  package enum State: String, Codable, Sendable, Hashable, CaseIterable {
    case open
    case closed
    /// The venue has no hours, invalid ones, or some that leave it open.
    case unknown
  }

  package let state: State
  /// When the state changes; `null` if that is not within `ShopSearchLimits.hoursHorizonSeconds`,
  /// or not known.
  package let until: Timestamp?
  /// The state after `until`; `null` if that is.
  package let next: State?
}
