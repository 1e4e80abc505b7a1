import Messages
import Time

/// Formats errands in their orders.
enum ErrandRendering {
  static func render(_ plan: ErrandPlan, style: Style) -> String {
    let words = VerdictRendering(style: style, day: Formats.day(plan.departure))
    var text =
      words.head(
        from: plan.origin.label.printable, to: plan.destination.label.printable, plan.departure,
        plan.deadline, plan.openEnd) + "\n" + verdict(plan, words)
    for trip in plan.trips { text += "\n" + render(trip, from: plan.departure, style) }
    let left = plan.omitted.reduce(0, +)
    let counts = plan.considered.map { "\($0)" }.joined(separator: " × ")
    let closing = Formats.phrase("errands.compared", ["numbers": counts, "omitted": "\(left)"])
    return text + "\n" + style.paint(closing, .faint) + "\n"
      + style.note(plan.clockWarning)
  }

  private static func verdict(_ plan: ErrandPlan, _ words: VerdictRendering) -> String {
    let answer = plan.verdict
    switch answer.answer {
    case .yes:
      let sooner = answer.soonerPerhaps.flatMap { plan.trips.indices.contains($0) ? $0 : nil }
      let better = words.better(
        sooner.map { names(plan.trips[$0]) }, isLatest: plan.openEnd == .departure)
      return words.line(.yes, "errands.yes", better) + words.leave(plan.leaveBetween)
    case .maybe: return words.line(.maybe, "errands.maybe") + words.leave(plan.leaveBetween)
    case .no:
      let subject = VerdictRendering.Subject(
        key: answer.errand == nil ? "trips" : "errand",
        slots: ["number": answer.errand.map { "\($0 + 1)" }])
      let considered = answer.errand.flatMap { number in
        plan.considered.indices.contains(number) ? plan.considered[number] : nil
      }
      let why =
        answer.reason == .late || answer.reason == nil
        ? late(plan, words) : words.no(answer, subject, considered: considered ?? 0)
      return why
        + words.wayOut(answer.wayOut, departure: plan.departure, deadline: plan.deadline)
    }
  }

  private static func late(_ plan: ErrandPlan, _ words: VerdictRendering) -> String {
    let late = plan.trips.first.map { Formats.duration(-$0.slackSeconds) }
    return words.line(.no, late == nil ? "errands.none" : "errands.late", ["time": late])
  }

  private static func name(_ stop: ErrandStop) -> String {
    stop.venue?.shownTitle ?? stop.place?.label.printable ?? ""
  }

  /// "A, then B".
  private static func names(_ trip: ErrandTrip) -> String {
    guard let first = trip.stops.first else { return "" }
    return trip.stops.dropFirst().reduce(name(first)) {
      Formats.phrase("then", ["first": $0, "next": name($1)])
    }
  }

  private static func render(
    _ trip: ErrandTrip, from departure: Timestamp, _ style: Style
  ) -> String {
    let day = Formats.day(departure)
    let walks = zip(walksBefore(trip), trip.stops.map(\.toDoor) + [trip.destinationWalk])
      .map { ($0?.seconds ?? 0) + ($1?.seconds ?? 0) }
    let hasWalks = walks.contains { $0 > 0 }
    var rows = trip.stops.enumerated().map { number, stop in
      Row(
        name: VenueRendering.name(name(stop), isCertain: stop.isCertain),
        driveSeconds: stop.leg.durationSeconds, walkSeconds: walks[number], arrival: stop.arrival,
        stop: stop)
    }
    rows.append(
      Row(
        name: Formats.phrase("errands.destination"),
        driveSeconds: trip.toDestination.durationSeconds,
        walkSeconds: walks[trip.stops.count], arrival: trip.arrival, stop: nil))
    let table = TextTable(
      rows,
      [
        .init(names(trip)) { $0.name },
        .init(titled: "drive", .right) { Formats.duration($0.driveSeconds) },
        .init(titled: "walk", .right, isDetail: true) {
          hasWalks ? Formats.duration($0.walkSeconds) : nil
        },
        .init(titled: "arrival") { Formats.clock($0.arrival, unlessOn: day) },
        .init(titled: "wait", .right, isDetail: true) {
          $0.stop.map { Formats.duration($0.waitSeconds) }
        },
        .init(titled: "stay", .right) { $0.stop.map { Formats.duration($0.dwellSeconds) } },
        .init(titled: "id", isDetail: true) { $0.stop?.venue?.id.rawValue },
        .init(titled: "address", .left, .faint, isDetail: true) { $0.stop?.venue?.address },
      ])
    let closing = Formats.phrase(
      "errands.outcome",
      [
        "outcome": PlanRendering.outcome(trip.slackSeconds, style),
        "time": Formats.clock(trip.leaveBy, unlessOn: day),
      ])
    return table.render(style) + closing + "\n"
      + CarParkRendering.line(trip.stops.map(\.carPark), style)
  }

  /// A stop, or the destination, with the drive there.
  private struct Row {
    let name: String
    let driveSeconds: Int
    let walkSeconds: Int
    let arrival: Timestamp
    let stop: ErrandStop?
  }

  /// The walk to the road before each drive.
  private static func walksBefore(_ trip: ErrandTrip) -> [PlanWalk?] {
    [trip.originWalk] + trip.stops.map(\.fromDoor)
  }
}
