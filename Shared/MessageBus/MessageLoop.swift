import CZeroMQ
import Glibc
import Synchronization

/// One thread that polls sockets and runs the actors which own them.
///
/// An actor with this loop as its executor runs on the thread that polls, so its sockets are never
/// used on another. A task may prefer the loop, too. Other threads wake the loop through an
/// eventfd, only while it waits.
///
/// A socket's descriptor says only that something happened in it, and any use of the socket can
/// clear that. So the loop asks each socket whose descriptor is readable or that was used whether
/// it is readable itself, and waits once none is. (`zmq_poll` asks all sockets, twice, by two
/// system calls each.)
///
/// `@unchecked Sendable`: 1. `watches`, `events` and `timers` are accessed only on the loop's
/// thread, which each method that does so checks. 2. `queue` is locked, `identity` atomic. 3.
/// `wakeUp` and `waitSet` are constant descriptors, closed after the thread has ended.
package final class MessageLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
  private enum Work: Sendable {
    case job(UnownedJob)
    case block(@Sendable () -> Void)
  }

  private struct Queue: Sendable {
    var work: [Work] = []
    var isStopping = false
    /// Whether the thread waits, or is about to: then adding work wakes it.
    var isWaiting = false
  }

  private struct Watch {
    let id: WatchID
    let socket: SocketReadiness
    let handler: () -> Void
  }

  /// Identifies a watched socket or a timer.
  struct WatchID: Hashable {
    let number: Int
  }

  private let queue = Locked(Queue())
  private let thread = Locked<NamedThread?>(nil)
  /// The loop's thread; 0 before it runs.
  private let identity = Atomic<UInt>(0)
  private let wakeUp: Int32
  /// The epoll instance with the eventfd, the alarm, and the descriptor of each watched socket.
  private let waitSet: Int32
  private var watches: [Watch] = []
  /// What the last wait has found.
  private var events = [epoll_event](repeating: epoll_event(), count: 64)
  private var timers: LoopTimers
  private var lastID = 0

  /// Starts the thread.
  package init(name: String) {
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(wakeUp >= 0, "the system gives no eventfd: error \(errno)")
    waitSet = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(waitSet >= 0, "the system gives no epoll instance: error \(errno)")
    timers = LoopTimers()
    observe(wakeUp)
    observe(timers.descriptor)
    let started = NamedThread(name) { [self] in run() }
    thread.withLock { $0 = started }
  }

  deinit {
    close(waitSet)
    close(wakeUp)
  }

  /// Ends the thread after the work queued so far, and waits for it. Must not be called on the
  /// thread itself.
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

  /// Runs `body` on the loop's thread, after earlier queued work.
  package func perform(_ body: @escaping @Sendable () -> Void) {
    add(.block(body))
  }

  package func checkIsolated() {
    precondition(isCurrent, "not on the loop's thread")
  }

  /// Whether the caller runs on the loop's thread.
  package var isCurrent: Bool { identity.load(ordering: .relaxed) == NamedThread.current }

  private func add(_ work: Work) {
    let isWaiting = queue.withLock { queue in
      queue.work.append(work)
      defer { queue.isWaiting = false }
      return queue.isWaiting
    }
    if isWaiting { wake() }
  }

  private func wake() {
    var one: UInt64 = 1
    // A full counter wakes the thread as well, so the result does not matter.
    _ = write(wakeUp, &one, MemoryLayout<UInt64>.size)
  }
}

// MARK: Sockets and timers, on the loop's thread only

extension MessageLoop {
  /// Calls `handler` whenever `socket` is readable, until `unwatch`. The loop retains the handler,
  /// so its owner cannot be freed while the loop polls the owner's socket.
  func watch(_ socket: borrowing Socket, _ handler: @escaping () -> Void) -> WatchID {
    let id = nextID()
    watches.append(Watch(id: id, socket: socket.readiness, handler: handler))
    observe(socket.readiness.descriptor)
    return id
  }

  /// Calls `handler` every `interval` until `unwatch`.
  func every(_ interval: Duration, _ handler: @escaping () -> Void) -> WatchID {
    let id = nextID()
    timers.add(id, every: interval, handler)
    return id
  }

  /// Ends a watch or a timer; must be called before the socket is closed.
  func unwatch(_ id: WatchID) {
    checkIsolated()
    timers.remove(id)
    guard let index = watches.firstIndex(where: { $0.id == id }) else { return }
    epoll_ctl(waitSet, EPOLL_CTL_DEL, watches[index].socket.descriptor, nil)
    watches.remove(at: index)
  }

  private func nextID() -> WatchID {
    checkIsolated()
    lastID += 1
    return WatchID(number: lastID)
  }
}

// MARK: The thread

extension MessageLoop {
  private func run() {
    identity.store(NamedThread.current, ordering: .relaxed)
    while true {
      let isStopping = runQueued()
      if isStopping { return }
      while let handler = timers.nextDue() { handler() }
      // The handled sockets may have more.
      poll(mayWait: !handleReadable())
    }
  }

  /// Runs the queued work; returns whether the loop must stop.
  private func runQueued() -> Bool {
    let (work, isStopping) = queue.withLock { queue in
      defer { queue.work = [] }
      return (queue.work, queue.isStopping)
    }
    for item in work {
      switch item {
      case .job(let job):
        job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      case .block(let body): body()
      }
    }
    return isStopping && work.isEmpty
  }

  /// Calls the handlers of the readable sockets; whether there were any.
  private func handleReadable() -> Bool {
    var hasHandled = false
    // A handler may add and end watches, and close their sockets.
    for id in watches.filter(\.socket.wasUsed).map(\.id) {
      guard let watch = watches.first(where: { $0.id == id }), watch.socket.isReadable() else {
        continue
      }
      watch.handler()
      hasHandled = true
    }
    return hasHandled
  }

  /// Waits for events of sockets, for the alarm, and for work; does not wait if work is queued.
  private func poll(mayWait: Bool) {
    let waits = queue.withLock { queue in
      queue.isWaiting = mayWait && queue.work.isEmpty && !queue.isStopping
      return queue.isWaiting
    }
    timers.arm()
    let found = epoll_wait(waitSet, &events, Int32(events.count), waits ? -1 : 0)
    if waits { queue.withLock { $0.isWaiting = false } }
    for event in events.prefix(max(0, Int(found))) {
      if event.data.fd == wakeUp {
        var count: UInt64 = 0
        _ = read(wakeUp, &count, MemoryLayout<UInt64>.size)
      } else if let watch = watches.first(where: { $0.socket.descriptor == event.data.fd }) {
        watch.socket.wasUsed = true
      }
    }
  }

  /// Makes `descriptor` end the wait while it is readable.
  private func observe(_ descriptor: Int32) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.fd = descriptor
    let status = epoll_ctl(waitSet, EPOLL_CTL_ADD, descriptor, &event)
    precondition(status == 0, "cannot wait for a descriptor: error \(errno)")
  }
}
