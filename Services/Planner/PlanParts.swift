import Geography
import Messages

extension RouteReply {
  /// The line asked for.
  ///
  /// - Throws: `internal` where the router left it out.
  fileprivate func line() throws(ServiceError) -> EncodedPolyline {
    guard let geometry else { throw .broken(.router, "a route without its line") }
    return geometry
  }
}

extension PlanLeg {
  /// A leg from the route of its two ends.
  init(_ route: RouteReply) throws(ServiceError) {
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, geometry: try route.line(), steps: route.legs.first?.steps)
  }
}

extension DirectTrip {
  /// The drive without a stop, measured against the window.
  init(_ route: RouteReply, in window: TripWindow, told zone: MapZone) throws(ServiceError) {
    let verdict = TripVerdict(tripSeconds: route.durationSeconds, in: window, told: zone)
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, arrival: verdict.arrival, slackSeconds: verdict.slackSeconds,
      onTime: verdict.onTime, leaveBy: verdict.leaveBy, geometry: try route.line(),
      steps: route.legs.first?.steps)
  }
}

extension PlanOption {
  /// Where it stands among others; the way is the driven one.
  var rank: Rank {
    Rank(
      tripSeconds: toStop.durationSeconds + waitSeconds + dwellSeconds
        + toDestination.durationSeconds,
      meters: Meters(toStop.distanceMeters + toDestination.distanceMeters), id: venue.id)
  }
}

extension PlanID {
  /// A name for a plan that was given none: 16 hexadecimal digits.
  package static func random(using generator: inout some RandomNumberGenerator) -> PlanID {
    let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    return PlanID(rawValue: String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
