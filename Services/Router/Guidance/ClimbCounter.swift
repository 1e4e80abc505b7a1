import Messages

/// How far a way rises and falls in all, from the heights along it.
///
/// Only swings of at least five metres count, from their lowest to their highest point; so a long
/// gentle slope counts whole. Smaller ones are what heights err by: GraphHopper drops those of up
/// to five metres (`graph.elevation.edge_smoothing.ramer.max_elevation`). The way back has the same
/// numbers, exchanged.
struct ClimbCounter {
  static let leastSwing = 5.0

  private enum Trend { case none, up, down }

  private var trend = Trend.none
  /// The lowest and the highest since the trend began.
  private var low = Double.infinity
  private var high = -Double.infinity
  private var counted = (ascent: 0.0, descent: 0.0)

  mutating func add(_ height: Double) {
    if trend != .up { low = min(low, height) }
    if trend != .down { high = max(high, height) }
    if trend != .up, height - low >= Self.leastSwing {
      if trend == .down { counted.descent += high - low }
      (trend, high) = (.up, height)
    } else if trend != .down, high - height >= Self.leastSwing {
      if trend == .up { counted.ascent += high - low }
      (trend, low) = (.down, height)
    }
  }

  /// In metres.
  var sums: (ascent: Double, descent: Double) {
    let swing = high - low
    return (
      counted.ascent + (trend == .up ? swing : 0), counted.descent + (trend == .down ? swing : 0)
    )
  }
}

extension RoadNetwork {
  /// How many whole metres a path rises and falls; `nil` where no height along it is known.
  func climb(of pieces: [PathPiece]) -> (ascent: Int, descent: Int)? {
    guard let heights else { return nil }
    var counter = ClimbCounter()
    var isKnown = false
    for height in pieces.lazy.flatMap({ self.heights(along: $0, heights) }) {
      counter.add(height)
      isKnown = true
    }
    let (ascent, descent) = counter.sums
    return isKnown ? (Int(ascent.rounded()), Int(descent.rounded())) : nil
  }

  /// The known heights at the ends of a piece and between, in the order of travel.
  private func heights(along piece: PathPiece, _ heights: HeightColumn) -> [Double] {
    let all = heights.heights(of: piece.directedSegment.segment)
    let last = Double(all.count - 1)
    let length = Double(max(1, length(of: piece.directedSegment.segment)))
    let range = [piece.start, piece.end].map { Double($0) / length * last }
    let (from, to) = (range.min() ?? 0, range.max() ?? last)
    let between = all.indices.filter { Double($0) > from && Double($0) < to }.map(Double.init)
    let found = ([from] + between + [to]).compactMap { at -> Double? in
      let index = min(all.count - 2, Int(at))
      guard let low = all[index], let high = all[index + 1] else {
        return at == at.rounded() ? all[Int(at)] : nil
      }
      return low + (high - low) * (at - Double(index))
    }
    return piece.directedSegment.isBackward ? found.reversed() : found
  }
}
