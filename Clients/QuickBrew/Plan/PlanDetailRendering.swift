import CommandLineKit
import Messages
import Time

/// Formats what a plan explains: ledger, reasons, departures and alternatives.
struct PlanDetailRendering {
  let plan: Plan
  let style: Style

  private var day: String { Formats.day(plan.departure) }

  /// All explanations that the plan has, each after an empty line; empty without any.
  ///
  /// - Parameter number: the option whose ledger is shown, from 1.
  func text(ledgerOf number: Int?) -> String {
    [alternatives, regret, ledger(number), whyNot, chart].filter { !$0.isEmpty }
      .map { "\n" + $0 }.joined()
  }

  private func heading(_ text: String) -> String { style.paint(text, .bold) + "\n" }

  private var alternatives: String {
    guard let others = plan.direct.alternatives else { return "" }
    if others.isEmpty { return "There is no other useful direct drive.\n" }
    return others.map { drive in
      let way = drive.name.map { " via \($0.printable)" } ?? ""
      let later = Formats.signedDuration(drive.durationSeconds - plan.direct.durationSeconds)
      let distance = Formats.distance(Double(drive.distanceMeters))
      return "Or drive \(Formats.duration(drive.durationSeconds)) (\(later)), \(distance)\(way)\n"
    }.joined()
  }

  /// What the first option costs if it is not the earliest of all.
  private var regret: String {
    guard let first = plan.options.first, let later = first.laterThanBestSeconds, later > 0 else {
      return ""
    }
    return "\(first.venue.title.printable) arrives \(Formats.duration(later)) later than the "
      + "earliest stop of all.\n"
  }
}

// MARK: - Ledger

extension PlanDetailRendering {
  private func ledger(_ number: Int?) -> String {
    guard let number, !plan.options.isEmpty else { return "" }
    guard plan.options.indices.contains(number - 1), let rows = plan.options[number - 1].ledger
    else { return "There is no stop number \(number).\n" }
    let option = plan.options[number - 1]
    let table = TextTable(
      rows,
      [
        .init("At") { Formats.clock($0.begins, unlessOn: day) },
        .init("", .right) { row in
          let isInstant = row.kind == .departure || row.kind == .arrival
          return isInstant ? nil : Formats.duration(row.seconds)
        },
        .init("") { label($0) },
        .init("From", .left, .faint) { $0.sources.map(source).joined(separator: ", ") },
      ])
    let longest = option.longestStaySeconds.map {
      "You can stay up to \(Formats.duration($0)).\n"
    }
    return heading(option.venue.name.printable) + table.render(style) + (longest ?? "")
  }

  private func label(_ row: LedgerRow) -> String {
    switch row.kind {
    case .departure: "leave"
    case .drive: "drive"
    case .park: "park"
    case .walk: "walk"
    case .wait: "wait until it opens"
    case .dwell: "at the stop"
    case .arrival: "arrive"
    case .slack: row.seconds < 0 ? "too late" : "to spare"
    }
  }

  private func source(_ source: LedgerSource) -> String {
    let detail = source.detail?.printable
    switch source.kind {
    case .request: return "as requested"
    case .map: return "road map" + (detail.map { " \($0.prefix(8))" } ?? "") + date(source)
    case .traffic: return "live traffic" + (detail.map { " version \($0)" } ?? "")
    case .hours:
      let feed = source.feed.map { $0 == .map ? ", the map's" : ", feed \($0.rawValue.printable)" }
      return "opening hours" + (detail.map { " \($0)" } ?? "") + (feed ?? "") + date(source)
    case .assumption: return "assumed" + (detail.map { ": \($0)" } ?? "")
    case .sum: return "the sum"
    }
  }

  private func date(_ source: LedgerSource) -> String {
    source.date.map { " of \(Formats.dated($0))" } ?? ""
  }
}

// MARK: - Why not

extension PlanDetailRendering {
  private var whyNot: String {
    guard let whyNot = plan.whyNot else { return "" }
    let counts = whyNot.counts.map { "\($0.count) \(summary($0.reason))" }
    let total = Formats.count(plan.candidates.considered, "shop", "shops") + " considered"
    let sum = ([total, "\(whyNot.shown) shown"] + counts).joined(separator: ", ")
    let table = TextTable(
      whyNot.venues,
      [.init("Shop") { $0.name ?? $0.id.rawValue }, .init("Why not") { reason($0) }])
    return heading("Not shown") + sum + ".\n" + (whyNot.venues.isEmpty ? "" : table.render(style))
  }

  private func summary(_ reason: PlanExclusion.Reason) -> String {
    switch reason {
    case .full: "on time beyond the limit"
    case .brand: "of a brand shown often enough"
    case .favourite: "no favourite"
    case .detour: "too far out of the way"
    case .walk: "too far from the road"
    case .late: "late"
    case .closed: "closed"
    case .hoursUnknown: "of unknown hours"
    case .unreachable: "not reachable by road"
    case .outranked: "farther out of the way than those"
    case .tooFar: "too far"
    case .category: "of another kind"
    case .filter: "not as wanted"
    case .unknownVenue: "unknown"
    }
  }

