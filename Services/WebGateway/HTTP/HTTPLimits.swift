/// The bounds of one client, and of all clients together.
package struct HTTPLimits: Sendable {
  /// Connections at the same time; more wait to be accepted.
  package var connections: Int
  /// The request line and all headers together, in bytes; beyond it the status is 431 or 414.
  package var headerBytes: Int
  /// Names in a query; beyond it the status is 414.
  package var arguments: Int
  /// A request's body, in bytes; beyond it the status is 413.
  package var bodyBytes: Int
  /// How long a client may pause within its first request before it is disconnected.
  package var requestSeconds: Int
  /// How long it may send or read nothing after that.
  package var idleSeconds: Int

  package init(
    connections: Int = 12_000, headerBytes: Int = 32 * 1024, arguments: Int = 200,
    bodyBytes: Int = 1024 * 1024,
    requestSeconds: Int = 10, idleSeconds: Int = 30
  ) {
    self.connections = connections
    self.headerBytes = headerBytes
    self.arguments = arguments
    self.bodyBytes = bodyBytes
    self.requestSeconds = min(requestSeconds, idleSeconds)
    self.idleSeconds = idleSeconds
  }
}

extension HTTPLimits {
  /// As many connections as leave three eighths of the process's descriptors to the bus and to
  /// files.
  package init(openFiles: Int) {
    self.init()
    connections = min(connections, openFiles * 5 / 8)
  }
}

/// The reason that a server does not start.
package enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAnAddress(String)
  case portTaken(address: String, port: Int)
  case cannotListen(address: String, port: Int, reason: String)
  case cannotStart(String)

  package var description: String {
    switch self {
    case .notAnAddress(let text):
      "“\(text)” is not an IPv4 address such as 127.0.0.1."
    case .portTaken(let address, let port):
      "Port \(port) of \(address) is taken by another process; stop that, or name another port "
        + "with \(GatewaySettings.portVariable)."
    case .cannotListen(let address, let port, let reason):
      "Cannot listen on \(address), port \(port): \(reason)."
    case .cannotStart(let reason):
      "The HTTP server does not start: \(reason)."
    }
  }
}
