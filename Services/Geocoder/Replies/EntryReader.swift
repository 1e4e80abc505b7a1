import Geography
import SQL

/// Reads entries of the index file.
struct EntryReader {
  let database: Database
  /// Names are read in this language where the map has them.
  var language: String?

  /// - Throws: `SQLError`; `PlaceIndexError` where the file holds no such entry.
  func entry(_ number: UInt32) throws -> IndexEntry {
    let found = try database.first(
      """
      SELECT kind, name, category, latitude, longitude, importance, number, street, \
      street_entry, postcode, city, city_entry, city_assumed FROM entry WHERE id = ?
      """, Int(number)
    ) { row in
      IndexEntry(
        kind: EntryKind(rawValue: UInt32(truncatingIfNeeded: row.int64(0))) ?? .pointOfInterest,
        name: row.text(1), category: row.text(2),
        coordinate: Coordinate(latitude: row.double(3), longitude: row.double(4)),
        importance: Float(row.double(5)), houseNumber: row.optionalText(6),
        street: row.optionalText(7), streetEntry: row.optionalInt(8),
        postcode: row.optionalText(9), city: row.optionalText(10),
        cityEntry: row.optionalInt(11), cityIsAssumed: row.bool(12))
    }
    guard let found else {
      throw PlaceIndexError.damaged(path: database.location, reason: "entry \(number) is missing")
    }
    return language == nil ? found : try translated(found, number)
  }

  /// The text of an entry's alternate name.
  func otherName(_ name: UInt32) throws -> String? {
    try database.first("SELECT text FROM other_name WHERE id = ?", Int(name)) { $0.text(0) }
  }

  private func translated(_ entry: IndexEntry, _ number: UInt32) throws -> IndexEntry {
    var entry = entry
    if let name = try name(of: Int(number)) { entry.name = name }
    if let city = try entry.cityEntry.flatMap(name) { entry.city = city }
    if entry.street != nil, let street = try entry.streetEntry.flatMap(name) {
      entry.street = street
    }
    return entry
  }

  /// The entry's name in the language, or in the language without its country: "pt" for "pt-BR".
  private func name(of entry: Int) throws -> String? {
    guard let language else { return nil }
    let short = language.split(separator: "-").first.map(String.init) ?? language
    return try database.first(
      """
      SELECT text FROM other_name WHERE entry = ? AND language IN (?, ?)
      ORDER BY length(language) DESC LIMIT 1
      """, entry, language, short
    ) { $0.text(0) }
  }
}
