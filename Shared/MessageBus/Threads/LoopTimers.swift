import CZeroMQ
import Glibc

/// The timers of a loop, and the alarm that wakes it for the next of them.
///
/// The alarm is a timerfd, as a poll's own time-out counts in whole milliseconds. Lives on the
/// loop's thread.
struct LoopTimers: ~Copyable {
  private struct Timer {
    let id: MessageLoop.WatchID
    var next: ContinuousClock.Instant
    /// `nil` for one that rings once.
    let interval: Duration?
    let handler: () -> Void
  }

  /// Readable once the alarm has rung.
  let descriptor: Int32
  private var timers: [Timer] = []
  /// When the alarm is set to ring.
  private var alarm: ContinuousClock.Instant?

  init() {
    descriptor = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    precondition(descriptor >= 0, "the system gives no timerfd: error \(errno)")
  }

  deinit { close(descriptor) }

  mutating func add(
    _ id: MessageLoop.WatchID, at instant: ContinuousClock.Instant, every interval: Duration?,
    _ handler: @escaping () -> Void
  ) {
    timers.append(Timer(id: id, next: instant, interval: interval, handler: handler))
  }

  mutating func remove(_ id: MessageLoop.WatchID) { timers.removeAll { $0.id == id } }

  /// The handler of a timer whose time has come; one that rings once is gone with it. One at a
  /// time, as a handler may add and remove timers.
  mutating func nextDue() -> (() -> Void)? {
    guard let first = timers.indices.min(by: { timers[$0].next < timers[$1].next }) else {
      return nil
    }
    let now = ContinuousClock.now
    guard timers[first].next <= now else { return nil }
    guard let interval = timers[first].interval else { return timers.remove(at: first).handler }
    timers[first].next = now.advanced(by: interval)
    return timers[first].handler
  }

  /// Sets the alarm to the earliest timer; a call of the system only where that has changed.
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
