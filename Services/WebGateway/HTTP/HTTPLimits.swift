import Messages

/// The bounds of one client, and of all clients together.
@Memberwise package struct HTTPLimits: Sendable {
  /// Connections at the same time; before there are more, those close that are slow to ask.
  package var connections: Int = 12_000
  /// Connections of one address at the same time; more are closed. By default an eighth of all.
  package var connectionsByAddress: Int?
  /// Each stands for many clients, so that its connections are not counted; so is this machine.
  package var proxies: Proxies = Proxies()
  /// The request line and all headers together, in bytes; beyond it the status is 431 or 414.
  package var headerBytes: Int = 32 * 1024
  /// Names in a query; beyond it the status is 414.
  package var arguments: Int = 200
  /// A request's body, in bytes; beyond it the status is 413.
  package var bodyBytes: Int = 1024 * 1024
  /// Within how many seconds the head of a request must be complete, and its body but for the time
  /// that `bodyBytesPerSecond` gives; later the client is disconnected.
  package var requestSeconds: Int = 10
  /// The slowest pace of a body.
  package var bodyBytesPerSecond: Int = 4 * 1024
  /// How long a client may send or read nothing.
  package var idleSeconds: Int = 30
}

extension HTTPLimits {
  /// As many connections as leave three eighths of the process's descriptors to the bus and to
  /// files.
  package init(openFiles: Int, proxies: Proxies = Proxies()) {
    self.init(connections: min(Self().connections, openFiles * 5 / 8), proxies: proxies)
  }

  /// This machine, all of whose users and programs have one address.
  package static let local = "127.0.0.1"
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
