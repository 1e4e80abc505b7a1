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
      let times = [
        "time": Formats.clock(departure), "day": Formats.onDate(departure),
        "zone": Formats.offset(departure),
        "arrival": Formats.clock(arrival, unlessOn: Formats.day(departure)),
      ]
      text += Formats.phrase("route.times", times) + "\n"
    }
    if isOnEmptyRoads { text += Formats.phrase("route.emptyRoads") + "\n" }
    if route.distanceMeters == 0 { text += note(Formats.phrase("route.nowhere")) }
    text += notes(route.notes)
    text += legs(route.legs)
    for (index, other) in (route.alternatives ?? []).enumerated() {
      let slower = Formats.signedDuration(other.durationSeconds - route.durationSeconds)
      let slots = ["number": "\(index + 1)", "drive": drive(other), "slower": slower]
      text += Formats.phrase("route.alternative", slots) + "\n"
      text += notes(other.notes) + legs(other.legs) + geometry(other.geometry)
    }
    text += geometry(route.geometry)
    if let isVerified = route.verified {
      text +=
        isVerified
        ? style.paint(Formats.phrase("route.verified"), .green) + "\n"
        : style.paint(Formats.phrase("route.notVerified"), .red) + "\n"
    }
    return text
  }

  private static func drive(_ route: RouteReply) -> String {
    drive(
      route.durationSeconds, route.distanceMeters, route.name, route.ascentMeters,
      route.descentMeters)
  }

  /// An alternative is a single leg.
  private static func drive(_ route: RouteAlternative) -> String {
    drive(
      route.durationSeconds, route.distanceMeters, route.name, route.legs.first?.ascentMeters,
      route.legs.first?.descentMeters)
  }

  private static func drive(
    _ seconds: Int, _ meters: Int, _ name: String?, _ ascent: Int?, _ descent: Int?
  ) -> String {
    let hasBoth = ascent != nil && descent != nil
    return Formats.phrase(
      "route.drive",
      [
        "time": Formats.duration(seconds), "distance": Formats.distance(Double(meters)),
        "road": name?.printable, "up": hasBoth ? ascent.map { "\($0)" } : nil,
        "down": hasBoth ? descent.map { "\($0)" } : nil,
      ])
  }

  private static func note(_ text: String) -> String {
    Formats.phrase("note", ["text": text.printable]) + "\n"
  }

  private static func notes(_ notes: [RouteWarning]?) -> String {
    (notes ?? []).map { note($0.text) }.joined()
  }

  private static func legs(_ legs: [RouteLeg]) -> String {
    var text = ""
    for (index, leg) in legs.enumerated() {
      if legs.count > 1 {
        let drive = drive(
          leg.durationSeconds, leg.distanceMeters, leg.name, leg.ascentMeters, leg.descentMeters)
        text += Formats.phrase("route.leg", ["number": "\(index + 1)", "drive": drive]) + "\n"
      }
      if let steps = leg.steps { text += StepRendering.render(steps) }
    }
    return text
  }

  private static func geometry(_ line: EncodedPolyline?) -> String {
    line.map { "\(Formats.phrase("route.line"))  \($0.rawValue)\n" } ?? ""
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
        $0.seconds[index].map(Formats.duration) ?? Formats.phrase("table.noRoad")
      }
    }
    return TextTable(rows, [.init(titled: "fromTo") { $0.name }] + columns).render(style)
  }

  static func render(_ reply: NearestRoadReply, style: Style) -> String {
    TextTable(
      reply.points,
      [
        .init(titled: "coordinate") { Formats.coordinate($0.coordinate) },
        .init(titled: "distance", .right) { Formats.distance($0.distanceMeters) },
        .init(titled: "way", .right) { $0.way.map { "\($0)" } ?? "–" },
        .init(titled: "name") { $0.name ?? "–" },
      ]
    ).render(style)
  }

  /// A point of the road network: "Market Street, 37.785834,-122.406417".
  static func description(_ point: SnappedWaypoint) -> String {
    let coordinate = Formats.coordinate(point.coordinate)
    return point.name.map { "\($0.printable), \(coordinate)" } ?? coordinate
  }
}
