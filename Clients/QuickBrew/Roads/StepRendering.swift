import Messages

/// Formats the steps of a drive, numbered, with signs and lanes.
enum StepRendering {
  static func render(_ steps: [RouteStep]) -> String {
    let moves = { (step: RouteStep) in step.maneuver.kind != .arrive }
    return TextTable(
      steps.enumerated().map { (number: $0 + 1, step: $1) },
      [
        .init("", .right) { "  \($0.number)." }, .init("") { $0.step.instruction },
        .init("", .right) {
          moves($0.step) ? Formats.distance(Double($0.step.distanceMeters)) : nil
        },
        .init("", .right) { moves($0.step) ? Formats.duration($0.step.durationSeconds) : nil },
        .init("") { hints($0.step) },
      ]
    ).render(.plain)
  }

  /// The exit number, the signs and the lanes, unless the instruction contains them already.
  private static func hints(_ step: RouteStep) -> String {
    let maneuver = step.maneuver
    var hints: [String] = []
    if let number = maneuver.exitNumber, !step.instruction.contains(number) {
      hints.append(Formats.phrase("step.exit", ["number": number]))
    }
    if let signs = maneuver.destinations, !step.instruction.contains(signs) {
      hints.append(Formats.phrase("step.signs", ["signs": signs]))
    }
    if let lanes = maneuver.lanes, !lanes.isEmpty {
      hints.append(Formats.phrase("step.lanes", ["lanes": text(lanes)]))
    }
    return Formats.list(hints)
  }

  /// The lanes from left to right, the valid ones in brackets: `↰ [↑] [↑↱]`.
  static func text(_ lanes: [Lane]) -> String {
    lanes.map { lane in
      let arrows = lane.directions.isEmpty ? "·" : lane.directions.map(arrow).joined()
      return lane.isValid ? "[\(arrows)]" : arrows
    }.joined(separator: " ")
  }

  private static func arrow(_ direction: TurnDirection) -> String {
    switch direction {
    case .straight: "↑"
    case .slightRight: "↗"
    case .right: "↱"
    case .sharpRight: "↘"
    case .uturn: "↶"
    case .sharpLeft: "↙"
    case .left: "↰"
    case .slightLeft: "↖"
    }
  }
}
