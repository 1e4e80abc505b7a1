import Messages

/// The limits of a client.
enum ClientLimits {
  /// Outstanding requests of one process.
  static let outstanding = 10_000
  /// The bodies of outstanding requests together; a single one may be larger.
  static let outstandingBytes = 128 << 20
  /// How often one request is sent, the first time included.
  static let attempts = 3
  /// Replies read from one socket before the loop serves others.
  static let batch = 100
  /// How often requests are checked for expired deadlines and slow instances.
  static let checkInterval = Duration.milliseconds(20)
  /// How soon the return of an instance is noticed that requests wait for.
  static let returnInterval = Duration.milliseconds(50)
  /// How soon a new instance is noticed.
  static let discoveryInterval = Duration.milliseconds(500)
}

extension ServiceError {
  static func notRunning(_ request: OutgoingRequest) -> ServiceError {
    let service = request.region.naming(request.service)
    let name = request.instance.map { "\(request.service) \($0)" } ?? service
    return ServiceError(
      .unavailable, "No instance of \(name) is running. `deploy/stack status` shows what is.")
  }

  static func denied(_ instance: ConnectionID) -> ServiceError {
    ServiceError(
      .unauthorised,
      "\(instance) does not know this home's key; make one there with "
        + "`quickbrew keys add NAME --bus`.")
  }

  static func noEvents(of instance: ConnectionID) -> ServiceError {
    ServiceError(
      .unauthorised,
      "\(instance) does not send events to this home's key: it is unknown there, or for one user. "
        + "Make one there with `quickbrew keys add NAME --bus`, without --user; the page's event "
        + "streams have the events of one user.")
  }
}
