import Messages

/// The content of an instruction, before it is put into words.
struct StepContent {
  let maneuver: Maneuver
  /// The name or number of the road that follows; `nil` where it has neither.
  var road: String?
  /// The kind of the road that follows.
  var wayKind: WayKind = .road
  var context: Context = .ordinary
  /// On foot the exits of a roundabout are not counted.
  var isOnFoot = false
  /// Whether a bicycle is pushed from here on.
  var isPushed = false

  /// The kind of a way, as far as an instruction names it.
  enum WayKind: CaseIterable {
    case road, footpath, path, cyclePath, track, stairs, pier, ferry, carTrain
  }

  /// What the wording needs beyond the maneuver.
  enum Context: Equatable {
    case ordinary
    /// At the start: the compass bearing, degrees.
    case heading(Double)
    /// Along the same street as before.
    case staying
    /// A U-turn at a dead end.
    case deadEnd
    /// A ramp off a motorway; with the name of the exit, if it has one.
    case leavingHighway(exitName: String?)
    case leavingFerry
    /// The number of the via point, from 1; `nil` at the destination.
    case stop(Int?)
  }
}

/// The content of a note, before it is put into words.
enum NoteContent: Equatable {
  case toll
  case ferry
  case unpaved(meters: Int)
  case privateRoad(atStart: Bool, atEnd: Bool)
  /// No other way leads there.
  case throughPrivateRoad
  case conditional
  /// The request avoids such roads, but no other leads there.
  case avoided
  case pushed(meters: Int)
  /// The metres from the waypoints to the road; `nil` at an end that is near one.
  case farFromRoad(start: Int?, end: Int?)
  case otherSide(atStart: Bool, atEnd: Bool)
}

extension StepContent.WayKind {
  init(_ roadClass: RoadClass) {
    self =
      switch roadClass {
      case .footway: .footpath
      case .path, .bridleway: .path
      case .cycleway: .cyclePath
      case .track: .track
      case .steps: .stairs
      case .pier: .pier
      case .ferry: .ferry
      case .shuttleTrain: .carTrain
      default: .road
      }
  }
}
