import Messages

/// The sentences of a step, all of them.
enum StepWording {
  static func depart(bearing: Double, name: String?) -> String {
    let winds = [
      "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    ]
    let wind = winds[Int((bearing / 45).rounded()) % 8]
    return name.map { "Head \(wind) on \($0)" } ?? "Head \(wind)"
  }

  static func turn(_ direction: TurnDirection, name: String?) -> String {
    let action =
      switch direction {
      case .straight: "Go straight on"
      case .slightRight: "Bear right"
      case .right: "Turn right"
      case .sharpRight: "Turn sharp right"
      case .uturn: "Make a U-turn"
      case .sharpLeft: "Turn sharp left"
      case .left: "Turn left"
      case .slightLeft: "Bear left"
      }
    return action + onto(name)
  }

  static func `continue`(name: String?, isFerry: Bool) -> String {
    if isFerry { return name.map { "Take the ferry \($0)" } ?? "Take the ferry" }
    return "Continue" + onto(name)
  }

  static func roundabout(exit: Int?, name: String?) -> String {
    guard let exit else { return "Enter the roundabout" }
    return "At the roundabout take the \(ordinal(exit)) exit" + onto(name)
  }

  /// - Parameter stop: which of the points between, from 1; `nil` at the destination.
  static func arrive(stop: Int?) -> String {
    stop.map { "Arrive at stop \($0)" } ?? "Arrive at the destination"
  }

  private static func onto(_ name: String?) -> String { name.map { " onto \($0)" } ?? "" }

  static func ordinal(_ number: Int) -> String {
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
}
