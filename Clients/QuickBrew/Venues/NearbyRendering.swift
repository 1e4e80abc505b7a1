import Geography
import Messages
import Time

/// Formats nearby venues as text.
enum NearbyRendering {
  /// The matching venues, then under a separate heading those whose hours are unknown.
  static func render(_ lists: NearbyLists, style: Style) -> String {
    var text = ""
    if let known = lists.known, !known.venues.isEmpty {
      text += table(known.venues, at: lists.instant, style: style)
    }
    if let unknown = lists.unknown, !unknown.venues.isEmpty {
      text += text.isEmpty ? "" : "\n"
      text += style.paint("Nobody knows whether these are open", .bold) + "\n"
      text += table(unknown.venues, at: lists.instant, style: style)
    }
    let reply = lists.known ?? lists.unknown
    return text + style.note(reply?.clockWarning) + note(reply?.replica, style)
  }

  /// A watched list: the device's position, the venues, those that left, and how long the list
  /// stays valid.
  ///
  /// - Parameters:
  ///   - came: the new venues, to mark with +.
  ///   - went: the names of the venues that left the list.
  static func render(
    _ list: NearbyList, came: Set<VenueID>, went: [String], style: Style
  ) -> String {
    var text = "\(Formats.moment(list.time))  "
    text += "\(list.device.rawValue.printable) is at \(Formats.coordinate(list.coordinate))\n"
    text +=
      list.venues.isEmpty
      ? "No venue that fits is near.\n"
      : table(list.venues, at: list.asOf, came: came, style: style)
    for name in went { text += style.paint("- \(name.printable)", .red) + "\n" }
    return text + safe(list) + "\n" + note(list.replica, style)
  }

  /// How long a list stays valid: "These stay the nearest until you move 143 m, or until 08:30,
  /// when Blue Bottle closes."
  static func safe(_ list: NearbyList) -> String {
    let safe = list.safe
    let subject = list.venues.isEmpty ? "That stays so" : "These stay the nearest"
    let moved = safe.metersLeft(at: list.coordinate).map { left in
      left < 1 ? "until you move" : "until you move \(roundedDown(left))"
    }
    let time = safe.until.map { until in
      let instant = list.asOf.withOffset(of: until)
      let then = "until \(Formats.minute(until, unlessOn: Formats.day(instant)))"
      return safe.change.map { "\(then), when \(text($0))" } ?? then
    }
    switch (moved, time) {
    case (let moved?, let time?): return "\(subject) \(moved), or \(time)."
    case (let moved?, nil): return "\(subject) \(moved)."
    case (nil, let time?): return "\(subject) wherever you are \(time)."
    case (nil, nil): return "\(subject) wherever you are."
    }
  }

  /// A distance rounded down, so that it is never more than what is guaranteed.
  private static func roundedDown(_ meters: Meters) -> String {
    let step: Meters = meters < 1000 ? 1 : 100
    return Formats.distance((meters / step).rounded(.down) * step)
  }

  private static func text(_ change: SafeRegion.Change) -> String {
    let name = change.name.printable
    switch change.state {
    case .open: return "\(name) opens"
    case .closed: return "\(name) closes"
    case .unknown: return "nobody knows any longer whether \(name) is open"
    }
  }

  /// "open until 18:00", "closed, opens 2026-11-23 08:00", "hours unknown".
  ///
  /// - Parameter instant: the instant of the hours; dates other than its own are printed.
  static func text(_ hours: VenueHoursStatus, at instant: Timestamp) -> String {
    let then = hours.until.map { until in
      Formats.minute(until, unlessOn: Formats.day(instant.withOffset(of: until)))
    }
    return switch (hours.state, hours.next, then) {
    case (.open, _, let then?): "open until \(then)"
    case (.closed, .open, let then?): "closed, opens \(then)"
    case (.closed, _, let then?): "closed until \(then)"
    case (.open, _, nil), (.closed, _, nil): hours.state.rawValue
    case (.unknown, _, _): "hours unknown"
    }
  }

  private static func note(_ replica: ReplicaState?, _ style: Style) -> String {
    if replica?.isCurrent != false { return "" }
    return style.paint("The venues may be out of date: the venue store is away.\n", .red)
  }
}

extension NearbyRendering {
  private static func table(
    _ venues: [NearbyVenue], at instant: Timestamp, came: Set<VenueID>? = nil, style: Style
  ) -> String {
    TextTable(
      venues,
      [
        // The column of marks is there from the start, so that the table does not shift later.
        .init(
          "", isKept: came != nil,
          painted: {
            (came?.contains($0.venue.id) ?? false ? "+" : "", .green)
          }),
        .init("Venue") { $0.venue.name },
        .init("Distance", .right) { Formats.distance($0.distanceMeters) },
        .init("Category") { $0.venue.category.rawValue },
        .init("Rating") {
          $0.venue.rating.map { "★ \(Formats.decimal($0.plainMean, places: 1)) (\($0.count))" }
        },
        .init(
          "Hours",
          painted: { near in
            (
              near.hours.map { text($0, at: instant) } ?? "",
              near.hours?.state == .open ? .green : nil
            )
          }),
        .init("ID", isDetail: true) { $0.venue.id.rawValue },
        .init("Address", .left, .faint, isDetail: true) { $0.venue.address },
      ]
    ).render(style)
  }
}
