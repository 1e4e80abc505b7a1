package import Messages
package import OpeningHours
package import Time

/// A period during which opening hours have one state.
package struct HoursPeriod: Sendable, Hashable {
  package let state: HoursState
  /// An instant in the period at which it was computed; not necessarily its first.
  package let start: UnixSeconds
  /// The first instant after the period; `UnixSeconds.max` where none is known.
  package let end: UnixSeconds
  /// The state after the period.
  package let next: HoursState?

  package static let unknown = HoursPeriod(state: .unknown, start: .min, end: .max, next: nil)

  func covers(_ instant: UnixSeconds) -> Bool { start <= instant && instant < end }
}

/// Parses and evaluates opening hours, and caches the results: many venues share few values, and
/// the state of a value stays the same for hours.
///
/// Not thread-safe: each worker has one.
@Memberwise(positional: 1) package final class OpeningHoursCache {
  private let context: HoursContext
  /// The period of each value at its last evaluation.
  private var periods: [String: HoursPeriod] = [:]
  /// `nil` for values that cannot be parsed.
  private var parsed: [String: LocalHours?] = [:]

  /// The state of a value at an instant, and its period. Missing values and values that cannot be
  /// parsed are unknown without end.
  ///
  /// A dictionary lookup where the instant is in the cached period; else some ten microseconds.
  package func period(of value: String?, at instant: UnixSeconds) -> HoursPeriod {
    guard let value else { return .unknown }
    if let period = periods[value], period.covers(instant) { return period }
    guard let hours = hours(value) else { return store(.unknown, of: value) }
    let change = hours.nextChange(after: instant)
    let period = HoursPeriod(
      state: hours.state(at: instant), start: instant, end: change?.instant ?? .max,
      next: change?.status.state)
    return store(period, of: value)
  }

  /// The state over a time span, as `LocalHours.isOpen(during:)` defines it.
  package func state(of value: String?, at instant: UnixSeconds, for seconds: Int) -> HoursState {
    let period = period(of: value, at: instant)
    let end = instant + UnixSeconds(seconds)
    if period.state == .closed || end <= period.end { return period.state }
    guard let value, let hours = hours(value) else { return .unknown }
    return hours.isOpen(during: instant..<end)
  }

  /// The state of a value for a criterion, and the instant at which it is so.
  func state(of value: String?, for criterion: VenueQuery.HoursCriterion) -> (
    state: HoursState, at: UnixSeconds
  ) {
    guard criterion.isAnyTime, let value, let hours = hours(value) else {
      return (
        state(of: value, at: criterion.start, for: criterion.seconds), criterion.start
      )
    }
    let end = criterion.start + UnixSeconds(criterion.seconds)
    let times = hours.intervals(in: criterion.start..<end)
    let best = times.first { $0.state == .open } ?? times.first
    return (best?.state ?? .closed, best?.start ?? criterion.start)
  }

  /// The map's time zone.
  var zone: HoursZone { context.zone }

  /// The state of a value at an instant, in the form of a reply.
  package func status(of value: String?, at instant: UnixSeconds) -> VenueHoursStatus {
    let period = period(of: value, at: instant)
    let isSoon = period.end <= instant + UnixSeconds(ShopSearchLimits.hoursHorizonSeconds)
    return VenueHoursStatus(
      state: VenueHoursStatus.State(period.state), until: isSoon ? timestamp(period.end) : nil,
      next: isSoon ? period.next.map { VenueHoursStatus.State($0) } : nil)
  }

  /// An instant with the offset of the map's time zone.
  package func timestamp(_ instant: UnixSeconds) -> Timestamp {
    Timestamp(
      secondsSince1970: instant, offsetSeconds: context.zone.offsetSeconds(at: instant))
  }

  private func store(_ period: HoursPeriod, of value: String) -> HoursPeriod {
    if periods.count >= SearchLimits.maximumCachedPeriods { periods = [:] }
    periods[value] = period
    return period
  }

  /// The parsed value; `nil` where it cannot be parsed.
  func hours(_ value: String) -> LocalHours? {
    if let known = parsed[value] { return known }
    if parsed.count >= SearchLimits.maximumCachedHours { parsed = [:] }
    let hours = (try? OpeningHours(value, country: context.holidays?.country)).map {
      LocalHours($0, at: context)
    }
    parsed[value] = .some(hours)
    return hours
  }
}

extension VenueHoursStatus.State {
  package init(_ state: HoursState) {
    switch state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }
}
