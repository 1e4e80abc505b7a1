import Messages
import Time

/// The table of a plan's options. Where the departure is open, each is that of leaving as late as
/// it works.
struct PlanTable {
  let plan: Plan
  let style: Style

  private var day: String { Formats.day(plan.departure) }
  private var isLatest: Bool { plan.openEnd == .departure }

  /// - Parameter rows: the options by number from 0, each with what else it stands for.
  func text(_ rows: [(number: Int, others: String)]) -> String {
    let columns = columns
    var table = TextTable(columns.map(\.head))
    for row in rows {
      table.add(columns.map { $0.cell(row.number, row.others) })
    }
    return table.render(style)
  }

  private struct Column {
    let head: TextTable.Column
    /// For the option with this number, and what else that stands for.
    let cell: (Int, String) -> TextTable.Cell
  }

  private var columns: [Column] {
    var columns = [
      Column(head: .init("", .right)) { number, _ in .init("\(number + 1)") },
      Column(head: .init("Shop")) { .init(plan.options[$0].venue.title + $1) },
      column("Detour", .right) { .init(Formats.signedDuration($0.detourSeconds)) },
    ]
    if plan.options.contains(where: { $0.parkSeconds ?? 0 > 0 }) {
      columns.append(column("Park", .right) { .init(Formats.duration($0.parkSeconds ?? 0)) })
    }
    if plan.options.contains(where: { $0.walkSeconds > 0 }) {
      columns.append(column("Walk", .right) { .init(Formats.duration($0.walkSeconds)) })
    }
    if !isLatest, plan.options.contains(where: { $0.waitSeconds > 0 }) {
      columns.append(column("Wait", .right) { .init(Formats.duration($0.waitSeconds)) })
    }
    columns.append(column("At the stop", .right) { .init(Formats.duration($0.dwellSeconds)) })
    columns += isLatest ? latest : fromDeparture
    if plan.options.contains(where: { hours($0) != "" }) {
      columns.append(column("Hours") { .init(hours($0)) })
    }
    return columns + [
      column("ID") { .init($0.venue.id.rawValue) },
      column("Address") { .init($0.venue.address ?? "", .faint) },
    ]
  }

  private var fromDeparture: [Column] {
    [
      column("Arrival", .right) { .init(Formats.clock($0.arrival, unlessOn: day)) },
      column("Slack", .right) { .init(Formats.duration($0.slackSeconds)) },
      column("", .left) { $0.onTime ? .init("on time", .green) : .init("late", .red) },
      column("Leave by", .right) { .init(Formats.clock($0.leaveBy, unlessOn: day)) },
    ]
  }

  /// The instants of the trip that leaves last.
  private var latest: [Column] {
    func clock(_ time: Timestamp?) -> TextTable.Cell {
      .init(time.map { Formats.clock($0, unlessOn: day) } ?? "")
    }
    return [
      column("Leave by", .right) { clock($0.schedule?.leave ?? $0.leaveBy) },
      column("There from", .right) { clock($0.schedule?.stops.first?.from) },
      column("Arrival", .right) { clock($0.schedule?.arrive) },
      column("", .left) { $0.onTime ? .init("on time", .green) : .init("late", .red) },
    ]
  }

  private func column(
    _ title: String, _ alignment: TextTable.Alignment = .left,
    _ cell: @escaping (PlanOption) -> TextTable.Cell
  ) -> Column {
    Column(head: .init(title, alignment)) { number, _ in cell(plan.options[number]) }
  }

  /// `opens 08:00`, `closes 16:00`, `hours unknown (by appointment)`; empty for a shop that stays
  /// open.
  private func hours(_ option: PlanOption) -> String {
    guard let hours = option.hours else { return "" }
    var parts: [String] = hours.state == .unknown ? ["hours unknown"] : []
    if let opens = hours.opens { parts.append("opens \(Formats.minute(opens, unlessOn: day))") }
    if let closes = hours.closes { parts.append("closes \(Formats.minute(closes, unlessOn: day))") }
    let comment = hours.comment.map { " (\($0))" } ?? ""
    return parts.joined(separator: ", ") + comment
  }
}

extension PlanOption {
  /// How long the walks between the road and the shop take, both ways.
  fileprivate var walkSeconds: Int { (toDoor?.seconds ?? 0) + (fromDoor?.seconds ?? 0) }
}
