import Messages

/// Decides how a copy of another service's state is made and kept: subscribe first, then copy page
/// by page, then apply the events later than the first page. After a gap or a restart of the
/// publisher it copies anew; while the publisher is away the copy stays as it is.
///
/// A state machine without a bus: the caller reports what happens and does what is answered. Every
/// page is asked for with a ticket that comes back with its reply, so that late replies are known.
/// The state must be keyed and each event must carry the whole value of its key, as applying an
/// event that a page has seen already must do no harm.
///
/// Why a current copy is exactly the state at `position`: every page was read at or after the first
/// page's position and at or before `position`; all events in between are applied in their order;
/// so what a key holds in the end is what the last of its events says, or the page where it has
/// none.
///
/// Source: the Clone pattern, https://rfc.zeromq.org/spec/12/.
package struct Replica<Event: Sendable, Cursor: Sendable>: Sendable {
  /// What the caller has to do, in order.
  package enum Action: Sendable {
    /// Begin an empty copy aside, leaving the one in use alone.
    case begin
    /// Ask for the page after `cursor`, and report its `page` or `failed` with the ticket.
    case ask(after: Cursor?, Ticket)
    /// Add the page just reported to the copy aside.
    case add
    /// Apply the events to the copy aside and put it in use.
    case finish([Event])
    /// Apply the event to the copy in use.
    case apply(Event)
    /// Report `pauseIsOver` after a while.
    case pause(Ticket)
  }

  /// Tells the reply to this attempt from those to earlier ones.
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
    /// Where the stream stood at the start.
    let start: StreamPosition
    /// Where the first page was read.
    var first: StreamPosition?
    var events: [(event: Event, sequence: UInt64)] = []
  }

  private let maximumEvents: Int
  private var phase = Phase.away
  private var ticket = Ticket()
  /// The last position seen; `nil` while the publisher is away.
  private var stream: StreamPosition?
  /// Events up to the first of these are in every page; events up to the second in some.
  private var pages: (first: UInt64, last: UInt64) = (0, 0)

  /// Up to where the copy in use has followed the stream; `nil` until there is one.
  package private(set) var position: StreamPosition?

  /// - Parameter maximumEvents: how many events are kept while pages are copied; with more of them
  ///   the copy is begun anew.
  package init(maximumEvents: Int = ReplicaLimits.events) {
    self.maximumEvents = maximumEvents
  }

  /// Whether the copy in use is the publisher's state at `position`, and follows it.
  package var isCurrent: Bool {
    guard case .following = phase, let position else { return false }
    return position.sequence >= pages.last
  }
}

// MARK: What happens

extension Replica {
  /// Something came from the stream.
  package mutating func see(_ item: StreamItem<Event>) -> [Action] {
    switch item {
    case .live(let now): return live(now)
    case .event(let event, let now): return take(event, now)
    case .gap(let now): return copyAnew(from: now)
    case .lost:
      stream = nil
      phase = .away
      ticket.number += 1
      return []
    }
  }

  /// A page came.
  ///
  /// - Parameters:
  ///   - read: where the stream stood when the page was read.
  ///   - next: where the next page begins; `nil` where this is the last.
  package mutating func page(
    readAt read: StreamPosition, next: Cursor?, _ ticket: Ticket
  ) -> [Action] {
    guard ticket == self.ticket, case .copying(var copying) = phase else { return [] }
    // Another life of the publisher than the one whose events are seen, or a page from before them:
    // what lies between would be missing.
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

  /// A page did not come.
  package mutating func failed(_ ticket: Ticket) -> [Action] {
    guard ticket == self.ticket, case .copying = phase else { return [] }
    return pause()
  }

  package mutating func pauseIsOver(_ ticket: Ticket) -> [Action] {
    guard ticket == self.ticket, case .pausing = phase, let stream else { return [] }
    return copyAnew(from: stream)
  }
}

extension Replica {
  private mutating func live(_ now: StreamPosition) -> [Action] {
    // The connection was lost and is back, and nothing was published in between.
    if case .away = phase, now == position, now.sequence >= pages.last {
      stream = now
      phase = .following
      return []
    }
    return copyAnew(from: now)
  }

  private mutating func take(_ event: Event, _ now: StreamPosition) -> [Action] {
    guard let last = stream else { return [] }
    guard now.epoch == last.epoch else { return copyAnew(from: now) }
    if now.sequence <= last.sequence { return [] }
    guard now.sequence == last.sequence + 1 else { return copyAnew(from: now) }
    stream = now
    switch phase {
    case .away, .pausing: return []
    case .copying(var copying):
      guard copying.events.count < maximumEvents else { return pause() }
      // Let go of the phase's own array, so that appending does not copy it.
      phase = .away
      copying.events.append((event, now.sequence))
      phase = .copying(copying)
      return []
    case .following:
      position = now
      return now.sequence > pages.first ? [.apply(event)] : []
    }
  }

  private mutating func copyAnew(from now: StreamPosition) -> [Action] {
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

/// How much a replica takes on.
package enum ReplicaLimits {
  /// Events kept while pages are copied.
  package static let events = 100_000
  /// How long to wait before copying is tried again.
  package static let pause = Duration.milliseconds(250)
}
