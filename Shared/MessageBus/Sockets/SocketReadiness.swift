import CZeroMQ
import Glibc

/// Whether a socket can be read, as the loop's thread finds out.
///
/// Source: zmq_getsockopt(3), `ZMQ_FD` and `ZMQ_EVENTS`: the descriptor is readable while the
/// socket has internal events; each call on the socket may clear that, after which only
/// `ZMQ_EVENTS` says what has become of them.
final class SocketReadiness {
  /// Readable while there are internal events; constant.
  let descriptor: Int32
  /// Whether the socket may have become readable since it was last asked.
  var wasUsed = true
  private let pointer: UnsafeMutableRawPointer

  init(of pointer: UnsafeMutableRawPointer) {
    self.pointer = pointer
    var descriptor: Int32 = -1
    var size = MemoryLayout<Int32>.size
    let status = zmq_getsockopt(pointer, ZMQ_FD, &descriptor, &size)
    // An option of every socket.
    precondition(status == 0, "a socket without a descriptor: error \(errno)")
    self.descriptor = descriptor
  }

  /// Asks the socket, unless nothing can have changed since it last said no.
  func isReadable() -> Bool {
    guard wasUsed else { return false }
    var events: Int32 = 0
    var size = MemoryLayout<Int32>.size
    // Fails once the context is shut down; then there is nothing to read.
    let status = zmq_getsockopt(pointer, ZMQ_EVENTS, &events, &size)
    wasUsed = status == 0 && events & Int32(ZMQ_POLLIN) != 0
    return wasUsed
  }
}
