import Messages

/// What a venue is known to have, or known not to have; what is not known has no mark.
struct VenueMarks: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  static let outdoorSeating = VenueMarks(rawValue: 1)
  static let noOutdoorSeating = VenueMarks(rawValue: 2)
  static let takeaway = VenueMarks(rawValue: 4)
  static let noTakeaway = VenueMarks(rawValue: 8)
  static let wheelchair = VenueMarks(rawValue: 16)
  static let limitedWheelchair = VenueMarks(rawValue: 32)
  static let noWheelchair = VenueMarks(rawValue: 64)
  static let someWifi = VenueMarks(rawValue: 128)
  static let freeWifi = VenueMarks(rawValue: 256)
  static let paidWifi = VenueMarks(rawValue: 512)
  static let noWifi = VenueMarks(rawValue: 1_024)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(of venue: Venue) {
    var marks: VenueMarks = []
    if let there = venue.outdoorSeating {
      marks.insert(there ? .outdoorSeating : .noOutdoorSeating)
    }
    if let there = venue.takeaway { marks.insert(there ? .takeaway : .noTakeaway) }
    switch venue.wheelchair {
    case .yes: marks.insert(.wheelchair)
    case .limited: marks.insert(.limitedWheelchair)
    case .no: marks.insert(.noWheelchair)
    case nil: break
    }
    switch venue.wifi {
    case .yes: marks.insert(.someWifi)
    case .free: marks.insert(.freeWifi)
    case .paid: marks.insert(.paidWifi)
    case .no: marks.insert(.noWifi)
    case nil: break
    }
    self = marks
  }

  /// For each wish of a filter the marks of which a venue must have one.
  static func wanted(by filter: VenueFilter) -> [VenueMarks] {
    var wanted: [VenueMarks] = []
    if let there = filter.outdoorSeating {
      wanted.append(there ? .outdoorSeating : .noOutdoorSeating)
    }
    if let there = filter.takeaway { wanted.append(there ? .takeaway : .noTakeaway) }
    switch filter.wheelchair {
    case .yes: wanted.append(.wheelchair)
    case .limited: wanted.append([.wheelchair, .limitedWheelchair])
    case .no: wanted.append(.noWheelchair)
    case nil: break
    }
    switch filter.wifi {
    case .yes: wanted.append([.someWifi, .freeWifi, .paidWifi])
    case .free: wanted.append(.freeWifi)
    case .paid: wanted.append(.paidWifi)
    case .no: wanted.append(.noWifi)
    case nil: break
    }
    return wanted
  }
}

/// The marks and the rating of a venue; or of many together: all their marks and the best rating.
struct Traits: Sendable, Hashable {
  private(set) var marks: VenueMarks
  /// The mean of the reviews in hundredths of a star; 0 where nobody has reviewed the venue.
  private(set) var rating: UInt16

  static let none = Traits(marks: [], rating: 0)

  private init(marks: VenueMarks, rating: UInt16) {
    self.marks = marks
    self.rating = rating
  }

  init(of venue: Venue) {
    self.init(
      marks: VenueMarks(of: venue),
      rating: venue.rating.map { UInt16(($0.mean * 100).rounded()) } ?? 0)
  }

  mutating func formUnion(_ other: Traits) {
    marks.formUnion(other.marks)
    rating = max(rating, other.rating)
  }
}
