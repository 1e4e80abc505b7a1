// The operations that the runtime answers for every service.

/// Asks whether an instance responds.
@Memberwise package struct PingRequest: RequestMessage, Hashable {
  package typealias Reply = InstanceInfo
  package static let operation = Operation(everyService: "ping", version: 1)
}

/// Asks for the statistics of an instance.
@Memberwise package struct StatsRequest: RequestMessage, Hashable {
  package typealias Reply = InstanceStats
  package static let operation = Operation(everyService: "stats", version: 1)

  package var owners: [DataOwner] { [.everybody] }
}

/// The process that replies.
@Memberwise package struct InstanceInfo: Codable, Sendable, Hashable {
  package let service: ServiceName
  /// The name of this instance of the service, such as `1`.
  package let instance: String
  package let processID: Int32
  /// The version of the build.
  package let version: String
  /// Every operation the instance answers, in order.
  package let operations: [String]
  package let uptimeSeconds: Int
  /// How often this instance was restarted since the stack was started.
  package let restarts: Int
  /// What the process may allocate; `nil` where nothing limits it.
  package let memoryLimitBytes: Int?
}

/// The statistics of one instance since its start.
@Memberwise package struct InstanceStats: Codable, Sendable, Hashable {
  package let info: InstanceInfo
  /// Resident memory, in bytes.
  package let memoryBytes: Int
  /// Processor time since the start, user and system, in seconds.
  package let cpuSeconds: Double
  /// Open file descriptors.
  package let openFiles: Int
  /// All operations together, without the runtime's own.
  package let total: OperationStats
  /// One entry for each operation with at least one request.
  package let operations: [OperationStats]
  /// Requests waiting for a worker now.
  package let queued: Int
  /// Requests refused because the queue was full.
  package let refused: Int
  /// Requests whose deadline had passed before a worker handled them.
  package let expired: Int
  /// Events published.
  package let published: Int
  /// The service's own counters, by name, such as ignored positions.
  package let counts: [String: Int]?
  /// For how long no worker has answered, in seconds; 0 while they do. `nil` from a build that does
  /// not ask them.
  package let silentSeconds: Int?
  /// Users who are near a quota beyond which they are refused more, the fullest first; `nil` for
  /// nobody.
  package var nearQuotas: [QuotaUse]?
}

/// Count and latency of one operation, from the arrival of the request to the sending of the reply.
@Memberwise package struct OperationStats: Codable, Sendable, Hashable {
  package let name: String
  package let requests: Int
  /// Requests answered with an error, expected ones included.
  package let errors: Int
  package let p50Milliseconds: Double
  package let p99Milliseconds: Double
  /// The total time of each stage.
  package let times: OperationTimes?
  /// How many requests took no longer than each of `latencyBounds`, and then how many there were.
  package let latencyCounts: [Int]?

  /// Bounds of latency, in milliseconds.
  package static let latencyBounds: [Double] = [
    0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000,
  ]
}

/// The time that requests spent in each stage: sums over all of them since the service started, so
/// that two readings give the times in between.
@Memberwise package struct OperationTimes: Codable, Sendable, Hashable {
  /// Waiting for a worker, and for the reply to be sent.
  package let queueMilliseconds: Double
  /// Decoding the request.
  package let decodeMilliseconds: Double
  /// The handler.
  package let handlerMilliseconds: Double
  /// Encoding the reply.
  package let encodeMilliseconds: Double
}
