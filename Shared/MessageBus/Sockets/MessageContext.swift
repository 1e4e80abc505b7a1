import CZeroMQ

/// ZeroMQ's context: the sockets of one process and the threads behind them. Must be created after
/// the last `fork`.
///
/// `@unchecked Sendable`: 1. by its manual, a ZeroMQ context may be used from any thread. 2. The
/// pointer is constant until `terminate`, which its one owner calls last.
package final class MessageContext: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  /// - Throws: `SocketError` if no context can be created.
  package init() throws(SocketError) {
    guard let pointer = zmq_ctx_new() else { throw SocketError(doing: "start ZeroMQ") }
    self.pointer = pointer
  }

  /// Frees the context. Waits until every socket is closed: for ever if one was leaked.
  package func terminate() { zmq_ctx_term(pointer) }
}

/// A failed ZeroMQ call: what was being done, and the system's message.
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
