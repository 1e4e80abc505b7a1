import Messages
import SQL
import Time

/// The table `review`: at most one review for each user and venue.
struct ReviewTable {
  let database: Database

  /// A review and its number, by which pages continue.
  struct Numbered {
    let number: Int64
    let review: Review
  }

  private enum Column: Int, QueryColumn {
    case number, author, venueID, venueName, stars, text, writtenAt, changedAt

    var sql: String {
      switch self {
      case .number: "number"
      case .author: "author"
      case .venueID: "venue_id"
      case .venueName: "venue.name"
      case .stars: "stars"
      case .text: "text"
      case .writtenAt: "written_at_milliseconds"
      case .changedAt: "changed_at_milliseconds"
      }
    }
  }

  private static let select = """
    SELECT \(Column.list) FROM review JOIN venue ON venue.id = review.venue_id
    """

  /// - Throws: `SQLError`.
  func review(of user: String, _ venue: VenueID) throws -> Numbered? {
    try database.first(
      "\(Self.select) WHERE author = ? AND venue_id = ?", user, venue.rawValue, map: Self.review)
  }

  /// The reviews of a venue with lower numbers, in descending order.
  ///
  /// - Throws: `SQLError`.
  func reviews(of venue: VenueID, before number: Int64, limit: Int) throws -> [Numbered] {
    try database.query(
      "\(Self.select) WHERE venue_id = ? AND number < ? ORDER BY number DESC LIMIT ?",
      venue.rawValue, number, limit, map: Self.review)
  }

  /// The reviews by a user with lower numbers, in descending order.
  ///
  /// - Throws: `SQLError`.
  func reviews(by user: String, before number: Int64, limit: Int) throws -> [Numbered] {
    try database.query(
      "\(Self.select) WHERE author = ? AND number < ? ORDER BY number DESC LIMIT ?",
      user, number, limit, map: Self.review)
  }

  /// - Throws: `SQLError`.
  func count(by user: String) throws -> Int {
    try database.first("SELECT count(*) FROM review WHERE author = ?", user) { $0.int(0) } ?? 0
  }

  /// Inserts or replaces a review, which gets a new number.
  ///
  /// - Throws: `SQLError`.
  func replace(_ review: Review) throws {
    try delete(of: review.user, review.venueID)
    try database.run(
      """
      INSERT INTO review (
        author, venue_id, stars, text, written_at_milliseconds, changed_at_milliseconds)
      VALUES (?, ?, ?, ?, ?, ?)
      """, review.user, review.venueID.rawValue, review.stars, review.text,
      review.writtenAt.millisecondsSince1970, review.changedAt.millisecondsSince1970)
  }

  /// - Throws: `SQLError`.
  func delete(of user: String, _ venue: VenueID) throws {
    try database.run("DELETE FROM review WHERE author = ? AND venue_id = ?", user, venue.rawValue)
  }

  private static func review(_ row: borrowing Row) -> Numbered {
    Numbered(
      number: row.int64(Column.number),
      review: Review(
        user: row.text(Column.author), venueID: VenueID(rawValue: row.text(Column.venueID)),
        venueName: row.text(Column.venueName), stars: row.int(Column.stars),
        text: row.optionalText(Column.text),
        writtenAt: Timestamp(millisecondsSince1970: row.int64(Column.writtenAt)),
        changedAt: Timestamp(millisecondsSince1970: row.int64(Column.changedAt))))
  }
}
