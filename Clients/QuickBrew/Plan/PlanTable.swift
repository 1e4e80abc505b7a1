import Messages
import Time

/// The table of a plan's options. Where the departure is open, each is that of the latest possible
/// departure.
struct PlanTable {
  let plan: Plan
  let style: Style

  private var day: String { Formats.day(plan.departure) }
  private var isLatest: Bool { plan.openEnd == .departure }

  /// An option by number from 0, and what else it stands for.
  typealias Row = (number: Int, others: String)

  func text(_ rows: [Row]) -> String { TextTable(rows, columns).render(style) }

  private typealias Column = TextTable.Column<Row>

  private var columns: [Column] {
    let start: [Column] = [
      .init("", .right) { "\($0.number + 1)" },
      .init(titled: "shop") { plan.options[$0.number].venue.shownTitle + $0.others },
      column("detour") { Formats.signedDuration($0.detourSeconds) },
    ]
    let durations = [
      seconds("park") { $0.parkSeconds ?? 0 }, seconds("walk") { $0.walkSeconds },
      seconds("wait") { isLatest ? 0 : $0.waitSeconds },
      column("stay", isDetail: true) { Formats.duration($0.dwellSeconds) },
    ]
    let verdict = Column(
      "", isDetail: true, painted: { row in TextTable.onTime(plan.options[row.number].onTime) })
    let end: [Column] = [
      column("hours", .left) { hours($0) },
      column("id", .left, isDetail: true) { $0.venue.id.rawValue },
      .init(titled: "address", .left, .faint, isDetail: true) {
        plan.options[$0.number].venue.address
      },
    ]
    let times =
      isLatest
      ? [
        column("leaveBy") { clock($0.schedule.leave) },
        column("thereFrom") { clock($0.schedule.stops.first?.from) },
        column("arrival", isDetail: true) { clock($0.schedule.arrive) }, verdict,
      ]
      : [
        column("arrival", isDetail: true) { clock($0.arrival) },
        Column(
          Formats.phrase("table.slack"), .right,
          painted: { row in
            let option = plan.options[row.number]
            return (Formats.duration(option.slackSeconds), option.onTime ? nil : .red)
          }), verdict,
        column("leaveBy") { clock($0.leaveBy) },
      ]
    return start + durations + times + end
  }

  private func clock(_ time: Timestamp?) -> String? {
    time.map { Formats.clock($0, unlessOn: day) }
  }

  private func column(
    _ title: String, _ alignment: TextTable.Alignment = .right, isDetail: Bool = false,
    _ text: @escaping (PlanOption) -> String?
  ) -> Column {
    Column(titled: title, alignment, isDetail: isDetail) { text(plan.options[$0.number]) }
  }

  /// A column of durations that is there where any is not zero.
  private func seconds(_ title: String, _ seconds: @escaping (PlanOption) -> Int) -> Column {
    let isShown = plan.options.contains { seconds($0) > 0 }
    return column(title, isDetail: true) { isShown ? Formats.duration(seconds($0)) : nil }
  }

  /// `opens 08:00`, `closes 16:00`, `hours unknown (by appointment)`; empty for a shop that stays
  /// open.
  private func hours(_ option: PlanOption) -> String {
    let hours = option.hours
    let parts = [
      hours.state == .unknown ? Formats.phrase("hours.unknown") : nil,
      hours.opens.map { Formats.phrase("opens", ["time": Formats.minute($0, unlessOn: day)]) },
      hours.closes.map { Formats.phrase("closes", ["time": Formats.minute($0, unlessOn: day)]) },
    ].compactMap { $0 }
    return Formats.list(parts) + (hours.comment.map { " (\($0))" } ?? "")
  }
}

extension PlanOption {
  /// How long the walks between the road and the shop take, both ways.
  fileprivate var walkSeconds: Int { (toDoor?.seconds ?? 0) + (fromDoor?.seconds ?? 0) }
}
