import CommandLineKit
import FoundationEssentials
import Messages
import TestSupport

@testable import MessageBus

/// What goes wrong in a run, and how often of a thousand chances.
struct ClientFaults {
  /// A connection ends, with what is under way.
  var cuts = 4
  /// An instance ends, and comes back after a while.
  var crashes = 3
  /// An instance stops (`SIGSTOP`) for a while, or all that is sent to it is swallowed.
  var freezes = 4
  /// An instance answers all it has and refuses the rest until it ends.
  var drains = 2
  /// A request is refused as `overloaded`.
  var refusals = 10
  /// The faults concern these instances only; `nil` for all.
  var instances: Set<Int>?

  static let none = ClientFaults(cuts: 0, crashes: 0, freezes: 0, drains: 0, refusals: 0)
}

/// The client's core, the real one with retries, hedging, circuit breaker and deadlines, against
/// simulated instances and connections, by its own clock.
///
/// A connection delays each message by 1 to 20 ms, in order. Instances share a store of changes by
/// key, as a venue store on a server does.
///
/// Invariants:
/// 1. Each request has one outcome, no later than `ClientLimits.checkInterval` after its deadline.
/// 2. A success is the reply to that very request.
/// 3. A keyed change is made once at most, and once if it succeeded.
/// 4. A request to a named instance reaches no other, and is sent once.
/// 5. What is sent beyond one a request is within the retry budget.
/// 6. Once all have an outcome, nothing is outstanding, and every connection knows it.
///
/// Lives on the loop's thread.
final class ClientSimulation {
  /// Something that happens at a time.
  enum Event {
    case timer(number: Int)
    case arrive(ClientWire, toInstance: Bool, [Data])
    case notify(ClientWire, ConnectionEvent)
    case answer(instance: Int, run: Int, ClientWire, RequestFrames)
    case thaw(instance: Int, run: Int)
    case start(instance: Int)
    case end(instance: Int, run: Int)
    case request
  }

  private struct Instance {
    var isRunning = true
    /// Counts its processes.
    var run = 0
    var isFrozen = false
    var isDraining = false
    /// What arrived while it was stopped.
    var waiting: [(ClientWire, RequestFrames)] = []
  }

  private struct Asked {
    let deadline: Int
    let isKeyed: Bool
    let instance: Int?
    var outcome: RequestOutcome?
    var sent = 0
  }

  static let requestEnd = 20_000
  private static let instanceCount = 3
  private static let base = ContinuousClock.now

  private(set) var violations: [String] = []
  private(set) var (succeeded, failed, hedgedOrRetried) = (0, 0, 0)
  private(set) var faultCount = 0

  private let seed: UInt64
  private let faults: ClientFaults
  private let forgetsKeys: Bool
  private var random: SeededGenerator
  private var time = SimulatedTime<Event>()
  private var instances = [Instance](repeating: Instance(), count: instanceCount)
  private var timers: [Int: (interval: Int, handler: () -> Void)] = [:]
  private var lastTimer = 0
  private var asked: [Int: Asked] = [:]
  private var wires: [ClientWire] = []
  /// How often the change of a request was made.
  private var made: [Int: Int] = [:]
  private var keys: Set<String> = []

  init(seed: UInt64, faults: ClientFaults, forgetsKeys: Bool = false) {
    self.seed = seed
    self.faults = faults
    self.forgetsKeys = forgetsKeys
    random = SeededGenerator(seed: seed)
  }

  var now: ContinuousClock.Instant { Self.base.advanced(by: .milliseconds(time.now)) }

  /// Runs until the last request has its outcome; `core` is in this world.
  func run(_ core: isolated RequestClientCore) {
    for _ in 0..<250 { time.after(chance(Self.requestEnd), .request) }
    while let event = time.next(before: Self.requestEnd + 40_000) {
      perform(event, core)
      if !violations.isEmpty { return }
    }
    for (number, asked) in asked where asked.outcome == nil {
      violations.append("request \(number) has no outcome")
    }
    if core.load != (0, 0) { violations.append("still outstanding: \(core.load)") }
    if !core.isIdle { violations.append("a connection has outstanding requests") }
    checkBudget()
  }

