import Messages
import SQLite

/// The venues and what people said of them, on disk: every change is there before its method
/// returns, and a process that is killed half-way has changed nothing.
///
/// Has one user at a time, as `Database` has; what time it is comes in with each call.
package final class VenueDatabase {
  let database: Database
  let maximumAnswers: Int

  /// Opens the file, making it where there is none, and brings its schema up to date.
  ///
  /// - Parameter maximumAnswers: how many replies are kept for repeats of their requests.
  /// - Throws: `SQLiteError`, with `isCorrupt` where the file is damaged; `NewerSchemaError`.
  package init(
    path: String, maximumAnswers: Int = VenueStoreLimits.maximumAnswers
  ) throws {
    self.maximumAnswers = maximumAnswers
    database = try Database(path: path, mode: .readWrite)
    try database.migrate(Self.migrations)
  }

  /// A venue that is gone keeps its row, so that favourites can still show it; it is in no list.
  private static let migrations = [
    """
    CREATE TABLE venue (\(VenueRow.definition), is_gone INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE INDEX venue_present ON venue (id) WHERE is_gone = 0;
    CREATE INDEX venue_by_category ON venue (category, id) WHERE is_gone = 0;

    CREATE TABLE favourite (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      user TEXT NOT NULL,
      venue_id TEXT NOT NULL REFERENCES venue (id),
      added_at_milliseconds INTEGER NOT NULL,
      UNIQUE (user, venue_id)
    );

    -- Which map was loaded last.
    CREATE TABLE loaded_map (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1), identity TEXT NOT NULL
    );

    -- The replies to requests that carried an idempotency key, for their repeats.
    CREATE TABLE answer (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      operation TEXT NOT NULL,
      request BLOB NOT NULL,
      reply BLOB NOT NULL,
      answered_at_milliseconds INTEGER NOT NULL
    );
    CREATE INDEX answer_by_time ON answer (answered_at_milliseconds);
    """
  ]
}
