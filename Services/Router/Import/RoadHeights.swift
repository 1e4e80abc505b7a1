import Geography
import Messages

/// How high the roads of one network lie: of each segment the heights at evenly spaced points, its
/// first and its last among them.
@Memberwise struct RoadHeights {
  /// By segment: its first height; one more entry at the end.
  private(set) var first: [UInt32] = [0]
  /// Metres; not a number where the height is not known.
  private(set) var heights: [Float] = []

  /// The distance of the points, or nearly so: that of three samples of the finest tiles, since
  /// between neighbouring ones errors would count as slopes.
  static let spacing: Meters = 90

  /// Writes the file of a network.
  ///
  /// - Throws: as `Data.write`.
  func write(network version: String, to path: String) throws {
    try HeightColumn.write(heights, first: first, network: version, to: path)
  }

  /// Linear in the points of the roads.
  init(_ survey: RoadSurvey, _ cutter: RoadCutter, _ map: HeightMap) {
    let points = Dictionary(
      cutter.pieces.lazy.flatMap { piece -> [(UInt32, Int)] in
        let (tail, head) = survey.ends(of: piece)
        return [(tail, piece.points.lowerBound), (head, piece.points.upperBound)]
      }, uniquingKeysWith: { first, _ in first })
    let decks = Decks(survey, cutter) { node in
      points[node].flatMap { map.smoothHeight(at: survey.points[$0].coordinate) }
    }
    for piece in cutter.pieces {
      let line = survey.points[piece.points].map(\.coordinate)
      let isOnGround = !survey.roads[piece.road].leavesGround
      var samples = Self.points(along: line, isOnGround ? nil : 1).map { map.smoothHeight(at: $0) }
      let (tail, head) = survey.ends(of: piece)
      if let height = decks.height(atNode: tail) { samples[0] = height }
      if let height = decks.height(atNode: head) { samples[samples.count - 1] = height }
      heights += samples.map { $0.map(Float.init) ?? .nan }
      first.append(UInt32(heights.count))
    }
  }

  /// The heights of a segment, in the order of its points: at least two.
  func heights(ofSegment segment: Int) -> ArraySlice<Float> {
    heights[Int(first[segment])..<Int(first[segment + 1])]
  }

  /// The part of the points whose height is known; 1 without any.
  var knownShare: Double {
    heights.isEmpty ? 1 : Double(heights.count { !$0.isNaN }) / Double(heights.count)
  }

  /// Evenly spaced points of a line, both ends among them.
  ///
  /// - Parameter stretches: into how many equal parts they divide it; `nil` for the usual spacing.
  private static func points(along line: [Coordinate], _ stretches: Int?) -> [Coordinate] {
    let steps = zip(line, line.dropFirst()).map { $0.distance(to: $1) }
    let length = steps.reduce(0, +)
    let count = stretches ?? max(1, Int((length / spacing).rounded()))
    var points = [line[0]]
    var passed = 0.0
    for (index, step) in steps.enumerated() {
      let (a, b) = (line[index], line[index + 1])
      while points.count < count, step > 0,
        case let at = length * Double(points.count) / Double(count), at <= passed + step
      {
        let share = (at - passed) / step
        points.append(
          Coordinate(
            latitude: a.latitude + share * (b.latitude - a.latitude),
            longitude: a.longitude + share * (b.longitude - a.longitude)))
      }
      passed += step
    }
    // Rounding may keep the last of them from the line's end.
    while points.count < count { points.append(line[line.count - 1]) }
    return points + [line[line.count - 1]]
  }
}
