import Messages
import SQL

extension VenueDatabase {
  /// The venue, though nobody can stop there.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  package func venue(_ id: VenueID) throws -> Venue {
    guard let found = try knownVenue(id) else {
      throw ServiceError(
        .notFound,
        "There is no venue “\(id.rawValue.prefix(60))”; “list” and “nearby” give identifiers.")
    }
    return found
  }

  /// The venue; `nil` where there is none.
  func knownVenue(_ id: VenueID) throws -> Venue? {
    if id.rawValue.utf8.count > VenueStoreLimits.maximumIDBytes { return nil }
    return try database.first(
      "SELECT \(StoredVenue.columns) FROM venue WHERE id = ?", id.rawValue,
      map: { StoredVenue.venue($0) })
  }

  /// A page of the venues at which one can stop, in the order of their identifiers.
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
    // One more than asked for tells whether there is another page.
    var venues = try rows(category, after: after?.rawValue ?? "", limit: limit + 1)
    let hasMore = venues.count > limit
    if hasMore { venues.removeLast() }
    return VenueListReply(venues: venues, next: hasMore ? venues.last?.id : nil)
  }

  private func rows(_ category: VenueCategory?, after: String, limit: Int) throws -> [Venue] {
    guard let category else {
      return try database.query(
        """
        SELECT \(StoredVenue.columns) FROM venue
        WHERE standing IS NULL AND id > ? ORDER BY id LIMIT ?
        """, after, limit, map: { StoredVenue.venue($0) })
    }
    return try database.query(
      """
      SELECT \(StoredVenue.columns) FROM venue
      WHERE standing IS NULL AND category = ? AND id > ? ORDER BY id LIMIT ?
      """, category.rawValue, after, limit, map: { StoredVenue.venue($0) })
  }

  /// At how many venues one can stop.
  ///
  /// - Throws: `SQLError`.
  package func count() throws -> Int {
    try database.first("SELECT count(*) FROM venue WHERE standing IS NULL") { $0.int(0) } ?? 0
  }

  /// Lets venues come, change and go, all of them or none; each is named once.
  ///
  /// - Returns: the changes that made a difference, in order: what is to be published. A venue that
  ///   nobody can stop at is gone for everybody else.
  /// - Throws: `SQLError`; nothing was changed.
  package func apply(_ changes: [VenueChanged]) throws -> [VenueChanged] {
    try database.transaction {
      let known = try venues(changes.map(\.id))
      let gone = changes.filter { $0.venue == nil }
      try database.run(
        "UPDATE venue SET standing = ? WHERE id = ?",
        each: gone.map { [VenueStanding.vanished.rawValue, $0.id.rawValue] })
      let put = changes.compactMap(\.venue)
      let counts = try database.run(Self.putStatement, each: put.map { StoredVenue.values($0) })
      let different = Set(zip(put, counts).filter { $1 > 0 }.map(\.0.id))
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

  /// Those of the venues that there are.
  func venues(_ ids: some Collection<VenueID>) throws -> [VenueID: Venue] {
    if ids.isEmpty { return [:] }
    let marks = ids.map { _ in "?" }.joined(separator: ", ")
    let found = try database.query(
      "SELECT \(StoredVenue.columns) FROM venue WHERE id IN (\(marks))", ids.map(\.rawValue)
    ) { StoredVenue.venue($0) }
    return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
  }

  private static let putStatement: String = {
    let columns = StoredVenue.toldColumns.split(separator: ",").map { $0.filter { $0 != " " } }
    let others = columns.dropFirst()
    let sets = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let theirs = others.map { "excluded.\($0)" }.joined(separator: ", ")
    let ours = others.map { "venue.\($0)" }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return """
      INSERT INTO venue (\(StoredVenue.toldColumns)) VALUES (\(marks))
      ON CONFLICT (id) DO UPDATE SET \(sets) WHERE (\(ours)) IS DISTINCT FROM (\(theirs))
      """
  }()
}

/// How a venue lies in the store: as in a map's file, how it stands, and what its reviews come to.
enum StoredVenue {
  /// What the sources of a venue tell.
  static let toldColumns = VenueRow.columns + ", standing"
  static let columns = toldColumns + ", review_count, review_stars"

  /// Reads `columns` from `first` on.
  static func venue(_ row: borrowing Row, from first: Int = 0) -> Venue {
    var venue = VenueRow.venue(row, from: first)
    let next = first + VenueRow.width
    venue.standing = row.optionalText(next).map { VenueStanding(rawValue: $0) }
    venue.rating = VenueRating(count: row.int(next + 1), stars: row.int(next + 2))
    return venue
  }

  /// The values of `toldColumns`.
  static func values(_ venue: Venue) -> [(any SQLBindable)?] {
    VenueRow.values(venue) + [venue.standing?.rawValue]
  }
}
