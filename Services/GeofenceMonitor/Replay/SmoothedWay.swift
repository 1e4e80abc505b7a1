import Areas
import Geography
import Messages

/// The way that a recorded track most likely went, told in hindsight.
///
/// Positions that do not count are left out, and so is a single fix away and back. Each other fix
/// is put in the middle of the stay around it: of the fixes right before and after it that lie
/// within `reach` of that middle. A device that stands is so put where the mean of many fixes is,
/// and one that moves stays where it was, for there are as many fixes before it as after.
///
/// Source: the mean shift; Comaniciu and Meer, "Mean Shift: A Robust Approach Toward Feature Space
/// Analysis" (2002), over neighbours in time.
struct SmoothedWay {
  /// A normal error is hardly ever so many accuracies off.
  static let accuraciesInReach = 3.0
  private static let rounds = 5
  /// Fixes of a stay that are looked at, to each side: 10 min of one a second.
  private static let maximumSide = 600

  /// In the order of time, without accuracy.
  private(set) var reports: [FenceEngine.Report] = []
  private let reach: Meters

  /// Costs some thousand distances a fix of a device that stands, few of one that moves.
  ///
  /// - Parameter accuracy: two of three fixes are so close to the place.
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

  /// Adds one device's way.
  private mutating func smooth(_ track: [FenceEngine.Report]) {
    let all = track.map { SpaceVector($0.coordinate) }
    let kept = track.indices.filter { !isSpike($0, track, all) }
    let places = kept.map { all[$0] }
    for (index, original) in kept.enumerated() {
      reports.append(
        FenceEngine.Report(
          device: track[original].device, coordinate: middle(around: index, places).coordinate,
          time: track[original].time))
    }
  }

  private func isSpike(
    _ index: Int, _ track: [FenceEngine.Report], _ places: [SpaceVector]
  ) -> Bool {
    guard index > 0, index < places.count - 1 else { return false }
    let (before, after) = (places[index - 1], places[index + 1])
    let span =
      track[index + 1].time.millisecondsSince1970 - track[index - 1].time.millisecondsSince1970
    return span <= Int64(EngineSettings().spikeSeconds) * 1_000
      && before.distance(to: after) <= reach
      && min(before.distance(to: places[index]), after.distance(to: places[index])) > reach
  }

  /// The middle of the stay around a fix.
  private func middle(around index: Int, _ places: [SpaceVector]) -> SpaceVector {
    var middle = places[index]
    for _ in 0..<Self.rounds {
      let ball = Ball(center: middle, radius: reach)
      var sum = places[index]
      for step in [-1, 1] {
        var next = index + step
        let end = index + step * Self.maximumSide
        while places.indices.contains(next), next != end,
          ball.touches(Ball(center: places[next], radius: 0))
        {
          sum = sum + places[next]
          next += step
        }
      }
      guard let moved = sum.unit, moved != middle else { break }
      middle = moved
    }
    return middle
  }
}
