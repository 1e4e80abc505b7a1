/// The tables of the monitor's database, one step a released change.
enum Schema {
  static let steps = [
    """
    -- AUTOINCREMENT: the number of a fence that was taken down is never given again.
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
    -- What was answered under an idempotency key.
    CREATE TABLE reply (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      operation TEXT NOT NULL,
      body BLOB NOT NULL
    );
    """
  ]
}
