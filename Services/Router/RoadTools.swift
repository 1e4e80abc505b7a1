import Messages

/// What one worker answers with for one profile, set to the newest state of its roads.
final class RoadTools {
  let network: RoadNetwork
  let query: RouteQuery
  let snapper: Snapper
  /// Counts the changes of live traffic that an answer takes in; `nil` before the first.
  private(set) var trafficVersion: Int?

  init(_ snapshot: RoadSnapshot, at time: Timestamp?) {
    network = snapshot.network
    query = RouteQuery(network, snapshot.metric(at: time))
    snapper = Snapper(network)
  }

  /// Answers from a snapshot of the same network, with the speeds at a time, until told otherwise.
  func use(_ snapshot: RoadSnapshot, at time: Timestamp?) {
    let version = snapshot.traffic.state.version
    trafficVersion = version > 0 ? version : nil
    query.use(snapshot.metric(at: time))
  }
}

/// Whose hour a request's speeds are.
enum RequestedHour: Equatable {
  /// Empty roads.
  case none
  case departure(Timestamp)
  case arrival(Timestamp)

  /// - Throws: `invalidRequest` where both are given.
  init(departure: Timestamp?, arrival: Timestamp?) throws(ServiceError) {
    switch (departure, arrival) {
    case (nil, nil): self = .none
    case (let time?, nil): self = .departure(time)
    case (nil, let time?): self = .arrival(time)
    case (_?, _?):
      throw ServiceError(
        .invalidRequest, "Say when the drive begins or when it must end, not both.")
    }
  }

  /// The time at which the speeds are taken.
  var speeds: Timestamp? {
    switch self {
    case .none: nil
    case .departure(let time), .arrival(let time): time
    }
  }

  /// When a drive of some seconds begins and ends; `nil` where no time was given.
  func ends(seconds: Int) -> (departure: Timestamp, arrival: Timestamp)? {
    switch self {
    case .none: nil
    case .departure(let time): (time, time.adding(seconds: seconds))
    case .arrival(let time): (time.adding(seconds: -seconds), time)
    }
  }
}

extension RouteReply {
  /// The reply with its times, where the request gave one.
  func told(at time: RequestedHour, trafficVersion: Int?) -> RouteReply {
    let ends = time.ends(seconds: durationSeconds)
    return RouteReply(
      durationSeconds: durationSeconds, distanceMeters: distanceMeters, name: name,
      geometry: geometry, legs: legs, waypoints: waypoints, notes: notes,
      alternatives: alternatives, departure: ends?.departure, arrival: ends?.arrival,
      verified: verified, trafficVersion: trafficVersion, mapVersion: mapVersion)
  }
}
