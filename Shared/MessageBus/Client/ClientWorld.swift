import FoundationEssentials
import Messages

/// What a client needs of the world: a clock, timers, and connections to the instances that there
/// are. The simulation has its own, in which time passes by a seed.
///
/// Used on the loop's thread only.
protocol ClientWorld: Sendable {
  var now: ContinuousClock.Instant { get }

  /// Calls `handler` every `interval` until `end`.
  func every(_ interval: Duration, _ handler: @escaping () -> Void) -> MessageLoop.WatchID
  func end(_ timer: MessageLoop.WatchID)

  /// The instances that may be running. Never blocks.
  func instances(of service: ServiceName, _ purpose: RunDirectory.Purpose) -> [String]
  /// Whether a name of the service has not been resolved yet.
  func isResolving(_ service: ServiceName) -> Bool
  /// Whether a stack is running on this machine, whichever of its services.
  var hasStack: Bool { get }

  /// Starts to connect; `onEvent` is called when the state of the connection changes.
  ///
  /// - Throws: `SocketError` if the socket cannot be created.
  func connect(
    to instance: ConnectionID, _ purpose: RunDirectory.Purpose, onMessage: @escaping () -> Void,
    onEvent: @escaping () -> Void
  ) throws(SocketError) -> any ClientSocket
}

/// A connection to one instance. Lives on the loop's thread.
protocol ClientSocket: AnyObject {
  func send(_ frames: [Data]) -> Bool
  func receive() -> [Data]?
  func nextEvent() -> ConnectionEvent?
  func subscribe(to topic: String)
  func unsubscribe(from topic: String)
  /// Ends it, with everything queued on it.
  func close()
}

extension PeerSocket: ClientSocket {}

/// The world that there is.
struct BusWorld: ClientWorld {
  let loop: MessageLoop
  let context: MessageContext
  let discovery: Discovery
  let keys: ClientKeys?

  var now: ContinuousClock.Instant { .now }

  func every(_ interval: Duration, _ handler: @escaping () -> Void) -> MessageLoop.WatchID {
    loop.every(interval, handler)
  }

  func end(_ timer: MessageLoop.WatchID) { loop.unwatch(timer) }

  func instances(of service: ServiceName, _ purpose: RunDirectory.Purpose) -> [String] {
    discovery.instances(of: service, purpose)
  }

  func isResolving(_ service: ServiceName) -> Bool { discovery.isResolving(service) }

  var hasStack: Bool { discovery.directory.isInUse }

  func connect(
    to instance: ConnectionID, _ purpose: RunDirectory.Purpose, onMessage: @escaping () -> Void,
    onEvent: @escaping () -> Void
  ) throws(SocketError) -> any ClientSocket {
    try PeerSocket(
      purpose == .requests ? .dealer : .subscriber,
      to: discovery.endpoint(instance.service, instance: instance.instance, purpose),
      keys: instance.isRemote ? keys : nil, in: context, loop: loop, onMessage: onMessage,
      onEvent: onEvent)
  }
}
