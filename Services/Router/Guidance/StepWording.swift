import Messages

/// Words the instructions and notes of a route, in English.
struct StepWording {
  /// The sentences of a leg's steps; repeated ones are marked by `again`.
  func sentences(_ steps: [StepContent]) -> [String] {
    var last = ""
    var count = 0
    return steps.map { step in
      let text = sentence(step)
      count = text == last ? count + 1 : 0
      last = text
      return count == 0 ? text : again(text, count: count)
    }
  }

  /// One sentence without a full stop.
  func sentence(_ step: StepContent) -> String {
    let text = plain(step) + (step.isPushed ? ", pushing the bicycle" : "")
    guard let lanes = usefulLanes(step) else { return text }
    if step.maneuver.kind == .roundabout {
      return text.replacing(", take", with: ", use \(lanes) to take", maxReplacements: 1)
    }
    return "Use \(lanes) to \(text.prefix(1).lowercased())\(text.dropFirst())"
  }

  /// A sentence that repeats the one before; `count` is how often it was given in a row already.
  private func again(_ sentence: String, count: Int) -> String {
    sentence + (count.isMultiple(of: 2) ? " once more" : " again")
  }

  private func plain(_ step: StepContent) -> String {
    switch step.maneuver.kind {
    case .depart: depart(step)
    case .turn: takeStairs(step) ?? turning(step.maneuver.direction) + goal(step)
    case .continue: goOn(step)
    case .newName: "Continue" + goal(step)
    case .merge: "Merge" + goal(step)
    case .fork: fork(step)
    case .ramp: ramp(step)
    case .roundabout: roundabout(step)
    case .exitRoundabout: "Leave the roundabout" + goal(step)
    case .endOfRoad:
      "At the end of the road, " + lowercased(turning(step.maneuver.direction)) + goal(step)
    case .uTurn:
      step.context == .deadEnd
        ? "Turn round at the end of the road" : "Make a U-turn" + onto(step)
    case .ferry: board(step)
    case .arrive: arrive(step)
    }
  }

  // MARK: on the way

