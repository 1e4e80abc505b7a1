import FoundationEssentials
import Geography
import Messages
import SQL

/// The columns of a feed's row in the tables `feed_row` and `incoming`.
enum FeedRowColumns {
  static let names =
    ["name", "category", "latitude", "longitude", "standing", "geocodable_address"]
    + FactColumns.names

  /// The columns separated by commas, each prefixed by the table's name if it is given.
  static func list(of table: String? = nil) -> String {
    names.map { column in table.map { "\($0).\(column)" } ?? column }.joined(separator: ", ")
  }

  /// In the order of the names.
  static func values(_ row: FeedRow) -> [(any SQLBindable)?] {
    [
      row.name, row.category.rawValue, row.coordinate?.latitude, row.coordinate?.longitude,
      row.standing?.rawValue, row.geocodableAddress.flatMap(AddressKey.text),
    ] + FactColumns.values(row.facts)
  }
}

extension FeedRow {
  /// Reads `row_id` and the columns of `FeedRowColumns`, but not the geocodable address, which no
  /// reader needs.
  init(_ row: borrowing Row) {
    self.init(
      id: row.text("row_id"), name: row.text("name"),
      category: VenueCategory(rawValue: row.text("category")),
      coordinate: row.coordinate("latitude", "longitude"), facts: VenueFacts(row),
      standing: row.optionalText("standing").map { VenueUnavailability(rawValue: $0) })
  }
}

extension Row {
  /// `nil` if one of the columns is NULL.
  func coordinate(_ latitude: String, _ longitude: String) -> Coordinate? {
    guard let north = optionalDouble(latitude), let east = optionalDouble(longitude) else {
      return nil
    }
    return Coordinate(latitude: north, longitude: east)
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
