import Messages
import Time

/// The durations of drives at the speeds of each hour of the clock.
struct HourlyColumns: Sendable {
  /// By hour of the clock, then by drive: milliseconds; `nil` without a route.
  private var columns: [Int64: [Int32?]] = [:]

  init() {}

  /// The drives from each stop to the destination; `nil` for a reply whose sizes do not fit.
  init?(_ reply: DetoursReply, leavings: [Timestamp], stops: Int) {
    let cells = reply.toDestinationMilliseconds?.numbers ?? []
    let count = (reply.leavingColumns.max() ?? -1) + 1
    guard reply.leavingColumns.count == leavings.count, cells.count == count * stops,
      reply.leavingColumns.allSatisfy({ $0 >= 0 })
    else { return nil }
    for (leaving, column) in zip(leavings, reply.leavingColumns) {
      self[leaving] = Array(cells[column * stops..<(column + 1) * stops])
    }
  }

  /// The durations at the speeds of the hour that contains a time.
  subscript(time: Timestamp) -> [Int32?]? {
    get { columns[time.clockHour] }
    set { columns[time.clockHour] = newValue }
  }

  /// The duration of the drive with a number from a departure on.
  func duration(departing time: Timestamp, drive: Int) -> HourlyDuration {
    HourlyDuration(departing: time) { time in
      guard let column = columns[time.clockHour], drive < column.count else { return .unknown }
      return column[drive].map { .milliseconds(UInt32($0)) } ?? .noRoute
    }
  }

  /// Milliseconds of the longest drive at the speeds of any of the hours.
  var longest: Int64 {
    columns.values.lazy.joined().compactMap(\.self).max().map(Int64.init) ?? 0
  }

  /// Adds further hours of some of the drives; of the others these hours must not be asked.
  mutating func add(_ further: HourlyColumns, of some: [Int], drives: Int) {
    for (hour, column) in further.columns {
      var all = columns[hour] ?? []
      all += Array(repeating: nil, count: max(0, drives - all.count))
      for (drive, duration) in zip(some, column) { all[drive] = duration }
      columns[hour] = all
    }
  }
}
