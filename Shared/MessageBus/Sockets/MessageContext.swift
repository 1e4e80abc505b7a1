import CZeroMQ

/// ZeroMQ's context: the sockets of one process and the threads behind them. Made after the last
/// `fork`.
///
/// `@unchecked Sendable`: a ZeroMQ context may be used from any thread, says its manual; the
/// pointer is constant until `terminate`, which its one owner calls last.
package final class MessageContext: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  /// - Throws: `SocketError` where the system gives no context.
  package init() throws(SocketError) {
    guard let pointer = zmq_ctx_new() else { throw SocketError(doing: "start ZeroMQ") }
    self.pointer = pointer
  }

  /// Makes every blocked call on a socket of this context return.
  package func shutDown() { zmq_ctx_shutdown(pointer) }

  /// Frees the context. Waits until every socket is closed, so a leaked socket makes it wait for
  /// ever.
  package func terminate() { zmq_ctx_term(pointer) }
}

/// A failed call of ZeroMQ's: what was being done, and the system's word for why not.
package struct SocketError: Error, Sendable, CustomStringConvertible {
  package let number: Int32
  package let description: String

  /// Reads the error of the call that just failed on this thread.
  init(doing action: String) {
    number = zmq_errno()
    let reason = zmq_strerror(number).map { String(cString: $0) } ?? "error \(number)"
    description = "Cannot \(action): \(reason)"
  }
}
