package import Messages
import SQL

/// The table `venue`, with every venue that the store has ever had.
package struct VenueTable {
  let database: Database

  private enum StoreColumn {
    static let standing = "standing"
    static let reviews = ["review_count", "review_stars"]
  }

  /// All columns, for SELECT; `venue(_:)` reads them.
  static let columns =
    (VenueColumns.names + [StoreColumn.standing] + StoreColumn.reviews).joined(separator: ", ")
  private static let select = "SELECT \(columns) FROM venue"

  /// The venue, in business or not.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func venue(_ id: VenueID) throws -> Venue {
    guard let found = try find(id) else {
      throw ServiceError(
        .notFound,
        "There is no venue “\(id.rawValue.prefix(60))”; quickbrew nearby shows the IDs of venues.")
    }
    return found
  }

  /// The venue, in business or not; `nil` for an unknown identifier.
  ///
  /// - Throws: `SQLError`.
  func find(_ id: VenueID) throws -> Venue? {
    if id.rawValue.utf8.count > VenueStoreLimits.maximumIDBytes { return nil }
    return try database.first("\(Self.select) WHERE id = ?", id.rawValue, map: Self.venue)
  }

  /// The venues with these identifiers, in business or not; unknown identifiers are left out.
  ///
  /// - Throws: `SQLError`.
  func venues(_ ids: some Collection<VenueID>) throws -> [VenueID: Venue] {
    if ids.isEmpty { return [:] }
    let placeholders = ids.map { _ in "?" }.joined(separator: ", ")
    let found = try database.query(
      "\(Self.select) WHERE id IN (\(placeholders))", ids.map(\.rawValue), map: Self.venue)
    return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Whether the table has the venue, in business or not.
  ///
  /// - Throws: `SQLError`.
  func contains(_ id: VenueID) throws -> Bool {
    try database.first("SELECT 1 FROM venue WHERE id = ?", id.rawValue) { _ in true } ?? false
  }

  /// A page of the venues in business, in the order of their identifiers.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a limit out of range; `SQLError`.
  package func page(
    category: VenueCategory? = nil, after: VenueID?, limit: Int
  ) throws -> VenueListReply {
    try PageLimit.check(limit)
    let (condition, values) = category.map { ("AND category = ?", [$0.rawValue]) } ?? ("", [])
    // One row more than the limit shows whether there is another page.
    let found = try database.query(
      "\(Self.select) WHERE standing IS NULL \(condition) AND id > ? ORDER BY id LIMIT ?",
      values + [after?.rawValue ?? "", limit + 1] as [any SQLBindable], map: Self.venue)
    let venues = Array(found.prefix(limit))
    return VenueListReply(venues: venues, next: found.count > limit ? venues.last?.id : nil)
  }

  /// The number of venues in business.
  ///
  /// - Throws: `SQLError`.
  package func count() throws -> Int {
    try database.first("SELECT count(*) AS venues FROM venue WHERE standing IS NULL") {
      $0.int("venues")
    } ?? 0
  }

  /// The category tree with the number of venues in each category. Scans the index of categories.
  ///
  /// - Throws: `SQLError`.
  package func categories() throws -> CategoriesReply {
    let rows = try database.query(
      "SELECT category, count(*) AS venues FROM venue WHERE standing IS NULL GROUP BY category"
    ) { (VenueCategory(rawValue: $0.text("category")), $0.int("venues")) }
    let own = Dictionary(uniqueKeysWithValues: rows)
    var total: [VenueCategory: Int] = [:]
    for (category, count) in own {
      var next: VenueCategory? = category
      while let ancestor = next {
        total[ancestor, default: 0] += count
        next = ancestor.parent
      }
    }
    let others = Set(own.keys).subtracting(VenueCategory.tree).sorted()
    return CategoriesReply(
      categories: (VenueCategory.tree + others).map {
        CategoryCount($0, own: own[$0] ?? 0, total: total[$0] ?? 0)
      })
  }

  /// Reads `columns`.
  static func venue(_ row: borrowing Row) -> Venue {
    var venue = Venue(row)
    venue.standing = row.optionalText(StoreColumn.standing)
      .map { VenueUnavailability(rawValue: $0) }
    venue.rating = VenueRating(count: row.int("review_count"), stars: row.int("review_stars"))
    return venue
  }
}

// MARK: Changes

extension VenueTable {
  /// Inserts and updates venues, and marks as vanished those whose change carries no venue. All
  /// changes are made or none. No venue may occur twice.
  ///
  /// - Returns: the effective changes, in order, for publication. To subscribers a venue that is no
  ///   longer in business is removed.
  /// - Throws: `SQLError`; nothing was changed.
  package func apply(_ changes: [VenueChanged]) throws -> [VenueChanged] {
    try database.transaction {
      let known = try venues(changes.map(\.id))
      try markVanished(changes.filter { $0.venue == nil }.map(\.id))
      let upserted = changes.compactMap(\.venue)
      let isDifferent = try upsert(upserted)
      let different = Set(zip(upserted, isDifferent).filter(\.1).map(\.0.id))
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

  private func markVanished(_ ids: [VenueID]) throws {
    try database.run(
      "UPDATE venue SET standing = ? WHERE id = ?",
      each: ids.map { [VenueUnavailability.vanished.rawValue, $0.rawValue] })
  }

  /// Inserts venues, and updates those that differ, except for their reviews.
  ///
  /// - Returns: for each venue whether it was inserted or updated.
  private func upsert(_ venues: [Venue]) throws -> [Bool] {
    try database.run(
      Self.upsertStatement,
      each: venues.map { VenueColumns.values($0) + [$0.standing?.rawValue] }
    ).map { $0 > 0 }
  }

  private static let upsertStatement: String = {
    let columns = VenueColumns.names + [StoreColumn.standing]
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

  /// Adds to the number of a venue's reviews and to the sum of their stars.
  ///
  /// - Parameter stars: `nil` to sum them up again.
  /// - Throws: `SQLError`.
  func addToRating(of venue: VenueID, reviews: Int, stars: Int?) throws {
    try database.run(
      """
      UPDATE venue SET review_count = review_count + ?, review_stars = coalesce(
        review_stars + ?, (SELECT sum(stars) FROM review WHERE venue_id = ?), 0)
      WHERE id = ?
      """, reviews, stars, venue.rawValue, venue.rawValue)
  }
}

/// Checks the length of a page.
enum PageLimit {
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func check(_ limit: Int) throws(ServiceError) {
    try Messages.check(limit, "The limit of a page", in: 1...VenueLimits.maximumPage)
  }
}
