import Geography
import Messages

/// What an entry of the index is.
enum EntryKind: UInt32, Sendable {
  case place = 0
  case street = 1
  case venue = 2
  case postcode = 3

  var accuracy: GeocodeAccuracy {
    switch self {
    case .place, .postcode: .place
    case .street: .street
    case .venue: .venue
    }
  }
}

/// A street, a settlement or a venue, as the index file holds it for labels.
struct Entry: Sendable {
  let kind: EntryKind
  var name: String
  /// The telling tag, "tourism=museum" or "place=city"; empty for a street.
  let category: String
  let coordinate: Coordinate
  let importance: Float
  /// Of the entry's own address.
  let houseNumber: String?
  var street: String?
  /// The entry of that street, where it is one of the index.
  let streetEntry: Int?
  let postcode: String?
  var city: String?
  /// The entry of that city, where it is one of the index.
  let cityEntry: Int?
  /// Whether the city is the nearest one, not one that a mapper gave.
  let cityIsAssumed: Bool
}

/// A house on a street, as the index file holds it.
struct House: Sendable {
  let number: HouseNumber
  /// As the mapper typed it: "12 A".
  let text: String
  let coordinate: Coordinate
  let postcode: String?
  /// Where it differs from the street's.
  var city: String?
}

/// A line along which house numbers run, as the index file holds it.
struct NumberLine: Sendable {
  let first: Int
  let last: Int
  let step: Int
  let line: [Coordinate]

  /// Where the number lies on the line; `nil` where it is none of its numbers.
  func point(of number: Int) -> Coordinate? {
    guard first < number, number < last, (number - first) % step == 0 else { return nil }
    return Outline.point(at: Double(number - first) / Double(last - first), of: line)
  }
}
