import Messages
import OpeningHours

/// An instant from which an opening hours value matches a criterion that it did not match before,
/// or the reverse.
struct HoursTransition: Sendable, Hashable {
  let start: UnixSeconds
  /// The state, over the criterion's time span, from then on.
  let state: HoursState
}

/// Computes and caches the next transition of opening hours values. A cached one stays the next
/// until it happens.
///
/// Not thread-safe, like its `OpeningHoursCache`.
@Memberwise(positional: 1) package final class HoursTransitionCache {
  private struct Key: Hashable {
    let value: String
    let seconds: Int
    let admits: HoursFilter.MatchingStates
  }

  private struct CachedTransition {
    let searchedFrom: UnixSeconds
    /// `nil` without one within the horizon and one day.
    let transition: HoursTransition?

    func isValid(at instant: UnixSeconds) -> Bool {
      searchedFrom <= instant
        && instant < transition?.start ?? searchedFrom + HoursTransitionCache.day
    }
  }

  private static let day: UnixSeconds = 24 * 3600
  private static let horizon = UnixSeconds(ShopSearchLimits.hoursHorizonSeconds)

  let hoursCache: OpeningHoursCache
  private var cached: [Key: CachedTransition] = [:]

  /// The first transition of a value after the criterion's start; `nil` without one within
  /// `ShopSearchLimits.hoursHorizonSeconds`.
  func next(of value: String?, after criterion: VenueQuery.HoursCriterion) -> HoursTransition? {
    guard let value, let hours = hoursCache.hours(value) else { return nil }
    let key = Key(value: value, seconds: criterion.seconds, admits: criterion.admits)
    let transition: HoursTransition?
    if let known = cached[key], known.isValid(at: criterion.start) {
      transition = known.transition
    } else {
      transition = Self.search(hours, criterion)
      if cached.count >= SearchLimits.maximumCachedPeriods { cached = [:] }
      cached[key] = CachedTransition(searchedFrom: criterion.start, transition: transition)
    }
    return transition.flatMap { $0.start <= criterion.start + Self.horizon ? $0 : nil }
  }

  /// The state over n seconds from an instant can change only where a period of one state starts,
  /// or n seconds before its second instant, when the time span reaches that period for the first
  /// time.
  private static func search(
    _ hours: LocalHours, _ criterion: VenueQuery.HoursCriterion
  ) -> HoursTransition? {
    let end = criterion.start + horizon + day
    let matches = criterion.admits(state(hours, at: criterion.start, criterion))
    var instants: Set<UnixSeconds> = []
    var start = criterion.start
    // A time span that starts before the end may reach n seconds beyond it.
    while let next = hours.nextChange(after: start)?.instant,
      next <= end + Int64(criterion.seconds)
    {
      start = next
      instants.insert(next)
      if criterion.seconds > 0 { instants.insert(next - UnixSeconds(criterion.seconds) + 1) }
    }
    for instant in instants.sorted() where criterion.start < instant && instant <= end {
      let state = state(hours, at: instant, criterion)
      if criterion.admits(state) != matches {
        return HoursTransition(start: instant, state: state)
      }
    }
    return nil
  }

  private static func state(
    _ hours: LocalHours, at instant: UnixSeconds, _ criterion: VenueQuery.HoursCriterion
  ) -> HoursState {
    criterion.seconds == 0
      ? hours.state(at: instant)
      : hours.isOpen(during: instant..<instant + UnixSeconds(criterion.seconds))
  }
}
