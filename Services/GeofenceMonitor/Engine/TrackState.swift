import Areas
import Geography
import Messages

/// The result of one device's samples in the order of time.
///
/// A pure fold: the same samples in the same order, against the same fences, give the same state.
struct TrackState: Codable, Sendable, Hashable {
  /// The last fix that counts, and the position of the one before.
  private(set) var last: Fix?
  private var beforeLast: SpaceVector?
  private var scatter = Scatter()
  /// The newest of the fixes in a row that are impossible after `last`, and their number.
  private var outlier: Fix?
  private var outlierCount = 0
  /// Ordered by fence.
  private(set) var presences: [FencePresence] = []

  // Names in the store.
  private enum CodingKeys: String, CodingKey {
    case last, beforeLast, scatter, presences
    case outlier = "rival"
    case outlierCount = "rivals"
  }

  /// Applies the next sample.
  ///
  /// - Parameters:
  ///   - scratch: room for fence numbers, so that a step allocates nothing.
  ///   - transitions: what the sample implies is appended, in the order of time.
  /// - Returns: why the sample does not count; `nil` if it does.
  mutating func apply(
    _ sample: Sample, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber], transitions: inout [Transition]
  ) -> PositionFlaw? {
    let fix = Fix(sample)
    if let last {
      if last.time == fix.time { return .duplicate }
      if isImpossible(fix, after: last, settings) {
        guard replaceLast(byOutlier: fix, settings) else { return .impossibleSpeed }
      }
    }
    outlier = nil
    outlierCount = 0
    let previous = last
    if let previous, let beforeLast {
      scatter.add(beforeLast, previous.position, fix.position)
    }
    let movement = Movement(
      settings: settings, previous: previous,
      path: previous.map { Arc($0.position, fix.position) }, current: fix,
      noiseBand: noiseBand(of: sample, settings))
    evaluate(movement, fences, scratch: &scratch, transitions: &transitions)
    beforeLast = previous?.position
    last = fix
    return nil
  }

  /// Whether no device gets from one fix to the other in time, even at the limits of their
  /// accuracies.
  private func isImpossible(_ fix: Fix, after earlier: Fix, _ settings: EngineSettings) -> Bool {
    let tolerance = (fix.sample.accuracy ?? 0) + (earlier.sample.accuracy ?? 0)
    let meters = earlier.position.distance(to: fix.position) - tolerance
    let seconds = Double(fix.time - earlier.time) / 1_000
    return meters > settings.fastestMetersPerSecond * seconds
      + MonitorLimits.unreportedErrorMeters
  }

  /// Whether enough outliers agree by now that the last fix was the wrong one; it is replaced then.
  private mutating func replaceLast(byOutlier fix: Fix, _ settings: EngineSettings) -> Bool {
    if let outlier, outlier.time < fix.time, !isImpossible(fix, after: outlier, settings) {
      outlierCount += 1
    } else {
      outlierCount = 1
    }
    guard outlierCount >= settings.outliersToReplaceLast, let outlier else {
      outlier = fix
      return false
    }
    last = outlier
    beforeLast = nil
    return true
  }

  private func noiseBand(of sample: Sample, _ settings: EngineSettings) -> Meters {
    max(
      settings.bandPerAccuracy * (sample.accuracy ?? 0),
      min(settings.widestScatterBand, settings.bandPerScatter * scatter.meters))
  }

  /// Evaluates every fence with a presence, and every fence that the path may touch, in their
  /// order.
  private mutating func evaluate(
    _ movement: Movement, _ fences: FenceSet, scratch: inout [FenceNumber],
    transitions: inout [Transition]
  ) {
    let current = movement.current
    fences.collect(
      near: movement.path ?? Arc(current.position, current.position), into: &scratch)
    if presences.isEmpty, scratch.isEmpty { return }
    let first = transitions.count
    var updated: [FencePresence] = []
    var (old, new) = (0, 0)
    while old < presences.count || new < scratch.count {
      let known = old < presences.count ? presences[old].fence : .max
      let near = new < scratch.count ? scratch[new] : .max
      let number = min(known, near)
      var presence = known == number ? presences[old].presence : nil
      if known == number { old += 1 }
      if near == number { new += 1 }
      guard let fence = fences[number] else { continue }
      // A sample that arrived before the fence was set up implies nothing about it.
      if current.sample.arrival >= fence.firstArrival {
        var evaluator = FenceEvaluator(movement, fence)
        evaluator.evaluate(&presence)
        transitions += evaluator.transitions
      }
      if let presence { updated.append(FencePresence(fence: number, presence: presence)) }
    }
    presences = updated
    if transitions.count - first > 1 {
      // Stable: transitions of one instant stay in the order of the fences.
      transitions[first...].sort { $0.crossing.time < $1.crossing.time }
    }
  }

  /// Confirms what is pending, where no sample is to follow.
  mutating func conclude(
    _ fences: FenceSet, _ settings: EngineSettings, transitions: inout [Transition]
  ) {
    guard let last else { return }
    let movement = Movement(
      settings: settings, previous: last, path: nil, current: last, noiseBand: 0)
    for index in presences.indices {
      guard let fence = fences[presences[index].fence] else { continue }
      var presence: Presence? = presences[index].presence
      var evaluator = FenceEvaluator(movement, fence)
      evaluator.conclude(&presence)
      transitions += evaluator.transitions
      if let presence { presences[index].presence = presence }
    }
    transitions.sort { $0.crossing.time < $1.crossing.time }
  }

  // MARK: Fences that change

  /// Forgets removed fences.
  mutating func forget(where isRemoved: (FenceNumber) -> Bool) {
    presences.removeAll { isRemoved($0.fence) }
  }

  func presence(_ fence: FenceNumber) -> Presence? {
    presences.first { $0.fence == fence }?.presence
  }

  /// Adds a presence in a fence that was not watched before; its number is the largest.
  mutating func adopt(_ presence: Presence, _ fence: FenceNumber) {
    presences.append(FencePresence(fence: fence, presence: presence))
  }

  /// Whether an episode goes on.
  func isOpen(_ episode: EpisodeKey) -> Bool {
    presences.contains { $0.presence.episode == episode }
  }
}
