import CMicroHTTPD
import Glibc
import MessageBus

/// Notifies responses that their clients are gone.
///
/// The library does not look at the socket of a suspended connection, and a stream without news or
/// a request that waits for its response is one: without this, a client that is gone would be
/// noticed when something cannot be sent. So a separate thread waits for what the kernel says of
/// all their sockets. A client that closes only its sending half counts as gone, as for nginx and
/// Go's `net/http`.
///
/// A socket is never taken off the watch: the kernel does that when it is closed, and its number
/// may belong to another connection by then. What is still said of a response that is over finds
/// no entry and does nothing.
///
/// Between two waits it looks at the clock, for what the library has no timer for.
final class HangUpWatch: Sendable {
  private struct State: Sendable {
    var last: UInt64 = HangUpWatch.stopMark
    var hangUps: [UInt64: @Sendable () -> Void] = [:]
  }

  /// Marks the pair among the sockets; responses have higher numbers.
  private static let stopMark: UInt64 = 0
  /// How many sockets one wait reports.
  private static let batch = 64

  private let poll: Int32
  /// Closing the second end ends the thread, which watches the first.
  private let pair: (watched: Int32, closed: Int32)
  private let state: Locked<State>
  private let thread: NamedThread

  /// - Parameter tick: called about once a second, on the watch's thread, until `stop`.
  /// - Throws: `HTTPServerError.cannotStart` if the process may open no more files.
  init(tick: @escaping @Sendable () -> Void) throws(HTTPServerError) {
    let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard poll >= 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      if poll >= 0 { close(poll) }
      throw .cannotStart("the limit of open files is reached")
    }
    let state = Locked(State())
    (self.poll, self.state, pair) = (poll, state, (ends[0], ends[1]))
    Self.add(ends[0], to: poll, as: Self.stopMark)
    thread = NamedThread("http-hang-up") { Self.wait(poll, state, tick) }
  }

  /// Ends the thread. Called once, when no response is watched any more.
  func stop() {
    close(pair.closed)
    thread.join()
    close(pair.watched)
    close(poll)
  }

  /// Calls `onHangUp`, on the thread of the watch, when the client of the socket is gone.
  ///
  /// - Returns: what `forget` needs.
  func watch(_ descriptor: Int32, onHangUp: @escaping @Sendable () -> Void) -> UInt64 {
    let number = state.withLock { state in
      state.last += 1
      state.hangUps[state.last] = onHangUp
      return state.last
    }
    Self.add(descriptor, to: poll, as: number)
    return number
  }

  /// Called when a response is over.
  func forget(_ number: UInt64) { state.withLock { $0.hangUps[number] = nil } }

  private static func add(_ descriptor: Int32, to poll: Int32, as number: UInt64) {
    // That both halves are closed, and errors, are reported without being asked for.
    let events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
    var event = epoll_event(events: events, data: epoll_data_t(u64: number))
    // A connection that is kept alive has had other responses before.
    if epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) != 0 {
      epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event)
    }
  }

  private static func wait(
    _ poll: Int32, _ state: Locked<State>, _ tick: @Sendable () -> Void
  ) {
    var events = [epoll_event](repeating: epoll_event(), count: batch)
    var next = ContinuousClock.now
    while true {
      let count = epoll_wait(poll, &events, Int32(batch), 1_000)
      guard count >= 0 || errno == EINTR else { return }
      for event in events.prefix(Int(max(0, count))) {
        if event.data.u64 == stopMark { return }
        state.withLock { $0.hangUps[event.data.u64] }?()
      }
      if ContinuousClock.now >= next {
        tick()
        next = .now + .seconds(1)
      }
    }
  }
}
