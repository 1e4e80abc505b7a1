package import FoundationEssentials
import MessageBus

/// A response body that is written while it is sent. Bounded: a client that does not keep up is
/// disconnected.
package final class BodyStream: Sendable {
  private struct State: Sendable {
    var pending = Data()
    var isFinished = false
    var isAbandoned = false
    /// The connection of the reader, which waits: the next write or the end resumes it, once.
    var paused: SuspendableConnection?
    var onAbandon: (@Sendable () -> Void)?
  }

  /// The result of a read.
  enum ReadResult: Hashable {
    case bytes(Int)
    /// No bytes yet: the connection is suspended.
    case paused
    case end
  }

  private let capacity: Int
  private let state = Locked(State())

  /// - Parameter capacity: the maximum number of bytes that are written but not yet sent.
  package init(capacity: Int) { self.capacity = capacity }

  /// Queues bytes to be sent. Never waits.
  ///
  /// - Returns: `false` if the stream has ended: the client is gone, or the bytes exceed the
  ///   capacity.
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

  /// Ends the body after the bytes written so far.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      Self.wakeReader(&state)
    }
  }

  /// Calls `body` once when the client disconnects or the response is over; at once if it already
  /// is.
  package func onAbandon(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isAbandoned { state.onAbandon = body }
      return state.isAbandoned
    }
    if isLate { body() }
  }

  /// Moves pending bytes into `buffer`, or suspends the connection until there are some.
  ///
  /// It is suspended and resumed under the stream's lock, so that no write falls between the empty
  /// read and the pause, and no pause is ended twice.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, for connection: SuspendableConnection
  ) -> ReadResult {
    state.withLock { state in
      if !state.pending.isEmpty {
        let count = min(buffer.count, state.pending.count)
        state.pending.prefix(count).copyBytes(to: buffer)
        state.pending = Data(state.pending.dropFirst(count))
        return .bytes(count)
      }
      if state.isFinished { return .end }
      // Calls nobody (P5 of `HTTPDaemon`).
      connection.suspend()
      state.paused = connection
      return .paused
    }
  }

  /// Marks the stream as no longer read.
  func abandon() {
    let callback = state.withLock { Self.abandon(&$0) }
    callback?()
  }

  /// Ends the stream because its client is gone: a paused reader reads its end.
  func disconnect() {
    let callback = state.withLock { state in
      state.isFinished = true
      Self.wakeReader(&state)
      return Self.abandon(&state)
    }
    callback?()
  }

  private static func abandon(_ state: inout State) -> (@Sendable () -> Void)? {
    state.isAbandoned = true
    state.pending = Data()
    defer { state.onAbandon = nil }
    return state.onAbandon
  }

  private static func wakeReader(_ state: inout State) {
    // Calls nobody (P5 of `HTTPDaemon`).
    state.paused?.resume()
    state.paused = nil
  }
}
