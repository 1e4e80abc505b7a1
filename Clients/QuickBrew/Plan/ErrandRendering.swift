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
    return text + "\n"
      + style.paint("\(counts) stops compared in every order; \(left) left out.", .faint) + "\n"
      + style.note(plan.clockWarning)
  }

  private static func verdict(_ plan: ErrandPlan, _ words: VerdictRendering) -> String {
    let answer = plan.verdict
    switch answer.answer {
    case .yes:
      let sooner = answer.soonerPerhaps.flatMap { plan.trips.indices.contains($0) ? $0 : nil }
      return words.yes(
        "there is time for all errands"
          + words.better(
            sooner.map { names(plan.trips[$0]) }, isLatest: plan.openEnd == .departure))
        + words.leave(plan.leaveBetween)
    case .maybe:
      return words.maybe("there is time, at shops of unknown opening hours")
        + words.leave(plan.leaveBetween)
    case .no:
      let one = answer.errand.map { "shop for errand \($0 + 1)" } ?? "shop"
      let many = answer.errand.map { "shops for errand \($0 + 1)" } ?? "shops, one after the other,"
      let considered = answer.errand.flatMap { number in
        plan.considered.indices.contains(number) ? plan.considered[number] : nil
      }
      let reason =
        answer.reason == .late || answer.reason == nil
        ? late(plan) : words.reason(answer, one, many, considered: considered ?? 0)
      return words.no(reason)
        + words.wayOut(answer.wayOut, departure: plan.departure, deadline: plan.deadline)
    }
  }

  private static func late(_ plan: ErrandPlan) -> String {
    guard let best = plan.trips.first else { return "there is no trip over all errands" }
    return "no trip is on time; the earliest is \(Formats.duration(-best.slackSeconds)) late"
  }

  private static func names(_ trip: ErrandTrip) -> String {
    trip.stops.map { $0.venue?.title ?? $0.place?.label ?? "" }.joined(separator: ", then ")
  }

  private static func render(
    _ trip: ErrandTrip, from departure: Timestamp, _ style: Style
  ) -> String {
    let day = Formats.day(departure)
    let names = trip.stops.map { $0.venue?.title ?? $0.place?.label ?? "" }
    let outcome =
      trip.onTime
      ? style.paint("\(Formats.duration(trip.slackSeconds)) to spare", .green)
      : style.paint("\(Formats.duration(-trip.slackSeconds)) late", .red)
    let walks = zip(walksBefore(trip), trip.stops.map(\.toDoor) + [trip.destinationWalk])
      .map { ($0?.seconds ?? 0) + ($1?.seconds ?? 0) }
    let hasWalks = walks.contains { $0 > 0 }
    var rows = trip.stops.enumerated().map { number, stop in
      Row(
        name: stop.isCertain ? names[number] : "\(names[number]) (hours unknown)",
        driveSeconds: stop.leg.durationSeconds, walkSeconds: walks[number], arrival: stop.arrival,
        stop: stop)
    }
    rows.append(
      Row(
        name: "destination", driveSeconds: trip.toDestination.durationSeconds,
        walkSeconds: walks[trip.stops.count], arrival: trip.arrival, stop: nil))
    let table = TextTable(
      rows,
      [
        .init(names.map(\.printable).joined(separator: ", then ")) { $0.name },
        .init("Drive", .right) { Formats.duration($0.driveSeconds) },
        .init("Walk", .right, isDetail: true) { hasWalks ? Formats.duration($0.walkSeconds) : nil },
        .init("Arrival") { Formats.clock($0.arrival, unlessOn: day) },
        .init("Wait", .right, isDetail: true) { $0.stop.map { Formats.duration($0.waitSeconds) } },
        .init("At the stop", .right) { $0.stop.map { Formats.duration($0.dwellSeconds) } },
        .init("ID", isDetail: true) { $0.stop?.venue?.id.rawValue },
        .init("Address", .left, .faint, isDetail: true) { $0.stop?.venue?.address },
      ])
    let leaveBy = "; leave by \(Formats.clock(trip.leaveBy, unlessOn: day))"
    return table.render(style) + outcome + leaveBy + "\n"
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
