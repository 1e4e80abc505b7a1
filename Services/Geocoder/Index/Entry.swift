import Geography
import Messages

/// What an entry of the index is.
enum EntryKind: UInt32, Sendable {
  case place = 0
  case street = 1
  case venue = 2

  var accuracy: GeocodeAccuracy {
    switch self {
    case .place: .place
    case .street: .street
    case .venue: .venue
    }
  }
}

/// A street, a settlement or a venue, as the index file holds it for labels.
struct Entry: Sendable {
  let kind: EntryKind
  let name: String
  /// The telling tag, "tourism=museum" or "place=city"; empty for a street.
  let category: String
  let coordinate: Coordinate
  let importance: Float
  /// Of the entry's own address.
  let houseNumber: String?
  let street: String?
  let postcode: String?
  let city: String?
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
  let city: String?
}
