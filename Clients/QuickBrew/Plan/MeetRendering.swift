import Messages
import Time

/// Formats where two can meet.
enum MeetRendering {
  static func render(_ plan: MeetPlan, style: Style) -> String {
    let day = Formats.day(plan.options.first?.begins ?? plan.first.departure)
    let closing = Formats.count(plan.considered, "shop", "shops") + " in range of both"
    return verdict(plan, day, style) + "\n"
      + (plan.options.isEmpty ? "" : table(plan, day).render(style) + "\n")
      + CarParkRendering.line(plan.options.map { $0.first.carPark ?? $0.second.carPark }, style)
      + style.paint("\(closing); \(plan.omitted) left out.", .faint) + "\n"
      + style.note(plan.clockWarning)
  }

  private static func verdict(_ plan: MeetPlan, _ day: String, _ style: Style) -> String {
    let words = VerdictRendering(style: style, day: day)
    let windows =
      words.leave(plan.first.leaveBetween, who: "You leave")
      + words.leave(plan.second.leaveBetween, who: "The other leaves")
    switch plan.verdict.answer {
    case .yes:
      let sooner = plan.verdict.soonerPerhaps.flatMap {
        plan.options.indices.contains($0) ? plan.options[$0].venue.title : nil
      }
      let shops = Formats.count(plan.open, "shop is", "shops are")
      let isLatest =
        plan.first.openEnd == .departure && plan.second.openEnd == .departure
      return words.yes("\(shops) on time for both\(words.better(sooner, isLatest: isLatest))")
        + windows
    case .maybe:
      let shops = Formats.count(plan.onTime, "shop is", "shops are")
      return words.maybe("\(shops) on time for both, of unknown opening hours") + windows
    case .no:
      let reason =
        switch plan.verdict.reason {
        case .nothing: "there is nowhere that both can reach"
        case .late, nil: "somebody is late everywhere"
        default: words.reason(plan.verdict, "shop", "shops", considered: plan.considered)
        }
      return words.no(reason)
        + words.wayOut(
          plan.verdict.wayOut, departure: plan.first.departure, deadline: plan.first.deadline,
          otherDeadline: plan.second.deadline)
    }
  }

  private static func table(_ plan: MeetPlan, _ day: String) -> TextTable {
    func clock(_ time: Timestamp?) -> String? { time.map { Formats.clock($0, unlessOn: day) } }
    return TextTable(
      plan.options,
      [
        .init("Shop") { $0.isCertain ? $0.venue.title : "\($0.venue.title) (hours unknown)" },
        .init("Meet at") { clock($0.begins) },
        .init("You leave by") { clock($0.first.leaveBy) },
        .init("Other leaves by") { clock($0.second.leaveBy) },
        .init("You arrive", isDetail: true) { clock($0.first.arrival) },
        .init("Other arrives", isDetail: true) { clock($0.second.arrival) },
        .init("Slack", .right) { Formats.duration($0.worstSlackSeconds) },
        .init("", isDetail: true, painted: { $0.onTime ? ("on time", .green) : ("late", .red) }),
        .init("ID", isDetail: true) { $0.venue.id.rawValue },
        .init("Address", .left, .faint, isDetail: true) { $0.venue.address },
      ])
  }
}
