import Messages
import OpeningHours

/// When a wish for hours comes to say otherwise of a value.
struct HoursTurn: Sendable, Hashable {
  let start: UnixSeconds
  /// What the hours say from then on of the time that is wished for.
  let state: HoursState
}

/// When wishes for hours say otherwise of values, remembered: until its turn, a value's next turn
/// is the same.
///
/// For one thread, as its book.
final class HoursTurns {
  private struct Key: Hashable {
    let value: String
    let seconds: Int
    let admits: HoursFilter.Admission
  }

  private struct Found {
    let asked: UnixSeconds
    /// `nil` where there is none within a day more than the horizon.
    let turn: HoursTurn?

    func tells(_ instant: UnixSeconds) -> Bool {
      asked <= instant && instant < turn?.start ?? asked + HoursTurns.day
    }
  }

  private static let day: UnixSeconds = 24 * 3600
  private static let horizon = UnixSeconds(ShopSearchLimits.hoursHorizonSeconds)

  let book: HoursBook
  private var found: [Key: Found] = [:]

  init(_ book: HoursBook) { self.book = book }

  /// The first turn of a value after the wish's beginning; `nil` where that is not within
  /// `ShopSearchLimits.hoursHorizonSeconds`.
  func first(of value: String?, after wish: VenueWishes.Hours) -> HoursTurn? {
    guard let value, let hours = book.hours(value) else { return nil }
    let key = Key(value: value, seconds: wish.seconds, admits: wish.admits)
    let turn: HoursTurn?
    if let known = found[key], known.tells(wish.start) {
      turn = known.turn
    } else {
      turn = Self.search(hours, wish)
      if found.count >= SearchLimits.keptRuns { found = [:] }
      found[key] = Found(asked: wish.start, turn: turn)
    }
    return turn.flatMap { $0.start <= wish.start + Self.horizon ? $0 : nil }
  }

  /// What holds for n seconds from an instant is another only where a run of one state begins, or n
  /// seconds before its second one: there it is within the time for the first time.
  private static func search(_ hours: LocalHours, _ wish: VenueWishes.Hours) -> HoursTurn? {
    let end = wish.start + horizon + day
    let isWanted = wish.admits(state(hours, at: wish.start, wish))
    var instants: Set<UnixSeconds> = []
    var run = wish.start
    // Runs up to n seconds beyond the end are seen from before it.
    while let next = hours.nextChange(after: run)?.instant, next <= end + Int64(wish.seconds) {
      run = next
      instants.insert(next)
      if wish.seconds > 0 { instants.insert(next - UnixSeconds(wish.seconds) + 1) }
    }
    for instant in instants.sorted() where wish.start < instant && instant <= end {
      let state = state(hours, at: instant, wish)
      if wish.admits(state) != isWanted { return HoursTurn(start: instant, state: state) }
    }
    return nil
  }

  private static func state(
    _ hours: LocalHours, at instant: UnixSeconds, _ wish: VenueWishes.Hours
  ) -> HoursState {
    wish.seconds == 0
      ? hours.state(at: instant)
      : hours.isOpen(during: instant..<instant + UnixSeconds(wish.seconds))
  }
}
