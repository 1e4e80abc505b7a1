import Messages

/// Formats live traffic as text.
enum TrafficRendering {
  static func render(_ roads: [TrafficRoad], style: Style) -> String {
    TextTable(
      roads,
      [
        .init("Road") { text($0.road) },
        .init("State", painted: { (text($0.state), $0.state == .closed ? .red : nil) }),
        .init("Stretches", .right) { "\($0.segments)" },
        .init("Kept") { $0.isKept ? "yes" : "no" }, .init("Name") { $0.name ?? "–" },
      ]
    ).render(style)
  }

  /// One line for each road of a change.
  static func render(_ change: TrafficChanged) -> String {
    var lines: [String] = []
    if change.change.clearAll == true { lines.append("all roads as usual") }
    lines += (change.change.clear ?? []).map { "\(text($0)) as usual" }
    lines += (change.change.set ?? []).map { "\(text($0.road)) \(text($0.state))" }
    return lines.map { "#\(change.version)  \($0)\n" }.joined()
  }

  /// The road as the command line accepts it, with its bearing.
  static func text(_ road: RoadReference) -> String {
    let name =
      road.way.map { "way:\($0)" } ?? road.coordinate.map(Formats.coordinate) ?? "a road"
    return name + (road.bearing.map { " bearing \(Formats.decimal($0, places: 0))°" } ?? "")
  }

  static func text(_ state: RoadCondition) -> String {
    switch state {
    case .closed: return "closed"
    case .speed(let kilometersPerHour):
      let isWhole = kilometersPerHour == kilometersPerHour.rounded()
      return Formats.decimal(kilometersPerHour, places: isWhole ? 0 : 1) + " km/h"
    }
  }
}
