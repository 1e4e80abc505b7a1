import CZeroMQ
import Glibc

/// The timers of a loop, and the alarm that wakes it for the earliest.
///
/// The alarm is a timerfd, as a poll's own time-out has a resolution of a millisecond. Lives on the
/// loop's thread.
struct LoopTimers: ~Copyable {
  private struct Timer {
    let id: MessageLoop.WatchID
    var next: ContinuousClock.Instant
    let interval: Duration
    let handler: () -> Void
  }

  /// Readable once the alarm has fired.
  let descriptor: Int32
  private var timers: [Timer] = []
  /// The time to which the alarm is set.
  private var alarm: ContinuousClock.Instant?

  init() {
    descriptor = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    precondition(descriptor >= 0, "the system gives no timerfd: error \(errno)")
  }

  deinit { close(descriptor) }

  mutating func add(
    _ id: MessageLoop.WatchID, every interval: Duration, _ handler: @escaping () -> Void
  ) {
    let next = ContinuousClock.now.advanced(by: interval)
    timers.append(Timer(id: id, next: next, interval: interval, handler: handler))
  }

  mutating func remove(_ id: MessageLoop.WatchID) { timers.removeAll { $0.id == id } }

  /// The handler of a timer that is due. One at a time, as a handler may add and remove timers.
  mutating func nextDue() -> (() -> Void)? {
    guard let first = timers.indices.min(by: { timers[$0].next < timers[$1].next }) else {
      return nil
    }
    let now = ContinuousClock.now
    guard timers[first].next <= now else { return nil }
    timers[first].next = now.advanced(by: timers[first].interval)
    return timers[first].handler
  }

  /// Sets the alarm to the earliest timer; a system call only if that has changed.
  mutating func arm() {
    let next = timers.lazy.map(\.next).min()
    guard next != alarm else { return }
    alarm = next
    var setting = itimerspec()
    if let next {
      // Zero would switch the alarm off.
      let left = max(.nanoseconds(1), ContinuousClock.now.duration(to: next)).components
      setting.it_value.tv_sec = Int(left.seconds)
      setting.it_value.tv_nsec = max(1, Int(left.attoseconds / 1_000_000_000))
    }
    timerfd_settime(descriptor, 0, &setting, nil)
  }
}
