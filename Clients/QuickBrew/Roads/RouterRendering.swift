import Geography
import Messages
import Time

/// Formats the router's replies as text.
enum RouterRendering {
  /// - Parameter isOnEmptyRoads: whether the speeds are those of no time of the day.
  static func render(
    _ route: RouteReply, isOnEmptyRoads: Bool = false, style: Style
  ) -> String {
    var text = style.paint(drive(route), .bold) + "\n"
    if let departure = route.departure, let arrival = route.arrival {
      text += "Leave \(Formats.clock(departure)) \(Formats.onDate(departure)), "
      text += "\(zone(departure)); "
      text += "arrive \(Formats.clock(arrival, unlessOn: Formats.day(departure)))\n"
    }
    if isOnEmptyRoads { text += "On empty roads; --depart now has the speeds of now.\n" }
    if route.distanceMeters == 0 { text += "Note: The drive ends where it begins.\n" }
    text += notes(route.notes)
    text += legs(route.legs)
    for (index, other) in (route.alternatives ?? []).enumerated() {
      let slower = Formats.signedDuration(other.durationSeconds - route.durationSeconds)
      text += "Alternative \(index + 1): \(drive(other)) (\(slower))\n"
      text += notes(other.notes) + legs(other.legs) + geometry(other.geometry)
    }
    text += geometry(route.geometry)
    if let isVerified = route.verified {
      text +=
        isVerified
        ? style.paint("verified: equal to the referee", .green) + "\n"
        : style.paint("NOT verified: the referee's answer is another", .red) + "\n"
    }
    return text
  }

  private static func drive(_ route: RouteReply) -> String {
    drive(route.durationSeconds, route.distanceMeters, route.name)
      + climb(route.ascentMeters, route.descentMeters)
  }

  private static func climb(_ ascent: Int?, _ descent: Int?) -> String {
    guard let ascent, let descent else { return "" }
    return ", \(ascent) m up, \(descent) m down"
  }

  /// An alternative is a single leg.
  private static func drive(_ route: RouteAlternative) -> String {
    drive(route.durationSeconds, route.distanceMeters, route.name)
      + climb(route.legs.first?.ascentMeters, route.legs.first?.descentMeters)
  }

  private static func drive(_ seconds: Int, _ meters: Int, _ name: String?) -> String {
    "\(Formats.duration(seconds)), \(Formats.distance(Double(meters)))"
      + (name.map { " via \($0.printable)" } ?? "")
  }

  private static func zone(_ time: Timestamp) -> String { Formats.offset(time) }

  private static func notes(_ notes: [RouteWarning]?) -> String {
    (notes ?? []).map { "Note: \($0.text.printable)\n" }.joined()
  }

  private static func legs(_ legs: [RouteLeg]) -> String {
    var text = ""
    for (index, leg) in legs.enumerated() {
      if legs.count > 1 {
        text += "Leg \(index + 1): \(drive(leg.durationSeconds, leg.distanceMeters, leg.name))"
        text += climb(leg.ascentMeters, leg.descentMeters) + "\n"
      }
      if let steps = leg.steps { text += StepRendering.render(steps) }
    }
    return text
  }

  private static func geometry(_ line: EncodedPolyline?) -> String {
    line.map { "Geometry  \($0.rawValue)\n" } ?? ""
  }

  /// - Parameters:
  ///   - sources: the names of the rows.
  ///   - destinations: the names of the columns.
  static func render(
    _ table: TableReply, sources: [String], destinations: [String], style: Style
  ) -> String {
    let rows = zip(sources, table.durationsSeconds ?? []).map { (name: $0, seconds: $1) }
    let columns = destinations.enumerated().map { index, name in
      TextTable.Column<(name: String, seconds: [Int?])>(name.printable, .right) {
        $0.seconds[index].map(Formats.duration) ?? "no road"
      }
    }
    return TextTable(rows, [.init("From \\ to") { $0.name }] + columns).render(style)
  }

  static func render(_ reply: NearestRoadReply, style: Style) -> String {
    TextTable(
      reply.points,
      [
        .init("Coordinate") { Formats.coordinate($0.coordinate) },
        .init("Distance", .right) { Formats.distance($0.distanceMeters) },
        .init("Way", .right) { $0.way.map { "\($0)" } ?? "–" }, .init("Name") { $0.name ?? "–" },
      ]
    ).render(style)
  }

  /// A point of the road network: "Market Street, 37.785834,-122.406417".
  static func description(_ point: SnappedWaypoint) -> String {
    let coordinate = Formats.coordinate(point.coordinate)
    return point.name.map { "\($0.printable), \(coordinate)" } ?? coordinate
  }
}
