import Areas
import Geography
import Messages

/// What one device's track, in the order of time, has come to.
///
/// A pure fold: the same samples in the same order, against the same fences, come to the same.
struct TrackState: Codable, Sendable, Hashable {
  /// The last fix that counts, and the one before.
  private(set) var last: Fix?
  private var beforeLast: SpaceVector?
  private var scatter = Scatter()
  /// Fixes in a row that are impossible after `last`; the newest of them, and how many.
  private var rival: Fix?
  private var rivals = 0
  /// Ordered by fence.
  private(set) var presences: [Standing] = []

  struct Standing: Codable, Sendable, Hashable {
    var fence: FenceNumber
    var presence: Presence
  }

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - scratch: room for fence numbers, so that a step allocates nothing.
  ///   - facts: what it tells is appended, in the order of time.
  /// - Returns: why the sample does not count; `nil` where it does.
  mutating func take(
    _ sample: Sample, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber], facts: inout [Fact]
  ) -> PositionFlaw? {
    let fix = Fix(sample)
    if let last {
      if last.time == fix.time { return .duplicate }
      if isImpossible(fix, after: last, settings) {
        guard settle(rival: fix, settings) else { return .impossibleSpeed }
      }
    }
    rival = nil
    rivals = 0
    let previous = last
    if let previous, let beforeLast { scatter.take(beforeLast, previous.place, fix.place) }
    let step = FenceStep(
      settings: settings, previous: previous, way: previous.map { Arc($0.place, fix.place) },
      current: fix, noiseBand: noiseBand(of: sample, settings))
    look(step, fences, scratch: &scratch, facts: &facts)
    beforeLast = previous?.place
    last = fix
    return nil
  }

  /// Whether nobody gets from one fix to the other in time, however far off both are.
  private func isImpossible(_ fix: Fix, after earlier: Fix, _ settings: EngineSettings) -> Bool {
    let doubt = (fix.sample.accuracy ?? 0) + (earlier.sample.accuracy ?? 0)
    let meters = earlier.place.distance(to: fix.place) - doubt
    let seconds = Double(fix.time - earlier.time) / 1_000
    return meters > settings.fastestMetersPerSecond * seconds
      + MonitorLimits.unreportedErrorMeters
  }

  /// Whether enough fixes agree by now that it was the last fix that counted which was wrong.
  private mutating func settle(rival fix: Fix, _ settings: EngineSettings) -> Bool {
    if let rival, rival.time < fix.time, !isImpossible(fix, after: rival, settings) {
      rivals += 1
    } else {
      rivals = 1
    }
    guard rivals >= settings.fixesAgainstLast, let rival else {
      rival = fix
      return false
    }
    last = rival
    beforeLast = nil
    return true
  }

  private func noiseBand(of sample: Sample, _ settings: EngineSettings) -> Meters {
    max(
      settings.bandPerAccuracy * (sample.accuracy ?? 0),
      min(settings.widestScatterBand, settings.bandPerScatter * scatter.meters))
  }

  /// Every fence that the device stands to, or that the way may touch, in their order.
  private mutating func look(
    _ step: FenceStep, _ fences: FenceSet, scratch: inout [FenceNumber], facts: inout [Fact]
  ) {
    fences.collect(near: step.way ?? Arc(step.current.place, step.current.place), into: &scratch)
    if presences.isEmpty, scratch.isEmpty { return }
    let first = facts.count
    var standing: [Standing] = []
    var (old, new) = (0, 0)
    while old < presences.count || new < scratch.count {
      let known = old < presences.count ? presences[old].fence : .max
      let near = new < scratch.count ? scratch[new] : .max
      let number = min(known, near)
      var presence = known == number ? presences[old].presence : nil
      if known == number { old += 1 }
      if near == number { new += 1 }
      guard let fence = fences[number] else { continue }
      // A sample that came before the fence was set up tells nothing about it.
      if step.current.sample.arrival >= fence.firstArrival {
        step.take(fence, &presence, facts: &facts)
      }
      if let presence { standing.append(Standing(fence: number, presence: presence)) }
    }
    presences = standing
    if facts.count - first > 1 {
      // Stable: what is told of one instant stays in the order of the fences.
      facts[first...].sort { $0.crossing.time < $1.crossing.time }
    }
  }

  /// Believes what is in doubt where no sample is to follow.
  mutating func conclude(_ fences: FenceSet, _ settings: EngineSettings, facts: inout [Fact]) {
    guard let last else { return }
    let step = FenceStep(
      settings: settings, previous: last, way: nil, current: last, noiseBand: 0)
    for index in presences.indices {
      guard let fence = fences[presences[index].fence] else { continue }
      var presence: Presence? = presences[index].presence
      step.conclude(fence, &presence, facts: &facts)
      if let presence { presences[index].presence = presence }
    }
    facts.sort { $0.crossing.time < $1.crossing.time }
  }

  // MARK: Fences that change

  /// Forgets fences that were taken down.
  mutating func forget(_ isGone: (FenceNumber) -> Bool) {
    presences.removeAll { isGone($0.fence) }
  }

  /// How the device stands to a fence.
  func presence(_ fence: FenceNumber) -> Presence? {
    presences.first { $0.fence == fence }?.presence
  }

  /// Sets how the device stands to a fence that was not watched before; the number is the largest.
  mutating func adopt(_ presence: Presence, _ fence: FenceNumber) {
    presences.append(Standing(fence: fence, presence: presence))
  }
}
