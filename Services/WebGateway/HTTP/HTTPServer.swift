/// Answers HTTP/1.1 requests by an asynchronous handler.
///
/// GNU libmicrohttpd implements the protocol on one thread. A request that waits for its
/// response is a suspended connection: it occupies no thread, and a slow handler delays no other.
package final class HTTPServer: Sendable {
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The port on which the server listens; the actual one if 0 was given.
  package let port: Int
  private let daemon: HTTPDaemon

  /// Starts to listen and answer.
  ///
  /// - Parameters:
  ///   - address: an IPv4 address of this machine.
  ///   - port: 0 for any free one.
  /// - Throws: `HTTPServerError`.
  package init(
    address: String = "127.0.0.1", port: Int, limits: HTTPLimits = HTTPLimits(),
    handler: @escaping Handler
  ) throws(HTTPServerError) {
    let socket = try ListeningSocket(address: address, port: port)
    self.port = socket.port
    daemon = try HTTPDaemon(socket: socket, limits: limits, handler: handler)
  }

  /// Stops at once.
  deinit { daemon.stop() }

  /// Accepts no more requests, ends the streams, waits for the requests being answered, and stops.
  ///
  /// - Parameter drainTimeout: how long to wait for responses; those still missing then are 503.
  package func stop(drainTimeout: Duration = .seconds(5)) async {
    daemon.close()
    let end = ContinuousClock.now.advanced(by: drainTimeout)
    while !daemon.isIdle && ContinuousClock.now < end && !Task.isCancelled {
      // Polling happens once in a lifetime: the library has no callback for a connection's last
      // byte.
      try? await Task.sleep(for: .milliseconds(5))
    }
    daemon.stop()
  }
}