  private func reason(_ venue: PlanExclusion) -> String {
    let seconds = venue.seconds.map(Formats.duration) ?? "?"
    let limit = venue.limit
    switch venue.reason {
    case .full:
      let rank = venue.rank.map { "number \($0)" } ?? "behind the best"
      return "on time, but \(rank) of those; --limit shows more than \(limit ?? 0)"
    case .brand: return "\(limit ?? 0) of its brand are shown already; see --per-brand"
    case .favourite: return "none of your favourites"
    case .detour: return "detour \(seconds), longer than \(limit.map(Formats.duration) ?? "?")"
    case .walk:
      return "\(Formats.distance(venue.meters ?? 0)) from the road, "
        + "more than \(Formats.distance(Double(limit ?? 0)))"
    case .late: return "late by \(seconds)"
    case .closed: return closed(venue)
    case .hoursUnknown: return "nobody knows whether it is open then"
    case .unreachable: return "no road leads there and on"
    case .outranked: return "detour at least \(seconds)"
    case .tooFar:
      let time = limit.map { Formats.duration(max(0, $0)) } ?? "?"
      return "too far: at least \(seconds) of driving, and there are \(time)"
    case .category: return "of another category"
    case .filter: return "not as wanted"
    case .unknownVenue: return "there is no such venue now"
    }
  }

  /// `closes 08:10:00, you arrive 08:14:02`; `you arrive 08:14:02, opens 09:00:00`.
  private func closed(_ venue: PlanExclusion) -> String {
    let arrival = venue.arrival.map { "you arrive \(Formats.clock($0, unlessOn: day))" }
    // A closing time of another day explains nothing; the day of a shop ends at four in the night.
    func shopDay(_ time: Timestamp) -> String { Formats.day(time.adding(seconds: -4 * 3600)) }
    let today = venue.closes.flatMap { closes in
      venue.arrival.map { shopDay($0) == shopDay(closes) } ?? true ? closes : nil
    }
    let closes = today.map { "closes \(Formats.clock($0, unlessOn: day))" }
    let opens = venue.opens.map { "opens \(Formats.clock($0, unlessOn: day))" }
    let parts = [closes, arrival, opens].compactMap { $0 }
    return closes == nil && opens == nil
      ? (["closed all day"] + parts).joined(separator: ", ") : parts.joined(separator: ", ")
  }
}

// MARK: - Departures

extension PlanDetailRendering {
  private static let widestBar = 40

  private var chart: String {
    guard let chart = plan.departures else { return "" }
    guard let most = chart.counts.first, most > 0, let last = chart.last else {
      return heading("If you leave later") + "No stop is on time even now.\n"
    }
    var text = heading("If you leave later") + cost(chart)
    var shown: (Int, Int)?
    for (number, (count, open)) in zip(chart.counts, chart.open).enumerated()
    where shown.map({ $0 != (count, open) }) ?? true {
      let time = plan.departure.adding(seconds: number * chart.stepSeconds)
      func width(_ count: Int) -> Int { (count * Self.widestBar + most - 1) / most }
      let bar =
        String(repeating: "█", count: width(open))
        + String(repeating: "░", count: width(count) - width(open))
      let perhaps = count > open ? " and \(count - open) of unknown hours" : ""
      text += "\(Formats.clock(time, unlessOn: day))  \(bar)\(bar.isEmpty ? "" : " ")"
      text += "\(open)\(perhaps)\n"
      shown = (count, open)
    }
    if let open = chart.lastOpen { text += goes(open, "The last one") }
    guard chart.lastOpen?.leaveBy != last.leaveBy else { return text }
    return text + goes(last, "The last one of unknown hours")
  }

  private func goes(_ last: DepartureChart.LastDeparture, _ what: String) -> String {
    let name = plan.options.first { $0.venue.id == last.venue }?.venue.title.printable
    let time = Formats.clock(last.leaveBy, unlessOn: day)
    return "\(what) goes at \(time)\(name.map { ": \($0)" } ?? "").\n"
  }

  /// The mean cost of each step, from the departure to the last stop.
  private func cost(_ chart: DepartureChart) -> String {
    guard let most = chart.counts.first, let last = chart.last else { return "" }
    let span = last.leaveBy.seconds(since: plan.departure)
    guard span >= chart.stepSeconds else { return "" }
    let each = Double(most * chart.stepSeconds) / Double(span)
    let number = Formats.decimal(each, places: each < 1 ? 1 : 0)
    let stops = number == "1" ? "stop" : "stops"
    let step =
      chart.stepSeconds == 60 ? "Each minute" : "Each \(Formats.duration(chart.stepSeconds))"
    return "\(step) later costs about \(number) \(stops).\n"
  }
}
