import CommandLineKit
import Messages

/// Formats a plan as text. Every number agrees with its definition to the second: arrival =
/// departure + direct + detour + walk + wait + time at the stop; slack = deadline − arrival.
enum PlanRendering {
  /// - Parameter isEveryListed: whether twins of one chain or block have their own rows.
  static func render(_ plan: Plan, isEveryListed: Bool = false, style: Style) -> String {
    var text = head(plan, style) + CertaintyRendering.render(plan, style)
    text += "\n" + direct(plan, style) + "\n" + verdict(plan, style)
    let choices = ChoiceRendering(plan: plan, style: style)
    text += choices.highlights + "\n"
    if !plan.options.isEmpty {
      let table = PlanTable(plan: plan, style: style)
      text += table.text(choices.rows(isEveryListed: isEveryListed)) + "\n"
    }
    return text + closing(plan, style) + style.note(plan.clockWarning) + steps(plan, style)
  }

  private static func head(_ plan: Plan, _ style: Style) -> String {
    VerdictRendering(style: style, day: Formats.day(plan.departure)).head(
      from: place(plan.origin), to: place(plan.destination), plan.departure, plan.deadline,
      plan.openEnd)
  }

  private static func place(_ place: PlanLocation) -> String {
    guard let matched = place.matched?.printable else { return place.label.printable }
    let unsure = place.confidence.flatMap { $0 < GeocoderRendering.certain ? $0 : nil }
    return Formats.phrase(
      "trip.place",
      ["place": place.label.printable, "matched": matched, "sure": unsure.map(Formats.share)])
  }

  private static func direct(_ plan: Plan, _ style: Style) -> String {
    let direct = plan.direct
    let walked = (direct.originWalk?.seconds ?? 0) + (direct.destinationWalk?.seconds ?? 0)
    return Formats.phrase(
      "plan.direct",
      [
        "time": Formats.duration(direct.durationSeconds),
        "distance": Formats.distance(Double(direct.distanceMeters)),
        "road": direct.name?.printable, "walk": walked > 0 ? Formats.duration(walked) : nil,
        "arrival": Formats.clock(direct.arrival, unlessOn: Formats.day(plan.departure)),
        "outcome": outcome(direct.slackSeconds, style),
      ]) + "\n"
  }

  /// `38 min 50 s to spare`, `3 min late`.
  static func outcome(_ slack: Int, _ style: Style) -> String {
    style.paint(
      Formats.phrase(slack < 0 ? "late" : "spare", ["time": Formats.duration(abs(slack))]),
      slack < 0 ? .red : .green)
  }

  private static func verdict(_ plan: Plan, _ style: Style) -> String {
    let words = VerdictRendering(style: style, day: Formats.day(plan.departure))
    let what = category(plan)
    let counts = plan.candidates
    switch plan.verdict.answer {
    case .yes:
      let open = counts.outcomes.open
      let listed = plan.options.filter { $0.onTime && $0.hours.state != .unknown }.count
      let isLatest = plan.openEnd == .departure
      let which = plan.isByArrival && !isLatest ? "earliest" : "first"
      let sooner = plan.verdict.soonerPerhaps.flatMap {
        plan.options.indices.contains($0) ? plan.options[$0].venue.shownTitle : nil
      }
      let slots = ["what": what, which: listed < open ? "\(listed)" : nil]
        .merging(words.better(sooner, isLatest: isLatest)) { $1 }
      return words.line(.yes, "plan.yes", count: open, slots) + words.leave(plan.leaveBetween)
    case .maybe:
      let isBound = plan.verdict.reason == .bounds
      return words.line(
        .maybe, isBound ? "plan.bounds" : "plan.maybe", count: counts.onTime, ["what": what])
        + words.leave(isBound ? nil : plan.leaveBetween)
    case .no:
      let best = plan.verdict.reason == .late ? plan.options.first : nil
      return words.no(
        plan.verdict, .init(key: "plan", slots: ["what": what]),
        name: plan.verdict.reason == .nothing ? label(plan.category) : nil,
        considered: counts.considered, late: best.map { Formats.duration(-$0.slackSeconds) })
        + words.wayOut(
          plan.verdict.wayOut, departure: plan.departure, deadline: plan.deadline)
        + (plan.verdict.reason == .nothing ? otherCategories(plan.category) : "")
    }
  }

  /// What a venue of the category is called; `nil` for one that is not in the tree.
  private static func label(_ category: VenueCategory) -> String? {
    category.label.map { Formats.word("kind", category.rawValue, or: $0.lowercased()) }
  }

