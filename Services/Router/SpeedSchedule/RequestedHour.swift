import Messages
import Time

/// Which hour's speeds a request uses: that of its departure or of its arrival.
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
        .invalidRequest, "A request gives a departure or an arrival, not both.")
    }
  }

  /// The time whose speeds are used.
  var time: Timestamp? {
    switch self {
    case .none: nil
    case .departure(let time), .arrival(let time): time
    }
  }

  /// The departure and the arrival of a route of this duration; `nil` where no time was given.
  func departureAndArrival(
    durationSeconds seconds: Int
  ) -> (departure: Timestamp, arrival: Timestamp)? {
    switch self {
    case .none: nil
    case .departure(let time): (time, time.adding(seconds: seconds))
    case .arrival(let time): (time.adding(seconds: -seconds), time)
    }
  }
}

extension RouteReply {
  /// The reply with its departure and arrival, if the request gave one of them.
  func withTimes(at time: RequestedHour, trafficVersion: Int?) -> RouteReply {
    let times = time.departureAndArrival(durationSeconds: durationSeconds)
    var reply = self
    (reply.departure, reply.arrival) = (times?.departure, times?.arrival)
    reply.trafficVersion = trafficVersion
    return reply
  }
}
