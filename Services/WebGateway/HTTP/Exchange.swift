import FoundationEssentials
import MessageBus

/// One request and its response, between libmicrohttpd's thread and the handler's task.
///
/// ```
/// receiving ──▶ waiting ──▶ answered ──▶ sending ──▶ over
/// ```
/// The connection is suspended exactly while the exchange is `waiting`, and while a stream's reader
/// is paused.
final class Exchange: Sendable {
  private enum Phase: Sendable {
    case receiving
    case waiting
    case answered(HTTPResponse)
    case sending
    case over
  }

  private struct State: Sendable {
    var phase = Phase.receiving
    var body = Data()
    /// Bytes of the body received, counted also after it has grown too large.
    var received = 0
    /// A streamed response ends at once.
    var isClosing = false
    /// The connection must not be suspended any more.
    var isGivenUp = false
    /// Nobody reads the response.
    var isHungUp = false
    var task: Task<Void, Never>?
    var stream: BodyStream?
  }

  private let connection: SuspendableConnection
  private let state = Locked(State())

  init(connection: SuspendableConnection) { self.connection = connection }

  /// Appends a part of the body. A body beyond `limit` is discarded, but still read for a while, so
  /// that the client gets to read the response.
  ///
  /// - Returns: `false` if the client has sent so much more that it must be disconnected.
  func append(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Bool {
    state.withLock { state in
      state.received += bytes.count
      if state.received <= limit {
        state.body.append(contentsOf: bytes)
      } else {
        state.body = Data()
      }
      return state.received <= 4 * limit
    }
  }

  /// The whole body; `nil` if it was larger than `limit`.
  func body(limit: Int) -> Data? { state.withLock { $0.received > limit ? nil : $0.body } }

  /// Suspends the connection and starts the handler. Called on the library's thread.
  ///
  /// - Returns: `false` if the server is stopping; the connection is not suspended then.
  func wait(for answer: @escaping @Sendable () async -> HTTPResponse) -> Bool {
    let mayWait = state.withLock { state in
      if state.isGivenUp { return false }
      state.phase = .waiting
      // Calls nobody (P5 of `HTTPDaemon`).
      connection.suspend()
      return true
    }
    guard mayWait else { return false }
    let task = Task { self.answer(await answer()) }
    let isTooLate = state.withLock { state in
      state.task = task
      return state.isGivenUp || state.isHungUp
    }
    if isTooLate { task.cancel() }
    return true
  }

  /// Sets the response and resumes the connection; does nothing if there already is a response.
  func answer(_ response: HTTPResponse) {
    let isTooLate = state.withLock { state in
      guard case .waiting = state.phase else { return true }
      state.phase = .answered(response)
      // Under the lock and at most once for the one `suspend`: the phase has just left `waiting`.
      // Calls nobody (P5 of `HTTPDaemon`).
      connection.resume()
      return false
    }
    if isTooLate, case .stream(let stream) = response.body { stream.abandon() }
  }

  /// The client is gone: cancels the handler, whose response ends the exchange.
  func hangUp() {
    let task = state.withLock { state in
      state.isHungUp = true
      return state.task
    }
    task?.cancel()
  }

  /// The response, which is now being sent; `nil` until it is made.
  func beginSending() -> HTTPResponse? {
    let (response, isClosing) = state.withLock { state -> (HTTPResponse?, Bool) in
      guard case .answered(let response) = state.phase else { return (nil, false) }
      state.phase = .sending
      if case .stream(let stream) = response.body { state.stream = stream }
      return (response, state.isClosing)
    }
    if isClosing, case .stream(let stream) = response?.body { stream.finish() }
    return response
  }

  /// Ends a streamed response, because the server accepts no more requests.
  func endStream() {
    let stream = state.withLock { state in
      state.isClosing = true
      return state.stream
    }
    stream?.finish()
  }

  /// Resumes the connection if it is suspended, because the server stops.
  func giveUp() {
    let task = state.withLock { state in
      state.isGivenUp = true
      return state.task
    }
    task?.cancel()
    answer(.stopping)
    endStream()
  }

  /// Cleans up after the response is sent, or the client has disconnected. Called once, on the
  /// library's thread.
  func end() {
    let (task, stream, unsent) = state.withLock { state in
      defer { state = State(phase: .over, isClosing: true, isGivenUp: true) }
      var unsent: BodyStream?
      if case .answered(let response) = state.phase, case .stream(let stream) = response.body {
        unsent = stream
      }
      return (state.task, state.stream, unsent)
    }
    task?.cancel()
    stream?.abandon()
    unsent?.abandon()
  }
}
