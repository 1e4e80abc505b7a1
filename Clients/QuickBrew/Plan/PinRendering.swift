import Geography
import Messages

/// Formats pin boards as text.
enum PinRendering {
  static func list(_ board: PinBoard, style: Style) -> String {
    let rows = board.pins.enumerated().map { index, pin in
      (pin: pin, drive: index > 0 && index <= board.legs.count ? board.legs[index - 1].drive : nil)
    }
    let table = TextTable(
      rows,
      [
        .init("") { $0.pin.label }, .init(titled: "pin") { $0.pin.place.label },
        .init(titled: "driveThere", .right, isKept: true) {
          $0.drive.map { Formats.duration($0.durationSeconds) }
        },
        .init("", .right) { $0.drive.map { Formats.distance(Meters($0.distanceMeters)) } },
        .init(titled: "via", isKept: true) { $0.drive?.name },
      ])
    var text = board.pins.isEmpty ? "" : table.render(style)
    if board.legs.count > 1 {
      let slots = [
        "time": Formats.duration(board.durationSeconds),
        "distance": Formats.distance(Meters(board.distanceMeters)),
      ]
      text += "\n" + Formats.phrase("pins.together", slots) + "\n"
    }
    text += (board.betterOrders ?? []).map { better($0) + "\n" }.joined()
    if board.watch != .off { text += watch(board) + "\n" }
    return text
  }

  /// `A C B D E saves 14 min 5 s`.
  private static func better(_ order: PinOrder) -> String {
    let (pins, time) = (order.order.joined(separator: " "), Formats.duration(order.savedSeconds))
    return Formats.phrase("pins.better", ["order": pins, "time": time])
  }

  static func watch(_ board: PinBoard) -> String {
    let radius = Formats.distance(FenceArea.defaultRadiusMeters)
    return Formats.phrase(
      "pins.watch.\(board.watch.rawValue)", count: board.pins.count,
      ["board": board.board.rawValue.printable, "radius": radius])
  }

  /// Each leg with its steps, then the total, and links to maps applications.
  static func directions(_ board: PinBoard, style: Style) -> String {
    var text = ""
    var driven = 0
    for leg in board.legs {
      let before = minutes(driven)
      driven += leg.drive.durationSeconds
      let slots = ["from": leg.from, "to": leg.to, "road": leg.drive.name?.printable]
      text += style.paint(Formats.phrase("pins.leg", slots), .bold) + "\n"
      text += time(minutes(driven) - before) + "\n"
      text += (leg.drive.steps ?? []).map { "  \(sentence($0).printable)\n" }.joined() + "\n"
    }
    if board.legs.count > 1, let first = board.pins.first, let last = board.pins.last {
      let distance = Formats.distance(Meters(board.distanceMeters))
      let slots = ["from": first.label, "to": last.label, "distance": distance]
      text += style.paint(Formats.phrase("pins.all", slots), .bold) + "\n"
      text += time(minutes(driven)) + "\n"
      text += (board.betterOrders ?? []).map { better($0) + "\n" }.joined() + "\n"
    }
    let links = MapLinks(board.pins.map(\.place.coordinate))
    text += "Apple Maps   \(links.apple)\nGoogle Maps  \(links.google)\n"
    return text + zip(board.pins, links.geo).map { "\($0.label)            \($1)\n" }.joined()
  }

  /// Rounded up to the minute. A drive is printed as the difference of two such sums of seconds, so
  /// that the printed drives add up to the printed total.
  private static func minutes(_ seconds: Int) -> Int { (seconds + 59) / 60 }

  /// `Estimated time: 0d, 2h, 45m`.
  private static func time(_ minutes: Int) -> String {
    let parts = ["d": minutes / 1440, "h": minutes / 60 % 24, "m": minutes % 60]
    return Formats.phrase("pins.time", parts.mapValues { "\($0)" })
  }

  private static func sentence(_ step: RouteStep) -> String {
    guard step.maneuver.kind == .arrive else {
      return Formats.list([step.instruction, Formats.distance(Meters(step.distanceMeters))])
    }
    let side = step.maneuver.direction?.rawValue ?? "there"
    return Formats.word("pins.arrive", side, or: Formats.phrase("pins.arrive.there"))
  }
}
