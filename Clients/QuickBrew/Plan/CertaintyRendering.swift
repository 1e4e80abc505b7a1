import Messages

/// Formats what a plan that was made without some service is based on.
enum CertaintyRendering {
  /// A line for each part that is not exact; empty if all are.
  static func render(_ plan: Plan, _ style: Style) -> String {
    guard let certainty = plan.certainty else { return "" }
    let parts = [
      (certainty.origin, "origin"), (certainty.destination, "destination"),
      (certainty.direct, "direct"), (certainty.shops, "shops"),
      (certainty.detours, "detours"), (certainty.legs, "legs"),
    ]
    let lines = parts.filter { $0.0.kind != .exact }.map { part, what in
      let cause = part.cause.map { ". \($0.printable)" } ?? "."
      let age = part.ageSeconds.map(Formats.uptime)
      let isOnce = part.kind == .stale && age == nil
      let meaning = Formats.phrase(
        "certainty.\(isOnce ? "staleOnce" : part.kind.rawValue)", ["age": age])
      return style.paint(
        Formats.phrase("certainty.\(what)", ["meaning": meaning]) + cause, .faint) + "\n"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

}

extension Plan {
  /// Whether a stop that is on time is so for certain.
  var isCertain: Bool {
    guard let certainty else { return true }
    return certainty.detours.kind != .bound
  }
}
