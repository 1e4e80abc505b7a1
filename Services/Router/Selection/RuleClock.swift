import Messages
import OpeningHours
import Time

/// When the rules of a network that hold at times hold.
///
/// A rule counts for a whole hour of the clock, so that all drives of that hour agree: what closes
/// or slows a road counts if it holds at one of the hour's quarters, what opens or quickens it if
/// it holds at all four. Public and school holidays are unknown here, so no day is one.
struct RuleClock: Sendable {
  /// By number of the times: `nil` where they cannot be read.
  private let hours: [LocalHours?]

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

  init(_ network: RoadNetwork) {
    // Local times are read as those of a zone without daylight saving: the request has the offset.
    let context = HoursZone(identifier: "UTC").map {
      HoursContext(zone: $0, knowsPublicHolidays: true, schoolHolidays: [])
    }
    hours = network.rules.hours.indices.map { number in
      guard let context, let text = network.name(at: network.rules.hours[number]),
        let parsed = try? OpeningHours(text)
      else { return nil }
      return LocalHours(parsed, at: context)
    }
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
    for (number, hours) in hours.enumerated() where hours?.state(at: instant) == .open {
      bits[number / 64] |= 1 << UInt64(number % 64)
    }
    return bits
  }
}
