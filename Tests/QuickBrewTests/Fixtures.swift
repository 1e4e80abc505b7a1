import CommandLineKit
import Geography
import Messages
import TestSupport
import Time

/// Messages for tests.
enum Fixtures {
  static let departure = Timestamp(
    secondsSince1970: 1_795_276_800, offsetSeconds: -8 * 3600)
  static let deadline = departure.adding(seconds: 45 * 60)
  static let directSeconds = 370
  static let dwellSeconds = 600
  static let origin = Coordinate(latitude: 37.785834, longitude: -122.406417)
  static let tower = Coordinate(latitude: 37.802395, longitude: -122.405822)

  static func venue(_ name: String, address: String? = nil) -> Venue {
    Venue(
      id: "osm/node/1", name: name, category: .coffee, coordinate: origin,
      facts: VenueFacts(address: address))
  }

  static func leg(_ seconds: Int, steps: [RouteStep]? = nil) -> PlanLeg {
    PlanLeg(
      durationSeconds: seconds, distanceMeters: seconds * 6, name: nil,
      geometry: EncodedPolyline([origin, tower]), steps: steps)
  }

  /// When each part begins if one leaves at the departure, or a while after it.
  static func schedule(
    _ toStop: Int, wait: Int, _ toDestination: Int, walk: Int = 0, after later: Int = 0
  ) -> TripSchedule {
    let leave = departure.adding(seconds: later)
    let parks = leave.adding(seconds: toStop)
    let from = parks.adding(seconds: walk + wait)
    let until = from.adding(seconds: dwellSeconds)
    return TripSchedule(
      leave: leave,
      stops: [
        StopSchedule(
          parks: parks, reaches: parks.adding(seconds: walk), from: from, until: until,
          drivesOn: until.adding(seconds: walk))
      ], arrive: until.adding(seconds: walk + toDestination))
  }

  /// An option whose numbers are computed from its legs as the planner does.
  static func option(
    _ venue: Venue, toStop: Int, toDestination: Int, wait: Int = 0, steps: [RouteStep]? = nil,
    hours: VisitHours? = nil
  ) -> PlanOption {
    let total = toStop + wait + dwellSeconds + toDestination
    let arrival = departure.adding(seconds: total)
    let slack = deadline.seconds(since: arrival)
    return PlanOption(
      venue: venue, toStop: leg(toStop, steps: steps),
      toDestination: leg(toDestination, steps: steps),
      detourSeconds: toStop + toDestination - directSeconds, waitSeconds: wait,
      dwellSeconds: dwellSeconds, addedSeconds: total - directSeconds, arrival: arrival,
      slackSeconds: slack, onTime: slack >= 0,
      leaveBy: departure.adding(seconds: slack + wait), hours: hours ?? VisitHours(state: .open),
      schedule: schedule(toStop, wait: wait, toDestination))
  }

  static func plan(
    _ options: [PlanOption], counts: CandidateCounts, deadline: Timestamp = deadline,
    steps: [RouteStep]? = nil, category: VenueCategory = .coffee, verdict: PlanVerdict? = nil,
    openEnd: PlanEnd? = nil, leaveBetween: DepartureWindow? = nil,
    highlights: [OptionHighlight]? = nil, groups: [OptionGroup]? = nil
  ) -> Plan {
    let arrival = departure.adding(seconds: directSeconds)
    let slack = deadline.seconds(since: arrival)
    return Plan(
      id: "p1", origin: PlanLocation(label: "37.785834,-122.406417", coordinate: origin),
      destination: PlanLocation(
        label: "Coit Tower", coordinate: tower, matched: "venue Coit Tower"),
      category: category, departure: departure, deadline: deadline,
      direct: DirectTrip(
        durationSeconds: directSeconds, distanceMeters: 2310,
        name: "Market Street and Columbus Avenue", arrival: arrival, slackSeconds: slack,
        onTime: slack >= 0, leaveBy: departure.adding(seconds: slack),
        geometry: EncodedPolyline([origin, tower]), steps: steps,
        schedule: TripSchedule(leave: departure, stops: [], arrive: arrival)),
      options: options, candidates: counts,
      timings: PlanTimings(
        geocodeMilliseconds: 1, directMilliseconds: 2, candidatesMilliseconds: 3,
        tablesMilliseconds: 4, legsMilliseconds: 5, totalMilliseconds: 83.6),
      openEnd: openEnd, verdict: verdict ?? PlanVerdict(counts.onTime > 0 ? .yes : .no),
      leaveBetween: leaveBetween, highlights: highlights ?? [],
      groups: groups ?? options.indices.map { OptionGroup(options: [$0], by: nil) })
  }

  static func counts(
    _ considered: Int, unreachable: Int = 0, closed: Int = 0, unknown: Int = 0, onTime: Int,
    outcomes: CandidateOutcomes? = nil
  ) -> CandidateCounts {
    CandidateCounts(
      considered: considered, unreachable: unreachable, closed: closed, unknown: unknown,
      onTime: onTime, omitted: 0,
      outcomes: outcomes ?? CandidateOutcomes(open: onTime, closed: closed))
  }

  static let steps = [
    RouteStep(
      maneuver: Maneuver(kind: .depart, coordinate: origin),
      instruction: "Head north on 4th Street",
      name: "4th Street", durationSeconds: 70, distanceMeters: 420),
    RouteStep(
      maneuver: Maneuver(kind: .arrive, coordinate: tower), instruction: "Arrive at Coit Tower",
      name: nil, durationSeconds: 0, distanceMeters: 0),
  ]

  static func hit(_ label: String) -> PlaceHit {
    PlaceHit(
      label: label, coordinate: tower, accuracy: .rooftop, confidence: 0.93,
      matched: "house number 1 of Telegraph Hill Boulevard")
  }

  static func stats(_ service: ServiceName, _ instance: String) -> InstanceStats {
    InstanceStats(
      info: InstanceInfo(
        service: service, instance: instance, processID: 4321, version: "0.1.0", operations: [],
        uptimeSeconds: 3_900, restarts: 1),
      memoryBytes: 52_428_800, cpuSeconds: 1.25, openFiles: 40,
      total: OperationStats(
        name: "all", requests: 12, errors: 2, p50Milliseconds: 0.4217, p99Milliseconds: 12.25),
      operations: [], queued: 0, refused: 0, expired: 0, published: 0)
  }

  static func fence(_ label: String? = "Home") -> Fence {
    Fence(id: "3", center: origin, radiusMeters: 1000, label: label)
  }

  static func event(_ number: Int64, _ kind: GeofenceEvent.Kind = .enter) -> GeofenceEvent {
    GeofenceEvent(
      number: number, kind: kind, fence: fence(), device: "phone", coordinate: origin,
      time: departure)
  }
}
