import Messages
import Time

/// Lists the parts of an option's trip with what each follows from.
struct Ledger {
  let trip: Trip
  let option: PlanOption

  /// The rows, in order; see `LedgerRow`.
  var rows: [LedgerRow] {
    var rows = [
      LedgerRow(
        kind: .departure, begins: trip.departure, seconds: 0,
        sources: [trip.query.openEnd == .departure ? Self.chosen : LedgerSource(.request)])
    ]
    walk(trip.walks.originSeconds, to: &rows)
    add(.drive, option.toStop.durationSeconds, drive(option.toStop), to: &rows)
    walk(option.toDoor?.seconds ?? 0, to: &rows)
    if option.waitSeconds > 0 { add(.wait, option.waitSeconds, [hours], to: &rows) }
    add(.dwell, option.dwellSeconds, dwell, to: &rows)
    walk(option.fromDoor?.seconds ?? 0, to: &rows)
    add(.drive, option.toDestination.durationSeconds, drive(option.toDestination), to: &rows)
    walk(trip.walks.destinationSeconds, to: &rows)
    add(.arrival, 0, [LedgerSource(.sum)], to: &rows)
    add(
      .slack, option.slackSeconds,
      [trip.query.openEnd == .deadline ? Self.chosen : LedgerSource(.request)], to: &rows)
    return rows
  }

  private static let chosen = LedgerSource(.assumption, "chosen by the planner")

  private func add(
    _ kind: LedgerRow.Kind, _ seconds: Int, _ sources: [LedgerSource], to rows: inout [LedgerRow]
  ) {
    let begins = rows.last.map { $0.begins.adding(seconds: $0.seconds) } ?? trip.departure
    rows.append(
      LedgerRow(
        kind: kind, begins: trip.map.zone.localized(begins), seconds: seconds, sources: sources))
  }

  private func walk(_ seconds: Int, to rows: inout [LedgerRow]) {
    guard seconds > 0 else { return }
    let pace = "a straight line at \(RouterLimits.walkingKilometersPerHour) km/h"
    add(.walk, seconds, [LedgerSource(.map), LedgerSource(.assumption, pace)], to: &rows)
  }

  private func drive(_ leg: PlanLeg) -> [LedgerSource] {
    [
      LedgerSource(.map, leg.mapVersion),
      leg.trafficVersion.map { LedgerSource(.traffic, "\($0)") },
    ]
    .compactMap { $0 }
  }

  private var hours: LedgerSource { LedgerSource(.hours, option.venue.openingHours) }

  private var dwell: [LedgerSource] {
    let length =
      trip.query.hasDwell
      ? LedgerSource(.request)
      : LedgerSource(
        .assumption, "\(PlanDefaults.dwellSeconds / 60) min, as nothing else is requested")
    let isOpen =
      option.hours?.state == .unknown
      ? LedgerSource(.assumption, "open, as nobody knows its hours") : hours
    return [length, isOpen]
  }
}
