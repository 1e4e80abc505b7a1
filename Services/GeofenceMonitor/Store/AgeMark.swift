import SQL

/// The greatest numbers at an instant: whatever has one up to them was stored by then.
struct AgeMark: Sendable, Hashable {
  /// Milliseconds since 1970.
  let time: Int64
  let event: Int64
  let flawed: Int64
  let arrival: Int64
}

/// Marks of how old a row is, one an hour, so that rows need no times.
extension GeofenceStore {
  private static let columns = "time_ms, event, flawed, arrival"

  /// The newest mark; `nil` before the first.
  func newestMark() throws -> AgeMark? {
    try database.first(
      "SELECT \(Self.columns) FROM age_mark ORDER BY time_ms DESC LIMIT 1", map: AgeMark.init)
  }

  /// The newest mark that is not younger; older ones are deleted, as it covers them.
  func mark(by time: Int64) throws -> AgeMark? {
    let mark = try database.first(
      "SELECT \(Self.columns) FROM age_mark WHERE time_ms <= ? ORDER BY time_ms DESC LIMIT 1",
      time, map: AgeMark.init)
    if let mark { try database.run("DELETE FROM age_mark WHERE time_ms < ?", mark.time) }
    return mark
  }

  func insert(_ mark: AgeMark) throws {
    try database.run(
      "INSERT INTO age_mark (\(Self.columns)) VALUES (?, ?, ?, ?)",
      mark.time, mark.event, mark.flawed, mark.arrival)
  }

  /// The number of the newest position that does not count; 0 before the first.
  func latestFlawedNumber() throws -> Int64 {
    try database.lastNumber(of: "flawed")
  }
}

extension AgeMark {
  /// A row of the columns.
  fileprivate init(_ row: borrowing Row) {
    self.init(
      time: row.int64("time_ms"), event: row.int64("event"), flawed: row.int64("flawed"),
      arrival: row.int64("arrival"))
  }
}
