/// The bounds of what the gateway takes and gives; those of a connection are `HTTPLimits`.
package struct GatewayLimits: Sendable {
  /// Event streams open at a time.
  package var streams: Int
  /// Bytes that may wait for one stream's client. A plan's progress with geometry is about 10 kB.
  package var streamBufferBytes: Int
  /// How often a quiet stream says that it is there. Below the usual minute after which proxies cut
  /// silent connections, and below `HTTPLimits.idleSeconds`.
  package var heartbeat: Duration
  /// How long services have for an answer.
  package var answer: Duration

  package init(
    streams: Int = 64, streamBufferBytes: Int = 1024 * 1024, heartbeat: Duration = .seconds(15),
    answer: Duration = .seconds(30)
  ) {
    self.streams = streams
    self.streamBufferBytes = streamBufferBytes
    self.heartbeat = heartbeat
    self.answer = answer
  }

  /// Events that wait for one stream while it reads the log.
  package static let itemsPerStream = 10_000
  /// The largest file of the page or of Leaflet that is served.
  package static let maximumFileBytes = 4 * 1024 * 1024
  /// Events asked for at once when a stream catches up.
  package static let catchUpPage = 500
}