  private func checkBudget() {
    let sent = asked.values.reduce(0) { $0 + $1.sent }
    let reached = asked.values.count { $0.sent > 0 }
    hedgedOrRetried = sent - reached
    // Ten at the start, ten a second, one for five requests.
    let budget = 10 + (Self.requestEnd + 40_000) / 100 + asked.count / 5
    if hedgedOrRetried > budget {
      violations.append("\(hedgedOrRetried) repeats, and a budget of \(budget)")
    }
  }

  private func chance(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  private func perform(_ event: Event, _ core: isolated RequestClientCore) {
    switch event {
    case .timer(let number):
      guard let timer = timers[number] else { return }
      time.after(timer.interval, .timer(number: number))
      timer.handler()
    case .arrive(let wire, let toInstance, let frames):
      guard wire.isOpen else { return }
      if toInstance { receive(frames, over: wire) } else { wire.deliver(frames) }
    case .notify(let wire, let change):
      // A connection that has ended meanwhile is not ready any more.
      if case .ready = change, !wire.isOpen { return }
      wire.notify(change)
    case .answer(let instance, let run, let wire, let request):
      guard instances[instance].isRunning, instances[instance].run == run else { return }
      if instances[instance].isFrozen {
        instances[instance].waiting.append((wire, request))
      } else {
        answer(request, over: wire, by: instance)
      }
    case .thaw(let instance, let run): thaw(instance, run)
    case .start(let instance): instances[instance].isRunning = true
    case .end(let instance, let run): if instances[instance].run == run { end(instance) }
    case .request: ask(core)
    }
  }
}

// MARK: - Requests

extension ClientSimulation {
  private struct Waiter: RequestWaiter {
    let simulation: ClientSimulation
    let number: Int

    func resume(_ outcome: RequestOutcome) { simulation.completed(number, outcome) }
  }

  private func ask(_ core: isolated RequestClientCore) {
    let number = asked.count + 1
    let isKeyed = chance(3) == 0
    let instance = chance(8) == 0 ? chance(Self.instanceCount) : nil
    let timeout = [100, 1_000, 5_000, 12_000][chance(4)]
    asked[number] = Asked(deadline: time.now + timeout, isKeyed: isKeyed, instance: instance)
    fault()
    let operation =
      isKeyed
      ? Operation(.router, "change", version: 1, repetition: .keyed)
      : Operation(.router, "look", version: 1, scope: .read)
    core.send(
      OutgoingRequest(
        operation: operation, service: .router, instance: instance.map { "\($0 + 1)" },
        body: Data("\(number)".utf8), trace: TraceContext(traceID: "t"),
        idempotencyKey: isKeyed ? "key \(number)" : nil,
        deadline: now.advanced(by: .milliseconds(timeout))),
      for: Waiter(simulation: self, number: number))
  }

  private func completed(_ number: Int, _ outcome: RequestOutcome) {
    guard let request = asked[number] else { return violations.append("nobody asked \(number)") }
    if request.outcome != nil { violations.append("\(number) has two outcomes") }
    asked[number]?.outcome = outcome
    let late = Int(ClientLimits.checkInterval / .milliseconds(1))
    if time.now > request.deadline + late {
      violations.append("\(number) ended \(time.now - request.deadline) ms after its deadline")
    }
    if (try? outcome.get()) == nil { failed += 1 } else { succeeded += 1 }
    guard let reply = try? outcome.get() else { return }
    if reply != Data("reply to \(number)".utf8) {
      violations.append("\(number) has another's reply")
    }
    if request.isKeyed, made[number] != 1 {
      violations.append("\(number) succeeded and was made \(made[number] ?? 0) times")
    }
  }
}

// MARK: - Instances

extension ClientSimulation {
  /// A request arrives at the instance of a wire.
  private func receive(_ frames: [Data], over wire: ClientWire) {
    guard let request = RequestFrames(frames[...]), request.operation != CancelFrame.operation
    else { return }
    let instance = wire.instance
    if let number = Int(String(decoding: request.body, as: UTF8.self)) {
      asked[number]?.sent += 1
      if let wanted = asked[number]?.instance, wanted != instance || asked[number]?.sent != 1 {
        violations.append("\(number) is for \(wanted) alone, and came to \(instance)")
      }
    }
    let patience = [1, 3, 10, 40, 300][chance(5)]
    time.after(
      patience, .answer(instance: instance, run: instances[instance].run, wire, request))
  }

