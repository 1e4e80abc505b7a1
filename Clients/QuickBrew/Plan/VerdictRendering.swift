import Messages
import Time

/// Words the verdicts of plans, errands and meetings, and their ways out.
struct VerdictRendering {
  let style: Style
  /// The day whose clock times need no date.
  let day: String

  /// Where a trip leads, and when: of an open end what was searched.
  func head(
    from origin: String, to destination: String, _ departure: Timestamp, _ deadline: Timestamp,
    _ openEnd: PlanEnd?
  ) -> String {
    let start = openEnd == .departure ? "at the latest possible time, " : ""
    let end = openEnd == .deadline ? "any time; searched until" : "by"
    return """
      From   \(origin)
      To     \(destination)
      Leave  \(start)\(Formats.clock(departure)) \(Formats.onDate(departure)), \
      \(Formats.offset(departure))
      Be there \(end) \(style.paint(clock(deadline), .bold))

      """
  }

  func yes(_ text: String) -> String { style.paint("Yes: \(text).", .green) + "\n" }
  func maybe(_ text: String) -> String { style.paint("Maybe: \(text).", .bold) + "\n" }
  func no(_ text: String) -> String { style.paint("No: \(text).", .red) + "\n" }

  /// `; sooner perhaps Caffè Roma`, of unknown hours; empty without a name.
  ///
  /// - Parameter isLatest: whether the departure is open, and better is later.
  func better(_ name: String?, isLatest: Bool) -> String {
    name.map { "; \(isLatest ? "later" : "sooner") perhaps \($0.printable)" } ?? ""
  }

  /// `Leave between 08:15:00 and 08:44:12.`; empty where the departure is given.
  func leave(_ window: DepartureWindow?, who: String = "Leave") -> String {
    guard let window else { return "" }
    return "\(who) between \(clock(window.earliest)) and \(clock(window.latest)).\n"
  }

  /// The line with another departure or deadline that works; empty without one.
  ///
  /// - Parameters:
  ///   - departure: that of the request, as the next.
  func wayOut(
    _ wayOut: WayOut?, departure: Timestamp?, deadline: Timestamp?, otherDeadline: Timestamp? = nil
  ) -> String {
    guard let wayOut else { return "" }
    var parts: [String] = []
    if let opens = wayOut.opens {
      parts.append("\(wayOut.name?.printable ?? "the first") opens \(clock(opens))")
    }
    var changes: [String] = []
    if wayOut.departure != departure { changes.append("leave at \(clock(wayOut.departure))") }
    if let other = wayOut.otherDeparture, other != wayOut.departure {
      changes.append("the other at \(clock(other))")
    }
    if wayOut.deadline != deadline { changes.append("be there by \(clock(wayOut.deadline))") }
    if let other = wayOut.otherDeadline, other != otherDeadline {
      changes.append("the other by \(clock(other))")
    }
    if changes.isEmpty { return "" }
    let place = wayOut.opens == nil ? wayOut.name.map { " for \($0.printable)" } ?? "" : ""
    parts.append(changes.joined(separator: ", ") + place)
    return "It would work otherwise: \(parts.joined(separator: ": "))?\n"
  }

  private func clock(_ time: Timestamp) -> String { Formats.clock(time, unlessOn: day) }

  /// `all 5 coffee stops are closed then`: why no stop fits.
  ///
  /// - Parameters:
  ///   - one: what one is called, as `many` several.
  ///   - considered: how many there are.
  func reason(
    _ verdict: PlanVerdict, _ one: String, _ many: String, considered: Int
  ) -> String {
    let number = verdict.count ?? considered
    let which = number == considered && number > 1 ? "all " : ""
    let counted = "\(which)\(Formats.count(number, one, many))"
    let are = number == 1 ? "is" : "are"
    switch verdict.reason {
    case .direct: return "even without a stop you are late"
    case .nothing: return "the map has no \(one)"
    case .unreachable: return "no road leads to \(counted), or on from there"
    case .closed:
      return verdict.count == nil ? "\(many) are closed then" : "\(counted) \(are) closed then"
    case .hoursUnknown:
      return "nobody knows whether \(counted) \(are) open then"
        + Shell.hint("; without --open-only they are listed")
    case .unwanted: return "\(counted) \(are) not as wanted" + Shell.hint("; --why-not says why")
    case .late, .bounds, nil: return "no \(one) is on time"
    }
  }
}
