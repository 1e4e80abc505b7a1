import Idempotency
import SQL

/// The tables of the store.
enum VenueSchema {
  static let schema = Schema(
    version: 5,
    tables: venues + feeds + remarks + favourites + changes + StoredReplies.schema)

  /// A venue that is gone keeps its row, so that favourites can still show it. It is in no list.
  private static let venues = """
    CREATE TABLE venue (
      \(VenueColumns.definition),
      -- NULL: in business.
      standing TEXT,
      review_count INTEGER NOT NULL DEFAULT 0,
      -- The sum of all reviews.
      review_stars INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX venue_present ON venue (id) WHERE standing IS NULL;
    CREATE INDEX venue_by_category ON venue (category, id) WHERE standing IS NULL;
    CREATE INDEX venue_by_place ON venue (latitude, longitude);

    """

  /// A venue is merged from the rows of its sources, of which the map is one.
  private static let feeds = """
    -- In the order of precedence: where two sources give a field, the lower number wins.
    CREATE TABLE feed (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      -- The message `Feed`; NULL for the map.
      definition BLOB,
      -- The identity of the map that was loaded last; NULL for feeds.
      map_identity TEXT,
      -- The `Validators` of the documents that were read last; NULL if one of them has none.
      versions BLOB,
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
      name TEXT NOT NULL,
      category TEXT NOT NULL,
      latitude REAL,
      longitude REAL,
      standing TEXT,
      -- The message `Address` that is geocoded if there is no coordinate.
      geocodable_address TEXT,
      \(FactColumns.definition),
      UNIQUE (feed, row_id)
    );
    CREATE INDEX feed_row_by_venue ON feed_row (venue_id);
    CREATE INDEX feed_row_without_venue ON feed_row (feed, number) WHERE venue_id IS NULL;
    CREATE INDEX feed_row_by_address ON feed_row (geocodable_address)
      WHERE geocodable_address IS NOT NULL;

    -- What the geocoder answered for an address; without a coordinate if it found none.
    CREATE TABLE derived_place (
      geocodable_address TEXT PRIMARY KEY NOT NULL,
      latitude REAL,
      longitude REAL,
      confidence REAL,
      -- The map that the geocoder was asked on.
      map TEXT NOT NULL
    ) WITHOUT ROWID;

    """

  /// A higher number of a review or a note means newer: a changed one gets a new number.
  private static let remarks = """
    CREATE TABLE review (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      author TEXT NOT NULL,
      venue_id TEXT NOT NULL REFERENCES venue (id),
      stars INTEGER NOT NULL,
      text TEXT,
      written_at_milliseconds INTEGER NOT NULL,
      changed_at_milliseconds INTEGER NOT NULL,
      -- A `RowDigest` of the above.
      digest TEXT NOT NULL,
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
      digest TEXT NOT NULL,
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
      -- A `RowDigest` of the above but the number.
      digest TEXT NOT NULL,
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
  private static let favourites = """
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
      accepted_at_milliseconds INTEGER NOT NULL,
      PRIMARY KEY (owner, venue_id)
    );
    CREATE INDEX favourite_mark_by_change ON favourite_mark (owner, change);
    CREATE INDEX favourite_tombstone ON favourite_mark (accepted_at_milliseconds)
      WHERE added_at_milliseconds IS NULL;

    -- One row: the last change, and the last tombstone that was deleted.
    CREATE TABLE favourite_log (
      identity INTEGER NOT NULL, changes INTEGER NOT NULL, forgotten INTEGER NOT NULL
    );
    INSERT INTO favourite_log VALUES (0, 0, 0);

    """

  /// The log of changes, in the order of their publication. Each load of a map begins an epoch.
  private static let changes = """
    CREATE TABLE stream (epoch TEXT NOT NULL, sequence INTEGER NOT NULL);
    INSERT INTO stream VALUES ('', 0);
    CREATE TABLE change (sequence INTEGER PRIMARY KEY, venue_id TEXT NOT NULL);

    """
}
