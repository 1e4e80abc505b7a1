import Messages

/// The known attributes of a venue, present or absent. An unknown one is in neither form.
struct VenueAttributes: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  static let wheelchair = VenueAttributes(rawValue: 1)
  static let limitedWheelchair = VenueAttributes(rawValue: 2)
  static let noWheelchair = VenueAttributes(rawValue: 4)
  static let someWifi = VenueAttributes(rawValue: 8)
  static let freeWifi = VenueAttributes(rawValue: 16)
  static let paidWifi = VenueAttributes(rawValue: 32)
  static let noWifi = VenueAttributes(rawValue: 64)
  /// The first bit of the yes-or-no attributes, which have two each.
  private static let firstBit = 7

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ attribute: VenueAttribute, isPresent: Bool) {
    self.init(rawValue: 1 << UInt32(Self.firstBit + 2 * attribute.index + (isPresent ? 0 : 1)))
  }

  /// For each attribute whose presence is known.
  private static func known(_ values: VenueAttributeValues) -> [VenueAttributes] {
    VenueAttribute.allCases.compactMap { attribute in
      values[attribute].map { VenueAttributes(attribute, isPresent: $0) }
    }
  }

  init(of venue: Venue) {
    var attributes = VenueAttributes(Self.known(venue.attributes))
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
    var accepted = known(filter.attributes)
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
