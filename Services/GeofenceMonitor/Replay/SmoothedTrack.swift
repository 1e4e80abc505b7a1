import Areas
import Geography
import Messages
import Time

/// The most likely true track of a recorded one, with all its samples known.
///
/// Positions that do not count are left out, and so is a single fix away and back. Each other fix
/// moves to the mean of the stay around it: of the fixes right before and after it that lie within
/// `reach` of that mean. A stationary device moves to the mean of many fixes, and a moving one
/// stays where it was, because as many fixes lie before it as after.
///
/// Source: the mean shift; Comaniciu and Meer, "Mean Shift: A Robust Approach Toward Feature Space
/// Analysis" (2002), over neighbours in time.
struct SmoothedTrack {
  /// A normal error is hardly ever larger than this many accuracies.
  static let accuraciesInReach = 3.0
  private static let rounds = 5
  /// The largest number of fixes of a stay on each side: 10 min at one a second.
  private static let maximumSide = 600

  /// In the order of time, without accuracy.
  private(set) var reports: [FenceEngine.Report] = []
  private let reach: Meters

  /// Costs some thousand distances per fix of a stationary device, few per fix of a moving one.
  ///
  /// - Parameter accuracy: two of three fixes are within this distance of the true position.
  init(_ recorded: [FenceEngine.Report], accuracy: Meters) {
    reach = Self.accuraciesInReach * accuracy
    for track in Dictionary(grouping: Self.counting(recorded), by: \.device).values {
      smooth(track)
    }
    reports.sort { ($0.time, $0.device.rawValue) < ($1.time, $1.device.rawValue) }
  }

  /// The positions that count, in the order of time.
  private static func counting(_ reports: [FenceEngine.Report]) -> [FenceEngine.Report] {
    var engine = FenceEngine(settings: .replaying)
    let sorted = reports.sorted {
      ($0.time, $0.accuracy ?? .infinity) < ($1.time, $1.accuracy ?? .infinity)
    }
    return sorted.filter { engine.report($0, now: $0.time).flaw == nil }
  }

  /// Adds one device's track.
  private mutating func smooth(_ track: [FenceEngine.Report]) {
    let all = track.map { SpaceVector($0.coordinate) }
    let remaining = track.indices.filter { !isSpike($0, track, all) }
    let positions = remaining.map { all[$0] }
    for (index, original) in remaining.enumerated() {
      reports.append(
        FenceEngine.Report(
          device: track[original].device, coordinate: middle(around: index, positions).coordinate,
          time: track[original].time))
    }
  }

  private func isSpike(
    _ index: Int, _ track: [FenceEngine.Report], _ positions: [SpaceVector]
  ) -> Bool {
    guard index > 0, index < positions.count - 1 else { return false }
    let (before, after) = (positions[index - 1], positions[index + 1])
    let span =
      track[index + 1].time.millisecondsSince1970 - track[index - 1].time.millisecondsSince1970
    return span <= Int64(EngineSettings().spikeSeconds) * 1_000
      && before.distance(to: after) <= reach
      && min(before.distance(to: positions[index]), after.distance(to: positions[index])) > reach
  }

  /// The mean of the stay around a fix.
  private func middle(around index: Int, _ positions: [SpaceVector]) -> SpaceVector {
    var middle = positions[index]
    for _ in 0..<Self.rounds {
      let ball = Ball(center: middle, radius: reach)
      var sum = positions[index]
      for step in [-1, 1] {
        var next = index + step
        let end = index + step * Self.maximumSide
        while positions.indices.contains(next), next != end,
          ball.touches(Ball(center: positions[next], radius: 0))
        {
          sum = sum + positions[next]
          next += step
        }
      }
      guard let moved = sum.unit, moved != middle else { break }
      middle = moved
    }
    return middle
  }
}
