import Messages

/// The known attributes of a venue, present or absent. An unknown one is in neither form.
struct VenueAttributes: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  static let outdoorSeating = VenueAttributes(rawValue: 1)
  static let noOutdoorSeating = VenueAttributes(rawValue: 2)
  static let takeaway = VenueAttributes(rawValue: 4)
  static let noTakeaway = VenueAttributes(rawValue: 8)
  static let wheelchair = VenueAttributes(rawValue: 16)
  static let limitedWheelchair = VenueAttributes(rawValue: 32)
  static let noWheelchair = VenueAttributes(rawValue: 64)
  static let someWifi = VenueAttributes(rawValue: 128)
  static let freeWifi = VenueAttributes(rawValue: 256)
  static let paidWifi = VenueAttributes(rawValue: 512)
  static let noWifi = VenueAttributes(rawValue: 1_024)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(of venue: Venue) {
    var attributes: VenueAttributes = []
    if let isPresent = venue.outdoorSeating {
      attributes.insert(isPresent ? .outdoorSeating : .noOutdoorSeating)
    }
    if let isPresent = venue.takeaway { attributes.insert(isPresent ? .takeaway : .noTakeaway) }
    switch venue.wheelchair {
    case .yes: attributes.insert(.wheelchair)
    case .limited: attributes.insert(.limitedWheelchair)
    case .no: attributes.insert(.noWheelchair)
    case nil: break
    }
    switch venue.wifi {
    case .yes: attributes.insert(.someWifi)
    case .free: attributes.insert(.freeWifi)
    case .paid: attributes.insert(.paidWifi)
    case .no: attributes.insert(.noWifi)
    case nil: break
    }
    self = attributes
  }

  /// For each criterion of a filter the attributes of which a venue must have at least one.
  static func accepted(by filter: VenueFilter) -> [VenueAttributes] {
    var accepted: [VenueAttributes] = []
    if let isPresent = filter.outdoorSeating {
      accepted.append(isPresent ? .outdoorSeating : .noOutdoorSeating)
    }
    if let isPresent = filter.takeaway { accepted.append(isPresent ? .takeaway : .noTakeaway) }
    switch filter.wheelchair {
    case .yes: accepted.append(.wheelchair)
    case .limited: accepted.append([.wheelchair, .limitedWheelchair])
    case .no: accepted.append(.noWheelchair)
    case nil: break
    }
    switch filter.wifi {
    case .yes: accepted.append([.someWifi, .freeWifi, .paidWifi])
    case .free: accepted.append(.freeWifi)
    case .paid: accepted.append(.paidWifi)
    case .no: accepted.append(.noWifi)
    case nil: break
    }
    return accepted
  }
}

/// The attributes and the rating of a venue; or of several: the union of their attributes and their
/// best rating.
struct AttributeSummary: Sendable, Hashable {
  private(set) var attributes: VenueAttributes
  /// The mean of the reviews in hundredths of a star; 0 without reviews.
  private(set) var rating: UInt16

  static let none = AttributeSummary(attributes: [], rating: 0)

  private init(attributes: VenueAttributes, rating: UInt16) {
    self.attributes = attributes
    self.rating = rating
  }

  init(of venue: Venue) {
    self.init(
      attributes: VenueAttributes(of: venue),
      rating: venue.rating.map { UInt16(($0.mean * 100).rounded()) } ?? 0)
  }

  mutating func formUnion(_ other: AttributeSummary) {
    attributes.formUnion(other.attributes)
    rating = max(rating, other.rating)
  }
}
