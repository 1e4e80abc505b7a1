import CommandLineKit
import Messages

/// Formats a plan as text. Every number agrees with its definition to the second: arrival =
/// departure + direct + detour + walk + wait + time at the stop; slack = deadline − arrival.
enum PlanRendering {
  static func render(_ plan: Plan, style: Style) -> String {
    var text = head(plan, style) + CertaintyRendering.render(plan, style)
    text += "\n" + direct(plan, style) + "\n" + verdict(plan, style)
    if !plan.options.isEmpty { text += "\n" + table(plan, style) + "\n" } else { text += "\n" }
    return text + closing(plan, style) + style.note(plan.clockWarning) + steps(plan, style)
  }

  private static func head(_ plan: Plan, _ style: Style) -> String {
    let day = Formats.day(plan.departure)
    let deadline = style.paint(Formats.clock(plan.deadline, unlessOn: day), .bold)
    let end =
      plan.openEnd == .deadline ? "Be there whenever; looked until \(deadline)" : nil
    return """
      From   \(place(plan.origin))
      To     \(place(plan.destination))
      Leave  \(Formats.clock(plan.departure)) on \(day), \(Formats.offset(plan.departure))
      \(end ?? "Be there by \(deadline)")

      """
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
    let category = category(plan)
    let stops = { Formats.count($0, "\(category) stop", "\(category) stops") }
    let onTime = plan.candidates.onTime
    if onTime > 0 {
      let rest = onTime == 1 ? "is on time" : "are on time"
      let listed = plan.options.filter(\.onTime).count
      let which = plan.isBySoonest ? "soonest" : "first"
      let shown = listed < onTime ? "; showing the \(which) \(listed)" : ""
      guard plan.isCertain else {
        return style.paint("Perhaps: \(stops(onTime)) may be on time\(shown).", .bold) + "\n"
      }
      return style.paint("Yes: \(stops(onTime)) \(rest)\(shown).", .green) + "\n"
    }
    if !plan.direct.onTime {
      return style.paint("No: even without a stop you are late.", .red) + "\n"
    }
    guard let best = plan.options.first else {
      let counts = plan.candidates
      let isReached = counts.closed + counts.unknown > 0
      let what =
        isReached
        ? "no \(category) stop is known to be open then"
        : "there is no \(category) stop to be reached"
      return style.paint("No: \(what).", .red) + "\n" + otherCategories(plan.category)
    }
    let late = Formats.duration(-best.slackSeconds)
    return style.paint("No: no \(category) stop is on time; the soonest is \(late) late.", .red)
      + "\n"
  }

  /// `coffee`, `coffee or bakery`.
  private static func category(_ plan: Plan) -> String {
    (plan.categories ?? [plan.category]).map(\.rawValue.printable).joined(separator: " or ")
  }

  /// A hint for an uncommon category: the likely spelling, or the common categories.
  private static func otherCategories(_ category: VenueCategory) -> String {
    guard !VenueCategory.common.contains(category) else { return "" }
    let names = VenueCategory.common.map(\.rawValue)
    if let meant = Spelling.nearest(to: category.rawValue, among: names) {
      return "Did you mean --category \(meant)?\n"
    }
    return "Categories are \(names.joined(separator: ", ")).\n"
  }

