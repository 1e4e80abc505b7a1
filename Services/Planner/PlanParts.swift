import Geography
import Messages

extension RouteReply {
  /// The requested geometry.
  ///
  /// - Throws: `internal` if the router left it out.
  fileprivate func line() throws(ServiceError) -> EncodedPolyline {
    guard let geometry else { throw .broken(.router, "a route without its line") }
    return geometry
  }
}

extension PlanLeg {
  /// A leg from the route between its two ends.
  init(_ route: RouteReply) throws(ServiceError) {
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, geometry: try route.line(), steps: route.legs.first?.steps)
  }
}

extension DirectTrip {
  /// The drive without a stop, and whether it fits the time window.
  init(_ route: RouteReply, in window: TripWindow, zone: MapTimeZone) throws(ServiceError) {
    let timing = TripTiming(tripSeconds: route.durationSeconds, in: window, zone: zone)
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, arrival: timing.arrival, slackSeconds: timing.slackSeconds,
      onTime: timing.onTime, leaveBy: timing.leaveBy, geometry: try route.line(),
      steps: route.legs.first?.steps)
  }
}

extension PlanOption {
  /// Its rank by arrival and driven distance.
  var rank: Rank {
    Rank(
      tripSeconds: toStop.durationSeconds + waitSeconds + dwellSeconds
        + toDestination.durationSeconds,
      meters: Meters(toStop.distanceMeters + toDestination.distanceMeters), id: venue.id)
  }
}

extension PlanID {
  /// An identifier for a plan whose request has none: 16 hexadecimal digits.
  package static func random(using generator: inout some RandomNumberGenerator) -> PlanID {
    let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    return PlanID(rawValue: String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
