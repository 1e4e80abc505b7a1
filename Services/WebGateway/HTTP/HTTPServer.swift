import MessageBus

/// Answers HTTP/1.1 requests by an asynchronous handler.
///
/// GNU libmicrohttpd does the protocol on one thread of its own. A request that waits for its
/// answer is a suspended connection: it holds no thread, and a slow handler delays nobody else.
package final class HTTPServer: Sendable {
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// Where the server listens: the port is the real one also where 0 was asked for.
  package let port: Int
  private let daemon: HTTPDaemon

  /// Starts to listen and to answer.
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

  /// Takes no more requests, ends the streams, gives the requests being answered some time, and
  /// stops.
  ///
  /// - Parameter patience: how long to wait for answers; those still missing then are 503.
  package func stop(patience: Duration = .seconds(5)) async {
    daemon.close()
    let end = ContinuousClock.now.advanced(by: patience)
    while !daemon.isIdle && ContinuousClock.now < end && !Task.isCancelled {
      // Happens once in a life; the library does not tell when a connection's last byte has left.
      try? await Task.sleep(for: .milliseconds(5))
    }
    daemon.stop()
  }
}
