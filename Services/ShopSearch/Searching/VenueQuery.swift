import FoldedText
package import Messages
package import OpeningHours
package import Time

/// The validated and normalized criteria of a `VenueFilter`, independent of any index.
package struct VenueQuery: Sendable {
  /// A criterion on the opening hours.
  package struct HoursCriterion: Sendable, Hashable {
    let start: UnixSeconds
    let seconds: Int
    let admits: HoursFilter.MatchingStates
    /// Whether it is enough to be open for a part of the time.
    var isAnyTime = false

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
  package private(set) var hours: HoursCriterion?

  /// - Parameters:
  ///   - now: the time of an hours criterion without one.
  ///   - zone: of the map; without it, a moment is refused.
  /// - Throws: `ServiceError` with `invalidRequest` that names the invalid criterion.
  package init(
    _ filter: VenueFilter?, now: Timestamp, zone: HoursZone? = nil
  ) throws(ServiceError) {
    let filter = filter ?? VenueFilter()
    try Self.check(filter.category?.rawValue, "category")
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
      try Self.hours(hours, now: now, zone)
    }
    try Messages.check(
      venueIDs?.count ?? 0, "The number of venues in `among`",
      in: 0...ShopSearchLimits.maximumVenueIDs)
  }

  /// The same criteria without the one on hours.
  package var withoutHours: VenueQuery {
    var query = self
    query.hours = nil
    return query
  }

  /// The same criteria at another time.
  package func at(_ now: Timestamp) -> VenueQuery {
    var query = self
    query.hours = hours.map {
      HoursCriterion(start: now.secondsSince1970, seconds: $0.seconds, admits: $0.admits)
    }
    return query
  }

  private static func folded(_ text: String?, _ what: String) throws(ServiceError) -> String? {
    guard let text else { return nil }
    try check(text, what)
    let folded = FoldedWords.joined(text)
    try Messages.check(
      !folded.isEmpty, "The \(what) “\(text)” has no letters or digits to look for.")
    return folded
  }

  private static func check(_ text: String?, _ what: String) throws(ServiceError) {
    try Messages.check(text, "The \(what)", bytes: 1...ShopSearchLimits.maximumFilterBytes)
  }

  private static func hundredths(_ minimum: Double?) throws(ServiceError) -> UInt16 {
    guard let minimum else { return 0 }
    let stars = VenueRating.stars
    try Messages.check(
      minimum, "The least rating", in: Double(stars.lowerBound)...Double(stars.upperBound))
    // Means have two decimals. 4.35 must include means of 4.35 despite binary rounding.
    return UInt16((minimum * 100 - 1e-6).rounded(.up))
  }

  private static func hours(
    _ hours: HoursFilter, now: Timestamp, _ zone: HoursZone?
  ) throws(ServiceError) -> HoursCriterion {
    try Messages.check(
      hours.part == nil || hours.moment?.isDay == true, "Only a day has a `part`.")
    if let moment = hours.moment {
      guard let zone, hours.at == nil, hours.seconds == nil else {
        throw ServiceError(
          .invalidRequest, "The `moment` of opening hours stands alone, in a search made once.")
      }
      let period = moment.period(hours.part, from: now.secondsSince1970, in: zone)
      return HoursCriterion(
        start: period.lowerBound, seconds: Int(period.upperBound - period.lowerBound),
        admits: hours.admits ?? .open, isAnyTime: moment != .late && moment != .always)
    }
    let seconds = hours.seconds ?? 0
    try Messages.check(
      seconds, "The time to be open in seconds", in: 0...ShopSearchLimits.maximumOpenSeconds)
    return HoursCriterion(
      start: (hours.at ?? now).secondsSince1970, seconds: seconds, admits: hours.admits ?? .open)
  }
}

extension HoursFilter.Moment {
  /// Half-open; `late` is one instant.
  fileprivate func period(
    _ part: HoursFilter.DayPart?, from now: UnixSeconds, in zone: HoursZone
  ) -> Range<UnixSeconds> {
    let today = zone.local(now).day
    let days = (0..<7).map { today.advanced(by: $0) }
    let day =
      self == .tomorrow ? days[1] : days.first { "\($0.weekday)" == rawValue } ?? today
    func clock(_ hour: Int, _ day: Day) -> UnixSeconds {
      zone.instant(of: day, minute: hour * 60)
    }
    switch self {
    case .tonight: return clock(18, day)..<clock(24, day)
    case .late: return clock(23, day)..<clock(23, day)
    case .always: return now..<clock(24, days[6])
    default:
      switch part {
      case nil: return clock(0, day)..<clock(24, day)
      case .morning: return clock(6, day)..<clock(12, day)
      case .afternoon: return clock(12, day)..<clock(18, day)
      case .evening: return clock(18, day)..<clock(24, day)
      }
    }
  }
}
