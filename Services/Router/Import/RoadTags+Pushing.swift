import Messages
import OpenStreetMap

/// Where bicycles are pushed: on ways for walkers, and against a one-way street, if one may walk
/// there. The same ways as in OSRM's bicycle profile.
extension RoadTags {
  /// The part of a walker's speed at which a bicycle is pushed: OSRM's 4 km/h to its walkers' 5.
  static let shareOfWalking = 0.8

  /// The road of a bicycle: ridden where `ridden` is open, else pushed.
  ///
  /// - Parameters:
  ///   - ridden: the road of a rider, or `nil`.
  ///   - walked: the road of a walker, likewise.
  static func bicycle(_ tags: Tags, ridden: RoadTags?, walked: RoadTags?) -> RoadTags? {
    guard let walked, !walked.roadClass.isFerry, !walked.flags.contains(.roundabout),
      ridden != nil || isForPushing(walked.roadClass, tags)
    else { return ridden }
    var road = ridden ?? walked.closed
    if road.forwardSpeed == nil, let speed = walked.forwardSpeed,
      !walked.flags.contains(.closedForward)
    {
      road.forwardSpeed = max(slowest, speed * shareOfWalking)
      road.flags.insert(.pushedForward)
    }
    if road.backwardSpeed == nil, let speed = walked.backwardSpeed,
      !walked.flags.contains(.closedBackward)
    {
      road.backwardSpeed = max(slowest, speed * shareOfWalking)
      road.flags.insert(.pushedBackward)
    }
    guard road.forwardSpeed != nil || road.backwardSpeed != nil else { return nil }
    return road
  }

  /// Whether a way that is closed to riders is one along which bicycles are pushed: not a road with
  /// a cycle path beside it.
  private static func isForPushing(_ roadClass: RoadClass, _ tags: Tags) -> Bool {
    guard tags["bicycle"] != "use_sidepath" else { return false }
    return switch roadClass {
    case .footway, .pedestrian, .path, .steps, .pier: true
    default: tags["foot"] != nil
    }
  }

  /// The same road without its directions, its rules at times and its warnings.
  private var closed: RoadTags {
    var road = self
    (road.forwardSpeed, road.backwardSpeed, road.warnings) = (nil, nil, [])
    road.rules = []
    road.flags.subtract([.closedForward, .closedBackward])
    return road
  }
}
