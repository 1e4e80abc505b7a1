import Areas
import Geography
import Messages

/// Stage 3, the motion filter, and the state that the stages 3 and 5 keep of a track.
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
  /// Ordered by fence; kept by stage 5.
  var presences: [FencePresence] = []

  /// What a sample is to the track.
  enum Advance {
    case moved(Movement)
    case rejected(PositionRejection)
  }

  /// Advances to the next sample, unless no device could have moved like that.
  mutating func advance(by sample: Sample, _ settings: EngineSettings) -> Advance {
    let fix = Fix(sample)
    if let last {
      if last.time == fix.time { return .rejected(.duplicate) }
      if isImpossible(fix, after: last, settings) {
        guard replaceLast(byOutlier: fix, settings) else { return .rejected(.impossibleSpeed) }
      }
    }
    outlier = nil
    outlierCount = 0
    let previous = last
    if let previous, let beforeLast {
      scatter.add(beforeLast, previous.position, fix.position)
    }
    beforeLast = previous?.position
    last = fix
    return .moved(
      Movement(
        settings: settings, previous: previous,
        path: previous.map { Arc($0.position, fix.position) }, current: fix,
        noiseBand: noiseBand(of: sample, settings)))
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
}

// MARK: - Fences that change

extension TrackState {
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
