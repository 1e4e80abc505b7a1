import Messages
import Time

/// Chooses the end of the time window that a request leaves open, of a plan, of errands and of each
/// of two who meet: the window then has room for the direct drive and, at each stop, for the dwell,
/// the parking and the longest wanted detour.
struct OpenWindow {
  let trip: Trip
  let services: any PlanServices
  /// How long each stop is.
  let dwellSeconds: [Int]

  /// The trip with both ends of its window; unchanged if the request has both.
  ///
  /// - Throws: whatever the router throws.
  func chosen() async throws -> Trip {
    guard let end = trip.query.openEnd else { return trip }
    let window = trip.query.window
    let detour = detourSeconds + trip.query.parkSeconds
    let stops = dwellSeconds.reduce(0) { $0 + $1 + detour }
    var trip = trip
    switch end {
    case .deadline:
      let direct = try await services.send(request(departure: trip.departure))
      let deadline = window.departure.adding(seconds: seconds(direct) + stops)
      trip.query.window = TripWindow(
        departure: window.departure, deadline: min(deadline, window.deadline))
    case .departure:
      let direct = try await services.send(
        request(arrival: trip.map.zone.localized(window.deadline)))
      let departure = window.deadline.adding(seconds: -seconds(direct) - stops)
      trip.query.window = TripWindow(
        departure: max(trip.map.zone.localized(departure), window.departure),
        deadline: window.deadline)
    }
    return trip
  }

  /// The wanted detour, with its walks to a door and back if the request has it.
  private var detourSeconds: Int {
    let choice = trip.query.choice
    let walk = PlanWalk.seconds(choice.maximumWalkMeters ?? PlanDefaults.walkMeters)
    return choice.maximumDetourSeconds.map { $0 + 2 * walk } ?? PlanDefaults.detourSeconds
  }

  /// From door to door.
  private func seconds(_ direct: RouteReply) -> Int {
    let walks = [
      direct.walk(from: DriveEnd(door: trip.origin.coordinate)),
      direct.walk(to: DriveEnd(door: trip.destination.coordinate)),
    ]
    return walks.reduce(direct.durationSeconds) { $0 + ($1?.seconds ?? 0) }
  }

  private func request(departure: Timestamp? = nil, arrival: Timestamp? = nil) -> RouteRequest {
    RouteRequest(
      waypoints: [trip.origin.coordinate, trip.destination.coordinate],
      profile: trip.query.profile, departure: departure, arrival: arrival,
      roads: trip.query.roads)
  }
}
