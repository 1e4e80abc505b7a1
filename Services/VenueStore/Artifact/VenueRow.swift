import Geography
import Messages
import SQL

/// How a venue lies in a row of a table.
enum VenueRow {
  /// The columns, in the order in which `venue` reads and `values` gives them.
  static let columns = """
    id, name, category, latitude, longitude, address, phone, website, opening_hours, brand, \
    cuisine, outdoor_seating, takeaway, wheelchair, wifi
    """

  /// How many columns there are.
  static let width = 15

  /// The columns' definitions, for CREATE TABLE, as they were before `attributes`.
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

  /// The definitions of those that came later.
  static let attributes = FeedRowTable.attributes

  /// Reads the columns from `first` on.
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
