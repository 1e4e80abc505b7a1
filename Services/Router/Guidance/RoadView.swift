import Geography

/// A piece of a route with the properties of its road that guidance uses.
struct RoadView {
  let piece: PathPiece
  let street: Street
  let signs: RoadSigns
  let roadClass: RoadClass
  let flags: SegmentFlags
  /// Compass bearings at which the road is entered and left, degrees.
  let entry: Double
  let exit: Double
  /// Whether the opposite direction is closed.
  let isOneWay: Bool

  init(_ piece: PathPiece, _ network: RoadNetwork) {
    self.piece = piece
    let segment = piece.directedSegment.segment
    roadClass = network.roadClass(of: segment)
    signs = network.signs(of: segment)
    street = Street(
      name: network.nameIndex(of: segment), ref: signs.ref,
      isIdentifiedByNumber: roadClass == .motorway)
    flags = network.flags(of: segment)
    entry = network.bearing(leaving: piece.directedSegment)
    exit = network.bearing(leaving: piece.directedSegment.reversed) + 180
    isOneWay = network.arcs(of: piece.directedSegment.reversed).isEmpty
  }

  /// What the signs at its start say to those who travel its way.
  var destinations: RoadSigns.Destinations {
    piece.directedSegment.isBackward ? signs.backward : signs.forward
  }
  var centimeters: UInt32 { piece.centimeters }
  var isRoundabout: Bool { flags.contains(.roundabout) }
  var isFerry: Bool { roadClass.isFerry }
  var isCrossing: Bool { flags.contains(.crossing) }
  var isLink: Bool { roadClass.isLink }
  /// Whether a bicycle is pushed.
  var isPushed: Bool {
    flags.contains(piece.directedSegment.isBackward ? .pushedBackward : .pushedForward)
  }
  var isMotorway: Bool { roadClass == .motorway }
  /// A motorway or a trunk road.
  var isHighway: Bool { roadClass == .motorway || roadClass == .trunk }
  var isMinor: Bool { roadClass.isMinor }

  /// The angle of a turn from this road into another, degrees to the right, -180 ... 180.
  func angle(to other: RoadView) -> Double { Angles.turn(from: exit, to: other.entry) }
}

/// Compass bearings and the turns between them, in degrees.
enum Angles {
  /// The upper limits of straight, slight and normal turns; after OSRM's turn classes.
  static let straightBelow = 20.0
  static let slightBelow = 55.0
  static let turnBelow = 125.0

  /// From one bearing to another, positive to the right, -180 ... 180.
  static func turn(from: Double, to: Double) -> Double {
    var angle = (to - from).truncatingRemainder(dividingBy: 360)
    if angle > 180 { angle -= 360 }
    if angle < -180 { angle += 360 }
    return angle
  }
}

extension RoadNetwork {
  /// The distance along a road over which its bearing at a junction is measured, to ignore kinks.
  private static let bearingReach = 10.0

  /// The compass bearing at the start of a directed segment.
  func bearing(leaving directedSegment: DirectedSegment) -> Double {
    let points = pointRange(of: directedSegment.segment)
    let isBackward = directedSegment.isBackward
    let first = point(isBackward ? points.upperBound - 1 : points.lowerBound).coordinate
    var (far, left) = (first, Self.bearingReach)
    for step in 1..<points.count {
      let next = point(isBackward ? points.upperBound - 1 - step : points.lowerBound + step)
        .coordinate
      let distance = far.distance(to: next)
      guard distance < left else {
        // A point farther on says where the road leads after its next bend.
        return first.bearing(to: far.moved(by: left, bearing: far.bearing(to: next)))
      }
      (far, left) = (next, left - distance)
    }
    return first.bearing(to: far)
  }

  /// The compass bearings from point to point along a directed segment.
  func bearings(along directedSegment: DirectedSegment) -> [Double] {
    var points = pointRange(of: directedSegment.segment).map { point($0).coordinate }
    if directedSegment.isBackward { points.reverse() }
    return zip(points, points.dropFirst()).map { $0.bearing(to: $1) }
  }
}
