import Messages

/// Formats kept plans as text.
enum PlanHistoryRendering {
  static func list(_ reply: PlanListReply, style: Style) -> String {
    if reply.plans.isEmpty { return "No plan is kept.\n" }
    let table = TextTable(
      reply.plans,
      [
        .init("ID") { $0.id.rawValue },
        // The planner's own clock has no zone; the trip's does.
        .init("Made", isDetail: true) {
          Formats.clock($0.made.withOffset(of: $0.departure), unlessOn: "")
        },
        .init("Leave") { Formats.clock($0.departure, unlessOn: "") },
        .init("Be there by") { Formats.clock($0.deadline, unlessOn: Formats.day($0.departure)) },
        .init("On time", .right, isDetail: true) { "\($0.onTime)" },
        .init("For", isDetail: true) { $0.category.rawValue },
        .init("Trip") { "\($0.origin) to \($0.destination)" },
      ])
    return table.render(style)
      + "\nquickbrew plan show ID shows one, plan replay ID makes it again.\n"
  }

  static func render(_ kept: KeptPlan, style: Style) -> String {
    PlanRendering.render(kept.plan, style: style) + "\n" + inputs(kept)
  }

  /// What the plan was computed from.
  private static func inputs(_ kept: KeptPlan) -> String {
    let made = kept.made.withOffset(of: kept.plan.departure)
    let rows = [
      ("Plan", kept.plan.id.rawValue), ("Made", Formats.clock(made, unlessOn: "")),
      ("Software", kept.inputs.software), ("Map", kept.inputs.mapVersion),
      ("Traffic", kept.inputs.trafficVersion.map { "\($0)" }),
      ("Venues", kept.inputs.venues.map { "\($0.epoch):\($0.sequence)" }),
    ]
    return rows.compactMap { name, value in
      value.map { "\(name)\(String(repeating: " ", count: 10 - name.count))\($0.printable)\n" }
    }.joined()
  }

  static func replay(_ reply: PlanReplayReply, style: Style) -> String {
    let differences = reply.differences.map { text($0) + "\n" }.joined()
    guard !reply.isSame else {
      return style.paint("The plan is the same.", .green) + "\n"
        + (differences.isEmpty ? "" : "Without effect on it:\n" + differences)
    }
    guard let first = reply.differences.first else {
      return style.paint("The plan differs, and every known input is the same.", .red) + "\n"
    }
    let others = reply.differences.dropFirst().map { text($0) + "\n" }.joined()
    return style.paint("The plan differs. The first input that differs:", .red) + "\n"
      + text(first) + "\n" + (others.isEmpty ? "" : "Then:\n" + others) + "\n"
      + PlanRendering.render(reply.plan, style: style)
  }

  private static func text(_ difference: PlanInputDifference) -> String {
    let before = difference.before?.printable ?? "none"
    return
      "  \(difference.input.rawValue): \(before) then, \(difference.now?.printable ?? "none") now"
  }
}
