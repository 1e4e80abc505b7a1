import Messages

/// What a step tells, before it is put into words.
struct StepContent {
  let maneuver: Maneuver
  /// How the road that follows is called; `nil` where it has neither name nor number.
  var road: String?
  /// What the road that follows is.
  var wayKind: WayKind = .road
  var context: Context = .ordinary
  /// On foot nobody counts the exits of a roundabout.
  var isOnFoot = false

  /// What one goes on.
  enum WayKind: CaseIterable {
    case road, footpath, path, cyclePath, track, stairs, pier, ferry, carTrain
  }

  /// What the maneuver alone does not say.
  enum Context: Equatable {
    case ordinary
    /// At the start: the compass bearing, degrees.
    case heading(Double)
    /// Along the same street as before.
    case staying
    /// Round at the end of a road.
    case deadEnd
    /// Off a motorway, not onto one; with the name of the exit, where it has one.
    case leavingHighway(exitName: String?)
    case leavingFerry
    /// Which of the points between, from 1; `nil` at the destination.
    case stop(Int?)
  }
}

/// What a note tells, before it is put into words.
enum NoteContent: Equatable {
  case toll
  case ferry
  case unpaved(meters: Int)
  case privateRoad(atStart: Bool, atEnd: Bool)
  case conditional
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
