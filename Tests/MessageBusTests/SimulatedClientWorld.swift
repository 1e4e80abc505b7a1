import FoundationEssentials
import Messages

@testable import MessageBus

/// A connection of the simulation. Lives on the loop's thread.
final class ClientWire: ClientSocket {
  let instance: Int
  private let simulation: ClientSimulation
  private let onMessage: () -> Void
  private let onEvent: () -> Void
  private var messages: [[Data]] = []
  private var events: [ConnectionEvent] = []
  var isOpen = false
  private(set) var isClosed = false
  /// By direction: when the message sent last arrives; later ones do not overtake it.
  var lastArrival: [Bool: Int] = [:]

  init(
    to instance: Int, in simulation: ClientSimulation, onMessage: @escaping () -> Void,
    onEvent: @escaping () -> Void
  ) {
    self.instance = instance
    self.simulation = simulation
    self.onMessage = onMessage
    self.onEvent = onEvent
  }

  func send(_ frames: [Data]) -> Bool {
    simulation.send(frames, over: self, toInstance: true)
    return true
  }

  func receive() -> [Data]? { messages.isEmpty ? nil : messages.removeFirst() }

  func subscribe(to topic: String) {}

  func unsubscribe(from topic: String) {}

  func nextEvent() -> ConnectionEvent? { events.isEmpty ? nil : events.removeFirst() }

  func close() {
    isClosed = true
    isOpen = false
    messages = []
    events = []
  }

  func deliver(_ frames: [Data]) {
    messages.append(frames)
    onMessage()
  }

  func notify(_ change: ConnectionEvent) {
    guard !isClosed else { return }
    events.append(change)
    onEvent()
  }
}

/// The simulation as the core sees it.
///
/// `@unchecked Sendable`: 1. The simulation is used on the loop's thread only: the core, its timers
/// and its sockets live there, and `ClientSimulationTests` runs it there.
struct SimulatedClientWorld: ClientWorld, @unchecked Sendable {
  let simulation: ClientSimulation

  var now: ContinuousClock.Instant { simulation.now }

  func every(_ interval: Duration, _ handler: @escaping () -> Void) -> MessageLoop.WatchID {
    simulation.addTimer(interval, handler)
  }

  func end(_ timer: MessageLoop.WatchID) { simulation.endTimer(timer) }

  func instances(of service: ServiceName, _ purpose: RunDirectory.Purpose) -> [String] {
    simulation.present
  }

  func isResolving(_ service: ServiceName) -> Bool { false }

  var hasStack: Bool { !simulation.present.isEmpty }

  func connect(
    to instance: ConnectionID, _ purpose: RunDirectory.Purpose, onMessage: @escaping () -> Void,
    onEvent: @escaping () -> Void
  ) throws(SocketError) -> any ClientSocket {
    let number = (Int(instance.instance) ?? 1) - 1
    let wire = ClientWire(to: number, in: simulation, onMessage: onMessage, onEvent: onEvent)
    simulation.connect(to: number, wire)
    return wire
  }
}
