import Messages
import SQL

/// The table `venue`, with every venue that the store has ever had.
struct VenueTable {
  let database: Database

  /// The columns after those of `VenueColumn`: the standing, and the sums of the reviews.
  private enum StoreColumn: Int, QueryColumn {
    case standing, reviewCount, reviewStars

    var sql: String {
      switch self {
      case .standing: "standing"
      case .reviewCount: "review_count"
      case .reviewStars: "review_stars"
      }
    }
  }

  /// All columns, for SELECT; `venue(_:from:)` reads them.
  static let columns = "\(VenueColumns.list), \(StoreColumn.list)"
  private static let select = "SELECT \(columns) FROM venue"
  private static let firstStoreColumn = VenueColumns.count

  /// The venue, in business or not.
  ///
  /// - Throws: `SQLError`.
  func venue(_ id: VenueID) throws -> Venue? {
    try database.first("\(Self.select) WHERE id = ?", id.rawValue, map: { Self.venue($0) })
  }

  /// The venues with these identifiers, in business or not; unknown identifiers are left out.
  ///
  /// - Throws: `SQLError`.
  func venues(_ ids: some Collection<VenueID>) throws -> [VenueID: Venue] {
    if ids.isEmpty { return [:] }
    let placeholders = ids.map { _ in "?" }.joined(separator: ", ")
    let found = try database.query(
      "\(Self.select) WHERE id IN (\(placeholders))", ids.map(\.rawValue)
    ) { Self.venue($0) }
    return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Whether the table has the venue, in business or not.
  ///
  /// - Throws: `SQLError`.
  func contains(_ id: VenueID) throws -> Bool {
    try database.first("SELECT 1 FROM venue WHERE id = ?", id.rawValue) { _ in true } ?? false
  }

  /// Venues in business with higher identifiers, in the order of their identifiers.
  ///
  /// - Throws: `SQLError`.
  func page(of category: VenueCategory?, after id: String, limit: Int) throws -> [Venue] {
    guard let category else {
      return try database.query(
        "\(Self.select) WHERE standing IS NULL AND id > ? ORDER BY id LIMIT ?", id, limit,
        map: { Self.venue($0) })
    }
    return try database.query(
      "\(Self.select) WHERE standing IS NULL AND category = ? AND id > ? ORDER BY id LIMIT ?",
      category.rawValue, id, limit, map: { Self.venue($0) })
  }

  /// The number of venues in business.
  ///
  /// - Throws: `SQLError`.
  func count() throws -> Int {
    try database.first("SELECT count(*) FROM venue WHERE standing IS NULL") { $0.int(0) } ?? 0
  }

  /// The number of venues in business of each category. Scans the index of categories.
  ///
  /// - Throws: `SQLError`.
  func countsByCategory() throws -> [VenueCategory: Int] {
    let rows = try database.query(
      "SELECT category, count(*) FROM venue WHERE standing IS NULL GROUP BY category"
    ) { (VenueCategory(rawValue: $0.text(0)), $0.int(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// - Throws: `SQLError`.
  func markVanished(_ ids: [VenueID]) throws {
    try database.run(
      "UPDATE venue SET standing = ? WHERE id = ?",
      each: ids.map { [VenueUnavailability.vanished.rawValue, $0.rawValue] })
  }

  /// Inserts venues, and updates those that differ, except for their reviews.
  ///
  /// - Returns: for each venue whether it was inserted or updated.
  /// - Throws: `SQLError`.
  func upsert(_ venues: [Venue]) throws -> [Bool] {
    try database.run(
      Self.upsertStatement,
      each: venues.map { VenueColumns.values($0) + [$0.standing?.rawValue] }
    ).map { $0 > 0 }
  }

  /// Adds to the number of a venue's reviews and to the sum of their stars.
  ///
  /// - Throws: `SQLError`.
  func addToRating(of venue: VenueID, reviews: Int, stars: Int) throws {
    try database.run(
      """
      UPDATE venue SET review_count = review_count + ?, review_stars = review_stars + ?
      WHERE id = ?
      """, reviews, stars, venue.rawValue)
  }

  /// Reads `columns`.
  ///
  /// - Parameter first: the index of the first of them in the row.
  static func venue(_ row: borrowing Row, from first: Int = 0) -> Venue {
    var venue = VenueColumns.venue(row, from: first)
    let next = first + firstStoreColumn
    venue.standing = row.optionalText(StoreColumn.standing, from: next)
      .map { VenueUnavailability(rawValue: $0) }
    venue.rating = VenueRating(
      count: row.int(StoreColumn.reviewCount, from: next),
      stars: row.int(StoreColumn.reviewStars, from: next))
    return venue
  }

  private static let upsertStatement: String = {
    let columns = VenueColumns.names + [StoreColumn.standing.sql]
    let others = columns.dropFirst()
    let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let new = others.map { "excluded.\($0)" }.joined(separator: ", ")
    let old = others.map { "venue.\($0)" }.joined(separator: ", ")
    let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
    return """
      INSERT INTO venue (\(columns.joined(separator: ", "))) VALUES (\(placeholders))
      ON CONFLICT (id) DO UPDATE SET \(assignments) WHERE (\(old)) IS DISTINCT FROM (\(new))
      """
  }()
}
