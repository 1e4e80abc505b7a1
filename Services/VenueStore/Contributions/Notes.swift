package import Messages
import SQL
import Stores
package import Time

/// The notes of users, at most one for each user and venue: the table `note`.
package struct Notes {
  private let database: Database
  private let venues: VenueTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = store.venues
  }

  private static let select = """
    SELECT number, author, venue_id, venue.name AS venue_name, names, text, changed_at_milliseconds,
      note.digest AS digest
    FROM note JOIN venue ON venue.id = note.venue_id
    """

  /// Inserts or replaces a user's note of a venue.
  ///
  /// - Throws: `ServiceError`: see `NotePutRequest`; `SQLError`.
  package func put(_ request: NotePutRequest, now: Timestamp) throws -> Note {
    try UserText.check(user: request.user)
    let text = try UserText.multiline(
      request.text, "The note", maximumBytes: VenueLimits.maximumNoteBytes)
    let venue = try venues.venue(request.venueID)
    // A damaged one is replaced.
    let old = try? note(of: request.user, venue.id)
    if let old, old.text == text { return old }
    if old == nil {
      try database.checkRoom(
        for: request.user, in: "note", most: VenueLimits.maximumNotes
      ) { "has \($0) notes" }
    }
    let note = Note(
      venueID: venue.id, venueName: venue.name, venueNames: venue.facts.names, text: text,
      changedAt: Timestamp(millisecondsSince1970: now.millisecondsSince1970))
    // A changed note gets a new number: it becomes the newest.
    try delete(of: request.user, note.venueID)
    let time = note.changedAt.millisecondsSince1970
    try database.run(
      """
      INSERT INTO note (author, venue_id, text, changed_at_milliseconds, digest)
      VALUES (?, ?, ?, ?, ?)
      """, request.user, note.venueID.rawValue, note.text, time,
      RowDigest.of(request.user, note.venueID.rawValue, note.text, time))
    return note
  }

  /// Removes a user's note of a venue.
  ///
  /// - Returns: the removed note.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound`; `SQLError`.
  package func remove(_ request: NoteRemoveRequest) throws -> Note {
    try UserText.check(user: request.user)
    let venue = try venues.venue(request.venueID)
    guard let old = try note(of: request.user, venue.id) else {
      throw ServiceError(
        .notFound, "“\(request.user)” has no note of “\(venue.id.rawValue)”.")
    }
    try delete(of: request.user, venue.id)
    return old
  }

  private func delete(of user: String, _ venue: VenueID) throws {
    try database.run("DELETE FROM note WHERE author = ? AND venue_id = ?", user, venue.rawValue)
  }

  /// A page of a user's notes, newest first.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func list(_ request: NoteListRequest) throws -> NoteListReply {
    try UserText.check(user: request.user)
    let limit = request.limit ?? VenueStoreLimits.defaultReviews
    try PageLimit.check(limit)
    let rows = try database.query(
      "\(Self.select) WHERE author = ? AND number < ? ORDER BY number DESC LIMIT ?",
      request.user, request.before ?? .max, limit + 1
    ) { (number: $0.int64("number"), note: try Self.note($0)) }
    let page = rows.prefix(limit)
    return NoteListReply(
      notes: page.map(\.note), next: rows.count > limit ? page.last?.number : nil)
  }

  /// A user's note of a venue, or `nil`.
  ///
  /// - Throws: `SQLError`.
  func note(of user: String, _ venue: VenueID) throws -> Note? {
    try database.first(
      "\(Self.select) WHERE author = ? AND venue_id = ?", user, venue.rawValue, map: Self.note)
  }

  private static func note(_ row: borrowing Row) throws -> Note {
    try row.check("A note", "author", "venue_id", "text", "changed_at_milliseconds")
    return Note(
      venueID: VenueID(rawValue: row.text("venue_id")), venueName: row.text("venue_name"),
      venueNames: row.venueNames, text: row.text("text"),
      changedAt: row.timestamp("changed_at_milliseconds"))
  }
}
