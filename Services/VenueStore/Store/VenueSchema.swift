import Messages

/// The store's migrations, in order. A published step is never edited, or stores in use would
/// differ from new ones.
enum VenueSchema {
  static let steps = [
    first, feeds, storedReplies, attributes, contributions, marks, stream, versions,
    added(.driveThrough), added(.vegan), added(.vegetarian), added(.glutenFree), added(.halal),
    added(.kosher),
  ]

  /// A venue that is gone keeps its row, so that favourites can still show it. It is in no list.
  private static let first = """
    CREATE TABLE venue (
      \(VenueColumns.definition), is_gone INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX venue_present ON venue (id) WHERE is_gone = 0;
    CREATE INDEX venue_by_category ON venue (category, id) WHERE is_gone = 0;

    CREATE TABLE favourite (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      "user" TEXT NOT NULL,
      venue_id TEXT NOT NULL REFERENCES venue (id),
      added_at_milliseconds INTEGER NOT NULL,
      UNIQUE ("user", venue_id)
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

  /// From here on a venue is merged from the rows of its sources, of which the map is one. Every
  /// venue is `vanished` until the next load of the map, which restores those that it holds.
  private static let feeds = """
    DROP INDEX venue_present;
    DROP INDEX venue_by_category;
    ALTER TABLE venue DROP COLUMN is_gone;
    -- NULL: in business.
    ALTER TABLE venue ADD COLUMN standing TEXT;
    UPDATE venue SET standing = 'vanished';
    CREATE INDEX venue_present ON venue (id) WHERE standing IS NULL;
    CREATE INDEX venue_by_category ON venue (category, id) WHERE standing IS NULL;
    CREATE INDEX venue_by_place ON venue (latitude, longitude);
    DROP TABLE loaded_map;

    -- In the order of precedence: where two sources give a field, the lower number wins.
    CREATE TABLE feed (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      -- The message `Feed`; NULL for the map.
      definition BLOB,
      -- Version of the document that was read last.
      etag TEXT,
      last_modified TEXT,
      as_of_milliseconds INTEGER,
      next_sync_milliseconds INTEGER,
      failures INTEGER NOT NULL DEFAULT 0,
      -- The message `SyncReport` of the last attempt.
      report BLOB
    );
    INSERT INTO feed (name) VALUES ('map');

    -- What one source has on one venue. A row that is gone stays, so that it gets the same venue
    -- when it returns.
    CREATE TABLE feed_row (
      number INTEGER PRIMARY KEY,
      feed INTEGER NOT NULL REFERENCES feed (number),
      row_id TEXT NOT NULL,
      -- NULL until the row has a coordinate, its own or from the geocoder.
      venue_id TEXT,
      is_gone INTEGER NOT NULL DEFAULT 0,
      changed_at_milliseconds INTEGER NOT NULL,
      \(FeedRowColumns.definition),
      UNIQUE (feed, row_id)
    );
    CREATE INDEX feed_row_by_venue ON feed_row (venue_id);
    CREATE INDEX feed_row_without_venue ON feed_row (feed, number) WHERE venue_id IS NULL;
    CREATE INDEX feed_row_by_address ON feed_row (sought) WHERE sought IS NOT NULL;

    -- What the geocoder answered for an address; without a coordinate if it found none.
    CREATE TABLE derived_place (
      sought TEXT PRIMARY KEY NOT NULL,
      latitude REAL,
      longitude REAL,
      confidence REAL,
      -- The map that the geocoder was asked on.
      map TEXT NOT NULL
    ) WITHOUT ROWID;
    """

  /// Renames this store's own table to the one that `StoredReplies` expects.
  private static let storedReplies = """
    ALTER TABLE answer RENAME TO kept_reply;
    ALTER TABLE kept_reply RENAME COLUMN answered_at_milliseconds TO kept_at_milliseconds;
    DROP INDEX answer_by_time;
    CREATE INDEX kept_reply_by_time ON kept_reply (kept_at_milliseconds);
    """

  /// More attributes of a venue, and the sums of its reviews. Clearing the versions makes unchanged
  /// feeds be read again; the map's file has a new identity anyway.
  private static let attributes: String = {
    let columns = ["feed_row", "venue"].flatMap { table in
      ["outdoor_seating INTEGER", "takeaway INTEGER", "wheelchair TEXT", "wifi TEXT"]
        .map { "ALTER TABLE \(table) ADD COLUMN \($0);" }
    }
    return columns.joined(separator: "\n") + """