  /// `coffee`, `coffee or bakery`.
  private static func category(_ plan: Plan) -> String {
    let kinds = (plan.categories ?? [plan.category]).map { Formats.word("kind", $0.rawValue) }
    return kinds.dropFirst().reduce(kinds[0]) { Formats.phrase("or", ["one": $0, "other": $1]) }
  }

  /// A hint for a category that is not in the tree: the likely spelling, or the common categories.
  private static func otherCategories(_ category: VenueCategory) -> String {
    guard !category.isInTree else { return "" }
    let names = VenueCategory.common.map(\.rawValue)
    if let meant = Spelling.nearest(to: category.rawValue, among: names) {
      return Formats.phrase("plan.meant", ["what": Shell.hint("--category ") + meant]) + "\n"
    }
    return Formats.phrase("plan.categories", ["list": Formats.list(names)]) + "\n"
  }

  private static func closing(_ plan: Plan, _ style: Style) -> String {
    let counts = plan.candidates
    let least = counts.bounded.map { Formats.duration(max(0, $0.leastDetourSeconds)) }
    let line = Formats.phrase(
      "plan.checked", count: counts.considered - (counts.bounded?.count ?? 0),
      [
        "outcomes": outcomes(counts), "least": least, "more": counts.bounded.map { "\($0.count)" },
        "omitted": "\(counts.omitted)",
        "ms": Formats.decimal(plan.timings.totalMilliseconds, places: 0),
      ])
    let next = plan.options.first.map { option in
      let id = option.venue.id.rawValue.printable
      return Formats.phrase(
        "plan.next", ["open": "quickbrew open 1", "venue": "quickbrew venue \(id)"])
    }
    return CarParkRendering.line(plan.options.map(\.carPark), style)
      + style.paint(line, .faint) + "\n"
      + Shell.hint(next.map { style.paint($0, .faint) + "\n" } ?? "")
  }

  /// `4 on time, 1 late, 2 closed`: what became of those checked, each counted once.
  private static func outcomes(_ counts: CandidateCounts) -> String {
    let ends = counts.outcomes
    let others = [
      (ends.perhaps, "perhaps"), (ends.late, "late"), (ends.closed, "closed"),
      (ends.hoursUnknown, "hoursUnknown"), (ends.unwanted, "filter"),
      (ends.unreachable, "unreachable"),
    ].filter { $0.0 > 0 }
    return Formats.list(
      ([(ends.open, "open")] + others).map { Formats.phrase("outcome.\($0.1)", count: $0.0) })
  }

  private static func steps(_ plan: Plan, _ style: Style) -> String {
    guard let direct = plan.direct.steps else { return "" }
    let title = Formats.phrase("plan.directDrive")
    var text = "\n" + style.paint(title, .bold) + "\n" + StepRendering.render(direct)
    for option in plan.options {
      text += "\n" + style.paint(option.venue.shownTitle, .bold) + "\n"
      text += StepRendering.render(option.toStop.steps ?? [])
      if option.waitSeconds > 0 {
        text += "  \(Formats.phrase("plan.wait", ["time": Formats.duration(option.waitSeconds)]))\n"
      }
      text += "  \(Formats.phrase("plan.stop", ["time": Formats.duration(option.dwellSeconds)]))\n"
      text += StepRendering.render(option.toDestination.steps ?? [])
    }
    return text
  }
}

extension PlanRendering {
  /// One line for a progress event.
  static func render(_ progress: PlanProgress, style: Style) -> String {
    switch progress.stage {
    case .located, .detours: return Formats.phrase("progress.\(progress.stage.rawValue)") + "\n"
    case .direct:
      let time = progress.direct.map { Formats.duration($0.durationSeconds) }
      let slack = progress.direct.map { outcome($0.slackSeconds, style) }
      return Formats.phrase(
        time == nil ? "progress.direct" : "progress.drive", ["time": time, "outcome": slack])
        + "\n"
    case .candidates:
      return Formats.phrase("progress.candidates", count: progress.considered ?? 0) + "\n"
    case .option:
      guard let option = progress.option else { return "" }
      let times = [
        Formats.signedDuration(option.detourSeconds), outcome(option.slackSeconds, style),
      ]
      return "\(option.venue.shownTitle): \(Formats.list(times))\n"
    }
  }
}

extension Plan {
  /// Whether the options that are on time and known to be open are in the order of their arrivals.
  fileprivate var isByArrival: Bool {
    let known = options.filter { $0.onTime && $0.hours.state != .unknown }
    return zip(known, known.dropFirst()).allSatisfy { $0.arrival <= $1.arrival }
  }
}
