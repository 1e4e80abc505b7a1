import Glibc
import MessageBus

/// Lets a thread or a task wait for signals. Created before any other thread, so that all of them
/// inherit the blocked signals.
final class SignalWaiter: Sendable {
  private struct State: Sendable {
    var hasArrived = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let set: sigset_t
  private let state = Locked(State())

  /// Blocks the signals, so that they do not end the process; `wait` receives them.
  init(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    self.set = set
  }

  /// Blocks this thread until the next of the signals.
  func wait() {
    var set = set
    var number: Int32 = 0
    sigwait(&set, &number)
    let waiting = state.withLock { state in
      state.hasArrived = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Suspends the task until the first of the signals has arrived.
  func arrival() async {
    await withCheckedContinuation { continuation in
      let hasArrived = state.withLock { state in
        if !state.hasArrived { state.waiting.append(continuation) }
        return state.hasArrived
      }
      if hasArrived { continuation.resume() }
    }
  }
}
