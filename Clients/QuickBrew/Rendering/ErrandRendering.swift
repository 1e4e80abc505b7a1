import Messages
import Time

/// Formats errands in their orders, and meetings.
enum ErrandRendering {
  static func render(_ plan: ErrandPlan, style: Style) -> String {
    let day = Formats.day(plan.departure)
    var text = """
      From   \(plan.origin.label.printable)
      To     \(plan.destination.label.printable)
      Leave  \(Formats.clock(plan.departure)) on \(day), \(Formats.offset(plan.departure))
      Be there by \(Formats.clock(plan.deadline, unlessOn: day))

      """
    if plan.trips.isEmpty {
      return text + "\n" + style.paint("No: there is no trip over all errands.", .red) + "\n"
    }
    for trip in plan.trips { text += "\n" + render(trip, from: plan.departure, style) }
    let left = plan.omitted.reduce(0, +)
    let counts = plan.considered.map { "\($0)" }.joined(separator: " × ")
    return text + "\n"
      + style.paint("\(counts) stops compared in every order; \(left) left out.", .faint) + "\n"
      + style.note(plan.clockWarning)
  }

  private static func render(
    _ trip: ErrandTrip, from departure: Timestamp, _ style: Style
  ) -> String {
    let day = Formats.day(departure)
    let names = trip.stops.map { $0.venue?.name ?? $0.place?.label ?? "" }
    let outcome =
      trip.onTime
      ? style.paint("\(Formats.duration(trip.slackSeconds)) to spare", .green)
      : style.paint("\(Formats.duration(-trip.slackSeconds)) late", .red)
    let walks = zip(walksBefore(trip), trip.stops.map(\.toDoor) + [trip.destinationWalk])
      .map { ($0?.seconds ?? 0) + ($1?.seconds ?? 0) }
    let hasWalks = walks.contains { $0 > 0 }
    var columns: [TextTable.Column] = [
      .init(names.map(\.printable).joined(separator: ", then ")), .init("Drive", .right),
    ]
    if hasWalks { columns.append(.init("Walk", .right)) }
    columns += [
      .init("Arrival"), .init("Wait", .right), .init("At the stop", .right), .init("ID"),
      .init("Address"),
    ]
    var table = TextTable(columns)
    for (number, stop) in trip.stops.enumerated() {
      var cells = [
        TextTable.Cell(names[number]), .init(Formats.duration(stop.leg.durationSeconds)),
      ]
      if hasWalks { cells.append(.init(Formats.duration(walks[number]))) }
      table.add(
        cells + [
          .init(Formats.clock(stop.arrival, unlessOn: day)),
          .init(Formats.duration(stop.waitSeconds)), .init(Formats.duration(stop.dwellSeconds)),
          .init(stop.venue?.id.rawValue ?? ""), .init(stop.venue?.address ?? "", .faint),
        ])
    }
    var last = [
      TextTable.Cell("destination"), .init(Formats.duration(trip.toDestination.durationSeconds)),
    ]
    if hasWalks { last.append(.init(Formats.duration(walks[trip.stops.count]))) }
    table.add(
      last + [
        .init(Formats.clock(trip.arrival, unlessOn: day)), .init(""), .init(""), .init(""),
        .init(""),
      ])
    let leaveBy = trip.leaveBy.map { "; leave by \(Formats.clock($0, unlessOn: day))" } ?? ""
    return table.render(style) + outcome + leaveBy + "\n"
      + CarParkRendering.line(trip.stops.map(\.carPark), style)
  }

  /// The walk to the road before each drive.
  private static func walksBefore(_ trip: ErrandTrip) -> [PlanWalk?] {
    [trip.originWalk] + trip.stops.map(\.fromDoor)
  }

  static func render(_ plan: MeetPlan, style: Style) -> String {
    guard let first = plan.options.first else {
      return style.paint("No: there is nowhere that both can reach.", .red) + "\n"
    }
    let day = Formats.day(first.begins)
    var table = TextTable([
      .init("Shop"), .init("Meet at"), .init("You leave by"), .init("Other leaves by"),
      .init("You arrive"), .init("Other arrives"), .init("Slack", .right), .init(""),
      .init("ID"), .init("Address"),
    ])
    for option in plan.options {
      table.add([
        .init(option.venue.name), .init(Formats.clock(option.begins, unlessOn: day)),
        .init(option.first.leaveBy.map { Formats.clock($0, unlessOn: day) } ?? ""),
        .init(option.second.leaveBy.map { Formats.clock($0, unlessOn: day) } ?? ""),
        .init(Formats.clock(option.first.arrival, unlessOn: day)),
        .init(Formats.clock(option.second.arrival, unlessOn: day)),
        .init(Formats.duration(option.worstSlackSeconds)),
        option.onTime ? .init("on time", .green) : .init("late", .red),
        .init(option.venue.id.rawValue), .init(option.venue.address ?? "", .faint),
      ])
    }
    let verdict =
      plan.onTime > 0
      ? style.paint(
        "Yes: \(Formats.count(plan.onTime, "shop is", "shops are")) on time for both.", .green)
      : style.paint("No: somebody is late everywhere.", .red)
    let closing = Formats.count(plan.considered, "shop", "shops") + " in range of both"
    return verdict + "\n\n" + table.render(style) + "\n"
      + CarParkRendering.line(plan.options.map { $0.first.carPark ?? $0.second.carPark }, style)
      + style.paint("\(closing); \(plan.omitted) left out.", .faint) + "\n"
      + style.note(plan.clockWarning)
  }
}
