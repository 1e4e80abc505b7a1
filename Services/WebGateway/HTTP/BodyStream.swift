import FoundationEssentials
import MessageBus

/// A body that is written while it is sent. Bounded: a client that does not keep up is cut off.
package final class BodyStream: Sendable {
  private struct State: Sendable {
    var pending = Data()
    var isFinished = false
    var isAbandoned = false
    /// Wakes the reader, which found nothing; taken by whoever has news.
    var wake: (@Sendable () -> Void)?
    var onAbandon: (@Sendable () -> Void)?
  }

  /// What a reader finds.
  enum Finding: Hashable {
    case bytes(Int)
    /// Nothing yet: `pause` has been called, and `wake` will be, once.
    case nothing
    case end
  }

  private let capacity: Int
  private let state = Locked(State())

  /// - Parameter capacity: how many bytes may wait to be sent.
  package init(capacity: Int) { self.capacity = capacity }

  /// Queues bytes to be sent. Never waits.
  ///
  /// - Returns: `false` where nobody reads any more, or too much waits already: the stream has
  ///   ended.
  @discardableResult
  package func write(_ bytes: Data) -> Bool {
    state.withLock { state in
      guard !state.isAbandoned, !state.isFinished else { return false }
      if state.pending.count + bytes.count > capacity {
        state.isFinished = true
      } else {
        state.pending.append(bytes)
      }
      Self.wakeReader(&state)
      return !state.isFinished
    }
  }

  /// Ends the body after what has been written.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      Self.wakeReader(&state)
    }
  }

  /// Calls `body` once when the client is gone or the answer is over: now, where that has happened.
  package func onAbandon(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isAbandoned { state.onAbandon = body }
      return state.isAbandoned
    }
    if isLate { body() }
  }

  /// Moves waiting bytes into `buffer`, or calls `pause` and remembers `wake` where there are none.
  ///
  /// Both are called under the stream's lock, so that news can come neither between finding nothing
  /// and pausing nor twice for one pause.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, pause: () -> Void,
    wake: @escaping @Sendable () -> Void
  ) -> Finding {
    state.withLock { state in
      if !state.pending.isEmpty {
        let count = min(buffer.count, state.pending.count)
        state.pending.prefix(count).copyBytes(to: buffer)
        state.pending = Data(state.pending.dropFirst(count))
        return .bytes(count)
      }
      if state.isFinished { return .end }
      pause()
      state.wake = wake
      return .nothing
    }
  }

  /// Nobody will read any more.
  func abandon() {
    let tell = state.withLock { state in
      state.isAbandoned = true
      state.pending = Data()
      defer { state.onAbandon = nil }
      return state.onAbandon
    }
    tell?()
  }

  private static func wakeReader(_ state: inout State) {
    state.wake?()
    state.wake = nil
  }
}
