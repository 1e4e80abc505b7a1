import Geography
import Messages

/// The router's replies as a person reads them.
enum RouterRendering {
  static func render(_ route: RouteReply, style: Style) -> String {
    var text =
      style.paint(
        drive(route.durationSeconds, route.distanceMeters, route.name), .bold) + "\n"
    for (index, leg) in route.legs.enumerated() {
      if route.legs.count > 1 {
        text += "Leg \(index + 1): \(drive(leg.durationSeconds, leg.distanceMeters, leg.name))\n"
      }
      if let steps = leg.steps { text += StepRendering.render(steps) }
    }
    if let geometry = route.geometry { text += "Geometry  \(geometry.rawValue)\n" }
    return text
  }

  private static func drive(_ seconds: Int, _ meters: Int, _ name: String?) -> String {
    "\(Formats.duration(seconds)), \(Formats.distance(Double(meters)))"
      + (name.map { " via \($0.printable)" } ?? "")
  }

  /// - Parameters:
  ///   - sources: what to call the rows.
  ///   - destinations: what to call the columns.
  static func render(
    _ table: TableReply, sources: [String], destinations: [String], style: Style
  ) -> String {
    var text = TextTable(
      [.init("From \\ to")] + destinations.map { .init($0.printable, .right) })
    for (name, cells) in zip(sources, table.durationsSeconds ?? []) {
      text.add([.init(name)] + cells.map { .init($0.map(Formats.duration) ?? "no road") })
    }
    return text.render(style)
  }
}