  private func depart(_ step: StepContent) -> String {
    if step.wayKind == .ferry || step.wayKind == .carTrain { return board(step) }
    guard case .heading(let bearing) = step.context else { return "Set off" + on(step) }
    let winds = [
      "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    ]
    return "Head \(winds[Int((bearing / 45).rounded()) % 8])" + on(step)
  }

  private func turning(_ direction: TurnDirection?) -> String {
    switch direction {
    case .straight, nil: "Continue straight"
    case .slightRight: "Bear right"
    case .right: "Turn right"
    case .sharpRight: "Turn sharp right"
    case .uturn: "Make a U-turn"
    case .sharpLeft: "Turn sharp left"
    case .left: "Turn left"
    case .slightLeft: "Bear left"
    }
  }

  private func goOn(_ step: StepContent) -> String {
    if step.context == .leavingFerry {
      return step.road == nil ? "Leave the ferry" : "Leave the ferry and continue" + on(step)
    }
    let action = turning(step.maneuver.direction)
    guard step.context == .staying, let road = step.road else { return action + goal(step) }
    let isStraight = step.maneuver.direction == .straight || step.maneuver.direction == nil
    return (isStraight ? "\(action) on \(road)" : "\(action) to stay on \(road)") + towards(step)
  }

  private func fork(_ step: StepContent) -> String {
    let keep =
      switch step.maneuver.direction {
      case .slightLeft, .left, .sharpLeft: "Keep left"
      case .slightRight, .right, .sharpRight: "Keep right"
      default: "Keep straight on"
      }
    if step.context == .staying, let road = step.road { return "\(keep) to stay on \(road)" }
    let goal = (step.road.map { " onto \($0)" } ?? "") + towards(step)
    return keep + (goal.isEmpty ? " at the fork" : goal)
  }

  private func ramp(_ step: StepContent) -> String {
    let goal = (step.road.map { " to \($0)" } ?? "") + towards(step)
    guard case .leavingHighway(let name) = step.context else {
      switch step.maneuver.direction {
      case .slightLeft, .slightRight, .straight, nil: return "Take the ramp" + hand(step) + goal
      default: return turning(step.maneuver.direction) + " onto the ramp" + goal
      }
    }
    guard let number = step.maneuver.exitNumber else {
      return "Take the exit" + (name.map { " \($0)" } ?? "") + hand(step) + goal
    }
    return "Take exit \(number)" + (name.map { ", \($0)," } ?? "") + hand(step) + goal
  }

  private func hand(_ step: StepContent) -> String {
    switch step.maneuver.direction {
    case .slightLeft, .left, .sharpLeft: " on the left"
    case .slightRight, .right, .sharpRight: " on the right"
    default: ""
    }
  }

  private func roundabout(_ step: StepContent) -> String {
    if step.isOnFoot { return "Go round the roundabout" + onto(step) }
    guard let exit = step.maneuver.exit else { return "Enter the roundabout" }
    return "At the roundabout, take the \(Self.ordinal(exit)) exit" + goal(step)
  }

  private func takeStairs(_ step: StepContent) -> String? {
    guard step.wayKind == .stairs else { return nil }
    return step.road.map { "Take the stairs, \($0)" } ?? "Take the stairs"
  }

  private func board(_ step: StepContent) -> String {
    let kind = step.wayKind == .carTrain ? "car train" : "ferry"
    guard let road = step.road else { return "Take the \(kind)" }
    return road.lowercased().contains(kind) ? "Take the \(road)" : "Take the \(kind) \(road)"
  }

  private func arrive(_ step: StepContent) -> String {
    var goal = "the destination"
    if case .stop(let stop?) = step.context { goal = "stop \(stop)" }
    let side =
      switch step.maneuver.direction {
      case .left: ", on the left"
      case .right: ", on the right"
      case .straight: ", straight ahead"
      default: ""
      }
    return "Arrive at \(goal)\(side)"
  }

  // MARK: roads

  private func onto(_ step: StepContent) -> String { roadName(step).map { " onto \($0)" } ?? "" }

  private func goal(_ step: StepContent) -> String { onto(step) + towards(step) }

  private func on(_ step: StepContent) -> String { roadName(step).map { " on \($0)" } ?? "" }

  private func towards(_ step: StepContent) -> String {
    step.maneuver.destinations.map { " towards \($0)" } ?? ""
  }

  private func roadName(_ step: StepContent) -> String? {
    if let road = step.road { return road }
    return switch step.wayKind {
    case .road: nil
    case .footpath: "the footpath"
    case .path: "the path"
    case .cyclePath: "the cycle path"
    case .track: "the track"
    case .stairs: "the stairs"
    case .pier: "the pier"
    case .ferry: "the ferry"
    case .carTrain: "the car train"
    }
  }

  /// "the left lane", "the two right lanes": from three lanes on, if only those at one side are
  /// valid.
  private func usefulLanes(_ step: StepContent) -> String? {
    guard let lanes = step.maneuver.lanes, lanes.count > 2, step.maneuver.kind != .endOfRoad else {
      return nil
    }
    let valid = lanes.count(where: \.isValid)
    let isLeft = lanes.prefix(valid).allSatisfy(\.isValid)
    guard valid > 0, valid < lanes.count, isLeft || lanes.suffix(valid).allSatisfy(\.isValid) else {
      return nil
    }
    let side = isLeft ? "left" : "right"
    return valid == 1 ? "the \(side) lane" : "the \(Self.number(valid)) \(side) lanes"
  }

  // MARK: notes

  func sentence(_ note: NoteContent) -> String {
    switch note {
    case .toll: return "This route has tolls."
    case .ferry: return "This route takes a ferry."
    case .unpaved(let meters): return "This route has \(Self.length(meters)) of unpaved road."
    case .privateRoad(let atStart, let atEnd):
      let verb = atStart && atEnd ? "begins and ends" : atStart ? "begins" : "ends"
      return "This route \(verb) on a private road, or one for residents and visitors only."
    case .pushed(let meters): return "A bicycle is pushed for \(Self.length(meters)) of this route."
    case .throughPrivateRoad:
      return """
        This route passes a private road, or one for residents and visitors only: no other leads \
        there.
        """
    case .farFromRoad(let start, let end): return far(start, end)
    case .otherSide(let atStart, let atEnd):
      let verb = atStart && atEnd ? "begins and ends" : atStart ? "begins" : "ends"
      return
        "This route \(verb) on the other side of the street: no road leads there on the near one."
    case .conditional:
      return "This route passes a road where other rules hold at certain times."
    case .avoided:
      return "This route uses roads that should be avoided: no other way is near as quick."
    }
  }

  private func far(_ start: Int?, _ end: Int?) -> String {
    let ends = [(start, "The start"), (end, "The destination")].compactMap { meters, name in
      meters.map { "\(name) is \(Self.length($0)) from the nearest road." }
    }
    return ends.joined(separator: " ")
  }

  /// "350 m", "1.4 km".
  private static func length(_ meters: Int) -> String {
    guard meters >= 950 else { return "\((meters + 25) / 50 * 50) m" }
    let tenths = (meters + 50) / 100
    return "\(tenths / 10).\(tenths % 10) km"
  }

  // MARK: numbers

  private static func number(_ number: Int) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(number - 2) ? words[number - 2] : "\(number)"
  }

  /// "first", and from the eleventh on "11th".
  static func ordinal(_ number: Int) -> String {
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    if words.indices.contains(number - 1) { return words[number - 1] }
    let suffix =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }

  private func lowercased(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
