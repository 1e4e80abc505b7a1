import MessageBus
import Messages
import OpeningHours
import Time

/// What the rules of a network that hold at times change on its roads, by hour of the clock.
///
/// Other rules hold in nearly every hour, but few of them change a road: hours that change the same
/// have one number, and so one metric. An hour is worked out when it is first asked for; that costs
/// some microseconds for each of the distinct times of the network.
final class RuleEffects: Sendable {
  private struct Known {
    /// By hour of the clock.
    var numbers: [Int64: Int] = [:]
    /// By number.
    var changes: [RoadChanges]
  }

  /// The hours that are kept, forty weeks; 100 kB.
  private static let maximumHours = 6_720

  private let network: RoadNetwork
  private let clock: RuleClock
  private let known: Locked<Known>

  /// - Parameter holidays: those of the network's country; `nil` where it is unknown.
  init(_ network: RoadNetwork, holidays: HolidayCalendar?) {
    self.network = network
    clock = RuleClock(network, holidays: holidays)
    known = Locked(Known(changes: [.usual(network)]))
  }

  /// Whether any rule holds at certain times only.
  var hasRules: Bool { clock.hasRules }

  /// A number of what changes in the hour of a time, in the time's own offset; 0 for what is usual,
  /// as without a time.
  func number(at time: Timestamp?) -> Int {
    guard let time, hasRules else { return 0 }
    let hour = time.clockHour
    if let number = known.withLock({ $0.numbers[hour] }) { return number }
    let changes = RoadChanges(network, at: clock.hour(of: time))
    return known.withLock { known in
      let number = known.changes.firstIndex(of: changes) ?? known.changes.count
      if number == known.changes.count { known.changes.append(changes) }
      if known.numbers.count >= Self.maximumHours { known.numbers = [:] }
      known.numbers[hour] = number
      return number
    }
  }

  /// The changes with a number of `number(at:)`.
  func changes(_ number: Int) -> RoadChanges { known.withLock { $0.changes[number] } }
}