  private func answer(_ request: RequestFrames, over wire: ClientWire, by instance: Int) {
    guard wire.isOpen else { return }
    let result: Result<Data, ServiceError>
    if request.operation == PingRequest.operation.name {
      result = .success(Data("{}".utf8))
    } else if instances[instance].isDraining {
      result = .failure(ServiceError(.shuttingDown, "leaving"))
    } else if isFaulty(instance), chance(1_000) < faults.refusals {
      result = .failure(ServiceError(.overloaded, "full"))
    } else {
      result = .success(perform(request))
    }
    send(
      ReplyFrames(requestID: request.requestID, result: result).frames, over: wire,
      toInstance: false)
  }

  /// Makes a change, unless one of its key was made.
  private func perform(_ request: RequestFrames) -> Data {
    let text = String(decoding: request.body, as: UTF8.self)
    let number = Int(text) ?? 0
    if asked[number]?.isKeyed == true, forgetsKeys || keys.insert("key \(text)").inserted {
      made[number, default: 0] += 1
      if made[number] != 1 { violations.append("\(number) was made \(made[number] ?? 0) times") }
    }
    return Data("reply to \(text)".utf8)
  }

  private func isFaulty(_ instance: Int) -> Bool { faults.instances?.contains(instance) ?? true }

  /// Perhaps something breaks.
  private func fault() {
    let instance = chance(Self.instanceCount)
    guard isFaulty(instance), instances[instance].isRunning else { return }
    let run = instances[instance].run
    let dice = chance(1_000)
    let cuts = faults.cuts * 10
    let crashes = cuts + faults.crashes * 10
    let freezes = crashes + faults.freezes * 10
    let drains = freezes + faults.drains * 10
    if dice < drains { faultCount += 1 }
    if dice < cuts {
      for wire in wires where wire.instance == instance { cut(wire) }
    } else if dice < crashes {
      end(instance)
    } else if dice < freezes {
      instances[instance].isFrozen = true
      time.after([200, 1_500, 6_000][chance(3)], .thaw(instance: instance, run: run))
    } else if dice < drains {
      instances[instance].isDraining = true
      time.after(400, .end(instance: instance, run: run))
    }
  }

  private func thaw(_ instance: Int, _ run: Int) {
    guard instances[instance].run == run else { return }
    instances[instance].isFrozen = false
    let waiting = instances[instance].waiting
    instances[instance].waiting = []
    for (wire, request) in waiting { answer(request, over: wire, by: instance) }
  }

  private func end(_ instance: Int) {
    instances[instance] = Instance(isRunning: false, run: instances[instance].run + 1)
    for wire in wires where wire.instance == instance { cut(wire) }
    time.after([300, 2_000, 5_000][chance(3)], .start(instance: instance))
  }
}

// MARK: - Connections

extension ClientSimulation {
  func addTimer(_ interval: Duration, _ handler: @escaping () -> Void) -> MessageLoop.WatchID {
    lastTimer += 1
    let milliseconds = Int(interval / .milliseconds(1))
    timers[lastTimer] = (milliseconds, handler)
    time.after(milliseconds, .timer(number: lastTimer))
    return MessageLoop.WatchID(number: lastTimer)
  }

  func endTimer(_ timer: MessageLoop.WatchID) { timers[timer.number] = nil }

  /// Also those that have crashed: their sockets' files are there until they come back.
  var present: [String] { instances.indices.map { "\($0 + 1)" } }

  func connect(to instance: Int, _ wire: ClientWire) {
    wires.removeAll(where: \.isClosed)
    wires.append(wire)
    if instances[instance].isRunning {
      open(wire)
    } else {
      time.after(3, .notify(wire, .refused))
    }
  }

  private func open(_ wire: ClientWire) {
    wire.isOpen = true
    time.after(1 + chance(5), .notify(wire, .ready))
  }

  private func cut(_ wire: ClientWire) {
    guard wire.isOpen else { return }
    wire.isOpen = false
    time.after(1 + chance(20), .notify(wire, .lost))
  }

  /// In order, each after a delay.
  func send(_ frames: [Data], over wire: ClientWire, toInstance: Bool) {
    guard wire.isOpen else { return }
    let arrival = max(time.now + 1 + chance(20), wire.lastArrival[toInstance] ?? 0)
    wire.lastArrival[toInstance] = arrival
    time.after(arrival - time.now, .arrive(wire, toInstance: toInstance, frames))
  }
}
