import Messages
import Time

/// Says of a plan whether there is time for a stop, and what would help if not.
struct PlanJudge {
  let trip: Trip
  let direct: DirectTrip
  let services: any PlanServices
  let candidates: [EvaluatedShop]
  /// Best first.
  let options: [PlanOption]
  let outcomes: CandidateOutcomes
  let now: Timestamp

  /// - Throws: whatever the services throw that are asked for a way out.
  func verdict() async throws -> PlanVerdict {
    if outcomes.open > 0 { return PlanVerdict(.yes, soonerPerhaps: soonerPerhaps) }
    if outcomes.perhaps > 0 {
      return PlanVerdict(.maybe, .hoursUnknown, count: outcomes.perhaps)
    }
    if !direct.onTime {
      return PlanVerdict(.no, .direct, wayOut: late ?? withoutStop)
    }
    let reasons: [(PlanVerdict.Reason, Int)] = [
      (.closed, outcomes.closed), (.late, outcomes.late), (.hoursUnknown, outcomes.hoursUnknown),
      (.unwanted, outcomes.unwanted), (.unreachable, outcomes.unreachable + outcomes.bounded),
    ]
    // The reason that holds of most; of equal ones the first.
    guard let (reason, count) = reasons.reversed().max(by: { $0.1 < $1.1 }), count > 0 else {
      return PlanVerdict(.no, .nothing)
    }
    return PlanVerdict(
      .no, reason, count: count,
      wayOut: outcomes.closed > 0 ? try await reopened() ?? late : late)
  }

  /// The best listed option of unknown hours that arrives before the first. Where the departure is
  /// open it can then be left later, too, unless it closes.
  private var soonerPerhaps: Int? {
    guard let first = options.first else { return nil }
    return options.indices.filter {
      options[$0].onTime && options[$0].hours.state == .unknown
        && options[$0].arrival < first.arrival
    }.min { options[$0].arrival < options[$1].arrival }
  }

  /// When one can leave, if the request leaves that open; that of a shop known to be open, if any.
  var leaveBetween: DepartureWindow? {
    guard trip.query.openEnd == .departure, let first = options.first, first.onTime else {
      return nil
    }
    let isKnown = first.hours.state != .unknown
    let equal = options.filter { $0.onTime && ($0.hours.state != .unknown) == isKnown }
    return DepartureWindow(
      earliest: trip.departure, latest: equal.map(\.leaveBy).max() ?? first.leaveBy)
  }
}

// MARK: - Ways out

extension PlanJudge {
  private var deadline: Timestamp { trip.map.zone.localized(trip.query.window.deadline) }

  /// To leave earlier for the best stop that is late, or to arrive later.
  private var late: WayOut? {
    guard let best = options.first, !best.onTime else { return nil }
    let isEarlyEnough = best.leaveBy >= now
    return WayOut(
      departure: isEarlyEnough ? best.leaveBy : trip.departure,
      deadline: isEarlyEnough ? deadline : best.arrival, venue: best.venue.id,
      name: best.venue.name, names: best.venue.names)
  }

  private var withoutStop: WayOut {
    let isEarlyEnough = direct.leaveBy >= now
    return WayOut(
      departure: isEarlyEnough ? direct.leaveBy : trip.departure,
      deadline: isEarlyEnough ? deadline : direct.arrival)
  }

  /// Times with which one of the closed shops is open, evaluated at the speeds of those times.
  private func reopened() async throws -> WayOut? {
    let closed = candidates.compactMap { candidate -> (shop: Shop, seconds: Int)? in
      guard case .closed(let seconds) = candidate.outcome, trip.isFavourite(candidate.shop.id)
      else {
        return nil
      }
      return (candidate.shop, seconds)
    }
    let query = trip.query
    let others = OtherDepartures(
      closed, dwellSeconds: query.dwellSeconds,
      latest: query.window.deadline.adding(
        seconds: -query.dwellSeconds - direct.walks.destinationSeconds),
      departure: trip.departure, certainly: query.openOnly, on: trip.map, now: now)
    for other in others.ordered {
      if let wayOut = try await wayOut(other) { return wayOut }
    }
    return nil
  }

  /// The trip over the shop with another departure: as late as the deadline allows, or else with a
  /// later deadline.
  private func wayOut(_ other: OtherDepartures.Departure) async throws -> WayOut? {
    var moved = trip
    moved.query.window = TripWindow(
      departure: other.time,
      deadline: other.time.adding(seconds: PlannerLimits.maximumTripSeconds))
    let tables = DetourTables(trip: moved, services: services)
    guard let outcome = try await tables.evaluated([other.shop]).first?.outcome,
      case .possible(let times, let isCertain) = outcome, trip.admits(other.shop.id, outcome)
    else { return nil }
    var (departure, arrival) = (other.time, deadline)
    if other.opens == nil {
      departure = trip.leaveBy(other.shop, times, certainly: isCertain)
      guard departure >= now else { return nil }
    } else {
      arrival = other.time.adding(seconds: times.tripSeconds)
    }
    let venue = try await services.send(ShopDetailsRequest(ids: [other.shop.id])).venues.first
    return WayOut(
      departure: departure, deadline: trip.map.zone.localized(max(deadline, arrival)),
      opens: other.opens, venue: other.shop.id, name: venue?.name, names: venue?.names)
  }
}
