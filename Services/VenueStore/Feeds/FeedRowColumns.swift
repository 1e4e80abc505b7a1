import FoundationEssentials
import Geography
import Messages
import SQL

/// The columns of a feed's row in the tables `feed_row` and `incoming`.
enum FeedRowColumn: Int, QueryColumn {
  case name, category, latitude, longitude, address, phone, website, openingHours, brand, cuisine
  case standing, geocodableAddress, wheelchair, wifi

  var sql: String {
    switch self {
    case .name: "name"
    case .category: "category"
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .address: "address"
    case .phone: "phone"
    case .website: "website"
    case .openingHours: "opening_hours"
    case .brand: "brand"
    case .cuisine: "cuisine"
    case .standing: "standing"
    case .geocodableAddress: "geocodable_address"
    case .wheelchair: "wheelchair"
    case .wifi: "wifi"
    }
  }

  /// The value of the column for a row.
  func value(_ row: FeedRow) -> (any SQLBindable)? {
    switch self {
    case .name: row.name
    case .category: row.category.rawValue
    case .latitude: row.coordinate?.latitude
    case .longitude: row.coordinate?.longitude
    case .address: row.address
    case .phone: row.phone
    case .website: row.website
    case .openingHours: row.openingHours
    case .brand: row.brand
    case .cuisine: row.cuisine
    case .standing: row.standing?.rawValue
    case .geocodableAddress: row.geocodableAddress.flatMap { AddressKey.text($0) }
    case .wheelchair: row.wheelchair?.rawValue
    case .wifi: row.wifi?.rawValue
    }
  }
}

/// Maps a feed's row to the columns of a table.
enum FeedRowColumns {
  /// The names of the columns, in the order of `values(_:)`.
  static let columns = FeedRowColumn.allCases.map(\.sql) + VenueAttributeColumns.names

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
    geocodable_address TEXT
    """

  /// The definitions of the columns that were added later.
  static let attributes = VenueAttributeColumns.definitions + ["wheelchair TEXT", "wifi TEXT"]

  /// The columns separated by commas, each prefixed by the table's name if it is given.
  static func list(of table: String? = nil) -> String {
    columns.map { column in table.map { "\($0).\(column)" } ?? column }.joined(separator: ", ")
  }

  /// The values in the order of the columns.
  static func values(_ row: FeedRow) -> [(any SQLBindable)?] {
    FeedRowColumn.allCases.map { $0.value(row) } + VenueAttributeColumns.values(row.attributes)
  }

  /// Reads a row, but not its geocodable address, which no reader needs.
  ///
  /// - Parameter first: the index of its first column in `row`.
  static func row(_ row: borrowing Row, id: String, from first: Int) -> FeedRow {
    var coordinate: Coordinate?
    if let latitude = row.optionalDouble(FeedRowColumn.latitude, from: first),
      let longitude = row.optionalDouble(FeedRowColumn.longitude, from: first)
    {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return FeedRow(
      id: id, name: row.text(FeedRowColumn.name, from: first),
      category: VenueCategory(rawValue: row.text(FeedRowColumn.category, from: first)),
      coordinate: coordinate, address: row.optionalText(FeedRowColumn.address, from: first),
      phone: row.optionalText(FeedRowColumn.phone, from: first),
      website: row.optionalText(FeedRowColumn.website, from: first),
      openingHours: row.optionalText(FeedRowColumn.openingHours, from: first),
      brand: row.optionalText(FeedRowColumn.brand, from: first),
      cuisine: row.optionalText(FeedRowColumn.cuisine, from: first),
      attributes: VenueAttributeColumns.read(row, from: first + FeedRowColumn.count),
      wheelchair: row.optionalText(FeedRowColumn.wheelchair, from: first)
        .flatMap { WheelchairAccess(rawValue: $0) },
      wifi: row.optionalText(FeedRowColumn.wifi, from: first).flatMap { WifiOffer(rawValue: $0) },
      standing: row.optionalText(FeedRowColumn.standing, from: first)
        .map { VenueUnavailability(rawValue: $0) },
      geocodableAddress: nil)
  }
}

/// The columns of the yes-or-no attributes, after the others in both tables.
enum VenueAttributeColumns {
  static let names = VenueAttribute.allCases.map(\.column)
  static let definitions = names.map { "\($0) INTEGER" }

  static func values(_ attributes: VenueAttributeValues) -> [(any SQLBindable)?] {
    VenueAttribute.allCases.map { attributes[$0] }
  }

  /// - Parameter first: the index of the first of them in the row.
  static func read(_ row: borrowing Row, from first: Int) -> VenueAttributeValues {
    var attributes = VenueAttributeValues()
    for (index, attribute) in VenueAttribute.allCases.enumerated() {
      attributes[attribute] = row.optionalBool(first + index)
    }
    return attributes
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
