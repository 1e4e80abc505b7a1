import Messages

/// The bounds of the gateway's requests and streams; those of a connection are `HTTPLimits`.
@Memberwise package struct GatewayLimits: Sendable {
  /// Event streams open at the same time.
  package var streams: Int = 1_200
  /// Of these with one key, or from one address without; those of this machine are not counted.
  package var streamsOfOne: Int = 150
  /// Bytes that may wait for one stream's client. A plan's progress with geometry is about 10 kB.
  package var streamBufferBytes: Int = 1024 * 1024
  /// The interval of a quiet stream's heartbeats. Below the minute after which proxies usually
  /// close idle connections, and below `HTTPLimits.idleSeconds`.
  package var heartbeat: Duration = .seconds(15)
  /// The time-out of a request to a service.
  package var answer: Duration = .seconds(30)

  /// Events buffered for one stream while it reads the log.
  package static let itemsPerStream = 10_000
  /// A body from which on to read or pack it is done in turns. Each takes about half a millisecond
  /// then.
  static let largeBytes = 4 * 1024
  /// The largest file of the page or of MapLibre that is served.
  package static let maximumFileBytes = 4 * 1024 * 1024
  /// The longest text of a QR code, in bytes: a phone reads larger codes badly from a screen.
  static let maximumCodeBytes = 1_000
  /// Events in one page of the log when a stream catches up.
  package static let catchUpPage = 500
}
