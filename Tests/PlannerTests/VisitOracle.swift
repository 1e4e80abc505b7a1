import Messages
import OpeningHours
import Time

@testable import Planner

/// Visits to one shop, tried minute by minute: the oracle of `ShopHours`. All times of the shop,
/// the trip and the dwell are whole minutes, and the dwell is not empty.
final class VisitOracle {
  private let hours: LocalHours?
  private let dwell: Int
  private var states: [Int: HoursState] = [:]

  /// - Parameter dwell: minutes.
  init(_ value: String?, dwell: Int) {
    let context = HoursContext(
      zone: HoursZone(identifier: downtown.info.timeZone) ?? .current,
      holidays: HolidayCalendar(country: "US"))
    hours = value.flatMap { try? OpeningHours($0) }.map { LocalHours($0, at: context) }
    self.dwell = dwell
  }

  private func state(_ minute: Int) -> HoursState {
    guard let hours else { return .unknown }
    if let known = states[minute] { return known }
    let state = hours.state(at: UnixSeconds(minute) * 60)
    states[minute] = state
    return state
  }

  func isCertain(_ minute: Int) -> Bool {
    (minute..<minute + dwell).allSatisfy { state($0) == .open }
  }

  private func isPossible(_ minute: Int) -> Bool {
    !(minute..<minute + dwell).contains { state($0) == .closed }
  }

  /// The first minute from `arrival` to `latest` at which a visit may begin; `arrival` itself is
  /// always tried.
  func first(from arrival: Int, to latest: Int, certainly: Bool) -> Int? {
    (arrival...max(arrival, latest)).first { minute in
      certainly ? isCertain(minute) : isPossible(minute)
    }
  }

  /// The latest departure that reaches the destination by `deadline`: every minute is tried.
  func leaveBy(_ toStop: Int, _ toDestination: Int, deadline: Int, certainly: Bool) -> Int {
    let latest = deadline - dwell - toDestination
    let departures = stride(from: deadline, to: deadline - 7 * 24 * 60, by: -1)
    let found = departures.first { departure in
      departure + toStop <= latest
        && first(from: departure + toStop, to: latest, certainly: certainly) != nil
    }
    return found ?? latest - toStop
  }
}

extension Timestamp {
  var minute: Int { Int(secondsSince1970) / 60 }
}
