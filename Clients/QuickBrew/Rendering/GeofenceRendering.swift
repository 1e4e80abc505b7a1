import Messages

/// Fences and their events as a person reads them.
enum GeofenceRendering {
  static func render(_ reply: FenceListReply, style: Style) -> String {
    var table = TextTable([
      .init("Fence"), .init("Center"), .init("Radius", .right), .init("Label"),
    ])
    for fence in reply.fences {
      table.add([
        .init(fence.id.rawValue), .init(Formats.coordinate(fence.center)),
        .init(Formats.distance(fence.radiusMeters)), .init(fence.label ?? ""),
      ])
    }
    return table.render(style)
  }

  /// `fence-1 “Home”: 1.0 km around 37.785834,-122.406417`.
  static func line(_ fence: Fence) -> String {
    "\(name(fence)): \(Formats.distance(fence.radiusMeters)) around "
      + Formats.coordinate(fence.center)
  }

  static func render(_ event: GeofenceEvent, style: Style) -> String {
    let verb = event.kind == .enter ? style.paint("entered", .green) : style.paint("left", .red)
    return "\(Formats.day(event.time)) \(Formats.clock(event.time)) \(Formats.offset(event.time))  "
      + "\(event.device.rawValue.printable) \(verb) \(name(event.fence))  "
      + style.paint("#\(event.number)", .faint) + "\n"
  }

  static func render(_ reply: PositionReportReply, style: Style) -> String {
    if let reason = reply.ignored { return "Ignored: \(reason.printable)\n" }
    if reply.events.isEmpty { return "Reported; no fence was entered or left.\n" }
    return reply.events.map { render($0, style: style) }.joined()
  }

  private static func name(_ fence: Fence) -> String {
    fence.id.rawValue.printable + (fence.label.map { " “\($0.printable)”" } ?? "")
  }
}