  private static func table(_ plan: Plan, _ style: Style) -> String {
    let waits = plan.options.contains { $0.waitSeconds > 0 }
    let walks = plan.options.contains { $0.walkSeconds > 0 }
    let hasHours = plan.options.contains { hours($0, plan) != "" }
    let hasChances = plan.options.contains { $0.chance != nil }
    let day = Formats.day(plan.departure)
    var columns: [TextTable.Column] = [
      .init("", .right), .init("Shop"), .init("Detour", .right),
    ]
    if walks { columns.append(.init("Walk", .right)) }
    if waits { columns.append(.init("Wait", .right)) }
    columns += [
      .init("At the stop", .right), .init("Arrival", .right), .init("Slack", .right), .init(""),
      .init("Leave by", .right),
    ]
    if hasChances { columns.append(.init("Chance", .right)) }
    if hasHours { columns.append(.init("Hours")) }
    columns += [.init("ID"), .init("Address")]
    var table = TextTable(columns)
    for (index, option) in plan.options.enumerated() {
      var cells = [
        TextTable.Cell("\(index + 1)"), .init(option.venue.name),
        .init(Formats.signedDuration(option.detourSeconds)),
      ]
      if walks { cells.append(.init(Formats.duration(option.walkSeconds))) }
      if waits { cells.append(.init(Formats.duration(option.waitSeconds))) }
      cells += [
        .init(Formats.duration(option.dwellSeconds)),
        .init(Formats.clock(option.arrival, unlessOn: day)),
        .init(Formats.duration(option.slackSeconds)),
        option.onTime ? .init("on time", .green) : .init("late", .red),
        .init(Formats.clock(option.leaveBy, unlessOn: day)),
      ]
      if hasChances {
        cells.append(.init(option.chance.map { Formats.share($0.probability) } ?? ""))
      }
      if hasHours { cells.append(.init(hours(option, plan))) }
      cells += [
        .init(option.venue.id.rawValue), .init(option.venue.address ?? "", .faint),
      ]
      table.add(cells)
    }
    return table.render(style)
  }

  /// `opens 08:00`, `closes 16:00`, `unknown (by appointment)`; empty for a shop that stays open.
  private static func hours(_ option: PlanOption, _ plan: Plan) -> String {
    guard let hours = option.hours else { return "" }
    let day = Formats.day(plan.departure)
    var parts: [String] = hours.state == .unknown ? ["unknown"] : []
    if let opens = hours.opens { parts.append("opens \(Formats.minute(opens, unlessOn: day))") }
    if let closes = hours.closes { parts.append("closes \(Formats.minute(closes, unlessOn: day))") }
    let comment = hours.comment.map { " (\($0))" } ?? ""
    return parts.joined(separator: ", ") + comment
  }

  private static func closing(_ plan: Plan, _ style: Style) -> String {
    let counts = plan.candidates
    let total = Formats.decimal(plan.timings.totalMilliseconds, places: 0)
    let bounded = counts.bounded?.count ?? 0
    var checked =
      Formats.count(counts.considered - bounded, "shop", "shops") + " checked exactly"
    if let others = counts.bounded {
      let least = Formats.duration(max(0, others.leastDetourSeconds))
      checked += ", \(bounded) more have a detour of at least \(least)"
    }
    let others = [
      (counts.closed, "closed"), (counts.unknown, "of unknown hours"),
      (counts.unreachable, "not reachable by road"),
    ]
    let rest = others.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    let line = "\(checked), \(counts.onTime) on time\(rest); \(counts.omitted) left out."
    let next = plan.options.first.map { option in
      let id = option.venue.id.rawValue.printable
      return "Next: quickbrew open 1 shows the way on a map, quickbrew venue \(id) the shop."
    }
    return CarParkRendering.line(plan.options.map(\.carPark), style)
      + style.paint("\(line) Answered in \(total) ms.", .faint) + "\n"
      + (next.map { style.paint($0, .faint) + "\n" } ?? "")
  }

  private static func steps(_ plan: Plan, _ style: Style) -> String {
    guard let direct = plan.direct.steps else { return "" }
    var text = "\n" + style.paint("Direct drive", .bold) + "\n" + StepRendering.render(direct)
    for option in plan.options {
      text += "\n" + style.paint(option.venue.name.printable, .bold) + "\n"
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
      return "\(option.venue.name.printable): \(Formats.signedDuration(option.detourSeconds)), "
        + outcome(option.slackSeconds, style) + "\n"
    }
  }
}

extension Plan {
  /// Whether the options are in the order of their arrivals.
  fileprivate var isBySoonest: Bool {
    zip(options, options.dropFirst()).allSatisfy { $0.arrival <= $1.arrival }
  }
}

extension PlanOption {
  /// How long the walks between the road and the shop take, both ways.
  fileprivate var walkSeconds: Int { (toDoor?.seconds ?? 0) + (fromDoor?.seconds ?? 0) }
}
