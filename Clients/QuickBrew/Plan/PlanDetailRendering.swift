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
    if others.isEmpty { return Formats.phrase("plan.noAlternative") + "\n" }
    return others.map { drive in
      let later = drive.durationSeconds - plan.direct.durationSeconds
      return Formats.phrase(
        "plan.alternative",
        [
          "time": Formats.duration(drive.durationSeconds), "later": Formats.signedDuration(later),
          "distance": Formats.distance(Double(drive.distanceMeters)), "road": drive.name?.printable,
        ]) + "\n"
    }.joined()
  }

  /// What the first option costs if it is not the earliest of all.
  private var regret: String {
    guard let first = plan.options.first, let later = first.laterThanBestSeconds, later > 0 else {
      return ""
    }
    let slots = ["name": first.venue.shownTitle, "time": Formats.duration(later)]
    return Formats.phrase("plan.regret", slots) + "\n"
  }
}

// MARK: - Ledger

extension PlanDetailRendering {
  private func ledger(_ number: Int?) -> String {
    guard let number, !plan.options.isEmpty else { return "" }
    guard plan.options.indices.contains(number - 1), let rows = plan.options[number - 1].ledger
    else { return Formats.phrase("ledger.none", ["number": "\(number)"]) + "\n" }
    let option = plan.options[number - 1]
    let table = TextTable(
      rows,
      [
        .init(titled: "at") { Formats.clock($0.begins, unlessOn: day) },
        .init("", .right) { row in
          let isInstant = row.kind == .departure || row.kind == .arrival
          return isInstant ? nil : Formats.duration(row.seconds)
        },
        .init("") { row in
          let isLate = row.kind == .slack && row.seconds < 0
          return Formats.phrase("ledger.\(isLate ? "late" : row.kind.rawValue)")
        },
        .init(titled: "source", .left, .faint) { Formats.list($0.sources.map(source)) },
      ])
    let longest = option.longestStaySeconds.map {
      Formats.phrase("ledger.longest", ["time": Formats.duration($0)]) + "\n"
    }
    return heading(option.venue.shownTitle) + table.render(style) + (longest ?? "")
  }

  private func source(_ source: LedgerSource) -> String {
    let detail = source.detail?.printable
    let isOfMap = source.feed == .map
    return Formats.phrase(
      "source.\(source.kind.rawValue)\(source.kind == .hours && isOfMap ? ".map" : "")",
      [
        "detail": source.kind == .assumption
          ? detail.map(assumption)
          : source.kind == .map ? detail.map { "\($0.prefix(8))" } : detail,
        "feed": source.feed?.rawValue.printable, "date": source.date.map(Formats.dated),
      ])
  }

  /// What the planner assumes, whose sentence is the key, with its number as a slot.
  private func assumption(_ text: String) -> String {
    let number = text.firstMatch(of: /\d+(\.\d+)?/)?.output.0
    let key = number.map { text.replacing($0, with: "{n}", maxReplacements: 1) } ?? text
    return Formats.word("assumed", key, or: text, ["n": number.map(String.init) ?? ""])
  }
}

// MARK: - Why not

extension PlanDetailRendering {
  private var whyNot: String {
    guard let whyNot = plan.whyNot else { return "" }
    let counts = whyNot.counts.map {
      Formats.phrase("outcome.\($0.reason.rawValue)", count: $0.count)
    }
    let total = Formats.phrase("whyNot.considered", count: plan.candidates.considered)
    let shown = Formats.phrase("whyNot.shown", count: whyNot.shown)
    let sum = Formats.phrase("sentence", ["text": Formats.list([total, shown] + counts)]) + "\n"
    let table = TextTable(
      whyNot.venues,
      [
        .init(titled: "shop") { each in
          each.name.map { Formats.name($0, each.names) } ?? each.id.rawValue
        }, .init(titled: "whyNot") { reason($0) },
      ])
    return heading(Formats.phrase("whyNot")) + sum
      + (whyNot.venues.isEmpty ? "" : table.render(style))
  }

