import Messages

/// Formats kept plans as text.
enum PlanHistoryRendering {
  static func list(_ reply: PlanListReply, style: Style) -> String {
    if reply.plans.isEmpty { return Formats.phrase("plans.none") + "\n" }
    let table = TextTable(
      reply.plans,
      [
        .init(titled: "id") { $0.id.rawValue },
        // The planner's own clock has no zone; the trip's does.
        .init(titled: "made", isDetail: true) {
          Formats.clock($0.made.withOffset(of: $0.departure), unlessOn: "")
        },
        .init(titled: "leave") { Formats.clock($0.departure, unlessOn: "") },
        .init(titled: "by") { Formats.clock($0.deadline, unlessOn: Formats.day($0.departure)) },
        .init(titled: "onTime", .right, isDetail: true) { "\($0.onTime)" },
        .init(titled: "for", isDetail: true) { Formats.word("kind", $0.category.rawValue) },
        .init(titled: "trip") {
          Formats.phrase("file.leg", ["from": $0.origin, "to": $0.destination])
        },
      ])
    return table.render(style) + "\n" + Formats.phrase("plans.next") + "\n"
  }

  static func render(_ kept: KeptPlan, style: Style) -> String {
    PlanRendering.render(kept.plan, style: style) + "\n" + inputs(kept)
  }

  /// What the plan was computed from.
  private static func inputs(_ kept: KeptPlan) -> String {
    let made = kept.made.withOffset(of: kept.plan.departure)
    let rows = [
      ("plan", kept.plan.id.rawValue), ("made", Formats.clock(made, unlessOn: "")),
      ("software", kept.inputs.software), ("map", kept.inputs.mapVersion),
      ("traffic", kept.inputs.trafficVersion.map { "\($0)" }),
      ("venues", kept.inputs.venues.map { "\($0.epoch):\($0.sequence)" }),
    ]
    return HelpText.list(
      rows.compactMap { key, value in
        value.map { (Formats.phrase("table.\(key)"), $0.printable) }
      })
  }

  static func replay(_ reply: PlanReplayReply, style: Style) -> String {
    let differences = reply.differences.map { text($0) + "\n" }
    let heading = { (key: String, paint: Style.Paint?) in
      style.paint(Formats.phrase("replay.\(key)"), paint) + "\n"
    }
    guard !reply.isSame else {
      return heading("same", .green)
        + (differences.isEmpty ? "" : heading("noEffect", nil) + differences.joined())
    }
    guard let first = differences.first else { return heading("unknown", .red) }
    let others = differences.dropFirst().joined()
    return heading("differs", .red) + first
      + (others.isEmpty ? "" : heading("others", nil) + others) + "\n"
      + PlanRendering.render(reply.plan, style: style)
  }

  private static func text(_ difference: PlanInputDifference) -> String {
    let (before, now) = (difference.before ?? "–", difference.now ?? "–")
    let input = Formats.phrase("table.\(difference.input.rawValue)")
    return "  "
      + Formats.phrase(
        "replay.input", ["input": input, "before": before.printable, "now": now.printable])
  }
}
