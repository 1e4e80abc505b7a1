/// How much a server takes on.
package struct ServerLimits: Sendable {
  /// Requests waiting for a worker.
  package var queued = 1_000
  /// Requests answered by tasks at the same time.
  package var tasks = 256
  /// Messages taken from the socket before others get their turn.
  var batch = 100
  /// Replies waiting for one client to read them.
  var repliesPerClient: Int32 = 10_000

  package init() {}
}

/// How a dead or frozen peer is noticed on a quiet connection.
enum Heartbeat {
  static let intervalMilliseconds: Int32 = 2_000
  static let timeoutMilliseconds: Int32 = 6_000
  /// How long a new connection may take until the peer has said who it is.
  static let handshakeMilliseconds: Int32 = 2_000
  /// How soon a lost connection is tried again; twice as long each time, up to the longest.
  static let reconnectMilliseconds: Int32 = 50
  static let longestReconnectMilliseconds: Int32 = 500
}
