import FoundationEssentials
import Synchronization

/// Whether the caller of a request has taken it back. The loop sets it; the worker or the task that
/// answers sees it.
final class Cancellation: Sendable {
  private let flag = Atomic(false)
  private let task = Locked<Task<Void, Never>?>(nil)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  /// Ends the task that answers, if one does; a worker looks at `isSet`.
  func set() {
    flag.store(true, ordering: .relaxed)
    let running = task.withLock { $0 }
    running?.cancel()
  }

  /// Cancels the task as well, later or now. On the loop's thread, as `set`.
  func include(_ task: Task<Void, Never>) {
    self.task.withLock { $0 = task }
    if isSet { task.cancel() }
  }
}

/// The requests of a server without a reply, by who asked and the identifier that they chose. So
/// nobody takes back what others ask for.
struct PendingCancellations {
  private struct Key: Hashable {
    let socket: Int
    let client: Data
    let requestID: Data

    init(_ pending: PendingRequest) {
      socket = pending.socket
      client = pending.client
      requestID = pending.frames.requestID
    }
  }

  private var byRequest: [Key: Cancellation] = [:]

  mutating func add(_ pending: PendingRequest) { byRequest[Key(pending)] = pending.cancellation }

  mutating func remove(_ pending: PendingRequest) { byRequest[Key(pending)] = nil }

  /// Takes back the request with the identifier of `frame`; does nothing for one that is over.
  func cancel(by frame: PendingRequest) { byRequest[Key(frame)]?.set() }
}
