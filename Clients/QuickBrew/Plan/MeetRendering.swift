import Messages
import Time

/// Formats where two can meet.
enum MeetRendering {
  static func render(_ plan: MeetPlan, style: Style) -> String {
    let day = Formats.day(plan.options.first?.begins ?? plan.first.departure)
    let closing = Formats.phrase(
      "meet.considered", count: plan.considered, ["omitted": "\(plan.omitted)"])
    return verdict(plan, day, style) + "\n"
      + (plan.options.isEmpty ? "" : table(plan, day).render(style) + "\n")
      + CarParkRendering.line(plan.options.map { $0.first.carPark ?? $0.second.carPark }, style)
      + style.paint(closing, .faint) + "\n"
      + style.note(plan.clockWarning)
  }

  private static func verdict(_ plan: MeetPlan, _ day: String, _ style: Style) -> String {
    let words = VerdictRendering(style: style, day: day)
    let windows =
      words.leave(plan.first.leaveBetween, who: "leave.you")
      + words.leave(plan.second.leaveBetween, who: "leave.second")
    switch plan.verdict.answer {
    case .yes:
      let sooner = plan.verdict.soonerPerhaps.flatMap {
        plan.options.indices.contains($0) ? plan.options[$0].venue.shownTitle : nil
      }
      let isLatest =
        plan.first.openEnd == .departure && plan.second.openEnd == .departure
      return words.line(
        .yes, "meet.yes", count: plan.open, words.better(sooner, isLatest: isLatest)) + windows
    case .maybe: return words.line(.maybe, "meet.maybe", count: plan.onTime) + windows
    case .no:
      let why =
        switch plan.verdict.reason {
        case .nothing: words.line(.no, "meet.nowhere")
        case .late, nil: words.line(.no, "meet.late")
        default: words.no(plan.verdict, .init(key: "meet"), considered: plan.considered)
        }
      return why
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
        .init(titled: "shop") {
          VenueRendering.name($0.venue.shownTitle, isCertain: $0.isCertain)
        },
        .init(titled: "meetAt") { clock($0.begins) },
        .init(titled: "youLeaveBy") { clock($0.first.leaveBy) },
        .init(titled: "otherLeavesBy") { clock($0.second.leaveBy) },
        .init(titled: "youArrive", isDetail: true) { clock($0.first.arrival) },
        .init(titled: "otherArrives", isDetail: true) { clock($0.second.arrival) },
        .init(titled: "slack", .right) { Formats.duration($0.worstSlackSeconds) },
        .init("", isDetail: true, painted: { TextTable.onTime($0.onTime) }),
        .init(titled: "id", isDetail: true) { $0.venue.id.rawValue },
        .init(titled: "address", .left, .faint, isDetail: true) { $0.venue.address },
      ])
  }
}
