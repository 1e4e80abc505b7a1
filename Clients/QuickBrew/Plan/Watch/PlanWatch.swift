import Messages
import Time

/// What made a plan be checked again.
enum WatchCause: String, Sendable, Hashable, CaseIterable, Encodable {
  case position, traffic, venues
  /// Time has passed: hours, and a departure that is now.
  case clock
}

/// What is reported of a watched plan.
struct WatchVerdict: Encodable, Sendable, Hashable {
  enum Kind: String, Encodable, Sendable, Hashable {
    /// A stop is on time: the first verdict, or after none was.
    case stop
    /// The stop of the last verdict is no longer possible; another is.
    case replaced
    /// No stop is on time any longer, the direct drive is.
    case noStop
    /// Even the direct drive is late.
    case late
  }

  let kind: Kind
  let causes: [WatchCause]
  /// The stop to go to now.
  let option: PlanOption?
  /// The stop of the last verdict, if it is no longer possible.
  let lost: String?
  let lostNames: NamesByLanguage?
  /// By how much it would be late; `nil` where it is closed, gone or out of reach.
  let lostLateSeconds: Int?
  let direct: DirectTrip
  let departure: Timestamp
}

/// Decides when to speak about a plan that is checked again and again, without a bus or a clock.
///
/// It keeps to one stop as long as that is on time, however the order of the others changes, and
/// speaks only where the verdict changes. A verdict gets worse as soon as a slack is negative, and
/// better only when a slack reaches `regainSeconds`: between the two it stays, so that a slack that
/// swings around zero by less than that is not spoken of twice (a Schmitt trigger).
struct PlanWatch: Sendable {
  /// The slack from which on a stop, or the direct drive, counts as possible again.
  static let regainSeconds = 60

  /// The kind of the last verdict; `nil` before the first.
  private(set) var kind: WatchVerdict.Kind?
  private var stop: Venue?

  /// Takes in a plan that was made again.
  ///
  /// - Parameter wanted: the stop to begin with, by its place in the first plan; default the best.
  /// - Returns: what to say; `nil` where the verdict is the last one.
  mutating func update(
    _ plan: Plan, causes: Set<WatchCause>, wanted: Int = 0
  ) -> WatchVerdict? {
    if let stop, kind == .stop || kind == .replaced {
      if isPossible(stop, in: plan) { return nil }
      return choose(plan, causes, after: stop, regain: 0)
    }
    if kind == nil { return choose(plan, causes, after: nil, regain: 0, wanted: wanted) }
    return choose(plan, causes, after: nil, regain: Self.regainSeconds)
  }

  /// Whether the stop is on time, as far as the plan shows: where the list is cut, one that is not
  /// in it may be.
  private func isPossible(_ stop: Venue, in plan: Plan) -> Bool {
    if let option = plan.options.first(where: { $0.venue.id == stop.id }) { return option.onTime }
    return plan.options.filter(\.onTime).count < plan.candidates.onTime
  }

  private mutating func choose(
    _ plan: Plan, _ causes: Set<WatchCause>, after lost: Venue?, regain: Int, wanted: Int = 0
  ) -> WatchVerdict? {
    let possible = plan.options.filter { $0.onTime && $0.slackSeconds >= regain }
    let best = possible.indices.contains(wanted) ? possible[wanted] : possible.first
    let found: WatchVerdict.Kind
    if best != nil {
      found = lost == nil ? .stop : .replaced
    } else if plan.direct.onTime && (kind != .late || plan.direct.slackSeconds >= regain) {
      found = .noStop
    } else {
      found = .late
    }
    if found == kind, best == nil { return nil }
    kind = found
    stop = best?.venue
    let late = lost.flatMap { lost in
      plan.options.first { $0.venue.id == lost.id }.map { -$0.slackSeconds }
    }
    return WatchVerdict(
      kind: found, causes: causes.sorted { $0.rawValue < $1.rawValue }, option: best,
      lost: lost?.title, lostNames: lost?.facts.names, lostLateSeconds: late, direct: plan.direct,
      departure: plan.departure)
  }
}
