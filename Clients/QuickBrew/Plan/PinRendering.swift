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
        .init("") { $0.pin.label }, .init("Pin") { $0.pin.place.label },
        .init("Drive there", .right, isKept: true) {
          $0.drive.map { Formats.duration($0.durationSeconds) }
        },
        .init("", .right) { $0.drive.map { Formats.distance(Meters($0.distanceMeters)) } },
        .init("Via", isKept: true) { $0.drive?.name },
      ])
    var text = board.pins.isEmpty ? "" : table.render(style)
    if board.legs.count > 1 {
      text += "\nTogether \(Formats.duration(board.durationSeconds)), "
      text += "\(Formats.distance(Meters(board.distanceMeters)))\n"
    }
    text += (board.betterOrders ?? []).map { better($0) + "\n" }.joined()
    if board.watch != .off { text += watch(board) + "\n" }
    return text
  }

  /// `A C B D E saves 14 min 5 s`.
  private static func better(_ order: PinOrder) -> String {
    "\(order.order.joined(separator: " ")) saves \(Formats.duration(order.savedSeconds))"
  }

  static func watch(_ board: PinBoard) -> String {
    let name = board.board.rawValue.printable
    let count = Formats.count(board.pins.count, "pin", "pins")
    return switch board.watch {
    case .off: "The pins of \(name) are not watched."
    case .on: "Watching 1 km around \(count) of \(name)."
    case .pending:
      "The geofence monitor does not answer; the fences of \(name) are set once it does."
    }
  }

  /// Each leg with its steps, then the total, and links to maps applications.
  static func directions(_ board: PinBoard, style: Style) -> String {
    var text = ""
    var driven = 0
    for leg in board.legs {
      let before = minutes(driven)
      driven += leg.drive.durationSeconds
      let via = leg.drive.name.map { ", via \($0.printable)" } ?? ""
      text += style.paint("Driving directions from \(leg.from) to \(leg.to)\(via)", .bold) + "\n"
      text += "Estimated time: \(time(minutes(driven) - before))\n"
      text += (leg.drive.steps ?? []).map { "  \(sentence($0).printable)\n" }.joined() + "\n"
    }
    if board.legs.count > 1, let first = board.pins.first, let last = board.pins.last {
      text += style.paint("In all from \(first.label) to \(last.label)", .bold)
      text += ", \(Formats.distance(Meters(board.distanceMeters)))\n"
      text += "Estimated time: \(time(minutes(driven)))\n"
      text += (board.betterOrders ?? []).map { better($0) + "\n" }.joined() + "\n"
    }
    let links = MapLinks(board.pins.map(\.place.coordinate))
    text += "Apple Maps   \(links.apple)\nGoogle Maps  \(links.google)\n"
    return text + zip(board.pins, links.geo).map { "\($0.label)            \($1)\n" }.joined()
  }

  /// Rounded up to the minute. A drive is printed as the difference of two such sums of seconds, so
  /// that the printed drives add up to the printed total.
  private static func minutes(_ seconds: Int) -> Int { (seconds + 59) / 60 }

  /// `0d, 2h, 45m`.
  static func time(_ minutes: Int) -> String {
    "\(minutes / 1440)d, \(minutes / 60 % 24)h, \(minutes % 60)m"
  }

  private static func sentence(_ step: RouteStep) -> String {
    guard step.maneuver.kind == .arrive else {
      return "\(step.instruction), \(Formats.distance(Meters(step.distanceMeters)))"
    }
    return switch step.maneuver.direction {
    case .right: "Your destination is on the right"
    case .left: "Your destination is on the left"
    case .straight: "Your destination is straight ahead"
    default: "You have reached your destination"
    }
  }
}
