import CZeroMQ
import Glibc

/// One thread that polls sockets and runs the actors which own them.
///
/// An actor that gives this loop as its executor runs on the thread that polls, so its sockets are
/// never touched from another. ZeroMQ's own descriptor (`ZMQ_FD`) is edge-triggered and a send can
/// swallow its edge, so nobody else may wait for it; the loop polls on its thread and other threads
/// wake it through an eventfd.
///
/// `@unchecked Sendable`: 1. `watches` and `timers` are touched only on the loop's thread, which
/// each method that does so checks. 2. `queue` is locked. 3. `wakeUp` is a constant descriptor,
/// closed after the thread has ended.
package final class MessageLoop: SerialExecutor, @unchecked Sendable {
  private enum Work: Sendable {
    case job(UnownedJob)
    case block(@Sendable () -> Void)
  }

  private struct Queue: Sendable {
    var work: [Work] = []
    var isStopping = false
  }

  private struct Watch {
    let id: WatchID
    let pointer: UnsafeMutableRawPointer
    let handler: () -> Void
  }

  private struct Timer {
    let id: WatchID
    let interval: Duration
    var next: ContinuousClock.Instant
    let handler: () -> Void
  }

  /// Names a watched socket or a timer.
  struct WatchID: Hashable {
    fileprivate let number: Int
  }

  private let queue = Locked(Queue())
  private let thread = Locked<NamedThread?>(nil)
  private let wakeUp: Int32
  private var watches: [Watch] = []
  private var timers: [Timer] = []
  private var lastID = 0

  /// Starts the thread.
  package init(name: String) {
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(wakeUp >= 0, "the system gives no eventfd: error \(errno)")
    thread.withLock { $0 = NamedThread(name) { [self] in run() } }
  }

  deinit { close(wakeUp) }

  /// Ends the thread after the work queued so far, and waits for it. Not called on the thread
  /// itself.
  package func stop() {
    let isFirst = queue.withLock { queue in
      defer { queue.isStopping = true }
      return !queue.isStopping
    }
    guard isFirst else { return }
    wake()
    thread.withLock { $0 }?.join()
  }
}

// MARK: Executor

extension MessageLoop {
  package func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// Runs `body` on the loop's thread, after what was queued before.
  package func perform(_ body: @escaping @Sendable () -> Void) {
    add(.block(body))
  }

  package func checkIsolated() {
    precondition(isCurrent, "not on the loop's thread")
  }

  /// Whether the caller runs on the loop's thread.
  package var isCurrent: Bool { thread.withLock { $0?.isCurrent ?? false } }

  private func add(_ work: Work) {
    let wasEmpty = queue.withLock { queue in
      queue.work.append(work)
      return queue.work.count == 1
    }
    if wasEmpty { wake() }
  }

  private func wake() {
    var one: UInt64 = 1
    // A full counter is as good as a wake-up, so the result does not matter.
    _ = write(wakeUp, &one, MemoryLayout<UInt64>.size)
  }
}

// MARK: Sockets and timers, on the loop's thread only

extension MessageLoop {
  /// Calls `handler` whenever `socket` has something to receive, until `unwatch`. The loop holds on
  /// to the handler, so its owner cannot vanish while the loop polls the owner's socket.
  func watch(_ socket: borrowing Socket, _ handler: @escaping () -> Void) -> WatchID {
    checkIsolated()
    lastID += 1
    let id = WatchID(number: lastID)
    watches.append(Watch(id: id, pointer: socket.pointer, handler: handler))
    return id
  }

  /// Calls `handler` every `interval` until `unwatch`.
  func every(_ interval: Duration, _ handler: @escaping () -> Void) -> WatchID {
    checkIsolated()
    lastID += 1
    let id = WatchID(number: lastID)
    timers.append(
      Timer(id: id, interval: interval, next: .now.advanced(by: interval), handler: handler))
    return id
  }

  /// Ends a watch or a timer; called before the socket is closed.
  func unwatch(_ id: WatchID) {
    checkIsolated()
    watches.removeAll { $0.id == id }
    timers.removeAll { $0.id == id }
  }
}

// MARK: The thread

extension MessageLoop {
  private func run() {
    while true {
      let isStopping = runQueued()
      if isStopping { return }
      fireTimers()
      poll()
    }
  }

  /// Runs what is queued; answers whether the loop is to stop.
  private func runQueued() -> Bool {
    let (work, isStopping) = queue.withLock { queue in
      defer { queue.work.removeAll(keepingCapacity: true) }
      return (queue.work, queue.isStopping)
    }
    for item in work {
      switch item {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .block(let body): body()
      }
    }
    return isStopping && work.isEmpty
  }

  private func fireTimers() {
    guard !timers.isEmpty else { return }
    let now = ContinuousClock.now
    for id in timers.filter({ $0.next <= now }).map(\.id) {
      // A handler may have ended a later timer.
      guard let index = timers.firstIndex(where: { $0.id == id }) else { continue }
      timers[index].next = now.advanced(by: timers[index].interval)
      timers[index].handler()
    }
  }

  private func poll() {
    var items = [zmq_pollitem_t(socket: nil, fd: wakeUp, events: Int16(ZMQ_POLLIN), revents: 0)]
    for watch in watches {
      items.append(
        zmq_pollitem_t(socket: watch.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
    }
    let polled = watches
    guard zmq_poll(&items, Int32(items.count), pollMilliseconds()) > 0 else { return }
    if items[0].revents != 0 {
      var count: UInt64 = 0
      _ = read(wakeUp, &count, MemoryLayout<UInt64>.size)
    }
    for (item, watch) in zip(items.dropFirst(), polled) where item.revents != 0 {
      // A handler may have ended a later watch and closed its socket.
      if watches.contains(where: { $0.id == watch.id }) { watch.handler() }
    }
  }

  /// How long to wait for sockets: until the next timer, not at all where work is queued.
  private func pollMilliseconds() -> Int {
    if queue.withLock({ !$0.work.isEmpty || $0.isStopping }) { return 0 }
    guard let next = timers.map(\.next).min() else { return -1 }
    let left = ContinuousClock.now.duration(to: next)
    return left <= .zero ? 0 : Int(left / .milliseconds(1)) + 1
  }
}
