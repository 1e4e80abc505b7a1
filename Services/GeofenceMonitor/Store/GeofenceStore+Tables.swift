import Idempotency
import SQL
import Stores

extension GeofenceStore {
  /// The tables of the monitor's database, in a file and on a server.
  static let tables = Schema(
    version: 5,
    tables: fences + positions + events + routes + ageMarks + StoredReplies.schema + Lease.schema)

  private static let fences = """
    -- AUTOINCREMENT: the number of a removed fence is never reused.
    CREATE TABLE watch (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      -- The Fence as JSON.
      body BLOB NOT NULL,
      -- The first report that it sees.
      first_arrival INTEGER NOT NULL,
      -- A `RowDigest` of the above.
      digest TEXT NOT NULL
    );

    """

  /// Samples are in the order of their arrival: a batch of a thousand devices then writes a few
  /// pages at the end of the file, and not a page for each device.
  ///
  /// Horizons have their own table, as every sweep and start joins the journal with all of them: in
  /// the row of a track, some 16 KB, each join would read all of these.
  private static let positions = """
    CREATE TABLE device (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      -- The state of its track without the samples in the journal: a SavedTrack as JSON.
      saved BLOB,
      -- The events emitted for the samples in the journal, as numbers of 64 bits.
      emitted BLOB,
      -- A `RowDigest` of name, saved, emitted.
      digest TEXT
    );
    -- The window of each device: a late sample may still be sorted into it.
    CREATE TABLE journal (
      number INTEGER PRIMARY KEY,
      device INTEGER NOT NULL,
      time_ms INTEGER NOT NULL,
      arrival INTEGER NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      offset_seconds INTEGER NOT NULL,
      accuracy_meters REAL
    );
    CREATE TABLE horizon (
      device INTEGER PRIMARY KEY,
      -- The device's samples up to this time are folded.
      time_ms INTEGER NOT NULL
    );
    -- Devices that are forgotten, of which the journal may still have samples.
    CREATE INDEX forgotten_device ON horizon (device) WHERE time_ms = \(Int64.max);
    -- Positions that do not count, and why.
    CREATE TABLE flawed (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      -- The user to whom the caller's key is bound; '' for an operator.
      owner TEXT NOT NULL,
      device TEXT NOT NULL,
      time_ms INTEGER NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      accuracy_meters REAL,
      flaw TEXT NOT NULL
    );
    CREATE INDEX flawed_by_owner ON flawed (owner, number);

    """

  private static let events = """
    -- The events as they were published, so that a subscriber that was away reads the same.
    CREATE TABLE event (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      body BLOB NOT NULL,
      -- The `Fingerprint` of the body: a flipped bit may leave valid JSON that is wrong.
      checksum TEXT NOT NULL
    );

    """

  private static let routes = """
    CREATE TABLE route (
      device TEXT PRIMARY KEY NOT NULL,
      -- The DeviceRoute as JSON.
      body BLOB NOT NULL,
      digest TEXT NOT NULL
    ) WITHOUT ROWID;
    -- How far the device has come. Its own table, as it is written with each position.
    CREATE TABLE route_progress (
      device TEXT PRIMARY KEY NOT NULL,
      -- The RouteProgress as JSON.
      body BLOB NOT NULL
    ) WITHOUT ROWID;

    """

  private static let ageMarks = """
    -- The greatest numbers at an instant: rows up to them are at least as old.
    CREATE TABLE age_mark (
      time_ms INTEGER PRIMARY KEY,
      event INTEGER NOT NULL,
      flawed INTEGER NOT NULL,
      arrival INTEGER NOT NULL
    );

    """
}
