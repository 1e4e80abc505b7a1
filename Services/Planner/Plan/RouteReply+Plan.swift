import Geography
import Messages

extension DirectTrip {
  /// The drive without a stop, and whether it fits the time window.
  ///
  /// - Throws: `internal` if the router left the geometry out.
  init(_ route: RouteReply, in window: TripWindow, zone: MapTimeZone) throws(ServiceError) {
    let timing = TripTiming(tripSeconds: route.durationSeconds, in: window, zone: zone)
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, arrival: timing.arrival, slackSeconds: timing.slackSeconds,
      onTime: timing.onTime, leaveBy: timing.leaveBy, geometry: try route.requestedGeometry(),
      steps: route.legs.first?.steps)
  }
}

extension PlanLeg {
  /// A leg from the route between its two ends.
  ///
  /// - Throws: `internal` if the router left the geometry out.
  init(_ route: RouteReply) throws(ServiceError) {
    self.init(
      durationSeconds: route.durationSeconds, distanceMeters: route.distanceMeters,
      name: route.name, geometry: try route.requestedGeometry(), steps: route.legs.first?.steps)
  }
}

extension RouteReply {
  fileprivate func requestedGeometry() throws(ServiceError) -> EncodedPolyline {
    guard let geometry else { throw .broken(.router, "a route without its line") }
    return geometry
  }
}
