import Glibc

/// The connections of a server, by their descriptors, and until when each must have sent what it
/// is sending. Without clock and sockets.
///
/// The library's time-out is of silence, which a byte now and then never reaches. So a head must be
/// complete by a deadline, and a body must keep a pace, as Apache's `RequestReadTimeout` has it.
/// Nobody else's connection waits for room either: where there is little left, those close whose
/// deadline is next, which are the slow ones, as whoever is quick has been answered by then.
struct ConnectionTable: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Connection: Sendable {
    /// `nil` if it does not count for its address.
    let address: String?
    /// `nil` while the client waits for a response or reads it, and once it is shut.
    var deadline: Instant?
    var isShut = false
  }

  private let limits: HTTPLimits
  private var connections: [Int32: Connection] = [:]
  private var counts: [String: Int] = [:]
  private var shut = 0

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// A client has connected.
  ///
  /// - Returns: the connections to shut: this one if its address has too many, or others to make
  ///   room.
  mutating func open(_ descriptor: Int32, from address: String, at now: Instant) -> [Int32] {
    close(descriptor)
    let most = limits.connectionsByAddress ?? max(1, limits.connections / 8)
    let counts = address != HTTPLimits.local && !limits.proxies.contains(address)
    guard !counts || self.counts[address, default: 0] < most else {
      connections[descriptor] = Connection(address: nil, deadline: now)
      return shut([descriptor])
    }
    if counts { self.counts[address, default: 0] += 1 }
    let others = crowded(plus: 1)
    connections[descriptor] = Connection(
      address: counts ? address : nil, deadline: now + .seconds(limits.requestSeconds))
    return shut(others)
  }

  /// The head of a request is complete: its body may follow.
  mutating func beginBody(_ descriptor: Int32, at now: Instant) {
    setDeadline(now + .seconds(limits.requestSeconds), of: descriptor)
  }

  /// A part of a body has arrived, which gives its client more time for the rest.
  mutating func receive(_ bytes: Int, on descriptor: Int32) {
    guard let deadline = connections[descriptor]?.deadline else { return }
    setDeadline(
      deadline + .seconds(Double(bytes) / Double(limits.bodyBytesPerSecond)), of: descriptor)
  }

  /// A request is complete: now its client waits.
  mutating func complete(_ descriptor: Int32) { setDeadline(nil, of: descriptor) }

  /// A response has been sent. The next request may begin as late as the library waits for it.
  mutating func answered(_ descriptor: Int32, at now: Instant) {
    setDeadline(now + .seconds(limits.idleSeconds + limits.requestSeconds), of: descriptor)
  }

  /// A connection has ended, if there was one.
  mutating func close(_ descriptor: Int32) {
    guard let ended = connections.removeValue(forKey: descriptor) else { return }
    if ended.isShut { shut -= 1 }
    guard let address = ended.address else { return }
    counts[address] = counts[address].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// The connections to shut because their time is over.
  mutating func overdue(at now: Instant) -> [Int32] {
    shut(connections.filter { $0.value.deadline.map { $0 <= now } ?? false }.map(\.key))
  }

  /// Those to shut before so many more come, a sixty-fourth of all at once: to look for them takes
  /// as long as there are connections.
  private func crowded(plus more: Int) -> [Int32] {
    let room = limits.connections - max(1, limits.connections / 16)
    guard connections.count - shut + more > room else { return [] }
    let waiting = connections.compactMap { entry in
      entry.value.deadline.map { (deadline: $0, descriptor: entry.key) }
    }
    return waiting.sorted { $0.deadline < $1.deadline }
      .prefix(max(1, limits.connections / 64)).map(\.descriptor)
  }

  private mutating func setDeadline(_ deadline: Instant?, of descriptor: Int32) {
    guard connections[descriptor]?.isShut == false else { return }
    connections[descriptor]?.deadline = deadline
  }

  /// Each is shut once.
  private mutating func shut(_ descriptors: [Int32]) -> [Int32] {
    for descriptor in descriptors {
      connections[descriptor]?.deadline = nil
      connections[descriptor]?.isShut = true
    }
    shut += descriptors.count
    return descriptors
  }
}
