import Messages
import SQL
import Time

/// The table `note`: at most one note for each user and venue.
struct NoteTable {
  let database: Database

  private enum Column: Int, QueryColumn {
    case number, venueID, venueName, text, changedAt

    var sql: String {
      switch self {
      case .number: "number"
      case .venueID: "venue_id"
      case .venueName: "venue.name"
      case .text: "text"
      case .changedAt: "changed_at_milliseconds"
      }
    }
  }

  private static let select = """
    SELECT \(Column.list) FROM note JOIN venue ON venue.id = note.venue_id
    """

  /// - Throws: `SQLError`.
  func note(of user: String, _ venue: VenueID) throws -> Note? {
    try database.first(
      "\(Self.select) WHERE author = ? AND venue_id = ?", user, venue.rawValue, map: Self.note)
  }

  /// A user's notes in descending order of their numbers, each with its number.
  ///
  /// - Parameter before: only notes with lower numbers.
  /// - Throws: `SQLError`.
  func notes(
    of user: String, before number: Int64, limit: Int
  ) throws -> [(number: Int64, note: Note)] {
    try database.query(
      "\(Self.select) WHERE author = ? AND number < ? ORDER BY number DESC LIMIT ?",
      user, number, limit
    ) { (number: $0.int64(Column.number), note: Self.note($0)) }
  }

  /// - Throws: `SQLError`.
  func count(of user: String) throws -> Int {
    try database.first("SELECT count(*) FROM note WHERE author = ?", user) { $0.int(0) } ?? 0
  }

  /// Inserts or replaces a note, which gets a new number.
  ///
  /// - Throws: `SQLError`.
  func replace(_ note: Note, of user: String) throws {
    try delete(of: user, note.venueID)
    try database.run(
      "INSERT INTO note (author, venue_id, text, changed_at_milliseconds) VALUES (?, ?, ?, ?)",
      user, note.venueID.rawValue, note.text, note.changedAt.millisecondsSince1970)
  }

  /// - Throws: `SQLError`.
  func delete(of user: String, _ venue: VenueID) throws {
    try database.run("DELETE FROM note WHERE author = ? AND venue_id = ?", user, venue.rawValue)
  }

  private static func note(_ row: borrowing Row) -> Note {
    Note(
      venueID: VenueID(rawValue: row.text(Column.venueID)), venueName: row.text(Column.venueName),
      text: row.text(Column.text),
      changedAt: Timestamp(millisecondsSince1970: row.int64(Column.changedAt)))
  }
}
