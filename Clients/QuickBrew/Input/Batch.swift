import Messages

/// Answers one query a line with one line of JSON each, in order, failures included.
///
/// Up to `InputLimits.linesInFlight` lines are answered side by side; each answer is printed as
/// soon as those before it are.
struct Batch<Request: RequestMessage>: Sendable {
  let bus: any ServiceBus
  let timeout: Duration
  /// Whether a reply is as it should be.
  let isGood: @Sendable (Request.Reply) -> Bool
  /// Reads a line; throws `ServiceError` where it makes no sense.
  let request: @Sendable (String) throws(ServiceError) -> Request

  init(
    bus: any ServiceBus, timeout: Duration,
    isGood: @escaping @Sendable (Request.Reply) -> Bool = { _ in true },
    request: @escaping @Sendable (String) throws(ServiceError) -> Request
  ) {
    self.bus = bus
    self.timeout = timeout
    self.isGood = isGood
    self.request = request
  }

  /// Answers line after line until the input ends.
  ///
  /// - Returns: `fine` where the input was processed, with results or failures; `unavailable` where
  ///   lines were sent and not one of them reached the service; `failure` where a reply is not as
  ///   it should be.
  /// - Throws: `OutputClosed`.
  func run(_ source: any LineSource, on output: Output) async throws -> CommandStatus {
    let window = BatchWindow(limit: InputLimits.linesInFlight)
    let (answers, feed) = AsyncStream<Task<Answer, Never>>.makeStream()
    // Not a child task: waiting for input cannot be cancelled, and must not hold up the end.
    let reading = Task {
      while !Task.isCancelled, let line = await source.next() {
        await window.enter()
        feed.yield(Task { await answer(line) })
      }
      feed.finish()
    }
    do {
      return try await show(answers, leaving: window, on: output)
    } catch {
      reading.cancel()
      await window.leave()
      throw error
    }
  }

  private func show(
    _ answers: AsyncStream<Task<Answer, Never>>, leaving window: BatchWindow, on output: Output
  ) async throws -> CommandStatus {
    var sent = 0
    var missed = 0
    var bad = 0
    for await task in answers {
      let answer = await task.value
      try output.line(answer.json)
      await window.leave()
      sent += answer.wasSent ? 1 : 0
      missed += answer.isUnavailable ? 1 : 0
      bad += answer.isGood ? 0 : 1
    }
    if bad > 0 { return .failure }
    return sent > 0 && missed == sent ? .unavailable : .fine
  }

  private struct Answer: Sendable {
    let json: String
    /// Whether the line made sense and was sent.
    let wasSent: Bool
    var isUnavailable = false
    var isGood = true
  }

  private func answer(_ line: InputLine) async -> Answer {
    var wasSent = false
    do throws(ServiceError) {
      guard case .text(let text) = line else {
        throw ServiceError(
          .tooLarge, "The line is longer than \(InputLimits.maximumLineBytes) bytes.")
      }
      let request = try request(text)
      wasSent = true
      let reply = try await bus.send(request, timeout: timeout)
      return Answer(json: try encode(reply), wasSent: true, isGood: isGood(reply))
    } catch {
      // An error holds texts only, which always encode.
      let json = (try? encode(ErrorReport(error))) ?? #"{"error":{"code":"internal"}}"#
      return Answer(json: json, wasSent: wasSent, isUnavailable: error.code == .unavailable)
    }
  }

  private func encode(_ value: some Encodable) throws(ServiceError) -> String {
    do {
      return try JSONLine.text(value)
    } catch {
      throw ServiceError(.internal, "The reply cannot be written as JSON: \(error)")
    }
  }
}

/// Lets a limited number through at a time; one waits to enter.
private actor BatchWindow {
  private var free: Int
  private var waiting: CheckedContinuation<Void, Never>?

  init(limit: Int) { free = limit }

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting = $0 }
    }
  }

  func leave() {
    if let next = waiting {
      waiting = nil
      next.resume()
    } else {
      free += 1
    }
  }
}
