import Messages
import SQL

extension VenueDatabase {
  /// Inserts or replaces a user's note of a venue.
  ///
  /// - Throws: `ServiceError`: see `NotePutRequest`; `SQLError`.
  package func putNote(_ request: NotePutRequest, now: Timestamp) throws -> Note {
    try UserText.check(user: request.user)
    let text = try UserText.multiline(
      request.text, "The note", maximumBytes: VenueLimits.maximumNoteBytes)
    let venue = try venue(request.venueID)
    let old = try note(of: request.user, venue.id)
    if let old, old.text == text { return old }
    if old == nil { try checkNoteCount(request.user) }
    try deleteNote(of: request.user, venue.id)
    // A new row each time, as lists are in the order of the row numbers.
    try database.run(
      "INSERT INTO note (author, venue_id, text, changed_at_milliseconds) VALUES (?, ?, ?, ?)",
      request.user, venue.id.rawValue, text, now.millisecondsSince1970)
    return Note(
      venueID: venue.id, venueName: venue.name, text: text,
      changedAt: Timestamp(millisecondsSince1970: now.millisecondsSince1970))
  }

  /// Removes a user's note of a venue.
  ///
  /// - Returns: the removed note.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound`; `SQLError`.
  package func removeNote(_ request: NoteRemoveRequest) throws -> Note {
    try UserText.check(user: request.user)
    let venue = try venue(request.venueID)
    guard let old = try note(of: request.user, venue.id) else {
      throw ServiceError(
        .notFound, "“\(request.user)” has no note of “\(venue.id.rawValue)”.")
    }
    try deleteNote(of: request.user, venue.id)
    return old
  }

  /// A page of a user's notes, newest first.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func notes(_ request: NoteListRequest) throws -> NoteListReply {
    try UserText.check(user: request.user)
    let limit = try PageLimit.check(request.limit, or: VenueStoreLimits.defaultReviews)
    let rows = try database.query(
      "\(Self.selectNotes) WHERE author = ? AND number < ? ORDER BY number DESC LIMIT ?",
      request.user, request.before ?? .max, limit + 1
    ) { (number: $0.int64(0), note: Self.note($0)) }
    let page = rows.prefix(limit)
    return NoteListReply(
      notes: page.map(\.note), next: rows.count > limit ? page.last?.number : nil)
  }

  /// The newest reviews of a venue, and one user's own review, note and favourite of it.
  ///
  /// - Throws: `ServiceError`: see `VenueRemarksRequest`; `SQLError`.
  package func remarks(_ request: VenueRemarksRequest) throws -> VenueRemarks {
    let newest = try reviews(
      ReviewListRequest(
        venueID: request.id, limit: request.limit ?? VenueStoreLimits.defaultRemarks))
    guard let user = request.user else { return VenueRemarks(newest: newest.reviews) }
    try UserText.check(user: user)
    return VenueRemarks(
      newest: newest.reviews, review: try review(of: user, request.id),
      note: try note(of: user, request.id),
      favouriteSince: try favouriteSince(of: user, request.id))
  }

  private func note(of user: String, _ id: VenueID) throws -> Note? {
    try database.first(
      "\(Self.selectNotes) WHERE author = ? AND venue_id = ?", user, id.rawValue, map: Self.note)
  }

  private func checkNoteCount(_ user: String) throws {
    let count = try database.first("SELECT count(*) FROM note WHERE author = ?", user) {
      $0.int(0)
    }
    guard (count ?? 0) < VenueLimits.maximumNotes else {
      throw ServiceError(
        .conflict, "“\(user)” has \(VenueLimits.maximumNotes) notes; remove some first.")
    }
  }

  private func deleteNote(of user: String, _ id: VenueID) throws {
    try database.run("DELETE FROM note WHERE author = ? AND venue_id = ?", user, id.rawValue)
  }

  private static let selectNotes = """
    SELECT number, venue_id, venue.name, text, changed_at_milliseconds
    FROM note JOIN venue ON venue.id = note.venue_id
    """

  private static func note(_ row: borrowing Row) -> Note {
    Note(
      venueID: VenueID(rawValue: row.text(1)), venueName: row.text(2), text: row.text(3),
      changedAt: Timestamp(millisecondsSince1970: row.int64(4)))
  }
}
