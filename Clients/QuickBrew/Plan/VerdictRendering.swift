import Messages
import Time

/// Words the verdicts of plans, errands and meetings, and their ways out.
struct VerdictRendering {
  let style: Style
  /// The day whose clock times need no date.
  let day: String

  /// What a verdict is about: the phrases `what.KEY…`.
  struct Subject {
    let key: String
    var slots: [String: String?] = [:]

    /// - Parameter form: `name`, `bare`, or `all` of several; `nil` for some.
    func text(_ form: String?, count: Int? = nil) -> String {
      Formats.phrase("what.\(key)" + (form.map { ".\($0)" } ?? ""), count: count, slots)
    }
  }

  /// Where a trip leads, and when: of an open end what was searched.
  func head(
    from origin: String, to destination: String, _ departure: Timestamp, _ deadline: Timestamp,
    _ openEnd: PlanEnd?
  ) -> String {
    let leave: [String: String?] = [
      "time": Formats.clock(departure), "day": Formats.onDate(departure),
      "zone": Formats.offset(departure),
    ]
    let lines = [
      Formats.phrase("trip.from", ["place": origin]),
      Formats.phrase("trip.to", ["place": destination]),
      Formats.phrase(openEnd == .departure ? "trip.leave.latest" : "trip.leave", leave),
      Formats.phrase(
        openEnd == .deadline ? "trip.until" : "trip.by",
        ["time": style.paint(clock(deadline), .bold)]),
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// A verdict as a painted line.
  func line(
    _ answer: PlanVerdict.Answer, _ key: String, count: Int? = nil,
    _ slots: [String: String?] = [:]
  ) -> String {
    let paint: Style.Paint =
      switch answer {
      case .yes: .green
      case .maybe: .bold
      case .no: .red
      }
    return style.paint(Formats.phrase(key, count: count, slots), paint) + "\n"
  }

  /// The slot of what is perhaps sooner, or later where the departure is open, of unknown hours.
  func better(_ name: String?, isLatest: Bool) -> [String: String?] {
    [isLatest ? "later" : "sooner": name?.printable]
  }

  /// `Leave between 08:15:00 and 08:44:12.`; empty where the departure is given.
  ///
  /// - Parameter who: the phrase for who leaves.
  func leave(_ window: DepartureWindow?, who: String = "leave.between") -> String {
    guard let window else { return "" }
    return Formats.phrase(who, ["from": clock(window.earliest), "to": clock(window.latest)]) + "\n"
  }

  /// The line with another departure or deadline that works; empty without one.
  ///
  /// - Parameters:
  ///   - departure: that of the request, as the next.
  func wayOut(
    _ wayOut: WayOut?, departure: Timestamp?, deadline: Timestamp?, otherDeadline: Timestamp? = nil
  ) -> String {
    guard let wayOut else { return "" }
    let leavesApart = wayOut.otherDeparture != wayOut.departure
    let changes = [
      ("leave", wayOut.departure == departure ? nil : wayOut.departure),
      ("otherLeaves", leavesApart ? wayOut.otherDeparture : nil),
      ("by", wayOut.deadline == deadline ? nil : wayOut.deadline),
      ("otherBy", wayOut.otherDeadline == otherDeadline ? nil : wayOut.otherDeadline),
    ].compactMap { key, time in
      time.map { Formats.phrase("wayOut.\(key)", ["time": clock($0)]) }
    }
    if changes.isEmpty { return "" }
    let name = wayOut.name.map { Formats.name($0, wayOut.names) }
    let opens = wayOut.opens.map(clock)
    return Formats.phrase(
      "wayOut",
      [
        "changes": Formats.list(changes),
        "first": name == nil ? opens : nil, "name": name, "opens": opens,
        "place": opens == nil ? name : nil,
      ]) + "\n"
  }

  private func clock(_ time: Timestamp) -> String { Formats.clock(time, unlessOn: day) }

  /// `No: all 5 coffee stops are closed then.`: why no stop fits.
  ///
  /// - Parameters:
  ///   - name: what one is called, if not as the subject.
  ///   - considered: how many there are.
  ///   - late: how late the earliest is.
  func no(
    _ verdict: PlanVerdict, _ subject: Subject, name: String? = nil, considered: Int,
    late: String? = nil
  ) -> String {
    let number = verdict.count ?? considered
    let reason = verdict.reason.flatMap { $0 == .bounds ? nil : $0 } ?? .late
    let isBare = reason == .closed && verdict.count == nil
    let form = isBare ? "bare" : number == considered && number > 1 ? "all" : nil
    return line(
      .no, "no.\(reason.rawValue)", count: isBare ? max(2, number) : number,
      [
        "name": name ?? subject.text("name"), "what": subject.text(form, count: number),
        "late": late, "openOnly": Shell.hint("--open-only"),
        "whyNot": Shell.hint("--why-not"),
      ])
  }
}
