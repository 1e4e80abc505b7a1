package import Messages
import SQL
package import Time

extension VenueDatabase {
  private var noteTable: NoteTable { NoteTable(database: database) }

  /// Inserts or replaces a user's note of a venue.
  ///
  /// - Throws: `ServiceError`: see `NotePutRequest`; `SQLError`.
  package func putNote(_ request: NotePutRequest, now: Timestamp) throws -> Note {
    try UserText.check(user: request.user)
    let text = try UserText.multiline(
      request.text, "The note", maximumBytes: VenueLimits.maximumNoteBytes)
    let venue = try venue(request.venueID)
    let old = try noteTable.note(of: request.user, venue.id)
    if let old, old.text == text { return old }
    if old == nil { try checkNoteCount(request.user) }
    let note = Note(
      venueID: venue.id, venueName: venue.name, text: text,
      changedAt: Timestamp(millisecondsSince1970: now.millisecondsSince1970))
    try noteTable.replace(note, of: request.user)
    return note
  }

  /// Removes a user's note of a venue.
  ///
  /// - Returns: the removed note.
  /// - Throws: `ServiceError`: `invalidRequest` for the user's name, `notFound`; `SQLError`.
  package func removeNote(_ request: NoteRemoveRequest) throws -> Note {
    try UserText.check(user: request.user)
    let venue = try venue(request.venueID)
    guard let old = try noteTable.note(of: request.user, venue.id) else {
      throw ServiceError(
        .notFound, "“\(request.user)” has no note of “\(venue.id.rawValue)”.")
    }
    try noteTable.delete(of: request.user, venue.id)
    return old
  }

  /// A page of a user's notes, newest first.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func notes(_ request: NoteListRequest) throws -> NoteListReply {
    try UserText.check(user: request.user)
    let limit = try PageLimit.check(request.limit, or: VenueStoreLimits.defaultReviews)
    let rows = try noteTable.notes(
      of: request.user, before: request.before ?? .max, limit: limit + 1)
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
      note: try noteTable.note(of: user, request.id),
      favouriteSince: try favouriteSince(of: user, request.id))
  }

  private func checkNoteCount(_ user: String) throws {
    guard try noteTable.count(of: user) < VenueLimits.maximumNotes else {
      throw ServiceError(
        .conflict, "“\(user)” has \(VenueLimits.maximumNotes) notes; remove some first.")
    }
  }
}
