// What the runtime answers for every service.

/// Asks whether an instance answers at all.
package struct PingRequest: RequestMessage, Hashable {
  package typealias Reply = InstanceInfo
  package static let operation = Operation(everyService: "ping", version: 1)

  package init() {}
}

/// Asks what an instance has done and how fast.
package struct StatsRequest: RequestMessage, Hashable {
  package typealias Reply = InstanceStats
  package static let operation = Operation(everyService: "stats", version: 1)

  package init() {}
}

/// Which process answers.
package struct InstanceInfo: Codable, Sendable, Hashable {
  package let service: ServiceName
  /// The instance's name among its service's, such as `1`.
  package let instance: String
  package let processID: Int32
  /// The version of the build.
  package let version: String
  /// Every operation the instance answers, in order.
  package let operations: [String]
  package let uptimeSeconds: Int
  /// How often this instance was started again since the stack came up.
  package let restarts: Int
  /// What the process may allocate; `nil` where nothing limits it.
  package let memoryLimitBytes: Int?

  package init(
    service: ServiceName, instance: String, processID: Int32, version: String,
    operations: [String], uptimeSeconds: Int, restarts: Int, memoryLimitBytes: Int? = nil
  ) {
    self.service = service
    self.instance = instance
    self.processID = processID
    self.version = version
    self.operations = operations
    self.uptimeSeconds = uptimeSeconds
    self.restarts = restarts
    self.memoryLimitBytes = memoryLimitBytes
  }
}

/// What one instance has done since it started.
package struct InstanceStats: Codable, Sendable, Hashable {
  package let info: InstanceInfo
  /// Resident memory, in bytes.
  package let memoryBytes: Int
  /// All operations together; the runtime's own are left out.
  package let total: OperationStats
  /// One entry an operation that was asked for at least once.
  package let operations: [OperationStats]
  /// Requests waiting for a worker now.
  package let queued: Int
  /// Requests refused because the queue was full.
  package let refused: Int
  /// Requests whose time had run out before a worker took them.
  package let expired: Int
  /// Events published.
  package let published: Int
  /// What the service counts of its own, by name, such as the positions it ignored.
  package let counts: [String: Int]?

  package init(
    info: InstanceInfo, memoryBytes: Int, total: OperationStats, operations: [OperationStats],
    queued: Int, refused: Int, expired: Int, published: Int, counts: [String: Int]? = nil
  ) {
    self.info = info
    self.memoryBytes = memoryBytes
    self.total = total
    self.operations = operations
    self.queued = queued
    self.refused = refused
    self.expired = expired
    self.published = published
    self.counts = counts
  }
}

/// Count and latency of one operation, from the arrival of the request to the reply's leaving.
package struct OperationStats: Codable, Sendable, Hashable {
  package let name: String
  package let requests: Int
  /// Requests answered with an error, expected ones included.
  package let errors: Int
  package let p50Milliseconds: Double
  package let p99Milliseconds: Double
  /// Where the time of all these requests went.
  package let times: OperationTimes?

  package init(
    name: String, requests: Int, errors: Int, p50Milliseconds: Double, p99Milliseconds: Double,
    times: OperationTimes? = nil
  ) {
    self.name = name
    self.requests = requests
    self.errors = errors
    self.p50Milliseconds = p50Milliseconds
    self.p99Milliseconds = p99Milliseconds
    self.times = times
  }
}

/// The time that requests spent in a service, by what was done: sums over all of them since the
/// service started, so that two readings tell what happened in between.
package struct OperationTimes: Codable, Sendable, Hashable {
  /// Waiting: for a worker, and for the reply's turn to leave.
  package let queueMilliseconds: Double
  /// Reading the request.
  package let decodeMilliseconds: Double
  /// The work itself.
  package let handlerMilliseconds: Double
  /// Writing the reply.
  package let encodeMilliseconds: Double

  package init(
    queueMilliseconds: Double, decodeMilliseconds: Double, handlerMilliseconds: Double,
    encodeMilliseconds: Double
  ) {
    self.queueMilliseconds = queueMilliseconds
    self.decodeMilliseconds = decodeMilliseconds
    self.handlerMilliseconds = handlerMilliseconds
    self.encodeMilliseconds = encodeMilliseconds
  }
}
