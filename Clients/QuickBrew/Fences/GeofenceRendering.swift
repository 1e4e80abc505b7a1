import Geography
import Messages
import Time

/// Formats fences and their events as text.
enum GeofenceRendering {
  static func render(_ reply: FenceListReply, style: Style) -> String {
    TextTable(
      reply.fences,
      [
        .init(titled: "fence") { $0.id.rawValue }, .init(titled: "area") { area($0.area) },
        .init(titled: "board", isDetail: true) { $0.board?.rawValue },
        .init(titled: "tags", isDetail: true) { Formats.list($0.definition.tags ?? []) },
        .init(titled: "hours") { WeekWords.text($0.definition.hours ?? []) },
        .init(titled: "expires", isDetail: true) { $0.definition.expires.map(minute) },
        .init(titled: "label", isKept: true) { $0.label },
      ]
    ).render(style)
  }

  /// `Watching fence-1 “Home”: 1.0 km around 37.785834,-122.406417, Mon–Fri 08:00–18:00`.
  ///
  /// - Parameter key: what became of it, `added` or `removed`.
  static func line(_ key: String, _ fence: Fence) -> String {
    let definition = fence.definition
    let slots = [
      "fence": name(fence.id, fence.label), "area": area(fence.area),
      "tags": Formats.list((definition.tags ?? []).map(\.printable)),
      "dwell": definition.dwellSeconds.map(Formats.duration),
      "hours": WeekWords.text(definition.hours ?? []),
      "expires": definition.expires.map(minute),
    ]
    return Formats.phrase("fence.\(key)", slots) + "\n"
  }

  private static func minute(_ time: Timestamp) -> String {
    "\(Formats.minute(time, unlessOn: "")) \(Formats.offset(time))"
  }

  private static func area(_ area: FenceArea) -> String {
    switch area {
    case .circle(let center, let radius):
      Formats.phrase(
        "fence.circle", ["radius": Formats.distance(radius), "place": Formats.coordinate(center)])
    case .polygon(let rings):
      Formats.phrase(
        "fence.polygon", count: rings.reduce(0) { $0 + $1.count },
        [
          "rings": rings.count > 1 ? "\(rings.count)" : nil,
          "place": rings.first?.first.map(Formats.coordinate),
        ])
    case .corridor(let line, let buffer):
      Formats.phrase(
        "fence.corridor", count: line.count,
        ["width": Formats.distance(2 * buffer), "place": line.first.map(Formats.coordinate)])
    }
  }

  static func render(_ event: GeofenceEvent, style: Style) -> String {
    let kind = event.becomes ?? event.kind
    let paints: [GeofenceEvent.Kind: Style.Paint] = [.enter: .green, .exit: .red, .cross: .red]
    let text = Formats.phrase(
      "fence.event.\(kind.rawValue)",
      [
        "device": event.device.rawValue.printable,
        "fence": style.paint(name(event.fence.id, event.fence.label), paints[kind]),
        "time": event.visitSeconds.map { Formats.duration(Int($0)) },
        "reason": event.reason.map { Formats.phrase("fence.reason.\($0.rawValue)") },
        "replaced": event.replaces.map { "\($0)" },
      ])
    return "\(Formats.moment(event.time))  \(text)  \(style.paint("#\(event.number)", .faint))\n"
  }

  /// A device's position, the fences it is in and the map view around it.
  static func render(_ position: DevicePosition, style: Style) -> String {
    let text = Formats.phrase(
      position.inside?.isEmpty == true ? "position.outside" : "position.at",
      [
        "device": position.device.rawValue.printable,
        "color": position.color.map {
          style.paint(Formats.phrase("position.\($0.rawValue)"), $0 == .green ? .green : nil)
        },
        "place": Formats.coordinate(position.coordinate),
        "accuracy": position.accuracyMeters.map(Formats.distance),
        "fences": position.inside.map { Formats.list($0.map(\.rawValue.printable)) },
      ])
    let view = position.view.map { view in
      let southwest = Coordinate(latitude: view.south, longitude: view.west)
      let northeast = Coordinate(latitude: view.north, longitude: view.east)
      let edges = [southwest, northeast].map(Formats.coordinate).joined(separator: " ")
      return "  " + style.paint(Formats.phrase("position.view", ["edges": edges]), .faint)
    }
    return "\(Formats.moment(position.time))  \(text)\(view ?? "")\n"
  }

  static func render(_ reply: PositionReportReply, style: Style) -> String {
    if let flaw = reply.ignored {
      return Formats.phrase("position.ignored", ["reason": reason(flaw)]) + "\n"
    }
    let pending = (reply.pending ?? []).map { change in
      let slots = ["fence": "\(change.fence)", "time": Formats.clock(change.time)]
      return Formats.phrase("position.pending.\(change.kind.rawValue)", slots) + "\n"
    }
    if reply.events.isEmpty && pending.isEmpty { return Formats.phrase("position.quiet") + "\n" }
    return reply.events.map { render($0, style: style) }.joined() + pending.joined()
  }

  /// Why a position is ignored.
  static func reason(_ flaw: PositionRejection) -> String {
    Formats.phrase("position.flaw.\(flaw.rawValue)")
  }

  /// The next fence on a device's route.
  static func render(_ upcoming: UpcomingFence, style: Style) -> String {
    let day = Formats.day(upcoming.time)
    let (next, isActive) = (upcoming.next, upcoming.state == .active)
    let slots = [
      "device": upcoming.device.rawValue.printable,
      "fence": next.map { style.paint(name($0.fence.id, $0.fence.label), .green) },
      "time": next.map { Formats.clock($0.time, unlessOn: day) },
      "ahead": next.map { Formats.duration(Int($0.aheadSeconds.rounded())) },
      "distance": next.map { Formats.distance($0.aheadMeters) },
      "arrival": upcoming.arrival.map { Formats.clock($0, unlessOn: day) },
    ]
    let key = !isActive ? upcoming.state.rawValue : next == nil ? "none" : "next"
    return "\(Formats.moment(upcoming.time))  \(Formats.phrase("upcoming.\(key)", slots))\n"
  }

  private static func name(_ id: FenceID, _ label: String?) -> String {
    Formats.phrase("fence.name", ["id": id.rawValue.printable, "label": label?.printable])
  }
}
