import Geography
import SQLite

/// Reads entries of the index file.
struct EntryReader {
  let database: Database

  /// - Throws: `SQLiteError`; `PlaceIndexError` where the file holds no such entry.
  func entry(_ number: UInt32) throws -> Entry {
    let found = try database.first(
      """
      SELECT kind, name, category, latitude, longitude, importance, number, street, \
      street_entry, postcode, city, city_entry, city_assumed FROM entry WHERE id = ?
      """, Int(number)
    ) { row in
      Entry(
        kind: EntryKind(rawValue: UInt32(truncatingIfNeeded: row.int64(0))) ?? .venue,
        name: row.text(1), category: row.text(2),
        coordinate: Coordinate(latitude: row.double(3), longitude: row.double(4)),
        importance: Float(row.double(5)), houseNumber: row.optionalText(6),
        street: row.optionalText(7), streetEntry: row.optionalInt(8),
        postcode: row.optionalText(9), city: row.optionalText(10),
        cityEntry: row.optionalInt(11), cityIsAssumed: row.bool(12))
    }
    guard let found else {
      throw PlaceIndexError.damaged(path: database.path, reason: "entry \(number) is missing")
    }
    return found
  }

  /// The text of a name that is not its entry's first.
  func otherName(_ name: UInt32) throws -> String? {
    try database.first("SELECT text FROM other_name WHERE id = ?", Int(name)) { $0.text(0) }
  }
}