      ALTER TABLE venue ADD COLUMN review_count INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE venue ADD COLUMN review_stars INTEGER NOT NULL DEFAULT 0;
      UPDATE feed SET etag = NULL, last_modified = NULL WHERE definition IS NOT NULL;
      """
  }()

  /// The column of an attribute that was added later. Clearing the versions makes unchanged feeds
  /// be read again; the map's file has a new identity anyway.
  private static func added(_ attribute: VenueAttribute) -> String {
    """
    ALTER TABLE feed_row ADD COLUMN \(attribute.column) INTEGER;
    ALTER TABLE venue ADD COLUMN \(attribute.column) INTEGER;
    UPDATE feed SET etag = NULL, versions = NULL WHERE definition IS NOT NULL;
    """
  }

  /// Users' contributions. A higher number of a review or a note means newer: a changed one gets a
  /// new number.
  private static let contributions = """
    CREATE TABLE review (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      author TEXT NOT NULL,
      venue_id TEXT NOT NULL REFERENCES venue (id),
      stars INTEGER NOT NULL,
      text TEXT,
      written_at_milliseconds INTEGER NOT NULL,
      changed_at_milliseconds INTEGER NOT NULL,
      UNIQUE (author, venue_id)
    );
    CREATE INDEX review_by_venue ON review (venue_id, number);
    CREATE INDEX review_by_author ON review (author, number);

    CREATE TABLE note (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      author TEXT NOT NULL,
      venue_id TEXT NOT NULL REFERENCES venue (id),
      text TEXT NOT NULL,
      changed_at_milliseconds INTEGER NOT NULL,
      UNIQUE (author, venue_id)
    );
    CREATE INDEX note_by_author ON note (author, number);

    CREATE TABLE deal (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      venue_id TEXT NOT NULL REFERENCES venue (id),
      text TEXT NOT NULL,
      starts_milliseconds INTEGER NOT NULL,
      starts_offset_seconds INTEGER NOT NULL,
      ends_milliseconds INTEGER NOT NULL,
      ends_offset_seconds INTEGER NOT NULL,
      -- NULL until it has been published.
      published_at_milliseconds INTEGER
    );
    CREATE INDEX deal_by_venue ON deal (venue_id, ends_milliseconds);
    CREATE INDEX deal_by_end ON deal (ends_milliseconds);
    CREATE INDEX deal_to_publish ON deal (starts_milliseconds)
      WHERE published_at_milliseconds IS NULL;
    """

  /// Favourites as last-writer-wins registers with the stamp and device of the last write. Removals
  /// stay as tombstones, so that devices that were offline learn of them.
  private static let marks = """
    CREATE TABLE favourite_mark (
      owner TEXT NOT NULL,
      venue_id TEXT NOT NULL REFERENCES venue (id),
      -- NULL: a tombstone.
      added_at_milliseconds INTEGER,
      stamp_milliseconds INTEGER NOT NULL,
      stamp_counter INTEGER NOT NULL,
      device TEXT NOT NULL,
      -- The sequence number of the change, and when the store accepted it.
      change INTEGER NOT NULL,
      taken_at_milliseconds INTEGER NOT NULL,
      PRIMARY KEY (owner, venue_id)
    );
    CREATE INDEX favourite_mark_by_change ON favourite_mark (owner, change);
    CREATE INDEX favourite_mark_taken_off ON favourite_mark (taken_at_milliseconds)
      WHERE added_at_milliseconds IS NULL;

    -- One row: the last change, and the last tombstone that was deleted.
    CREATE TABLE favourite_log (
      identity INTEGER NOT NULL, changes INTEGER NOT NULL, forgotten INTEGER NOT NULL
    );
    INSERT INTO favourite_log (identity, changes, forgotten)
      SELECT 0, coalesce(max(number), 0), 0 FROM favourite;
    INSERT INTO favourite_mark (owner, venue_id, added_at_milliseconds, stamp_milliseconds,
        stamp_counter, device, change, taken_at_milliseconds)
      SELECT "user", venue_id, added_at_milliseconds, added_at_milliseconds, 0, 'store', number,
        added_at_milliseconds
      FROM favourite;
    DROP TABLE favourite;
    """

  /// A feed may have several documents, each with a version; before, `etag` was the version of the
  /// only one. Clearing it makes unchanged feeds be read again.
  private static let versions = """
    -- The `Validators` of the documents that were read last; NULL if one of them has none.
    ALTER TABLE feed ADD COLUMN versions BLOB;
    ALTER TABLE feed DROP COLUMN last_modified;
    -- For the map, `etag` is its identity.
    UPDATE feed SET etag = NULL WHERE definition IS NOT NULL;
    """

  /// The change log, in the order of publication. The next load of the map starts an epoch.
  private static let stream = """
    CREATE TABLE stream (epoch TEXT NOT NULL, sequence INTEGER NOT NULL);
    INSERT INTO stream VALUES ('', 0);
    CREATE TABLE change (sequence INTEGER PRIMARY KEY, venue_id TEXT NOT NULL);
    """
}
