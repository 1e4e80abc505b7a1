import Messages
import Time

/// The time that a request gives: that of its departure or of its arrival.
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

  /// A time in the hour that the path is found for: the first of a departure, the last of an
  /// arrival, where a drive that ends on the full hour ends in the hour before.
  var time: Timestamp? {
    switch self {
    case .none: nil
    case .departure(let time): time
    case .arrival(let time): time.adding(milliseconds: -1)
    }
  }

  /// How long a drive may last that needs the speeds of one hour only.
  var millisecondsInFirstHour: UInt64 {
    switch self {
    case .none: .max
    case .departure(let time): UInt64(time.millisecondsToNextClockHour)
    case .arrival(let time): UInt64(time.adding(milliseconds: -1).millisecondsIntoClockHour) + 1
    }
  }

  /// The duration of a drive, from those of the hours.
  ///
  /// - Parameter hour: what is known of the hour of a time; asked for empty roads with `nil`.
  func duration(_ hour: (Timestamp?) -> HourlyDuration.Hour) -> HourlyDuration {
    switch self {
    case .departure(let time): return HourlyDuration(departing: time, hour)
    case .arrival(let time): return HourlyDuration(arriving: time, hour)
    case .none:
      guard case .milliseconds(let duration) = hour(nil) else { return .noRoute }
      return .milliseconds(UInt64(duration))
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
