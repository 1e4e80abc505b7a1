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
        kind: EntryKind(rawValue: UInt32(truncatingIfNeeded: row.int64("kind")))
          ?? .pointOfInterest,
        name: row.text("name"), category: row.text("category"),
        coordinate: Coordinate(
          latitude: row.double("latitude"), longitude: row.double("longitude")),
        importance: Float(row.double("importance")), houseNumber: row.optionalText("number"),
        street: row.optionalText("street"),
        streetEntry: row.optionalInt64("street_entry").map { Int($0) },
        postcode: row.optionalText("postcode"), city: row.optionalText("city"),
        cityEntry: row.optionalInt64("city_entry").map { Int($0) },
        cityIsAssumed: row.bool("city_assumed"))
    }
    guard let found else {
      throw PlaceIndexError.damaged(path: database.location, reason: "entry \(number) is missing")
    }
    return language == nil ? found : try translated(found, number)
  }

  /// The text of an entry's alternate name.
  func otherName(_ name: UInt32) throws -> String? {
    try database.first("SELECT text FROM other_name WHERE id = ?", Int(name)) { $0.text("text") }
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
    ) { $0.text("text") }
  }
}
