import Geography

/// The directed segments and the nodes that join them: the road graph before it is expanded by
/// turns.
struct RoadGraph {
  let directedSegmentCount: Int
  private let tails: [UInt32]
  private let speeds: [UInt16]
  /// By directed segment: the bearing at which it leaves its tail.
  private let bearings: [Float]
  private let isDestinationOnly: [Bool]
  private let firstLeaving: [Int]
  private let leavingSegments: [UInt32]
  /// By node: how many segment ends touch it, whatever their direction.
  let degrees: [UInt16]
  /// By segment, centimetres, rounded up, so that no path is shorter than the straight line.
  let lengths: [UInt32]
  private let isRoundabout: [Bool]
  /// By directed segment: whether it is closed except at certain times.
  private let isClosedByDefault: [Bool]

  /// The distance along a road over which its bearing at a junction is measured, to ignore kinks.
  static let bearingReach: Meters = 10

  init(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    directedSegmentCount = 2 * cutter.pieces.count
    var tails: [UInt32] = []
    var speeds: [UInt16] = []
    var bearings: [Float] = []
    var isDestinationOnly: [Bool] = []
    var isRoundabout: [Bool] = []
    var isClosedByDefault: [Bool] = []
    var lengths: [UInt32] = []
    var degrees = [UInt16](repeating: 0, count: cutter.tags.count)
    for piece in cutter.pieces {
      let attributes = survey.roads[piece.road].attributes(for: cutter.profile)
      let points = survey.points[piece.points]
      tails += [piece.tail, piece.head]
      speeds += [attributes.forwardSpeed, attributes.backwardSpeed]
      bearings.append(Self.bearing(points))
      bearings.append(Self.bearing(points.reversed()))
      lengths.append(UInt32(max(1, (RoadSurvey.length(of: points) * 100).rounded(.up))))
      isRoundabout.append(attributes.flags.contains(.roundabout))
      isClosedByDefault += [SegmentFlags.closedForward, .closedBackward].map {
        attributes.flags.contains($0)
      }
      isDestinationOnly += [SegmentFlags.destinationOnlyForward, .destinationOnlyBackward].map {
        piece.isDestinationOnly || attributes.flags.contains($0)
      }
      for node in [piece.tail, piece.head] where degrees[Int(node)] < .max {
        degrees[Int(node)] += 1
      }
    }
    var counts = [Int](repeating: 0, count: cutter.tags.count + 1)
    for directedSegment in tails.indices where speeds[directedSegment] > 0 {
      counts[Int(tails[directedSegment]) + 1] += 1
    }
    for node in 1..<max(1, counts.count) { counts[node] += counts[node - 1] }
    var leaving = [UInt32](repeating: 0, count: counts.last ?? 0)
    var next = counts
    for directedSegment in tails.indices where speeds[directedSegment] > 0 {
      leaving[next[Int(tails[directedSegment])]] = UInt32(directedSegment)
      next[Int(tails[directedSegment])] += 1
    }
    self.tails = tails
    self.speeds = speeds
    self.bearings = bearings
    self.isDestinationOnly = isDestinationOnly
    self.degrees = degrees
    self.lengths = lengths
    self.isRoundabout = isRoundabout
    self.isClosedByDefault = isClosedByDefault
    firstLeaving = counts
    leavingSegments = leaving
  }

  func isOpen(_ directedSegment: UInt32) -> Bool { speeds[Int(directedSegment)] > 0 }
  /// Whether it is closed except at certain times.
  func isClosedByDefault(_ directedSegment: UInt32) -> Bool {
    isClosedByDefault[Int(directedSegment)]
  }
  func isDestinationOnly(_ directedSegment: UInt32) -> Bool {
    isDestinationOnly[Int(directedSegment)]
  }
  func tail(_ directedSegment: UInt32) -> UInt32 { tails[Int(directedSegment)] }
  func head(_ directedSegment: UInt32) -> UInt32 { tails[Int(directedSegment ^ 1)] }

  /// The open directed segments that leave a node.
  func leaving(_ node: UInt32) -> ArraySlice<UInt32> {
    leavingSegments[firstLeaving[Int(node)]..<firstLeaving[Int(node) + 1]]
  }

  func isRoundabout(_ directedSegment: UInt32) -> Bool { isRoundabout[Int(directedSegment >> 1)] }

  /// Whether a faster road leaves the node where the directed segment ends: OSRM's test for minor
  /// roads.
  func isMinor(_ directedSegment: UInt32) -> Bool {
    leaving(head(directedSegment)).contains { speeds[Int($0)] > speeds[Int(directedSegment)] }
  }

  /// Degrees to the right, -180 ... 180.
  func angle(from: UInt32, to: UInt32) -> Double {
    let arriving = bearings[Int(from ^ 1)] + 180
    var angle = Double(bearings[Int(to)] - arriving).truncatingRemainder(dividingBy: 360)
    if angle > 180 { angle -= 360 }
    if angle <= -180 { angle += 360 }
    return angle
  }

  private static func bearing(_ points: some Collection<FixedPoint>) -> Float {
    guard let first = points.first?.coordinate else { return 0 }
    var far = first
    for point in points.dropFirst() {
      far = point.coordinate
      if first.distance(to: far) >= bearingReach { break }
    }
    return Float(first.bearing(to: far))
  }
}
