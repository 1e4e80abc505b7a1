import FoldedText
package import Messages
import OpeningHours
package import Time

/// The validated and normalized criteria of a `VenueFilter`, independent of any index.
package struct VenueQuery: Sendable {
  /// A criterion on the opening hours.
  package struct HoursCriterion: Sendable, Hashable {
    let start: UnixSeconds
    let seconds: Int
    let admits: HoursFilter.MatchingStates

    /// Whether a venue with this state matches.
    func admits(_ state: HoursState) -> Bool {
      switch admits {
      case .open: state == .open
      case .unknown: state == .unknown
      case .either: state != .closed
      }
    }
  }

  /// `nil` for any.
  let category: VenueCategory?
  /// Folded, as `FoldedWords.joined` does.
  let brand: String?
  let cuisine: String?
  let nameWords: [[UInt32]]
  /// Only these venues match.
  let venueIDs: [VenueID]?
  /// In hundredths of a star.
  let minimumRating: UInt16
  /// In kilowatts.
  let minimumPower: UInt16
  /// A venue must have at least one amenity of each set.
  let amenities: [AmenitySet]
  package let hours: HoursCriterion?

  /// - Parameter now: the time of an hours criterion without one.
  /// - Throws: `ServiceError` with `invalidRequest` that names the invalid criterion.
  package init(_ filter: VenueFilter?, now: Timestamp) throws(ServiceError) {
    let filter = filter ?? VenueFilter()
    if let category = filter.category { try Self.check(category.rawValue, "category") }
    // Who names a venue, a brand or a list means them, whatever they are.
    let isNamed = filter.name != nil || filter.brand != nil || filter.venueIDs != nil
    category = filter.category?.resolved ?? (isNamed ? nil : .foodAndDrink)
    brand = try Self.folded(filter.brand, "brand")
    cuisine = try Self.folded(filter.cuisine, "cuisine")
    _ = try Self.folded(filter.name, "name")
    nameWords = FoldedWords.of(filter.name ?? "")
    venueIDs = filter.venueIDs
    minimumRating = try Self.hundredths(filter.minimumRating)
    minimumPower = filter.powerKilowatts ?? 0
    amenities = AmenitySet.accepted(by: filter.amenities)
    hours = try filter.hours.map { (hours) throws(ServiceError) in
      try Self.hours(hours, now: now)
    }
    try Messages.check(
      venueIDs?.count ?? 0, "The number of venues in `among`",
      in: 0...ShopSearchLimits.maximumVenueIDs)
  }

  /// The same criteria without the one on hours.
  package var withoutHours: VenueQuery { VenueQuery(self, hours: nil) }

  /// The same criteria at another time.
  package func at(_ now: Timestamp) -> VenueQuery {
    VenueQuery(
      self,
      hours: hours.map {
        HoursCriterion(start: now.secondsSince1970, seconds: $0.seconds, admits: $0.admits)
      })
  }

  private init(_ other: VenueQuery, hours: HoursCriterion?) {
    category = other.category
    brand = other.brand
    cuisine = other.cuisine
    nameWords = other.nameWords
    venueIDs = other.venueIDs
    minimumRating = other.minimumRating
    minimumPower = other.minimumPower
    amenities = other.amenities
    self.hours = hours
  }

  private static func folded(_ text: String?, _ what: String) throws(ServiceError) -> String? {
    guard let text else { return nil }
    try check(text, what)
    let folded = FoldedWords.joined(text)
    guard !folded.isEmpty else {
      throw ServiceError(
        .invalidRequest, "The \(what) “\(text)” has no letters or digits to look for.")
    }
    return folded
  }

  private static func check(_ text: String, _ what: String) throws(ServiceError) {
    guard !text.isEmpty else {
      throw ServiceError(
        .invalidRequest, "The \(what) is empty; leave it out where it does not matter.")
    }
    try Messages.check(
      text.utf8.count, "The \(what): the number of bytes",
      in: 1...ShopSearchLimits.maximumFilterBytes)
  }

  private static func hundredths(_ minimum: Double?) throws(ServiceError) -> UInt16 {
    guard let minimum else { return 0 }
    let stars = VenueRating.stars
    try Messages.check(
      minimum, "The least rating", in: Double(stars.lowerBound)...Double(stars.upperBound))
    // Means have two decimals. 4.35 must include means of 4.35 despite binary rounding.
    return UInt16((minimum * 100 - 1e-6).rounded(.up))
  }

  private static func hours(_ hours: HoursFilter, now: Timestamp) throws(ServiceError)
    -> HoursCriterion
  {
    let seconds = hours.seconds ?? 0
    try Messages.check(
      seconds, "The time to be open in seconds", in: 0...ShopSearchLimits.maximumOpenSeconds)
    return HoursCriterion(
      start: (hours.at ?? now).secondsSince1970, seconds: seconds, admits: hours.admits ?? .open)
  }
}
