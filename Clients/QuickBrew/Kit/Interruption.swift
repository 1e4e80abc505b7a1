import Glibc
import MessageBus

/// Ctrl-C: cancels the command, so that the services stop what they do for it.
package struct Interruption: Sendable {
  /// How long the command may take to say so, and ZeroMQ's thread to send it.
  private static let graceNanoseconds = 200_000_000

  private let signals: sigset_t
  private let isIgnored: Bool

  /// Blocks SIGINT. Made before there are other threads, so that they inherit it.
  package init() {
    var current = sigaction()
    sigaction(SIGINT, nil, &current)
    // A handler is a pointer of the size of an `Int`, and functions have no other equality.
    let handler = unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
    // As above.
    isIgnored = handler == unsafeBitCast(SIG_IGN, to: Int.self)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    self.signals = signals
    if !isIgnored { pthread_sigmask(SIG_BLOCK, &signals, nil) }
  }

  /// Calls `cancel` on the first SIGINT; ends the process by that signal a moment later, or with
  /// the second. Does nothing where SIGINT is ignored, as behind `nohup`.
  package func watch(_ cancel: @escaping @Sendable () -> Void) {
    if isIgnored { return }
    NamedThread.detached("ctrl-c") { [signals] in
      var signals = signals
      sigwaitinfo(&signals, nil)
      cancel()
      var grace = timespec(tv_sec: 0, tv_nsec: Self.graceNanoseconds)
      sigtimedwait(&signals, nil, &grace)
      // Pending until it is unblocked: shells see that the process was interrupted.
      raise(SIGINT)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  /// Waits for the end of the process, which `watch` has begun.
  package func end() async {
    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
  }
}
