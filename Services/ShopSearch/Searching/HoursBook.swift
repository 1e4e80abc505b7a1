import Messages
import OpeningHours
import Time

/// For how long the opening hours of a venue say the same.
package struct HoursRun: Sendable, Hashable {
  package let state: HoursState
  /// From an instant that somebody asked about.
  package let start: UnixSeconds
  /// The first instant of another state; `UnixSeconds.max` where none is known.
  package let end: UnixSeconds
  /// That state.
  package let next: HoursState?

  package static let unknown = HoursRun(state: .unknown, start: .min, end: .max, next: nil)

  func covers(_ instant: UnixSeconds) -> Bool { start <= instant && instant < end }
}

/// What opening hours say of moments, remembered: many venues share few values, and what a value
/// says of now it says for hours.
///
/// For one thread: each worker has one.
package final class HoursBook {
  private let place: HoursPlace
  /// What each value said when it was asked last.
  private var runs: [String: HoursRun] = [:]
  /// `nil` is for one that cannot be read.
  private var read: [String: LocalHours?] = [:]

  package init(_ place: HoursPlace) { self.place = place }

  /// What a venue's hours say of an instant, and for how long. A value that cannot be read, or
  /// none, says nothing, for ever.
  ///
  /// A look-up where the instant is in the run that was told last; else some ten microseconds.
  package func run(of value: String?, at instant: UnixSeconds) -> HoursRun {
    guard let value else { return .unknown }
    if let run = runs[value], run.covers(instant) { return run }
    guard let hours = hours(value) else { return keep(.unknown, of: value) }
    let change = hours.nextChange(after: instant)
    let run = HoursRun(
      state: hours.state(at: instant), start: instant, end: change?.instant ?? .max,
      next: change?.status.state)
    return keep(run, of: value)
  }

  /// Whether it is open all the while, as `LocalHours.isOpen(during:)` tells it.
  package func state(of value: String?, at instant: UnixSeconds, for seconds: Int) -> HoursState {
    let run = run(of: value, at: instant)
    let end = instant + UnixSeconds(seconds)
    if run.state == .closed || end <= run.end { return run.state }
    guard let value, let hours = hours(value) else { return .unknown }
    return hours.isOpen(during: instant..<end)
  }

  /// What a venue's hours say of an instant, as a reply tells it.
  package func moment(of value: String?, at instant: UnixSeconds) -> HoursAtMoment {
    let run = run(of: value, at: instant)
    let isSoon = run.end <= instant + UnixSeconds(ShopSearchLimits.hoursHorizonSeconds)
    return HoursAtMoment(
      state: HoursAtMoment.State(run.state), until: isSoon ? timestamp(run.end) : nil,
      next: isSoon ? run.next.map { HoursAtMoment.State($0) } : nil)
  }

  /// An instant with the offset that the map's clocks have then.
  package func timestamp(_ instant: UnixSeconds) -> Timestamp {
    Timestamp(
      secondsSince1970: instant, offsetSeconds: place.zone.offsetSeconds(at: instant))
  }

  private func keep(_ run: HoursRun, of value: String) -> HoursRun {
    if runs.count >= SearchLimits.keptRuns { runs = [:] }
    runs[value] = run
    return run
  }

  /// A value as it was read; `nil` for one that cannot be.
  func hours(_ value: String) -> LocalHours? {
    if let known = read[value] { return known }
    if read.count >= SearchLimits.keptHours { read = [:] }
    let hours = (try? OpeningHours(value)).map { LocalHours($0, at: place) }
    read[value] = .some(hours)
    return hours
  }
}

extension HoursAtMoment.State {
  package init(_ state: HoursState) {
    switch state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }
}
