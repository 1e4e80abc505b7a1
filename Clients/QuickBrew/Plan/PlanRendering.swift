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
    let isUnsure = place.confidence.map { $0 < GeocoderRendering.certain } ?? false
    let sure = isUnsure ? "; \(Formats.share(place.confidence ?? 0)) sure" : ""
    return "\(place.label.printable) (\(matched)\(sure))"
  }

  private static func direct(_ plan: Plan, _ style: Style) -> String {
    let direct = plan.direct
    let way = direct.name.map { " via \($0.printable)" } ?? ""
    let day = Formats.day(plan.departure)
    let drive =
      "\(Formats.duration(direct.durationSeconds)), "
      + Formats.distance(Double(direct.distanceMeters)) + way
    let arrival = "arrival \(Formats.clock(direct.arrival, unlessOn: day))"
    let walked = (direct.originWalk?.seconds ?? 0) + (direct.destinationWalk?.seconds ?? 0)
    let walk = walked > 0 ? ", \(Formats.duration(walked)) on foot" : ""
    return "Direct drive \(drive)\(walk): \(arrival), \(outcome(direct.slackSeconds, style))\n"
  }

  private static func outcome(_ slack: Int, _ style: Style) -> String {
    slack < 0
      ? style.paint("\(Formats.duration(-slack)) late", .red)
      : style.paint("\(Formats.duration(slack)) to spare", .green)
  }

  private static func verdict(_ plan: Plan, _ style: Style) -> String {
    let words = VerdictRendering(style: style, day: Formats.day(plan.departure))
    let category = category(plan)
    let (one, many) = ("\(category) stop", "\(category) stops")
    let counts = plan.candidates
    switch plan.verdict.answer {
    case .yes:
      let open = counts.outcomes.open
      let listed = plan.options.filter { $0.onTime && $0.hours.state != .unknown }.count
      let isLatest = plan.openEnd == .departure
      let which = plan.isByArrival && !isLatest ? "earliest" : "first"
      let shown = listed < open ? "; showing the \(which) \(listed)" : ""
      let sooner = plan.verdict.soonerPerhaps.flatMap {
        plan.options.indices.contains($0) ? plan.options[$0].venue.title : nil
      }
      return words.yes(
        "\(Formats.count(open, "\(one) is", "\(many) are")) on time\(shown)"
          + words.better(sooner, isLatest: isLatest))
        + words.leave(plan.leaveBetween)
    case .maybe:
      let onTime = Formats.count(counts.onTime, one, many)
      return plan.verdict.reason == .bounds
        ? words.maybe("\(onTime) may be on time, at best")
        : words.maybe(
          "\(onTime) \(counts.onTime == 1 ? "is" : "are") on time, of unknown opening hours")
          + words.leave(plan.leaveBetween)
    case .no:
      let label = plan.verdict.reason == .nothing ? plan.category.label?.lowercased() : nil
      var reason = words.reason(plan.verdict, label ?? one, many, considered: counts.considered)
      if plan.verdict.reason == .late, let best = plan.options.first {
        reason += "; the earliest is \(Formats.duration(-best.slackSeconds)) late"
      }
      return words.no(reason)
        + words.wayOut(
          plan.verdict.wayOut, departure: plan.departure, deadline: plan.deadline)
        + (plan.verdict.reason == .nothing ? otherCategories(plan.category) : "")
    }
  }

  /// `coffee`, `coffee or bakery`.
  private static func category(_ plan: Plan) -> String {
    (plan.categories ?? [plan.category]).map(\.rawValue.printable).joined(separator: " or ")
  }

  /// A hint for a category that is not in the tree: the likely spelling, or the common categories.
  private static func otherCategories(_ category: VenueCategory) -> String {
    guard !category.isInTree else { return "" }
    let names = VenueCategory.common.map(\.rawValue)
    if let meant = Spelling.nearest(to: category.rawValue, among: names) {
      return "Did you mean \(Shell.hint("--category "))\(meant)?\n"
    }
    return "Categories are \(names.joined(separator: ", ")).\n"
  }

  private static func closing(_ plan: Plan, _ style: Style) -> String {
    let counts = plan.candidates
    let total = Formats.decimal(plan.timings.totalMilliseconds, places: 0)
    let bounded = counts.bounded?.count ?? 0
    let checked =
      Formats.count(counts.considered - bounded, "shop", "shops") + " checked exactly"
    let more = counts.bounded.map { others in
      let least = Formats.duration(max(0, others.leastDetourSeconds))
      return " \(bounded) more have a detour of at least \(least) or are late;"
    }
    let line =
      "\(checked)\(outcomes(counts));\(more ?? "") \(counts.omitted) left out."
    let next = plan.options.first.map { option in
      let id = option.venue.id.rawValue.printable
      return "Next: quickbrew open 1 shows the way on a map, quickbrew venue \(id) the shop."
    }
    return CarParkRendering.line(plan.options.map(\.carPark), style)
      + style.paint("\(line) Answered in \(total) ms.", .faint) + "\n"
      + Shell.hint(next.map { style.paint($0, .faint) + "\n" } ?? "")
  }

  /// `: 4 on time, 1 late, 2 closed`: what became of those checked, each counted once.
  private static func outcomes(_ counts: CandidateCounts) -> String {
    let ends = counts.outcomes
    let others = [
      (ends.perhaps, "on time of unknown hours"), (ends.late, "late"), (ends.closed, "closed"),
      (ends.hoursUnknown, "of unknown hours"), (ends.unwanted, "not as wanted"),
      (ends.unreachable, "not reachable by road"),
    ]
    let rest = others.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    return ": \(ends.open) on time\(rest)"
  }

  private static func steps(_ plan: Plan, _ style: Style) -> String {
    guard let direct = plan.direct.steps else { return "" }
    var text = "\n" + style.paint("Direct drive", .bold) + "\n" + StepRendering.render(direct)
    for option in plan.options {
      text += "\n" + style.paint(option.venue.title.printable, .bold) + "\n"
      text += StepRendering.render(option.toStop.steps ?? [])
      if option.waitSeconds > 0 {
        text += "  Wait for \(Formats.duration(option.waitSeconds))\n"
      }
      text += "  Stop for \(Formats.duration(option.dwellSeconds))\n"
      text += StepRendering.render(option.toDestination.steps ?? [])
    }
    return text
  }
}

extension PlanRendering {
  /// One line for a progress event.
  static func render(_ progress: PlanProgress, style: Style) -> String {
    switch progress.stage {
    case .located: return "Origin and destination found\n"
    case .direct:
      guard let direct = progress.direct else { return "Direct drive found\n" }
      return "Direct drive \(Formats.duration(direct.durationSeconds)), "
        + outcome(direct.slackSeconds, style) + "\n"
    case .candidates:
      return "\(Formats.count(progress.considered ?? 0, "shop", "shops")) to check\n"
    case .detours: return "Every detour is known\n"
    case .option:
      guard let option = progress.option else { return "" }
      return "\(option.venue.title.printable): \(Formats.signedDuration(option.detourSeconds)), "
        + outcome(option.slackSeconds, style) + "\n"
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
