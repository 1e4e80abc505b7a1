/// Asks an instance which requests of a trace it has answered lately. The runtime answers it for
/// every service, from the last `TraceLimits.spans` requests of the instance.
///
/// A trace is of whoever knows its identifier, which is random: it says what was asked and how long
/// it took, and nothing of what for.
@Memberwise package struct TraceRequest: RequestMessage, Hashable {
  package typealias Reply = TraceReply
  package static let operation = Operation(everyService: "trace", version: 1)

  package let traceID: String
}

@Memberwise package struct TraceReply: Codable, Sendable, Hashable {
  /// By arrival.
  package let spans: [TraceSpan]
}

/// A request that an instance answered: when it arrived, and where its time went.
@Memberwise package struct TraceSpan: Codable, Sendable, Hashable {
  package let operation: String
  /// When the request arrived, in microseconds since 1970.
  package let startMicroseconds: Int
  /// From the arrival to the sending of the reply.
  package let durationMicroseconds: Int
  /// Of that: waiting for a worker and for the sending.
  package let queueMicroseconds: Int
  package let decodeMicroseconds: Int
  /// The handler, with the time in which it waits for other services.
  package let handlerMicroseconds: Int
  package let encodeMicroseconds: Int
  /// Whether the reply was an error.
  package let isFailure: Bool
}

package enum TraceLimits {
  /// Requests that an instance remembers.
  package static let spans = 4096
}
