import Geography
import Messages
import SQL

/// Maps a venue to the columns of a table.
enum VenueColumns {
  /// The columns, in the order of `venue(_:from:)` and `values(_:)`.
  static let columns = """
    id, name, category, latitude, longitude, address, phone, website, opening_hours, brand, \
    cuisine, outdoor_seating, takeaway, wheelchair, wifi
    """

  /// The number of columns.
  static let width = 15

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

  /// Reads the columns, the first of which is the row's column `first`.
  static func venue(_ row: borrowing Row, from first: Int = 0) -> Venue {
    Venue(
      id: VenueID(rawValue: row.text(first)), name: row.text(first + 1),
      category: VenueCategory(rawValue: row.text(first + 2)),
      coordinate: Coordinate(
        latitude: row.double(first + 3), longitude: row.double(first + 4)),
      address: row.optionalText(first + 5), phone: row.optionalText(first + 6),
      website: row.optionalText(first + 7), openingHours: row.optionalText(first + 8),
      brand: row.optionalText(first + 9), cuisine: row.optionalText(first + 10),
      outdoorSeating: row.optionalBool(first + 11), takeaway: row.optionalBool(first + 12),
      wheelchair: row.optionalText(first + 13).flatMap { WheelchairAccess(rawValue: $0) },
      wifi: row.optionalText(first + 14).flatMap { WifiOffer(rawValue: $0) })
  }

  static func values(_ venue: Venue) -> [(any SQLBindable)?] {
    [
      venue.id.rawValue, venue.name, venue.category.rawValue, venue.coordinate.latitude,
      venue.coordinate.longitude, venue.address, venue.phone, venue.website, venue.openingHours,
      venue.brand, venue.cuisine, venue.outdoorSeating, venue.takeaway, venue.wheelchair?.rawValue,
      venue.wifi?.rawValue,
    ]
  }
}