  private func reason(_ venue: PlanExclusion) -> String {
    if venue.reason == .closed { return closed(venue) }
    let limit = venue.limit
    let isOfTime = [.detour, .tooFar].contains(venue.reason)
    let isUnranked = venue.reason == .full && venue.rank == nil
    return Formats.phrase(
      "whyNot.\(isUnranked ? "unranked" : venue.reason.rawValue)",
      [
        "time": venue.seconds.map(Formats.duration) ?? "?", "rank": venue.rank.map { "\($0)" },
        "distance": Formats.distance(venue.meters ?? 0), "number": "\(limit ?? 0)",
        "limit": isOfTime
          ? limit.map { Formats.duration(max(0, $0)) } ?? "?"
          : Formats.distance(Double(limit ?? 0)),
      ])
  }

  /// `closes 08:10:00, you arrive 08:14:02`; `you arrive 08:14:02, opens 09:00:00`.
  private func closed(_ venue: PlanExclusion) -> String {
    func phrase(_ key: String, _ time: Timestamp?) -> String? {
      time.map { Formats.phrase(key, ["time": Formats.clock($0, unlessOn: day)]) }
    }
    // A closing time of another day explains nothing; the day of a shop ends at four in the night.
    func shopDay(_ time: Timestamp) -> String { Formats.day(time.adding(seconds: -4 * 3600)) }
    let today = venue.closes.flatMap { closes in
      venue.arrival.map { shopDay($0) == shopDay(closes) } ?? true ? closes : nil
    }
    let (closes, opens) = (phrase("closes", today), phrase("opens", venue.opens))
    let never = closes == nil && opens == nil ? Formats.phrase("whyNot.closed") : nil
    let arrival = phrase("whyNot.arrival", venue.arrival)
    return Formats.list([never, closes, arrival, opens].compactMap { $0 })
  }
}

// MARK: - Departures

extension PlanDetailRendering {
  private static let widestBar = 40

  private var chart: String {
    guard let chart = plan.departures else { return "" }
    guard let most = chart.counts.first, most > 0, let last = chart.last else {
      return heading(Formats.phrase("chart")) + Formats.phrase("chart.none") + "\n"
    }
    var text = heading(Formats.phrase("chart")) + cost(chart)
    var shown: (Int, Int)?
    for (number, (count, open)) in zip(chart.counts, chart.open).enumerated()
    where shown.map({ $0 != (count, open) }) ?? true {
      let time = plan.departure.adding(seconds: number * chart.stepSeconds)
      func width(_ count: Int) -> Int { (count * Self.widestBar + most - 1) / most }
      let bar =
        String(repeating: "█", count: width(open))
        + String(repeating: "░", count: width(count) - width(open))
      let perhaps = count > open ? "\(count - open)" : nil
      text += "\(Formats.clock(time, unlessOn: day))  \(bar)\(bar.isEmpty ? "" : " ")"
      text += Formats.phrase("chart.row", ["open": "\(open)", "perhaps": perhaps]) + "\n"
      shown = (count, open)
    }
    if let open = chart.lastOpen { text += goes(open, "chart.last") }
    guard chart.lastOpen?.leaveBy != last.leaveBy else { return text }
    return text + goes(last, "chart.lastPerhaps")
  }

  private func goes(_ last: DepartureChart.LastDeparture, _ what: String) -> String {
    let name = plan.options.first { $0.venue.id == last.venue }?.venue.shownTitle
    let time = Formats.clock(last.leaveBy, unlessOn: day)
    return Formats.phrase(what, ["time": time, "name": name]) + "\n"
  }

  /// The mean cost of each step, from the departure to the last stop.
  private func cost(_ chart: DepartureChart) -> String {
    guard let most = chart.counts.first, let last = chart.last else { return "" }
    let span = last.leaveBy.seconds(since: plan.departure)
    guard span >= chart.stepSeconds else { return "" }
    let each = Double(most * chart.stepSeconds) / Double(span)
    let number = Formats.decimal(each, places: each < 1 ? 1 : 0)
    let isMinute = chart.stepSeconds == 60
    // A number with a decimal place has the plural.
    return Formats.phrase(
      isMinute ? "chart.minute" : "chart.step", count: each < 1 ? 2 : Int(number) ?? 2,
      ["number": number, "step": isMinute ? nil : Formats.duration(chart.stepSeconds)]) + "\n"
  }
}
