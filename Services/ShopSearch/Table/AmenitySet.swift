import Messages

/// A set of amenities, present or absent: those that a venue is known to have and not to have. What
/// is unknown is in neither form.
struct AmenitySet: Sendable, Hashable {
  private var present: UInt32 = 0
  private var absent: UInt32 = 0
  /// A bit for each degree of wheelchair access, then one for each offer of Wi-Fi.
  private var choices: UInt8 = 0

  init() {}

  private init(wheelchair: [WheelchairAccess] = [], wifi: [WifiOffer] = []) {
    for access in wheelchair { choices |= 1 << Self.index(of: access) }
    let first = UInt8(WheelchairAccess.allCases.count)
    for offer in wifi { choices |= 1 << (first + Self.index(of: offer)) }
  }

  private static func index<Choice: CaseIterable & Equatable>(of choice: Choice) -> UInt8 {
    UInt8(Array(Choice.allCases).firstIndex(of: choice) ?? 0)
  }

  /// What a venue is known to have and not to have.
  init(of amenities: VenueAmenities) {
    self.init(
      wheelchair: amenities.wheelchair.map { [$0] } ?? [],
      wifi: amenities.wifi.map { [$0] } ?? [])
    present = amenities.attributes.present
    absent = amenities.attributes.absent
  }

  /// For each criterion of a filter the amenities of which a venue must have at least one.
  static func accepted(by filter: VenueAmenities) -> [AmenitySet] {
    var accepted: [AmenitySet] = []
    for attribute in VenueAttribute.allCases {
      guard let value = filter.attributes[attribute] else { continue }
      accepted.append(AmenitySet(of: VenueAmenities([attribute: value])))
    }
    if let access = filter.wheelchair { accepted.append(AmenitySet(wheelchair: access.accepted)) }
    if let offer = filter.wifi { accepted.append(AmenitySet(wifi: offer.accepted)) }
    return accepted
  }

  @inline(__always)
  func isDisjoint(with other: AmenitySet) -> Bool {
    (present & other.present) | (absent & other.absent) | UInt32(choices & other.choices) == 0
  }

  mutating func formUnion(_ other: AmenitySet) {
    present |= other.present
    absent |= other.absent
    choices |= other.choices
  }
}

/// The amenities, rating and power of a venue; or of several: the union of their amenities, their
/// best rating and greatest power.
@Memberwise struct AmenitySummary: Sendable, Hashable {
  private(set) var amenities: AmenitySet
  /// The mean of the reviews in hundredths of a star; 0 without reviews.
  private(set) var rating: UInt16
  /// In kilowatts; 0 where it is unknown.
  private(set) var power: UInt16

  static let none = AmenitySummary(amenities: AmenitySet(), rating: 0, power: 0)

  init(of venue: Venue) {
    self.init(
      amenities: AmenitySet(of: venue.facts.amenities),
      rating: venue.rating.map { UInt16(($0.mean * 100).rounded()) } ?? 0,
      power: venue.facts.amenities.powerKilowatts ?? 0)
  }

  mutating func formUnion(_ other: AmenitySummary) {
    amenities.formUnion(other.amenities)
    rating = max(rating, other.rating)
    power = max(power, other.power)
  }
}
