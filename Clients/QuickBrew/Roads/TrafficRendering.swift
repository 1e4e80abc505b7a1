import Messages

/// Formats live traffic as text.
enum TrafficRendering {
  static func render(_ roads: [TrafficRoad], style: Style) -> String {
    TextTable(
      roads,
      [
        .init(titled: "road") { text($0.road) },
        .init(
          Formats.phrase("table.state"),
          painted: { (text($0.state), $0.state == .closed ? .red : nil) }),
        .init(titled: "stretches", .right) { "\($0.segments)" },
        .init(titled: "kept") { Formats.word("offer", $0.isKept ? "yes" : "no") },
        .init(titled: "name") { $0.name ?? "–" },
      ]
    ).render(style)
  }

  /// One line for each road of a change.
  static func render(_ change: TrafficChanged) -> String {
    var lines: [String] = []
    if change.change.clearAll == true { lines.append(Formats.phrase("traffic.allUsual")) }
    lines += (change.change.clear ?? []).map { Formats.phrase("traffic.usual", ["road": text($0)]) }
    lines += (change.change.set ?? []).map {
      Formats.phrase("traffic.changed", ["road": text($0.road), "state": text($0.state)])
    }
    return lines.map { "#\(change.version)  \($0)\n" }.joined()
  }

  /// The road as the command line accepts it, with its bearing.
  static func text(_ road: RoadReference) -> String {
    let name = road.way.map { "way:\($0)" } ?? road.coordinate.map(Formats.coordinate)
    let bearing = road.bearing.map { Formats.decimal($0, places: 0) }
    return Formats.phrase("traffic.reference", ["road": name ?? "–", "bearing": bearing])
  }

  static func text(_ state: RoadCondition) -> String {
    switch state {
    case .closed: Formats.phrase("traffic.closed")
    case .speed(let kilometersPerHour): Formats.speed(kilometersPerHour)
    }
  }
}
