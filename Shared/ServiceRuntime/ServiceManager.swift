import FoundationEssentials
import Glibc
import MessageBus

/// Reports the state of this process to the service manager that started it. Source: sd_notify(3).
struct ServiceManager: Sendable {
  enum State: String, Sendable {
    /// It answers requests.
    case ready = "READY=1"
    /// It still answers.
    case alive = "WATCHDOG=1"
    /// It answers no more, and completes those in progress.
    case stopping = "STOPPING=1"
  }

  /// A path, or with an @ in front a name without a file; `nil` where nobody wants to know.
  private let address: String?

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    address = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Says for a time that the process is alive, or until cancelled: while it starts, and has nobody
  /// yet who could answer.
  func vouch(for time: Duration) async {
    let end = ContinuousClock.now + time
    repeat {
      notify(.alive)
      // Only time triggers the next one. Cancelling the task ends the sleep.
    } while (try? await Task.sleep(for: Pulse.interval)) != nil && .now < end
  }

  /// Sends one datagram, and does not wait. Whether it was sent; a manager that is gone is no
  /// fault of this process.
  @discardableResult func notify(_ state: State) -> Bool {
    guard let address else { return false }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    // A name without a file begins with a zero byte.
    let bytes = address.hasPrefix("@") ? [0] + Array(address.utf8.dropFirst()) : Array(address.utf8)
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + bytes.count }
    let isShort = withUnsafeMutableBytes(of: &name.sun_path) { path in
      if bytes.count >= path.count { return false }
      path.copyBytes(from: bytes)
      return true
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard isShort, let length, descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let text = Array(state.rawValue.utf8)
    return withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
        sendto(
          descriptor, text, text.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
          target, socklen_t(length)) == text.count
      }
    }
  }
}
