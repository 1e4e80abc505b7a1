import Geography
import Messages
import SQL

/// The columns of a venue in the tables `venue` of a map's file and of the store.
enum VenueColumn: Int, QueryColumn {
  case id, name, category, latitude, longitude, address, phone, website, openingHours, brand
  case cuisine, wheelchair, wifi

  var sql: String {
    switch self {
    case .id: "id"
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
    case .wheelchair: "wheelchair"
    case .wifi: "wifi"
    }
  }

  /// The value of the column for a venue.
  func value(_ venue: Venue) -> (any SQLBindable)? {
    switch self {
    case .id: venue.id.rawValue
    case .name: venue.name
    case .category: venue.category.rawValue
    case .latitude: venue.coordinate.latitude
    case .longitude: venue.coordinate.longitude
    case .address: venue.address
    case .phone: venue.phone
    case .website: venue.website
    case .openingHours: venue.openingHours
    case .brand: venue.brand
    case .cuisine: venue.cuisine
    case .wheelchair: venue.wheelchair?.rawValue
    case .wifi: venue.wifi?.rawValue
    }
  }
}

/// Maps a venue to the columns of a table.
enum VenueColumns {
  /// The column definitions of the first schema version, for CREATE TABLE.
  static let definition = """
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    latitude REAL NOT NULL,
    longitude REAL NOT NULL,
    address TEXT,
    phone TEXT,
    website TEXT,
    opening_hours TEXT,
    brand TEXT,
    cuisine TEXT
    """

  /// The definitions of the columns that were added later.
  static let attributes = FeedRowColumns.attributes

  /// All columns, for SELECT and INSERT.
  static let list = names.joined(separator: ", ")

  /// Their names, in the order of `values(_:)`.
  static let names = VenueColumn.allCases.map(\.sql) + VenueAttributeColumns.names

  /// How many there are.
  static let count = names.count

  /// Reads a venue.
  ///
  /// - Parameter first: the index of its first column in the row.
  static func venue(_ row: borrowing Row, from first: Int = 0) -> Venue {
    var venue = Venue(
      id: VenueID(rawValue: row.text(VenueColumn.id, from: first)),
      name: row.text(VenueColumn.name, from: first),
      category: VenueCategory(rawValue: row.text(VenueColumn.category, from: first)),
      coordinate: Coordinate(
        latitude: row.double(VenueColumn.latitude, from: first),
        longitude: row.double(VenueColumn.longitude, from: first)),
      address: row.optionalText(VenueColumn.address, from: first),
      phone: row.optionalText(VenueColumn.phone, from: first),
      website: row.optionalText(VenueColumn.website, from: first),
      openingHours: row.optionalText(VenueColumn.openingHours, from: first),
      brand: row.optionalText(VenueColumn.brand, from: first),
      cuisine: row.optionalText(VenueColumn.cuisine, from: first),
      wheelchair: row.optionalText(VenueColumn.wheelchair, from: first)
        .flatMap { WheelchairAccess(rawValue: $0) },
      wifi: row.optionalText(VenueColumn.wifi, from: first).flatMap { WifiOffer(rawValue: $0) })
    venue.attributes = VenueAttributeColumns.read(row, from: first + VenueColumn.count)
    return venue
  }

  /// The values in the order of the columns.
  static func values(_ venue: Venue) -> [(any SQLBindable)?] {
    VenueColumn.allCases.map { $0.value(venue) } + VenueAttributeColumns.values(venue.attributes)
  }
}
