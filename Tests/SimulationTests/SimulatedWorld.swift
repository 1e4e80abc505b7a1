import CommandLineKit
import FoundationEssentials
import Messages
import TestSupport
import Time

@testable import MessageBus

/// What goes wrong in a run: of a thousand messages or jobs, and of a thousand chances, of which
/// there are ten a second.
struct SimulatedFaults {
  // Of messages.
  var drops = 12
  var doubles = 30
  var reorders = 30
  var delays = 20
  // Of jobs.
  var killsBeforeCommit = 12
  var killsAfterCommit = 12
  // Of chances.
  var cuts = 60
  var kills = 25
  var freezes = 25
  var fullDisks = 30
  var clockJumps = 30

  static let none = SimulatedFaults(
    drops: 0, doubles: 0, reorders: 0, delays: 0, killsBeforeCommit: 0, killsAfterCommit: 0,
    cuts: 0, kills: 0, freezes: 0, fullDisks: 0, clockJumps: 0)
}

/// A part that is broken on purpose, which the simulation must find.
enum PlantedFault: CaseIterable {
  /// The stores forget what was done under which key.
  case forgottenKeys
  /// A store acknowledges changes that it does not commit.
  case lostCommits
  /// Readers are not told of gaps.
  case hiddenGaps
  /// A copy leaves out what changed while it was made.
  case staleCopies
  /// A worker answers a question with the reply to the one before.
  case swappedReplies
  /// Requests do not end with their time.
  case endlessRequests
  /// A store acknowledges changes for which its disk has no room.
  case ignoredFullDisks
  /// The stores forget their replies where the clock jumps.
  case trustedClocks
  /// A sync of a feed leaves out a row.
  case lostRows
  /// A page of the log of events leaves one out.
  case thinPages
  /// A change is repeated under another key.
  case freshKeys
}

/// One clock, one source of chance, and the lines between all processes.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only, where all processes of a run live.
final class SimulatedWorld: ClientWorld, @unchecked Sendable {
  private static let base = ContinuousClock.now
  private static let start = Timestamp(secondsSince1970: 1_795_000_000)

  let plant: PlantedFault?
  var faults: SimulatedFaults
  /// How far the clock of the day is wrong.
  var skewSeconds = 0
  /// What did not hold.
  private(set) var violations: [String] = []
  /// How often each fault has happened.
  private(set) var faultCounts: [String: Int] = [:]
  var ports: [Port.Address: Port] = [:]
  private(set) var wires: [Wire] = []
  /// Set by a handler whose process dies before it commits.
  var isDying = false
  private var time = SimulatedTime()
  private var random: SeededGenerator
  private var timers: [Int: () -> Void] = [:]
  private var lastNumber = 0

  init(seed: UInt64, faults: SimulatedFaults, plant: PlantedFault?) {
    random = SeededGenerator(seed: seed)
    self.faults = faults
    self.plant = plant
  }

  /// In milliseconds since the start.
  var elapsed: Int { time.now }
  var now: ContinuousClock.Instant { Self.base.advanced(by: .milliseconds(time.now)) }
  /// As devices know it.
  var trueTime: Timestamp {
    Timestamp(millisecondsSince1970: Self.start.millisecondsSince1970 + Int64(time.now))
  }
  /// As processes are told it.
  var timeOfDay: Timestamp { trueTime.adding(seconds: skewSeconds) }

  func chance(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  /// Whether a fault happens now.
  func happens(_ fault: KeyPath<SimulatedFaults, Int>, _ name: String) -> Bool {
    guard chance(1_000) < faults[keyPath: fault] else { return false }
    faultCounts[name, default: 0] += 1
    return true
  }

  func after(_ milliseconds: Int, _ body: @escaping () -> Void) { time.after(milliseconds, body) }

  func next(before end: Int) -> (() -> Void)? { time.next(before: end) }

  func violate(_ text: String) { violations.append("\(text), at \(elapsed) ms") }

  func number() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

extension SimulatedWorld {
  func every(_ interval: Duration, _ handler: @escaping () -> Void) -> MessageLoop.WatchID {
    let number = number()
    let milliseconds = Int(interval / .milliseconds(1))
    let isBroken = plant == .endlessRequests && interval == ClientLimits.checkInterval
    if isBroken { return MessageLoop.WatchID(number: number) }
    timers[number] = { [self] in
      guard timers[number] != nil else { return }
      handler()
      after(milliseconds) { [self] in timers[number]?() }
    }
    after(milliseconds) { [self] in timers[number]?() }
    return MessageLoop.WatchID(number: number)
  }

  func end(_ timer: MessageLoop.WatchID) { timers[timer.number] = nil }

  /// Also those that were killed: their sockets' files are there until they come back.
  func instances(of service: ServiceName, _ purpose: RunDirectory.Purpose) -> [String] {
    service == .router ? ["1", "2", "3"] : ["1"]
  }

  func isResolving(_ service: ServiceName) -> Bool { false }

  var hasStack: Bool { true }

  func connect(
    to instance: ConnectionID, _ purpose: RunDirectory.Purpose, onMessage: @escaping () -> Void,
    onEvent: @escaping () -> Void
  ) throws(SocketError) -> any ClientSocket {
    wires.removeAll(where: \.isClosed)
    let address = Port.Address(service: instance.service, instance: instance.instance, purpose)
    let wire = Wire(to: address, in: self, onMessage: onMessage, onEvent: onEvent)
    wires.append(wire)
    wire.connect()
    return wire
  }
}

/// What happens at which time, in an order that follows from a seed alone.
struct SimulatedTime {
  /// The next event last.
  private var due: [(time: Int, event: () -> Void)] = []
  /// In milliseconds.
  private(set) var now = 0

  mutating func after(_ delay: Int, _ event: @escaping () -> Void) {
    // Before all that is due earlier or was asked for earlier.
    var (low, high) = (0, due.count)
    while low < high {
      let middle = (low + high) / 2
      if due[middle].time > now + delay { low = middle + 1 } else { high = middle }
    }
    due.insert((now + delay, event), at: low)
  }

  /// The next event before `end`, or `nil`.
  mutating func next(before end: Int) -> (() -> Void)? {
    guard let first = due.last, first.time < end else { return nil }
    due.removeLast()
    now = first.time
    return first.event
  }
}
