import FoundationEssentials
import Messages

/// Identifies one instance of a service.
struct ConnectionID: Hashable, CustomStringConvertible {
  let service: ServiceName
  let instance: String

  var description: String { "\(service) \(instance)" }

  func serves(_ request: OutgoingRequest) -> Bool {
    service == request.service && (request.instance ?? instance) == instance
  }
}

/// A client's connection to one instance. Lives on the loop's thread.
final class ServiceConnection {
  enum State { case connecting, ready, refused }

  let id: ConnectionID
  var state = State.connecting
  /// Requests sent and not answered.
  var outstanding = 0
  /// Requests sent in all; breaks ties, so that idle instances alternate.
  private(set) var sent = 0
  let socket: PeerSocket

  init(_ id: ConnectionID, _ socket: PeerSocket) {
    self.id = id
    self.socket = socket
  }

  /// Sends over a connection that is ready.
  func send(_ frames: [Data]) {
    sent += 1
    // Fails only if memory runs out; then the request expires like a lost one.
    _ = socket.send(frames)
  }
}

extension Data {
  /// A request's number as its frame: eight bytes, little-endian.
  init(_ number: UInt64) {
    self = Swift.withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}

extension UInt64 {
  /// `nil` if the frame is not a request number of this client.
  init?(frame: Data) {
    guard frame.count == 8 else { return nil }
    self = frame.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
