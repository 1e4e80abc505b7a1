import CZeroMQ
import Glibc
import Messages

/// A thread with a name, as debuggers and `top -H` show it.
package struct NamedThread: Sendable {
  private let handle: pthread_t

  /// Starts `body` on a new thread, which must be joined.
  ///
  /// - Parameter name: only the first 15 bytes are used.
  package init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    // The box is retained here and released by the thread, which consumes the reference exactly
    // once.
    let box = Unmanaged.passRetained(ThreadBody(name: name, run: body)).toOpaque()
    let status = pthread_create(&handle, nil, runThread, box)
    precondition(status == 0, "the system refuses to start the thread \(name): error \(status)")
    self.handle = handle
  }

  /// Starts `body` on a thread that nobody waits for. (One that is to be joined keeps its stack
  /// after its end until that happens.)
  package static func detached(_ name: String, _ body: @escaping @Sendable () -> Void) {
    pthread_detach(NamedThread(name, body).handle)
  }

  /// Identifies the thread that the caller runs on now; after an `await` it may be another one.
  package static var current: UInt { UInt(quickbrew_current_thread()) }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { UInt(handle) == Self.current }

  /// For how long the thread has computed, without the time it waited. Not called after `join`.
  var computingTime: Duration {
    var clock = clockid_t()
    var time = timespec()
    // Fails once the thread has ended.
    guard pthread_getcpuclockid(handle, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return .zero
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Waits for the thread to end. Called once.
  package func join() { pthread_join(handle, nil) }
}

@Memberwise private final class ThreadBody: Sendable {
  let name: String
  let run: @Sendable () -> Void
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  // Consumes the reference that `NamedThread.init` retained.
  let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
  quickbrew_name_thread(String(body.name.prefix(15)))
  body.run()
  return nil
}
