import Messages
import SQL

extension VenueDatabase {
  /// The venue, even if it is closed or vanished.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func venue(_ id: VenueID) throws -> Venue {
    guard let found = try findVenue(id) else {
      throw ServiceError(
        .notFound,
        "There is no venue “\(id.rawValue.prefix(60))”; “list” and “nearby” give identifiers.")
    }
    return found
  }

  /// The venue; `nil` if there is none.
  func findVenue(_ id: VenueID) throws -> Venue? {
    if id.rawValue.utf8.count > VenueStoreLimits.maximumIDBytes { return nil }
    return try database.first(
      "SELECT \(StoredVenueColumns.columns) FROM venue WHERE id = ?", id.rawValue,
      map: { StoredVenueColumns.venue($0) })
  }

  /// Whether there is such a venue, in business or not.
  func hasVenue(_ id: VenueID) throws -> Bool {
    try database.first("SELECT 1 FROM venue WHERE id = ?", id.rawValue) { _ in true } ?? false
  }

  /// A page of the venues that are in business, in the order of their identifiers.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a limit out of range; `SQLError`.
  package func page(
    category: VenueCategory? = nil, after: VenueID?, limit: Int
  ) throws -> VenueListReply {
    guard (1...VenueLimits.maximumPage).contains(limit) else {
      throw ServiceError(
        .invalidRequest,
        "A page holds 1 to \(VenueLimits.maximumPage) venues, not \(limit).")
    }
    // One row more than asked for shows whether there is another page.
    var venues = try rows(category, after: after?.rawValue ?? "", limit: limit + 1)
    let hasMore = venues.count > limit
    if hasMore { venues.removeLast() }
    return VenueListReply(venues: venues, next: hasMore ? venues.last?.id : nil)
  }

  private func rows(_ category: VenueCategory?, after: String, limit: Int) throws -> [Venue] {
    guard let category else {
      return try database.query(
        """
        SELECT \(StoredVenueColumns.columns) FROM venue
        WHERE standing IS NULL AND id > ? ORDER BY id LIMIT ?
        """, after, limit, map: { StoredVenueColumns.venue($0) })
    }
    return try database.query(
      """
      SELECT \(StoredVenueColumns.columns) FROM venue
      WHERE standing IS NULL AND category = ? AND id > ? ORDER BY id LIMIT ?
      """, category.rawValue, after, limit, map: { StoredVenueColumns.venue($0) })
  }

  /// The number of venues that are in business.
  ///
  /// - Throws: `SQLError`.
  package func count() throws -> Int {
    try database.first("SELECT count(*) FROM venue WHERE standing IS NULL") { $0.int(0) } ?? 0
  }

  /// Inserts and updates venues, and marks as vanished those whose change carries no venue. All
  /// changes are made or none. No venue may occur twice.
  ///
  /// - Returns: the effective changes, in order, for publication. To subscribers a venue that is no
  ///   longer in business is removed.
  /// - Throws: `SQLError`; nothing was changed.
  package func apply(_ changes: [VenueChanged]) throws -> [VenueChanged] {
    try database.transaction {
      let known = try venues(changes.map(\.id))
      let vanished = changes.filter { $0.venue == nil }
      try database.run(
        "UPDATE venue SET standing = ? WHERE id = ?",
        each: vanished.map { [VenueStanding.vanished.rawValue, $0.id.rawValue] })
      let upserted = changes.compactMap(\.venue)
      let counts = try database.run(
        Self.upsertStatement, each: upserted.map { StoredVenueColumns.values($0) })
      let different = Set(zip(upserted, counts).filter { $1 > 0 }.map(\.0.id))
      return changes.compactMap { change in
        let wasOffered = known[change.id].map { $0.standing == nil } ?? false
        let isOffered = change.venue.map { $0.standing == nil } ?? false
        guard wasOffered || isOffered, change.venue == nil || different.contains(change.id) else {
          return nil
        }
        return VenueChanged(id: change.id, venue: isOffered ? change.venue : nil)
      }
    }
  }

  /// The venues with these identifiers; unknown identifiers are left out.
  func venues(_ ids: some Collection<VenueID>) throws -> [VenueID: Venue] {
    if ids.isEmpty { return [:] }
    let placeholders = ids.map { _ in "?" }.joined(separator: ", ")
    let found = try database.query(
      "SELECT \(StoredVenueColumns.columns) FROM venue WHERE id IN (\(placeholders))",
      ids.map(\.rawValue)
    ) { StoredVenueColumns.venue($0) }
    return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
  }

  private static let upsertStatement: String = {
    let columns = StoredVenueColumns.sourceColumns.split(separator: ",").map {
      $0.filter { $0 != " " }
    }
    let others = columns.dropFirst()
    let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let new = others.map { "excluded.\($0)" }.joined(separator: ", ")
    let old = others.map { "venue.\($0)" }.joined(separator: ", ")
    let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
    return """
      INSERT INTO venue (\(StoredVenueColumns.sourceColumns)) VALUES (\(placeholders))
      ON CONFLICT (id) DO UPDATE SET \(assignments) WHERE (\(old)) IS DISTINCT FROM (\(new))
      """
  }()
}

/// Maps a venue to the store's table: the columns of a map's file, the standing, and the sums of
/// its reviews.
enum StoredVenueColumns {
  /// The columns that a venue's sources determine.
  static let sourceColumns = VenueColumns.columns + ", standing"
  static let columns = sourceColumns + ", review_count, review_stars"

  /// Reads `columns`, the first of which is the row's column `first`.
  static func venue(_ row: borrowing Row, from first: Int = 0) -> Venue {
    var venue = VenueColumns.venue(row, from: first)
    let next = first + VenueColumns.width
    venue.standing = row.optionalText(next).map { VenueStanding(rawValue: $0) }
    venue.rating = VenueRating(count: row.int(next + 1), stars: row.int(next + 2))
    return venue
  }

  /// The values of `sourceColumns`.
  static func values(_ venue: Venue) -> [(any SQLBindable)?] {
    VenueColumns.values(venue) + [venue.standing?.rawValue]
  }
}
