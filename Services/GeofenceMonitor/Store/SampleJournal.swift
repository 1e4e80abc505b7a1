import FoundationEssentials
import Geography
import Messages
import SQL
import Stores

/// The samples of all tracks in the order of their arrival: how many rows the file has, and how
/// many of them a track still holds.
///
/// Appending touches the end of one table, however many devices report. Samples that their tracks
/// have folded into their base are swept from the front: those still held are written again at the
/// end, and the front is deleted in one piece. Each sample is written twice on average at most.
/// Source: the log-structured file system's segment cleaning; Rosenblum and Ousterhout, "The Design
/// and Implementation of a Log-Structured File System" (1992), section 3.
struct SampleJournal: Sendable, Hashable {
  /// Rows that one sweep processes: more than a request can append, so that sweeping keeps up.
  static let rowsAtOnce = 2 * GeofenceLimits.maximumBatch

  var rows = 0
  var held = 0
}

extension GeofenceStore {
  /// Appends a sample that a track now holds.
  func insert(_ sample: Sample, of device: DeviceID) throws {
    try database.queue(
      """
      INSERT INTO journal
        (device, time_ms, arrival, latitude, longitude, offset_seconds, accuracy_meters)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      try number(of: device), sample.time, sample.arrival, sample.coordinate.latitude,
      sample.coordinate.longitude, sample.offsetSeconds, sample.accuracy)
    journal.rows += 1
    journal.held += 1
  }

  /// Stores a track's state beside its samples.
  ///
  /// - Parameter folded: how many samples it has folded into its base since it was saved last.
  func save(_ track: SavedTrack, of device: DeviceID, folded: Int) throws {
    let number = try number(of: device)
    let (state, events) = (try MessageCoder.encode(track), track.emitted.packed)
    try database.queue(
      "UPDATE device SET saved = ?, emitted = ?, digest = ? WHERE number = ?",
      state, events, RowDigest.of(device.rawValue, state, events), number)
    try database.queue(
      """
      INSERT INTO horizon (device, time_ms) VALUES (?, ?)
      ON CONFLICT (device) DO UPDATE SET time_ms = excluded.time_ms
      """, number, track.horizon)
    journal.held -= folded
  }

  /// Deletes samples that no track holds, if there are many. Call after a request that appended.
  ///
  /// A sweep never includes the newest row, so the greatest arrival stays in the file.
  func sweepJournal() throws {
    guard journal.rows > 2 * journal.held + retention.spareSamples else { return }
    let sql = "SELECT number FROM journal ORDER BY number LIMIT 1 OFFSET ?"
    guard let end = try database.first(sql, SampleJournal.rowsAtOnce, map: { $0.int64("number") })
    else {
      return
    }
    let copied = try database.run(
      """
      INSERT INTO journal
          (device, time_ms, arrival, latitude, longitude, offset_seconds, accuracy_meters)
        SELECT journal.device, journal.time_ms, arrival, latitude, longitude, offset_seconds,
          accuracy_meters
        FROM journal LEFT JOIN horizon ON horizon.device = journal.device
        WHERE number < ? AND journal.time_ms > coalesce(horizon.time_ms, journal.time_ms - 1)
        ORDER BY number
      """, end)
    journal.rows += copied - (try database.run("DELETE FROM journal WHERE number < ?", end))
  }

  /// Calls `body` with each device, in the order of their first reports, its saved track, and the
  /// samples that the track holds.
  ///
  /// A device whose track cannot be read begins a new one after its newest sample: without the old
  /// one, events of its samples would be emitted twice.
  func forEachDevice(
    _ damage: inout [StoreDamage], _ body: (DeviceID, SavedTrack, [Sample]) throws -> Void
  ) throws {
    var samples: [Int64: [Sample]] = [:]
    journal = SampleJournal(
      rows: try database.first("SELECT count(*) AS count FROM journal") { $0.int("count") } ?? 0)
    let sql = """
      SELECT journal.device, journal.time_ms, arrival, latitude, longitude, offset_seconds,
        accuracy_meters
      FROM journal LEFT JOIN horizon ON horizon.device = journal.device
      WHERE journal.time_ms > coalesce(horizon.time_ms, journal.time_ms - 1)
      """
    // By index, as there may be a million: by name a start takes a tenth longer.
    try database.forEach(sql) { row in
      samples[row.int64(0), default: []].append(
        Sample(
          coordinate: Coordinate(latitude: row.double(3), longitude: row.double(4)),
          time: row.int64(1), offsetSeconds: Int32(row.int(5)),
          accuracy: row.isNull(6) ? nil : row.double(6), arrival: row.int64(2)))
      journal.held += 1
    }
    deviceRows = [:]
    // Row by row: all saved tracks at once take more memory than what they become.
    let devices = "SELECT number, name, saved, emitted, digest FROM device ORDER BY number"
    try database.forEach(devices) { row in
      let (number, device) = (row.int64("number"), DeviceID(rawValue: row.text("name")))
      deviceRows[device] = number
      let samples = samples.removeValue(forKey: number) ?? []
      if let track = Self.track(row) {
        try body(device, track, samples)
      } else {
        damage.append(.track(device))
        journal.held -= samples.count
        try body(device, SavedTrack(horizon: samples.map(\.time).max() ?? .min), [])
      }
    }
  }

  /// `nil` if it cannot be read.
  private static func track(_ row: borrowing Row) -> SavedTrack? {
    let saved = row.data("saved")
    if saved.isEmpty { return SavedTrack() }
    guard row.isIntact("name", "saved", "emitted"),
      var track = try? MessageCoder.decode(SavedTrack.self, from: saved)
    else { return nil }
    track.emitted = [EmittedEvent](packed: row.data("emitted"))
    return track
  }

  /// The greatest arrival in the file.
  func latestArrival() throws -> Int64 {
    let sql = """
      SELECT max(arrival) AS latest FROM (
        SELECT max(arrival) AS arrival FROM journal
        UNION ALL SELECT max(arrival) FROM age_mark
        UNION ALL SELECT max(first_arrival) - 1 FROM watch) AS known
      """
    return try database.first(sql) { $0.int64("latest") } ?? 0
  }

  private func number(of device: DeviceID) throws -> Int64 {
    if let known = deviceRows[device] { return known }
    // Above those of forgotten devices, whose samples may still be in the journal.
    let number = try database.first(
      """
      INSERT INTO device (number, name) VALUES (1 + (
        SELECT coalesce(max(number), 0) FROM (
          SELECT max(number) AS number FROM device
          UNION ALL SELECT max(device) FROM horizon) AS known), ?)
      RETURNING number
      """, device.rawValue
    ) { $0.int64("number") }
    deviceRows[device] = number
    return number ?? 0
  }
}
