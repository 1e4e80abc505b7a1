import Messages
import SQLite

extension VenueDatabase {
  /// The venue, though it be gone.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLiteError`.
  package func venue(_ id: VenueID) throws -> Venue {
    let found =
      id.rawValue.utf8.count > VenueStoreLimits.maximumIDBytes
      ? nil
      : try database.first(
        "SELECT \(VenueRow.columns) FROM venue WHERE id = ?", id.rawValue,
        map: { VenueRow.venue($0) })
    guard let found else {
      throw ServiceError(
        .notFound,
        "There is no venue “\(id.rawValue.prefix(60))”; “list” and “nearby” give identifiers.")
    }
    return found
  }

  /// A page of the venues that are not gone, in the order of their identifiers.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a limit out of range; `SQLiteError`.
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
        SELECT \(VenueRow.columns) FROM venue
        WHERE is_gone = 0 AND id > ? ORDER BY id LIMIT ?
        """, after, limit, map: { VenueRow.venue($0) })
    }
    return try database.query(
      """
      SELECT \(VenueRow.columns) FROM venue
      WHERE is_gone = 0 AND category = ? AND id > ? ORDER BY id LIMIT ?
      """, category.rawValue, after, limit, map: { VenueRow.venue($0) })
  }

  /// How many venues are not gone.
  ///
  /// - Throws: `SQLiteError`.
  package func count() throws -> Int {
    try database.first("SELECT count(*) FROM venue WHERE is_gone = 0") { $0.int(0) } ?? 0
  }

  /// Lets venues come, change and go, all of them or none.
  ///
  /// - Returns: the changes that made a difference, in order: what is to be published.
  /// - Throws: `SQLiteError`; nothing was changed.
  package func apply(_ changes: some Sequence<VenueChanged>) throws -> [VenueChanged] {
    try database.transaction {
      try changes.filter { change in
        guard let venue = change.venue else { return try remove(change.id) }
        return try put(venue)
      }
    }
  }

  /// Whether the venue is new, different, or back.
  func put(_ venue: Venue) throws -> Bool {
    try database.run(Self.putStatement, VenueRow.values(venue)) > 0
  }

  /// Whether the venue was there.
  func remove(_ id: VenueID) throws -> Bool {
    try database.run(
      "UPDATE venue SET is_gone = 1 WHERE id = ? AND is_gone = 0", id.rawValue) > 0
  }

  private static let putStatement: String = {
    let columns = VenueRow.columns.split(separator: ",").map { $0.filter { $0 != " " } }
    let others = columns.dropFirst()
    let sets = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let theirs = others.map { "excluded.\($0)" }.joined(separator: ", ")
    let ours = others.map { "venue.\($0)" }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return """
      INSERT INTO venue (\(VenueRow.columns)) VALUES (\(marks))
      ON CONFLICT (id) DO UPDATE SET \(sets), is_gone = 0
      WHERE is_gone = 1 OR (\(ours)) IS NOT (\(theirs))
      """
  }()
}
