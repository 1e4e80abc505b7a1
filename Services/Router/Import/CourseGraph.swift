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
  /// By node: how many streets meet that cars slow down for.
  let streets: [UInt16]
  private let isCrossable: [Bool]

  /// How far along a road its bearing at a junction is measured, so that a kink does not mislead.
  static let bearingReach: Meters = 10

  init(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    courseCount = 2 * cutter.pieces.count
    var tails: [UInt32] = []
    var speeds: [UInt16] = []
    var bearings: [Float] = []
    var isEndsOnly: [Bool] = []
    var degrees = [UInt16](repeating: 0, count: cutter.tags.count)
    for piece in cutter.pieces {
      let road = survey.roads[piece.road].travel(cutter.profile)
      let points = survey.points[piece.points]
      tails += [piece.tail, piece.head]
      speeds += [road.forwardSpeed, road.backwardSpeed]
      bearings.append(Self.bearing(points))
      bearings.append(Self.bearing(points.reversed()))
      isEndsOnly += [road.flags.contains(.endsOnly), road.flags.contains(.endsOnly)]
      for node in [piece.tail, piece.head] where degrees[Int(node)] < .max {
        degrees[Int(node)] += 1
      }
    }
    var streets = [UInt16](repeating: 0, count: cutter.tags.count)
    var isCrossable: [Bool] = []
    for piece in cutter.pieces {
      let road = survey.roads[piece.road]
      let flags = road.travel(cutter.profile).flags
      let isCrossed = road.roadClass.isStreet && !flags.contains(.roundabout)
      isCrossable += [isCrossed, isCrossed]
      guard road.roadClass.isStreet, !road.roadClass.isMinor else { continue }
      for node in [piece.tail, piece.head] where streets[Int(node)] < .max {
        streets[Int(node)] += 1
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
    self.streets = streets
    self.isCrossable = isCrossable
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

  /// Whether a turn passes a crossing of streets on the level.
  func isCrossing(from: UInt32, to: UInt32) -> Bool {
    streets[Int(head(from))] > 2 && isCrossable[Int(from)] && isCrossable[Int(to)]
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
