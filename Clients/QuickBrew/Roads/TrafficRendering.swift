import Messages

/// Formats live traffic as text.
enum TrafficRendering {
  static func render(_ roads: [TrafficRoad], style: Style) -> String {
    var table = TextTable([
      .init("Road"), .init("State"), .init("Stretches", .right), .init("Kept"), .init("Name"),
    ])
    for road in roads {
      table.add([
        .init(text(road.road)), .init(text(road.state), road.state == .closed ? .red : nil),
        .init("\(road.segments)"), .init(road.isKept ? "yes" : "no"), .init(road.name ?? "–"),
      ])
    }
    return table.render(style)
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
