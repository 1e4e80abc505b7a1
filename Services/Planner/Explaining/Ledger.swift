import Messages
import Time

/// Lists the parts of an option's trip, as its schedule has them, with what each follows from.
struct Ledger {
  let trip: Trip
  let option: PlanOption
  /// The feed that the shop's opening hours come from; `nil` if that is not known.
  let hoursFeed: VenueFieldSource?

  /// The rows, in order; see `LedgerRow`.
  var rows: [LedgerRow] {
    var rows = [
      LedgerRow(
        kind: .departure, begins: leave, seconds: 0,
        sources: [trip.query.openEnd == .departure ? Self.chosen : LedgerSource(.request)])
    ]
    walk(trip.walks.originSeconds, to: &rows)
    add(.drive, option.toStop.durationSeconds, drive(option.toStop) + parking, to: &rows)
    if let seconds = option.parkSeconds {
      add(.park, seconds, [LedgerSource(.request)], to: &rows)
    }
    walk(option.toDoor?.seconds ?? 0, to: &rows)
    if waitSeconds > 0 { add(.wait, waitSeconds, [hours], to: &rows) }
    add(.dwell, option.dwellSeconds, dwell, to: &rows)
    walk(option.fromDoor?.seconds ?? 0, to: &rows)
    add(.drive, option.toDestination.durationSeconds, drive(option.toDestination), to: &rows)
    walk(trip.walks.destinationSeconds, to: &rows)
    add(.arrival, 0, [LedgerSource(.sum)], to: &rows)
    add(
      .slack, slackSeconds,
      [trip.query.openEnd == .deadline ? Self.chosen : LedgerSource(.request)], to: &rows)
    return rows
  }

  private var leave: Timestamp { option.schedule.leave }

  private var waitSeconds: Int {
    option.schedule.stops.first.map { $0.from.seconds(since: $0.reaches) } ?? option.waitSeconds
  }

  private var slackSeconds: Int {
    trip.query.window.deadline.seconds(since: option.schedule.arrive)
  }

  private static let chosen = LedgerSource(.assumption, "chosen by the planner")

  private func add(
    _ kind: LedgerRow.Kind, _ seconds: Int, _ sources: [LedgerSource], to rows: inout [LedgerRow]
  ) {
    let begins = rows.last.map { $0.begins.adding(seconds: $0.seconds) } ?? leave
    rows.append(
      LedgerRow(
        kind: kind, begins: trip.map.zone.localized(begins), seconds: seconds, sources: sources))
  }

  private func walk(_ seconds: Int, to rows: inout [LedgerRow]) {
    guard seconds > 0 else { return }
    let pace = "a straight line at \(RouterLimits.walkingKilometersPerHour) km/h"
    add(.walk, seconds, map(nil) + [LedgerSource(.assumption, pace)], to: &rows)
  }

  private func drive(_ leg: PlanLeg) -> [LedgerSource] {
    map(leg.mapVersion)
      + [leg.trafficVersion.map { LedgerSource(.traffic, "\($0)") }]
      .compactMap { $0 }
  }

  /// Where a car is left, if that is not as requested, and whether that takes no time.
  private var parking: [LedgerSource] {
    var sources: [LedgerSource] = []
    if trip.query.profile == .car, option.parkSeconds == nil {
      sources.append(LedgerSource(.assumption, "parking: not counted"))
    }
    guard trip.query.parking == .lot, option.carPark == nil else { return sources }
    let within = Int(PlannerLimits.maximumParkingMeters)
    return sources + [
      LedgerSource(
        .assumption,
        "parked on the street, as the map has no car park for customers within \(within) m")
    ]
  }

  /// The road network, and what its date is assumed from.
  private func map(_ version: String?) -> [LedgerSource] {
    let date = trip.map.info.date
    let map = LedgerSource(.map, version, date: date?.time)
    return date?.source == .file
      ? [map, LedgerSource(.assumption, "the map is as old as its file")] : [map]
  }

  private var hours: LedgerSource {
    // Of hours on the map, the store knows when it read the map; they are as old as that.
    let date = hoursFeed?.source == .map ? trip.map.info.date?.time : hoursFeed?.asOf
    return LedgerSource(
      .hours, option.venue.openingHours, date: date, feed: hoursFeed?.source)
  }

  private var dwell: [LedgerSource] {
    let length =
      trip.query.hasDwell
      ? LedgerSource(.request)
      : LedgerSource(
        .assumption, "\(trip.query.dwellSeconds / 60) min, as nothing else is requested")
    let isOpen =
      option.hours.state == .unknown
      ? LedgerSource(.assumption, "open, as nobody knows its hours") : hours
    return [length, isOpen]
  }
}
