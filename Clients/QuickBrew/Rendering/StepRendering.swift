import Messages

/// Steps of a drive, numbered.
enum StepRendering {
  static func render(_ steps: [RouteStep]) -> String {
    var table = TextTable([
      .init("", .right), .init(""), .init("", .right), .init("", .right),
    ])
    for (index, step) in steps.enumerated() {
      let moves = step.maneuver.kind != .arrive
      table.add([
        .init("  \(index + 1)."), .init(step.instruction),
        .init(moves ? Formats.distance(Double(step.distanceMeters)) : ""),
        .init(moves ? Formats.duration(step.durationSeconds) : ""),
      ])
    }
    // The columns need no headings.
    return String(table.render(.plain).drop { $0 != "\n" }.dropFirst())
  }
}
