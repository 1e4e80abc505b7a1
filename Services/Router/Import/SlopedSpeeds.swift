import Geography
import Messages

/// The speeds of bicycles and walkers on the slopes of their roads.
@Memberwise struct SlopedSpeeds {
  let heights: RoadHeights
  private let survey: RoadSurvey
  private let cutter: RoadCutter
  /// By segment, in centimetres.
  private let lengths: [UInt32]

  /// The mean speed over a whole segment, in centimetres a second; 0 where closed.
  ///
  /// - Parameter level: that on the level.
  func speed(_ level: UInt16, onSegment segment: Int, isBackward: Bool) -> UInt16 {
    let road = survey.roads[cutter.pieces[segment].road]
    // The speed on steps is that up and down stairs.
    guard level > 0, !road.roadClass.isFerry, road.roadClass != .steps else { return level }
    let flags = road.attributes(for: cutter.profile).flags
    let isWalked =
      cutter.profile == .foot || flags.contains(isBackward ? .pushedBackward : .pushedForward)
    let share = meanShare(ofSegment: segment, isBackward: isBackward) { slope in
      isWalked ? Slope.walked(slope) : Slope.ridden(slope, Double(level) * 0.036)
    }
    // Rounded down, so that the promised top speed is never exceeded.
    return UInt16(max(1, min(Self.top, (Double(level) * share).rounded(.down))))
  }

  /// The share of the level's speed that is kept over a segment; where heights are not known, it is
  /// level.
  private func meanShare(
    ofSegment segment: Int, isBackward: Bool, _ share: (Double) -> Double
  ) -> Double {
    let heights = heights.heights(ofSegment: segment)
    let stretch = Double(lengths[segment]) / 100 / Double(heights.count - 1)
    let known = heights.indices.filter { !heights[$0].isNaN }
    var time = Double(heights.count - 1)
    for (index, next) in zip(known, known.dropFirst()) {
      let count = Double(next - index)
      let rise = Double(heights[next] - heights[index]) * (isBackward ? -1 : 1)
      // A short piece between two junctions has the errors of a long one.
      let slope = rise / max(stretch * count, Self.leastLength)
      time += count / share(slope) - count
    }
    return Double(heights.count - 1) / time
  }

  /// The least length over which slopes are measured: the distance of samples.
  private static let leastLength: Meters = 30

  /// `RouterLimits.topSpeedMetersPerSecond` in centimetres.
  private static let top = RouterLimits.topSpeedMetersPerSecond * 100
}
