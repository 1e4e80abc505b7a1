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
      text += style.paint(Formats.phrase("nearby.unknown"), .bold) + "\n"
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
    let device = list.device.rawValue.printable
    text +=
      Formats.phrase(
        "nearby.device", ["device": device, "place": Formats.coordinate(list.coordinate)]) + "\n"
    text +=
      list.venues.isEmpty
      ? Formats.phrase("nearby.none") + "\n"
      : table(list.venues, at: list.asOf, came: came, style: style)
    for name in went { text += style.paint("- \(name.printable)", .red) + "\n" }
    return text + safe(list) + "\n" + note(list.replica, style)
  }

  /// How long a list stays valid: "These stay the nearest until you move 143 m, or until 08:30,
  /// when Blue Bottle closes."
  static func safe(_ list: NearbyList) -> String {
    let safe = list.safe
    let left = safe.metersLeft(at: list.coordinate)
    let time = safe.until.map { until in
      Formats.minute(until, unlessOn: Formats.day(list.asOf.withOffset(of: until)))
    }
    let end =
      switch (left, time) {
      case (.some, .some): "both"
      case (.some, nil): "moved"
      case (nil, .some): "until"
      case (nil, nil): "ever"
      }
    let changing = list.venues.first { $0.venue.id == safe.change?.venueID }?.venue
    let (name, state) = (changing?.shownTitle ?? safe.change?.name.printable, safe.change?.state)
    return Formats.phrase(
      "safe.\(list.venues.isEmpty ? "none" : "some").\(end)",
      [
        "distance": left.flatMap { $0 < 1 ? nil : roundedDown($0) }, "time": time,
        "opens": state == .open ? name : nil, "closes": state == .closed ? name : nil,
        "unknown": state == .unknown ? name : nil,
      ])
  }

  /// A distance rounded down, so that it is never more than what is guaranteed.
  private static func roundedDown(_ meters: Meters) -> String {
    let step: Meters = meters < 1000 ? 1 : 100
    return Formats.distance((meters / step).rounded(.down) * step)
  }

  /// "open until 18:00", "closed, opens 2026-11-23 08:00", "hours unknown".
  ///
  /// - Parameter instant: the instant of the hours; dates other than its own are printed.
  static func text(_ hours: VenueHoursStatus, at instant: Timestamp) -> String {
    let then = hours.until.map { until in
      Formats.minute(until, unlessOn: Formats.day(instant.withOffset(of: until)))
    }
    return text(hours.state.rawValue, hours.next?.rawValue, then)
  }

  /// The same of the name of the state, of the next one, and the time of that.
  static func text(_ state: String, _ next: String?, _ then: String?) -> String {
    let key =
      switch (state, next, then) {
      case ("open", _, .some): "openUntil"
      case ("closed", "open", .some): "opens"
      case ("closed", _, .some): "closedUntil"
      default: state
      }
    return Formats.phrase("hours.\(key)", ["time": then])
  }

  private static func note(_ replica: ReplicaState?, _ style: Style) -> String {
    if replica?.isCurrent != false { return "" }
    return style.paint(Formats.phrase("nearby.stale") + "\n", .red)
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
        .init(titled: "venue") { $0.venue.shownTitle },
        .init(titled: "distance", .right) { Formats.distance($0.distanceMeters) },
        .init(titled: "category") { Formats.word("kind", $0.venue.category.rawValue) },
        .init(titled: "rating") {
          $0.venue.rating.map { "★ \(Formats.decimal($0.plainMean, places: 1)) (\($0.count))" }
        },
        .init(
          Formats.phrase("table.hours"),
          painted: { near in
            (
              near.hours.map { text($0, at: instant) } ?? "",
              near.hours?.state == .open ? .green : nil
            )
          }),
        .init(titled: "id", isDetail: true) { $0.venue.id.rawValue },
        .init(titled: "address", .left, .faint, isDetail: true) { $0.venue.address },
      ]
    ).render(style)
  }
}
