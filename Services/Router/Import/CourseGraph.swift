import Geography

/// The courses of all segments and where they meet, before turns are made of them.
struct CourseGraph {
  let courseCount: Int
  private let tails: [UInt32]
  private let speeds: [UInt16]
  /// By course: the bearing at which it leaves its tail.
  private let bearings: [Float]
  private let isEndsOnly: [Bool]
  private let firstLeaving: [Int]
  private let leavingCourses: [UInt32]
  /// By node: how many segments touch it, open whichever way.
  let degrees: [UInt16]
  /// By segment, centimetres, rounded up: no drive is shorter than the straight line.
  let lengths: [UInt32]
  private let isRoundabout: [Bool]

  /// How far along a road its bearing at a junction is measured, so that a kink does not mislead.
  static let bearingReach: Meters = 10

  init(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    courseCount = 2 * cutter.pieces.count
    var tails: [UInt32] = []
    var speeds: [UInt16] = []
    var bearings: [Float] = []
    var isEndsOnly: [Bool] = []
    var isRoundabout: [Bool] = []
    var lengths: [UInt32] = []
    var degrees = [UInt16](repeating: 0, count: cutter.tags.count)
    for piece in cutter.pieces {
      let road = survey.roads[piece.road].travel(cutter.profile)
      let points = survey.points[piece.points]
      tails += [piece.tail, piece.head]
      speeds += [road.forwardSpeed, road.backwardSpeed]
      bearings.append(Self.bearing(points))
      bearings.append(Self.bearing(points.reversed()))
      lengths.append(UInt32(max(1, (RoadSurvey.length(of: points) * 100).rounded(.up))))
      isRoundabout.append(road.flags.contains(.roundabout))
      isEndsOnly += [piece.isEndsOnly, piece.isEndsOnly]
      for node in [piece.tail, piece.head] where degrees[Int(node)] < .max {
        degrees[Int(node)] += 1
      }
    }
    var counts = [Int](repeating: 0, count: cutter.tags.count + 1)
    for course in tails.indices where speeds[course] > 0 { counts[Int(tails[course]) + 1] += 1 }
    for node in 1..<max(1, counts.count) { counts[node] += counts[node - 1] }
    var leaving = [UInt32](repeating: 0, count: counts.last ?? 0)
    var next = counts
    for course in tails.indices where speeds[course] > 0 {
      leaving[next[Int(tails[course])]] = UInt32(course)
      next[Int(tails[course])] += 1
    }
    self.tails = tails
    self.speeds = speeds
    self.bearings = bearings
    self.isEndsOnly = isEndsOnly
    self.degrees = degrees
    self.lengths = lengths
    self.isRoundabout = isRoundabout
    firstLeaving = counts
    leavingCourses = leaving
  }

  func isOpen(_ course: UInt32) -> Bool { speeds[Int(course)] > 0 }
  func isEndsOnly(_ course: UInt32) -> Bool { isEndsOnly[Int(course)] }
  func tail(_ course: UInt32) -> UInt32 { tails[Int(course)] }
  func head(_ course: UInt32) -> UInt32 { tails[Int(course ^ 1)] }

  /// The open courses that leave a node.
  func leaving(_ node: UInt32) -> ArraySlice<UInt32> {
    leavingCourses[firstLeaving[Int(node)]..<firstLeaving[Int(node) + 1]]
  }

  func isRoundabout(_ course: UInt32) -> Bool { isRoundabout[Int(course >> 1)] }

  /// Whether a quicker road goes on from where the course ends: OSRM's way to tell minor roads.
  func isMinor(_ course: UInt32) -> Bool {
    leaving(head(course)).contains { speeds[Int($0)] > speeds[Int(course)] }
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
