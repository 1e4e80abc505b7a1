import Geography
import Messages
import SQL
import Time

/// The columns of a venue's facts, in every table that has them.
enum FactColumns {
  static let names = VenueFact.all.map(\.column)

  /// For CREATE TABLE.
  static let definition = VenueFact.all.map(\.definition).joined(separator: ",\n")

  /// In the order of the names.
  static func values(_ facts: VenueFacts) -> [(any SQLBindable)?] {
    VenueFact.all.map { fact in
      switch facts[fact] {
      case .text(let text): text
      case .flag(let flag): flag
      case nil: nil
      }
    }
  }
}

extension VenueFact {
  fileprivate var definition: String {
    switch path {
    case .text: "\(column) TEXT"
    case .flag: "\(column) INTEGER"
    }
  }
}

extension VenueFacts {
  init(_ row: borrowing Row) {
    self.init()
    for fact in VenueFact.all {
      switch fact.path {
      case .text: self[fact] = row.optionalText(fact.column).map { .text($0) }
      case .flag: self[fact] = row.optionalBool(fact.column).map { .flag($0) }
      }
    }
  }
}

/// The columns of a venue as its sources describe it: of a map's file, and of the store.
enum VenueColumns {
  static let names = ["id", "name", "category", "latitude", "longitude"] + FactColumns.names

  /// All names, for SELECT and INSERT.
  static let list = names.joined(separator: ", ")

  /// For CREATE TABLE.
  static let definition = """
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    latitude REAL NOT NULL,
    longitude REAL NOT NULL,
    \(FactColumns.definition)
    """

  /// In the order of the names.
  static func values(_ venue: Venue) -> [(any SQLBindable)?] {
    [
      venue.id.rawValue, venue.name, venue.category.rawValue, venue.coordinate.latitude,
      venue.coordinate.longitude,
    ] + FactColumns.values(venue.facts)
  }
}

extension Venue {
  /// Reads `VenueColumns`.
  init(_ row: borrowing Row) {
    self.init(
      id: VenueID(rawValue: row.text("id")), name: row.text("name"),
      category: VenueCategory(rawValue: row.text("category")),
      coordinate: Coordinate(latitude: row.double("latitude"), longitude: row.double("longitude")),
      facts: VenueFacts(row))
  }
}

extension Row {
  /// A column of milliseconds since 1970; `nil` for NULL.
  func optionalTimestamp(_ column: String) -> Timestamp? {
    optionalInt64(column).map { Timestamp(millisecondsSince1970: $0) }
  }

  /// What the venue of a row is called in other languages.
  var venueNames: NamesByLanguage? {
    optionalText("names").flatMap { NamesByLanguage(packed: $0) }
  }

  /// A column of milliseconds since 1970.
  func timestamp(_ column: String) -> Timestamp {
    Timestamp(millisecondsSince1970: int64(column))
  }
}
