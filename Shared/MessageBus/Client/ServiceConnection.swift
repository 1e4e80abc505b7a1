import FoundationEssentials
import Messages

/// Identifies one instance of a service.
struct ConnectionID: Hashable, CustomStringConvertible {
  let service: ServiceName
  let instance: String
  /// The region that the instance belongs to.
  let region: RegionName?

  init(service: ServiceName, instance: String) {
    self.service = service
    self.instance = instance
    region = InstanceName.region(of: instance)
  }

  var description: String { "\(service) \(instance)" }

  /// Whether it is reached over TCP, and named by its address.
  var isRemote: Bool { TCPAddress(InstanceName.local(of: instance)) != nil }

  func serves(_ request: OutgoingRequest) -> Bool {
    guard service == request.service else { return false }
    return request.instance.map { $0 == instance } ?? (request.region == region)
  }
}

/// A client's connection to one instance. Lives on the loop's thread.
///
/// One that is slow is asked whether it is there (`doubt`); until it says anything it counts as
/// silent, and requests pass it over: a circuit breaker with the ping as its probe. The server
/// answers a ping even while all its workers are busy, so what is silent is a process that is
/// stopped, not one with much to do.
final class ServiceConnection {
  enum State {
    case connecting, ready, refused
    /// It answers what it has, and takes nothing more.
    case leaving
  }

  let id: ConnectionID
  var state = State.connecting
  /// Requests sent and not answered.
  var outstanding = 0
  /// Requests sent in all; breaks ties, so that idle instances alternate.
  private(set) var sent = 0
  /// Whether it was asked if it is there, and has not said anything since.
  private(set) var isSilent = false
  let socket: any ClientSocket

  init(_ id: ConnectionID, _ socket: any ClientSocket) {
    self.id = id
    self.socket = socket
  }

  /// The order in which instances are preferred, least first.
  var burden: (Int, Int, Int, String) { (isSilent ? 1 : 0, outstanding, sent, id.instance) }

  /// Sends over a connection that is ready.
  func send(_ frames: [Data]) {
    sent += 1
    // Fails only if memory runs out; then the request expires like a lost one.
    _ = socket.send(frames)
  }

  /// Lets the instance stop what nobody waits for any more.
  func cancel(_ number: UInt64) { _ = socket.send(CancelFrame.frames(of: Data(number))) }

  /// Takes it for silent until it says anything, such as the answer to the ping that this sends.
  func suspect() {
    guard !isSilent else { return }
    isSilent = true
    // Requests are numbered from 1.
    let ping = RequestFrames(
      requestID: Data(UInt64(0)), operation: PingRequest.operation.name, header: Data("{}".utf8),
      body: Data("{}".utf8))
    _ = socket.send(ping.frames)
  }

  /// Something has arrived.
  func heard() { isSilent = false }
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
