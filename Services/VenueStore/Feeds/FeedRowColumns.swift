import Geography
import Messages
import SQL

/// Maps a feed's row to the columns of a table.
enum FeedRowColumns {
  /// The columns of the row's data, in the order of `values(_:)`.
  static let columns = [
    "name", "category", "latitude", "longitude", "address", "phone", "website", "opening_hours",
    "brand", "cuisine", "standing", "sought", "outdoor_seating", "takeaway", "wheelchair", "wifi",
  ]

  /// The column definitions of the first schema version, for CREATE TABLE.
  static let definition = """
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    latitude REAL,
    longitude REAL,
    address TEXT,
    phone TEXT,
    website TEXT,
    opening_hours TEXT,
    brand TEXT,
    cuisine TEXT,
    standing TEXT,
    -- The message `Address` that is geocoded if there is no coordinate.
    sought TEXT
    """

  /// The definitions of the columns that were added later.
  static let attributes = [
    "outdoor_seating INTEGER", "takeaway INTEGER", "wheelchair TEXT", "wifi TEXT",
  ]

  /// The columns separated by commas, each prefixed by the table's name if it is given.
  static func list(of table: String? = nil) -> String {
    columns.map { column in table.map { "\($0).\(column)" } ?? column }.joined(separator: ", ")
  }

  static func values(_ row: FeedRow) -> [(any SQLBindable)?] {
    [
      row.name, row.category.rawValue, row.coordinate?.latitude, row.coordinate?.longitude,
      row.address, row.phone, row.website, row.openingHours, row.brand, row.cuisine,
      row.standing?.rawValue, row.geocodableAddress.flatMap { AddressKey.text($0) },
      row.outdoorSeating, row.takeaway, row.wheelchair?.rawValue, row.wifi?.rawValue,
    ]
  }

  /// Reads the columns, the first of which is the row's column `first`. Leaves out the geocodable
  /// address, which no reader needs.
  static func row(_ row: borrowing Row, id: String, from first: Int) -> FeedRow {
    var coordinate: Coordinate?
    if let latitude = row.optionalDouble(first + 2),
      let longitude = row.optionalDouble(first + 3)
    {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return FeedRow(
      id: id, name: row.text(first), category: VenueCategory(rawValue: row.text(first + 1)),
      coordinate: coordinate, address: row.optionalText(first + 4),
      phone: row.optionalText(first + 5), website: row.optionalText(first + 6),
      openingHours: row.optionalText(first + 7), brand: row.optionalText(first + 8),
      cuisine: row.optionalText(first + 9),
      outdoorSeating: row.optionalBool(first + 12), takeaway: row.optionalBool(first + 13),
      wheelchair: row.optionalText(first + 14).flatMap { WheelchairAccess(rawValue: $0) },
      wifi: row.optionalText(first + 15).flatMap { WifiOffer(rawValue: $0) },
      standing: row.optionalText(first + 10).map { VenueStanding(rawValue: $0) },
      geocodableAddress: nil)
  }
}

/// An address as a text that serves as a key: equal addresses have equal texts.
enum AddressKey {
  static func text(_ address: Address) -> String? {
    // Encoding cannot fail, as an address consists of texts.
    (try? MessageCoder.encode(address)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func address(_ text: String) -> Address? {
    try? MessageCoder.decode(Address.self, from: .init(text.utf8))
  }
}
