import Geography
import Messages
import SQL

/// How a venue lies in a row of a table.
enum VenueRow {
  /// The columns, in the order in which `venue` reads and `values` gives them.
  static let columns = """
    id, name, category, latitude, longitude, address, phone, website, opening_hours, brand, cuisine
    """

  /// The columns' definitions, for CREATE TABLE.
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

  /// Reads the columns from `first` on.
  static func venue(_ row: borrowing Row, from first: Int = 0) -> Venue {
    Venue(
      id: VenueID(rawValue: row.text(first)), name: row.text(first + 1),
      category: VenueCategory(rawValue: row.text(first + 2)),
      coordinate: Coordinate(
        latitude: row.double(first + 3), longitude: row.double(first + 4)),
      address: row.optionalText(first + 5), phone: row.optionalText(first + 6),
      website: row.optionalText(first + 7), openingHours: row.optionalText(first + 8),
      brand: row.optionalText(first + 9), cuisine: row.optionalText(first + 10))
  }

  static func values(_ venue: Venue) -> [(any SQLBindable)?] {
    [
      venue.id.rawValue, venue.name, venue.category.rawValue, venue.coordinate.latitude,
      venue.coordinate.longitude, venue.address, venue.phone, venue.website, venue.openingHours,
      venue.brand, venue.cuisine,
    ]
  }
}
