import Geography
import Messages
import Time

/// Formats fences and their events as text.
enum GeofenceRendering {
  static func render(_ reply: FenceListReply, style: Style) -> String {
    TextTable(
      reply.fences,
      [
        .init("Fence") { $0.id.rawValue }, .init("Area") { area($0.area) },
        .init("Board", isDetail: true) { $0.board?.rawValue },
        .init("Tags", isDetail: true) { ($0.definition.tags ?? []).joined(separator: ", ") },
        .init("Hours") { WeeklyHoursText.format($0.definition.hours ?? []) },
        .init("Expires", isDetail: true) { $0.definition.expires.map(minute) },
        .init("Label", isKept: true) { $0.label },
      ]
    ).render(style)
  }

  /// `fence-1 “Home”: 1.0 km around 37.785834,-122.406417, Mo-Fr 08:00-18:00`.
  static func line(_ fence: Fence) -> String {
    let definition = fence.definition
    var parts = ["\(name(fence.id, fence.label)): \(area(fence.area))"]
    if let tags = definition.tags, !tags.isEmpty {
      parts.append("tagged " + tags.map(\.printable).joined(separator: ", "))
    }
    if let seconds = definition.dwellSeconds {
      parts.append("a stay reported after \(Formats.duration(seconds))")
    }
    if let hours = definition.hours, !hours.isEmpty { parts.append(WeeklyHoursText.format(hours)) }
    if let expires = definition.expires { parts.append("until \(minute(expires))") }
    return parts.joined(separator: ", ")
  }

  private static func minute(_ time: Timestamp) -> String {
    "\(Formats.minute(time, unlessOn: "")) "
      + Formats.offset(time)
  }

  private static func area(_ area: FenceArea) -> String {
    switch area {
    case .circle(let center, let radius):
      "\(Formats.distance(radius)) around \(Formats.coordinate(center))"
    case .polygon(let rings):
      "polygon of \(rings.reduce(0) { $0 + $1.count }) points "
        + (rings.count > 1 ? "in \(rings.count) rings " : "") + "from "
        + (rings.first?.first.map(Formats.coordinate) ?? "nowhere")
    case .corridor(let line, let buffer):
      "\(Formats.distance(2 * buffer)) wide along \(line.count) points from "
        + (line.first.map(Formats.coordinate) ?? "nowhere")
    }
  }

  static func render(_ event: GeofenceEvent, style: Style) -> String {
    let name = name(event.fence.id, event.fence.label)
    var text = "\(Formats.moment(event.time))  \(event.device.rawValue.printable) "
    text += "\(verb(event, style)) \(name)"
    if let seconds = event.visitSeconds { text += " after \(Formats.duration(Int(seconds)))" }
    if let reason = event.reason {
      text += ", for it \(reason == .removed ? "was removed" : reason.rawValue)"
    }
    if let replaced = event.replaces { text += "; #\(replaced) was wrong" }
    return text + "  " + style.paint("#\(event.number)", .faint) + "\n"
  }

  private static func verb(_ event: GeofenceEvent, _ style: Style) -> String {
    switch event.becomes ?? event.kind {
    case .enter: style.paint("entered", .green)
    case .exit: style.paint("left", .red)
    case .cross: style.paint("crossed", .red)
    case .dwell: "stayed in"
    case .correct: "did neither enter nor leave"
    }
  }

  /// A device's position, the fences it is in and the map view around it.
  static func render(_ position: DevicePosition, style: Style) -> String {
    var text = "\(Formats.moment(position.time))  \(position.device.rawValue.printable) is "
    if let color = position.color {
      text += style.paint(color.rawValue, color == .green ? .green : nil) + " "
    }
    text += "at \(Formats.coordinate(position.coordinate))"
    if let accuracy = position.accuracyMeters { text += " (\(Formats.distance(accuracy)))" }
    if let inside = position.inside {
      text += inside.isEmpty ? ", outside" : ", in "
      text += inside.map(\.rawValue.printable).joined(separator: ", ")
    }
    if let view = position.view {
      let southwest = Coordinate(latitude: view.south, longitude: view.west)
      let northeast = Coordinate(latitude: view.north, longitude: view.east)
      let edges = "\(Formats.coordinate(southwest)) \(Formats.coordinate(northeast))"
      text += "  " + style.paint("view \(edges)", .faint)
    }
    return text + "\n"
  }

  static func render(_ reply: PositionReportReply, style: Style) -> String {
    if let flaw = reply.ignored { return "Ignored: \(reason(flaw))\n" }
    let pending = (reply.pending ?? []).map { change in
      "Seems to have \(change.kind == .enter ? "entered" : "left") \(change.fence) at "
        + "\(Formats.clock(change.time)); the next positions decide.\n"
    }
    if reply.events.isEmpty && pending.isEmpty {
      return "Reported; no fence was entered or left.\n"
    }
    return reply.events.map { render($0, style: style) }.joined() + pending.joined()
  }

  /// The next fence on a device's route.
  static func render(_ upcoming: UpcomingFence, style: Style) -> String {
    let day = Formats.day(upcoming.time)
    var text = "\(Formats.moment(upcoming.time))  \(upcoming.device.rawValue.printable) "
    switch upcoming.state {
    case .off: return text + "is on no route.\n"
    case .arrived: return text + "is at the end of its route.\n"
    case .leftRoute: return text + "has left its route; what comes next is not known.\n"
    case .active: break
    }
    if let next = upcoming.next {
      let name = name(next.fence.id, next.fence.label)
      text +=
        "comes to \(style.paint(name, .green)) at \(Formats.clock(next.time, unlessOn: day)), "
      text += "in \(Formats.duration(Int(next.aheadSeconds.rounded()))) "
      text += "and \(Formats.distance(next.aheadMeters))"
    } else {
      text += "comes to no other fence"
    }
    if let arrival = upcoming.arrival {
      text += "; at the end at \(Formats.clock(arrival, unlessOn: day))"
    }
    return text + "\n"
  }

  private static func reason(_ flaw: PositionRejection) -> String {
    switch flaw {
    case .invalid: "no place on the globe"
    case .duplicate: "a position of the same time is known"
    case .outdated: "too much older than the newest position"
    case .future: "of the future; check the device's clock"
    case .inaccurate: "too inaccurate to be inside or outside"
    case .impossibleSpeed: "nobody moves so fast; another such position may be believed"
    }
  }

  private static func name(_ id: FenceID, _ label: String?) -> String {
    id.rawValue.printable + (label.map { " “\($0.printable)”" } ?? "")
  }
}
