import Geography
import Messages

extension DirectTrip {
  /// The drive without a stop, and whether it fits the time window.
  ///
  /// - Throws: `internal` if the router left the geometry out.
  init(_ route: RouteReply, on trip: Trip) throws(ServiceError) {
    let originWalk = route.walk(from: DriveEnd(door: trip.origin.coordinate))
    let destinationWalk = route.walk(to: DriveEnd(door: trip.destination.coordinate))
    let walked = (originWalk?.seconds ?? 0) + (destinationWalk?.seconds ?? 0)
    let timing = TripTiming(
      tripSeconds: route.durationSeconds + walked, in: trip.query.window, zone: trip.map.zone)
    let isLatest = trip.query.openEnd == .departure && timing.onTime
    let start = ScheduleBuilder(
      leaving: isLatest ? timing.leaveBy : trip.departure, walkSeconds: originWalk?.seconds ?? 0,
      in: trip.map.zone)
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, arrival: timing.arrival, slackSeconds: timing.slackSeconds,
      onTime: timing.onTime, leaveBy: timing.leaveBy, geometry: try route.requestedGeometry(),
      steps: route.legs.first?.steps,
      alternatives: try route.alternatives?.map { (route) throws(ServiceError) in
        try PlanLeg(route)
      },
      originWalk: originWalk, destinationWalk: destinationWalk,
      schedule: start.arriving(
        driveSeconds: route.durationSeconds, walkSeconds: destinationWalk?.seconds ?? 0))
  }

  /// How long the walks at both ends take.
  var walks: EndWalks {
    EndWalks(
      originSeconds: originWalk?.seconds ?? 0, destinationSeconds: destinationWalk?.seconds ?? 0)
  }
}

extension PlanLeg {
  /// A leg from the route between its two ends.
  ///
  /// - Throws: `internal` if the router left the geometry out.
  init(_ route: RouteReply) throws(ServiceError) {
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, geometry: try route.requestedGeometry(), steps: route.legs.first?.steps,
      trafficVersion: route.trafficVersion, mapVersion: route.mapVersion)
  }

  fileprivate init(_ route: RouteAlternative) throws(ServiceError) {
    guard let geometry = route.geometry else {
      throw .broken(.router, "an alternative without its line")
    }
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, geometry: geometry, steps: route.legs.first?.steps)
  }
}

extension RouteReply {
  /// The walk from a door to the road on which the drive begins; `nil` where there is nothing to
  /// walk. What the map does not say how to drive between a car park and the road counts as walked.
  func walk(from start: DriveEnd) -> PlanWalk? {
    waypoints.first.flatMap {
      PlanWalk(
        from: start.door, to: start.carPark?.coordinate ?? $0.coordinate,
        meters: $0.distanceMeters + start.walkMeters
      ).ifAny
    }
  }

  /// The walk from the road on which the drive ends to a door; `nil` where there is nothing to
  /// walk.
  func walk(to end: DriveEnd) -> PlanWalk? {
    waypoints.last.flatMap {
      PlanWalk(
        from: end.carPark?.coordinate ?? $0.coordinate, to: end.door,
        meters: $0.distanceMeters + end.walkMeters
      ).ifAny
    }
  }

  fileprivate func requestedGeometry() throws(ServiceError) -> EncodedPolyline {
    guard let geometry else { throw .broken(.router, "a route without its line") }
    return geometry
  }
}

extension Venue {
  /// The same with the street where one stops as its address, if it has none and is that near.
  func stopping(at road: SnappedWaypoint?) -> Venue {
    var venue = self
    if let road, road.distanceMeters <= PlanningLimits.besideStreet {
      venue.facts.address = facts.address ?? road.name
    }
    return venue
  }
}

extension PlanWalk {
  /// `nil` if there is nothing to walk.
  fileprivate var ifAny: PlanWalk? { seconds > 0 ? self : nil }
}

/// A drive with the walks between the roads and the doors at its ends.
struct DoorToDoor: Sendable {
  let before: PlanWalk?
  let leg: PlanLeg
  /// Before the walk to the door.
  let parkSeconds: Int
  let after: PlanWalk?
  /// Where the drive ends.
  let road: SnappedWaypoint?

  /// - Throws: `internal` if the router left the geometry out.
  init(_ route: RouteReply, from start: DriveEnd, to end: DriveEnd) throws(ServiceError) {
    before = route.walk(from: start)
    leg = try PlanLeg(route)
    parkSeconds = end.parkSeconds
    after = route.walk(to: end)
    road = route.waypoints.last
  }

  /// Of the walks, the drive and the parking.
  var seconds: Int {
    (before?.seconds ?? 0) + leg.durationSeconds + parkSeconds + (after?.seconds ?? 0)
  }
}
