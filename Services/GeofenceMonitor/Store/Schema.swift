import Idempotency
import SQL
import Stores

/// The tables of the monitor's database, one step a released change.
enum Schema {
  static let steps = [
    circlesAndTheirEvents, tracksAndAreas, samplesInAJournal, activeRoutes, repliesToRequests,
    horizonsApart, checksumsOfEvents, marksOfAge,
  ]

  /// The same in a store that begins on a server: what eight steps made of a file, in the eighth,
  /// so that a later step has the same number in both. The tables stand here again as the steps
  /// that lead to them are SQLite's, and of no use where no earlier version ever was.
  static let stepsOnServer = Array(repeating: "SELECT 1;", count: 7) + [onServer]

  private static let onServer =
    """
    CREATE TABLE watch (
      number INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB NOT NULL, first_arrival INTEGER NOT NULL
    );
    CREATE TABLE event (
      number INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB NOT NULL, checksum TEXT
    );
    CREATE TABLE device (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, saved BLOB);
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
    CREATE TABLE horizon (device INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL);
    CREATE TABLE flawed (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      device TEXT NOT NULL,
      time_ms INTEGER NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      accuracy_meters REAL,
      flaw TEXT NOT NULL
    );
    CREATE TABLE route (device TEXT PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE route_progress (device TEXT PRIMARY KEY, body BLOB NOT NULL);
    """ + StoredReplies.schema + Lease.schema + marksOfAge

  private static let circlesAndTheirEvents = """
    -- AUTOINCREMENT: the number of a removed fence is never reused.
    CREATE TABLE fence (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      radius_meters REAL NOT NULL,
      label TEXT
    );
    CREATE TABLE position (
      device TEXT PRIMARY KEY,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      time_ms INTEGER NOT NULL,
      offset_seconds INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE inside (
      device TEXT NOT NULL REFERENCES position (device),
      fence INTEGER NOT NULL REFERENCES fence (number) ON DELETE CASCADE,
      PRIMARY KEY (device, fence)
    ) WITHOUT ROWID;
    CREATE INDEX inside_by_fence ON inside (fence);
    -- The events as they were published, so that a subscriber that was away reads the same.
    CREATE TABLE event (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      body BLOB NOT NULL
    );
    -- The replies kept under idempotency keys.
    CREATE TABLE reply (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      operation TEXT NOT NULL,
      body BLOB NOT NULL
    );
    """

  /// Fences keep their names; earlier positions and events lack data, and are deleted.
  private static let tracksAndAreas = """
    CREATE TABLE watch (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      -- The Fence as JSON.
      body BLOB NOT NULL,
      -- The first report that it sees.
      first_arrival INTEGER NOT NULL
    );
    INSERT INTO watch (number, body, first_arrival)
      SELECT number, CAST(json_object(
        'id', 'fence-' || number, 'label', label, 'area', json_object(
          'kind', 'circle', 'radiusMeters', radius_meters,
          'center', json_object('latitude', latitude, 'longitude', longitude))) AS BLOB), 1
      FROM fence;
    -- No name is reused, not even across this step.
    DELETE FROM sqlite_sequence WHERE name = 'watch';
    INSERT INTO sqlite_sequence (name, seq)
      SELECT 'watch', seq FROM sqlite_sequence WHERE name = 'fence';
    DROP TABLE inside;
    DROP TABLE position;
    DROP TABLE fence;
    DELETE FROM event;
    DELETE FROM reply;
    CREATE TABLE device (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      -- The state of its track without the samples below, and their events: a SavedTrack as
      -- JSON.
      saved BLOB
    );
    -- The window of each device: a late sample may still be sorted into it.
    CREATE TABLE sample (
      device INTEGER NOT NULL,
      time_ms INTEGER NOT NULL,
      arrival INTEGER NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      offset_seconds INTEGER NOT NULL,
      accuracy_meters REAL,
      PRIMARY KEY (device, time_ms, arrival)
    ) WITHOUT ROWID;
    -- Positions that do not count, and why.
    CREATE TABLE flawed (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      device TEXT NOT NULL,
      time_ms INTEGER NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      accuracy_meters REAL,
      flaw TEXT NOT NULL
    );
    """

  /// Samples in the order of their arrival: a batch of a thousand devices then writes a few pages
  /// at the end of the file, and not a page a device.
  private static let samplesInAJournal = """
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
    INSERT INTO journal
        (device, time_ms, arrival, latitude, longitude, offset_seconds, accuracy_meters)
      SELECT device, time_ms, arrival, latitude, longitude, offset_seconds, accuracy_meters
      FROM sample ORDER BY arrival;
    DROP TABLE sample;
    -- The device's samples up to this time are folded. Null before the first.
    ALTER TABLE device ADD COLUMN horizon_ms INTEGER;
    """

  private static let activeRoutes = """
    CREATE TABLE route (
      device TEXT PRIMARY KEY,
      -- The DeviceRoute as JSON.
      body BLOB NOT NULL
    ) WITHOUT ROWID;
    -- How far the device has come: apart, because it is written with each of its positions.
    CREATE TABLE route_progress (
      device TEXT PRIMARY KEY,
      -- The RouteProgress as JSON.
      body BLOB NOT NULL
    ) WITHOUT ROWID;
    """

  /// Replies without their requests are dropped: repeats come within seconds.
  private static let repliesToRequests = "DROP TABLE reply;\n" + StoredReplies.schema

  /// Every sweep and start joins the journal with every device's horizon: in the row of the `saved`
  /// column, some 16 KB, each join had to read all of these.
  private static let horizonsApart = """
    CREATE TABLE horizon (
      device INTEGER PRIMARY KEY,
      -- The device's samples up to this time are folded.
      time_ms INTEGER NOT NULL
    );
    INSERT INTO horizon (device, time_ms)
      SELECT number, horizon_ms FROM device WHERE horizon_ms IS NOT NULL;
    ALTER TABLE device DROP COLUMN horizon_ms;
    """

  /// The `Fingerprint` of each body: a flipped bit may leave valid JSON that is wrong. Earlier
  /// events have none.
  private static let checksumsOfEvents = "ALTER TABLE event ADD COLUMN checksum TEXT;"

  /// What was stored before counts as stored at the first mark.
  private static let marksOfAge = """
    -- The greatest numbers at an instant: rows up to them are at least as old.
    CREATE TABLE age_mark (
      time_ms INTEGER PRIMARY KEY,
      event INTEGER NOT NULL,
      flawed INTEGER NOT NULL,
      arrival INTEGER NOT NULL
    );
    -- Devices that are forgotten, of which the journal may still have samples.
    CREATE INDEX forgotten_device ON horizon (device) WHERE time_ms = \(Int64.max);
    """
}
