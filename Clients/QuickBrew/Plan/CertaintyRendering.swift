import Messages

/// Formats what a plan that was made without some service is based on.
enum CertaintyRendering {
  /// A line for each part that is not exact; empty if all are.
  static func render(_ plan: Plan, _ style: Style) -> String {
    guard let certainty = plan.certainty else { return "" }
    let parts = [
      (certainty.origin, "Where it begins"), (certainty.destination, "Where it ends"),
      (certainty.direct, "The direct drive"), (certainty.shops, "Which shops there are"),
      (certainty.detours, "The drives over the shops"), (certainty.legs, "The lines of the drives"),
    ]
    let lines = parts.filter { $0.0.kind != .exact }.map { part, what in
      let cause = part.cause.map { ". \($0.printable)" } ?? "."
      return style.paint("\(what): \(meaning(part))\(cause)", .faint) + "\n"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  private static func meaning(_ part: PlanCertainty.Part) -> String {
    switch part.kind {
    case .exact: "exact"
    case .stale: "as it was \(part.ageSeconds.map(Formats.uptime) ?? "some time") ago"
    case .bound: "not known; a straight line at the highest speed, so late is late for certain"
    case .missing: "not known"
    }
  }
}

extension Plan {
  /// Whether a stop that is on time is so for certain.
  var isCertain: Bool {
    guard let certainty else { return true }
    return certainty.detours.kind != .bound
  }
}
