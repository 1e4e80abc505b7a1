import Messages
import OpeningHours
import Time

/// When the rules of a network that hold at times hold.
///
/// A rule counts for a whole hour of the clock, so that all drives of that hour agree: what closes
/// or slows a road counts if it holds at one of the hour's quarters, what opens or quickens it if
/// it holds at all four. Where holidays are unknown, no day is one.
struct RuleClock: Sendable {
  /// By number of the times: `nil` where they cannot be read.
  private let hours: [LocalHours?]
  /// The same if no day were a holiday, for what the calendar does not know.
  private let usualHours: [LocalHours?]

  private static let quarters = 4

  /// The times that hold at each quarter of an hour.
  struct Hour: Hashable, Sendable {
    /// By quarter: a bit for each number of times.
    fileprivate let quarters: [[UInt64]]

    /// An hour, or no time at all, at which no rule holds.
    static let none = Hour(quarters: [])

    /// By quarter: whether the times with this number hold. Empty where no rule holds.
    func holds(_ number: Int) -> [Bool] {
      quarters.map { $0[number / 64] >> UInt64(number % 64) & 1 == 1 }
    }
  }

  /// - Parameter holidays: those of the network's country; `nil` where it is unknown.
  init(_ network: RoadNetwork, holidays: HolidayCalendar? = nil) {
    let values = network.rules.hours.indices.map { number in
      network.name(at: network.rules.hours[number]).flatMap { try? OpeningHours($0) }
    }
    usualHours = values.map { Self.localHours($0, nil, schoolHolidays: []) }
    hours =
      holidays == nil
      ? usualHours : values.map { Self.localHours($0, holidays, schoolHolidays: nil) }
  }

  private static func localHours(
    _ hours: OpeningHours?, _ holidays: HolidayCalendar?, schoolHolidays: [ClosedRange<Day>]?
  ) -> LocalHours? {
    // Local times are read as those of a zone without daylight saving: the request has the offset.
    guard let hours, let zone = HoursZone(identifier: "UTC") else { return nil }
    return LocalHours(
      hours, at: HoursContext(zone: zone, holidays: holidays, schoolHolidays: schoolHolidays))
  }

  /// Whether any rule holds at certain times only.
  var hasRules: Bool { !hours.isEmpty }

  /// The hour of the clock of a time, in the time's own offset. Costs some microseconds for each of
  /// the distinct times of the network.
  func hour(of time: Timestamp?) -> Hour {
    guard let time, !hours.isEmpty else { return .none }
    let local = time.secondsSince1970 + Int64(time.offsetSeconds)
    let start = local - (local % 3600 + 3600) % 3600
    let quarters = (0..<Self.quarters).map { quarter in
      bits(at: start + Int64(quarter) * 3600 / Int64(Self.quarters))
    }
    return quarters.allSatisfy({ $0.allSatisfy { $0 == 0 } }) ? .none : Hour(quarters: quarters)
  }

  private func bits(at instant: UnixSeconds) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (hours.count + 63) / 64)
    for number in hours.indices where holds(number, at: instant) {
      bits[number / 64] |= 1 << UInt64(number % 64)
    }
    return bits
  }

  private func holds(_ number: Int, at instant: UnixSeconds) -> Bool {
    switch hours[number]?.state(at: instant) {
    case .open: true
    case .unknown: usualHours[number]?.state(at: instant) == .open
    default: false
    }
  }
}
