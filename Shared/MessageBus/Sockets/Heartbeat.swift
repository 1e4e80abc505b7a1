/// How a dead or frozen peer is detected on an idle connection.
enum Heartbeat {
  static let intervalMilliseconds: Int32 = 2_000
  static let timeoutMilliseconds: Int32 = 6_000
  /// How long another machine may take to accept a connection.
  static let connectMilliseconds: Int32 = 2_000
  /// How long the handshake of a new connection may take.
  static let handshakeMilliseconds: Int32 = 2_000
  /// How soon a lost connection is retried; twice as long each time, up to the longest.
  static let reconnectMilliseconds: Int32 = 50
  static let longestReconnectMilliseconds: Int32 = 500
}
