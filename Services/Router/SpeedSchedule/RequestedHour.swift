import Messages

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
  var time: Timestamp? {
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
  func withTimes(at time: RequestedHour, trafficVersion: Int?) -> RouteReply {
    let ends = time.ends(seconds: durationSeconds)
    return RouteReply(
      durationSeconds: durationSeconds, distanceMeters: distanceMeters, name: name,
      geometry: geometry, legs: legs, waypoints: waypoints, notes: notes,
      alternatives: alternatives, departure: ends?.departure, arrival: ends?.arrival,
      verified: verified, trafficVersion: trafficVersion, mapVersion: mapVersion)
  }
}
