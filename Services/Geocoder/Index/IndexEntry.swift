import Geography
import Messages

/// What an entry of the index is.
enum EntryKind: UInt32, Sendable {
  case place = 0
  case street = 1
  case pointOfInterest = 2
  case postcode = 3

  var accuracy: GeocodeAccuracy {
    switch self {
    case .place, .postcode: .place
    case .street: .street
    case .pointOfInterest: .venue
    }
  }
}

/// A street, place, point of interest or postcode as a row of the index file.
struct IndexEntry: Sendable {
  let kind: EntryKind
  var name: String
  /// The tag that classifies it, "tourism=museum" or "place=city"; empty for a street.
  let category: String
  let coordinate: Coordinate
  let importance: Float
  /// Part of the entry's own address, like the fields below.
  let houseNumber: String?
  var street: String?
  /// The index entry of that street, if there is one.
  let streetEntry: Int?
  let postcode: String?
  var city: String?
  /// The index entry of that city, if there is one.
  let cityEntry: Int?
  /// Whether the city was derived from the position instead of being mapped as `addr:city`.
  let cityIsAssumed: Bool
  /// As `PlaceKind.kinds`; only while the index is built.
  var kinds: [String] = []
}

/// A house on a street as a row of the index file.
struct House: Sendable {
  let number: HouseNumber
  /// As the mapper typed it: "12 A".
  let text: String
  let coordinate: Coordinate
  let postcode: String?
  /// `nil` where it equals the street's.
  var city: String?
  /// Whether the map names no street for it, and this one is the nearest.
  var streetIsAssumed = false
}

/// A line along which house numbers are interpolated (OSM `addr:interpolation`), as a row of the
/// index file.
struct InterpolationLine: Sendable {
  let first: Int
  let last: Int
  let step: Int
  let line: [Coordinate]

  /// The position of the number on the line; `nil` where the line does not include the number.
  func point(of number: Int) -> Coordinate? {
    guard first < number, number < last, (number - first) % step == 0 else { return nil }
    return PlanarGeometry.point(at: Double(number - first) / Double(last - first), of: line)
  }
}
