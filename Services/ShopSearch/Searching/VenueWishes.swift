import FoldedText
import Messages
import OpeningHours
import Time

/// A filter that was checked and made comparable; knows no venues yet.
package struct VenueWishes: Sendable {
  /// Whether venues are open at a time.
  package struct Hours: Sendable, Hashable {
    let start: UnixSeconds
    let seconds: Int
    let admits: HoursFilter.Admission

    /// Whether a venue is wanted whose hours say so.
    func admits(_ state: HoursState) -> Bool {
      switch admits {
      case .open: state == .open
      case .unknown: state == .unknown
      case .either: state != .closed
      }
    }
  }

  let category: VenueCategory?
  /// Folded, as `FoldedWords.joined` does.
  let brand: String?
  let cuisine: String?
  let nameWords: [[UInt32]]
  let among: [VenueID]?
  /// In hundredths of a star.
  let minimumRating: UInt16
  /// For each wish the marks of which a venue must have one.
  let marks: [VenueMarks]
  package let hours: Hours?

  /// - Parameter now: when venues are to be open that a filter gives no time for.
  /// - Throws: `ServiceError` with `invalidRequest` that says which wish makes no sense.
  package init(_ filter: VenueFilter?, now: Timestamp) throws(ServiceError) {
    let filter = filter ?? VenueFilter()
    category = filter.category
    if let category { try Self.check(category.rawValue, "category") }
    brand = try Self.folded(filter.brand, "brand")
    cuisine = try Self.folded(filter.cuisine, "cuisine")
    _ = try Self.folded(filter.name, "name")
    nameWords = FoldedWords.of(filter.name ?? "")
    among = filter.among
    minimumRating = try Self.hundredths(filter.minimumRating)
    marks = VenueMarks.wanted(by: filter)
    hours = try filter.hours.map { (hours) throws(ServiceError) in
      try Self.hours(hours, now: now)
    }
    let count = among?.count ?? 0
    guard count <= ShopSearchLimits.maximumAmong else {
      throw ServiceError(
        .invalidRequest,
        "Only \(ShopSearchLimits.maximumAmong) venues may be told to look among, not \(count).")
    }
  }

  /// The same without a word about hours.
  package var withoutHours: VenueWishes { VenueWishes(self, hours: nil) }

  /// The same with hours of another moment.
  package func at(_ now: Timestamp) -> VenueWishes {
    VenueWishes(
      self,
      hours: hours.map {
        Hours(start: now.secondsSince1970, seconds: $0.seconds, admits: $0.admits)
      })
  }

  private init(_ other: VenueWishes, hours: Hours?) {
    category = other.category
    brand = other.brand
    cuisine = other.cuisine
    nameWords = other.nameWords
    among = other.among
    minimumRating = other.minimumRating
    marks = other.marks
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
    let most = ShopSearchLimits.maximumFilterBytes
    guard (1...most).contains(text.utf8.count) else {
      throw ServiceError(
        .invalidRequest,
        text.isEmpty
          ? "The \(what) is empty; leave it out where it does not matter."
          : "The \(what) has \(text.utf8.count) bytes; it may have \(most).")
    }
  }

  private static func hundredths(_ minimum: Double?) throws(ServiceError) -> UInt16 {
    guard let minimum else { return 0 }
    let stars = VenueRating.stars
    guard minimum >= Double(stars.lowerBound), minimum <= Double(stars.upperBound) else {
      throw ServiceError(
        .invalidRequest,
        "The least rating is \(stars.lowerBound) to \(stars.upperBound) stars, not \(minimum).")
    }
    // Means have two decimals: 4.35 asks for those of 4.35, however the machine writes it.
    return UInt16((minimum * 100 - 1e-6).rounded(.up))
  }

  private static func hours(_ hours: HoursFilter, now: Timestamp) throws(ServiceError) -> Hours {
    let (seconds, most) = (hours.seconds ?? 0, ShopSearchLimits.maximumOpenSeconds)
    guard (0...most).contains(seconds) else {
      throw ServiceError(
        .invalidRequest, "Venues may be asked to be open for 0 to \(most) s, not \(seconds).")
    }
    return Hours(
      start: (hours.at ?? now).secondsSince1970, seconds: seconds, admits: hours.admits ?? .open)
  }
}
