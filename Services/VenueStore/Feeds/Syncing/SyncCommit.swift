import Messages
import SQL
import Time

/// What one commit of arrived rows came to.
struct SyncCounts: Hashable {
  var new = 0
  var changed = 0
  var gone = 0
  var merged = 0
}

extension VenueDatabase {
  /// Makes what a source says what has arrived, and its venues what follows from it. Part of the
  /// caller's transaction. About 40 µs a row that has changed, 2 µs one that has not.
  ///
  /// - Parameters:
  ///   - prefix: stands before the row's identifier in that of a new venue.
  ///   - told: is handed what is to be published, batch by batch.
  /// - Throws: `SQLError`; whatever `told` throws.
  func take(
    _ incoming: IncomingRows, feed: Int, prefix: String, now: Timestamp,
    _ told: ([VenueChanged]) throws -> Void
  ) throws -> SyncCounts {
    var counts = SyncCounts()
    let time = now.millisecondsSince1970
    counts.changed = try database.run(Self.updateStatement, time, feed)
    counts.changed += try database.run(Self.returnStatement, time, feed)
    counts.gone = try database.run(
      """
      UPDATE feed_row SET is_gone = 1, changed_at_milliseconds = ?
      WHERE feed = ? AND is_gone = 0 AND row_id NOT IN (SELECT row_id FROM incoming)
      """, time, feed)
    counts.new = try database.run(Self.insertStatement, feed, time, feed)
    counts.merged = try resolve(feed: feed, prefix: prefix)
    try touchVenues("FROM feed_row WHERE feed = ? AND changed_at_milliseconds = ?", feed, time)
    try settleTouched(told)
    return counts
  }

  /// A source that no longer says where a venue is does not make us forget it.
  private static let updateStatement: String = {
    let places: Set<String> = ["latitude", "longitude"]
    let theirs = FeedRowTable.columns.map { column in
      places.contains(column)
        ? "coalesce(incoming.\(column), feed_row.\(column))" : "incoming.\(column)"
    }.joined(separator: ", ")
    return """
      UPDATE feed_row SET (\(FeedRowTable.list())) = (\(theirs)), is_gone = 0,
        changed_at_milliseconds = ?
      FROM incoming
      WHERE feed_row.feed = ? AND feed_row.row_id = incoming.row_id AND incoming.is_wrong = 0
        AND (is_gone = 1 OR (\(FeedRowTable.list(of: "feed_row"))) IS DISTINCT FROM (\(theirs)))
      """
  }()

  /// A row that was lost and is back, though wrong, is as it was.
  private static let returnStatement = """
    UPDATE feed_row SET is_gone = 0, changed_at_milliseconds = ? FROM incoming
    WHERE feed_row.feed = ? AND feed_row.row_id = incoming.row_id AND incoming.is_wrong = 1
      AND is_gone = 1
    """

  private static let insertStatement = """
    INSERT INTO feed_row (feed, row_id, changed_at_milliseconds, \(FeedRowTable.list()))
    SELECT ?, row_id, ?, \(FeedRowTable.list()) FROM incoming
    WHERE is_wrong = 0
      AND row_id NOT IN (SELECT row_id FROM feed_row WHERE feed = ?)
    """
}
