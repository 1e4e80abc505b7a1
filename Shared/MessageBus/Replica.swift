package import Messages

/// The state machine that maintains a replica of another service's state: subscribe first, then
/// copy a snapshot page by page, then apply the events later than the first page. After a gap or a
/// restart of the publisher it copies again; while the publisher is unavailable the replica stays
/// as it is.
///
/// It does no I/O: the caller reports what happens and performs the returned actions. Every page is
/// requested with a ticket that is returned with its reply, so that late replies are recognised.
/// The state must be keyed and each event must carry the whole value of its key, so that applying
/// an event that a page already includes changes nothing.
///
/// Why a current replica is exactly the state at `position`: every page was read at or after the
/// first page's position and at or before `position`; all events in between are applied in order;
/// so the final value of a key is that of the last of its events, or of the page if it has none.
///
/// Source: the Clone pattern, https://rfc.zeromq.org/spec/12/.
package struct Replica<Event: Sendable, Cursor: Sendable>: Sendable {
  /// What the caller must do, in order.
  package enum Action: Sendable {
    /// Start an empty copy, leaving the replica in use alone.
    case begin
    /// Request the page after `cursor`, and report its `page` or `failed` with the ticket.
    case ask(after: Cursor?, Ticket)
    /// Add the page just reported to the new copy.
    case add
    /// Apply the events to the new copy and put it in use.
    case finish([Event])
    /// Apply the event to the replica in use.
    case apply(Event)
    /// Call `pauseIsOver` after `ReplicaLimits.pause`.
    case pause(Ticket)
  }

  /// Distinguishes the reply to this attempt from those to earlier ones.
  package struct Ticket: Sendable, Hashable {
    fileprivate var number = 0
  }

  private enum Phase {
    /// Waiting for the publisher.
    case away
    case copying(Copying)
    /// Waiting before the next attempt.
    case pausing
    case following
  }

  private struct Copying {
    /// The position of the stream at the start.
    let start: StreamPosition
    /// The position at which the first page was read.
    var first: StreamPosition?
    var events: [(event: Event, sequence: UInt64)] = []
  }

  private let maximumEvents: Int
  private var phase = Phase.away
  private var ticket = Ticket()
  /// The last position received; `nil` while the publisher is unavailable.
  private var stream: StreamPosition?
  /// Events up to the first position are included in every page; those up to the second in some.
  private var pages: (first: UInt64, last: UInt64) = (0, 0)

  /// The position up to which the replica in use has applied the stream; `nil` before the first
  /// copy.
  package private(set) var position: StreamPosition?

  /// - Parameter maximumEvents: how many events are buffered while pages are copied; beyond that,
  ///   copying starts again.
  package init(maximumEvents: Int = ReplicaLimits.events) {
    self.maximumEvents = maximumEvents
  }

  /// Whether the replica in use is the publisher's state at `position`, and follows it.
  package var isCurrent: Bool {
    guard case .following = phase, let position else { return false }
    return position.sequence >= pages.last
  }
}

// MARK: Events

extension Replica {
  /// Handles an item of the stream.
  package mutating func receive(_ item: StreamItem<Event>) -> [Action] {
    switch item {
    case .live(let now): return live(now)
    case .event(let event, let now): return receive(event, now)
    case .gap(let now): return restartCopy(from: now)
    case .lost:
      stream = nil
      phase = .away
      ticket.number += 1
      return []
    case .refused: return []
    }
  }

  /// Handles a page.
  ///
  /// - Parameters:
  ///   - read: the position of the stream when the page was read.
  ///   - next: the cursor of the next page; `nil` if this is the last.
  package mutating func page(
    readAt read: StreamPosition, next: Cursor?, _ ticket: Ticket
  ) -> [Action] {
    guard ticket == self.ticket, case .copying(var copying) = phase else { return [] }
    // The page is from another epoch than the events, or from before them: events in between would
    // be missing.
    guard let stream, read.epoch == stream.epoch, read.sequence >= copying.start.sequence else {
      return pause()
    }
    let first = copying.first ?? read
    copying.first = first
    guard let next else {
      let events = copying.events.filter { $0.sequence > first.sequence }.map(\.event)
      phase = .following
      pages = (first.sequence, read.sequence)
      position = stream
      return [.add, .finish(events)]
    }
    phase = .copying(copying)
    return [.add, .ask(after: next, ticket)]
  }

  /// Handles a failed request for a page.
  package mutating func failed(_ ticket: Ticket) -> [Action] {
    guard ticket == self.ticket, case .copying = phase else { return [] }
    return pause()
  }

  package mutating func pauseIsOver(_ ticket: Ticket) -> [Action] {
    guard ticket == self.ticket, case .pausing = phase, let stream else { return [] }
    return restartCopy(from: stream)
  }
}

extension Replica {
  private mutating func live(_ now: StreamPosition) -> [Action] {
    // The connection was lost and re-established, and nothing was published in between.
    if case .away = phase, now == position, now.sequence >= pages.last {
      stream = now
      phase = .following
      return []
    }
    return restartCopy(from: now)
  }

  private mutating func receive(_ event: Event, _ now: StreamPosition) -> [Action] {
    guard let last = stream else { return [] }
    guard now.epoch == last.epoch else { return restartCopy(from: now) }
    if now.sequence <= last.sequence { return [] }
    guard now.sequence == last.sequence + 1 else { return restartCopy(from: now) }
    stream = now
    switch phase {
    case .away, .pausing: return []
    case .copying(var copying):
      guard copying.events.count < maximumEvents else { return pause() }
      // Release the phase's reference to the array, so that appending does not copy it.
      phase = .away
      copying.events.append((event, now.sequence))
      phase = .copying(copying)
      return []
    case .following:
      position = now
      return now.sequence > pages.first ? [.apply(event)] : []
    }
  }

  private mutating func restartCopy(from now: StreamPosition) -> [Action] {
    stream = now
    ticket.number += 1
    phase = .copying(Copying(start: now))
    return [.begin, .ask(after: nil, ticket)]
  }

  private mutating func pause() -> [Action] {
    ticket.number += 1
    phase = .pausing
    return [.pause(ticket)]
  }
}

/// The limits of a replica.
package enum ReplicaLimits {
  /// Events buffered while pages are copied.
  package static let events = 100_000
  /// How long to wait before the next attempt to copy.
  package static let pause = Duration.milliseconds(250)
}
