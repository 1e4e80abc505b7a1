import Messages

/// Answers each line of the input with one line of JSON, in order, errors included.
///
/// Up to `InputLimits.linesInFlight` lines are processed concurrently. Each answer is printed as
/// soon as those before it are.
struct Batch<Request: RequestMessage>: Sendable {
  let bus: any ClientBus
  let timeout: Duration
  /// Whether a reply counts as a success.
  var isGood: @Sendable (Request.Reply) -> Bool = { _ in true }
  /// Parses a line; throws `ServiceError` where it is invalid.
  let request: @Sendable (String) throws(ServiceError) -> Request

  /// Answers each line until the input ends.
  ///
  /// - Returns: `success` where the input was processed, whether with results or errors;
  ///   `unavailable` where lines were sent and none reached the service; `failure` where `isGood`
  ///   rejects a reply.
  /// - Throws: `OutputFailure`.
  func run(_ source: any LineSource, on output: Output) async throws -> CommandStatus {
    let window = BatchWindow(limit: InputLimits.linesInFlight)
    let (answers, continuation) = AsyncStream<Task<Answer, Never>>.makeStream()
    // An unstructured task: a pending read cannot be cancelled, and must not delay the end.
    let reading = Task {
      while !Task.isCancelled, let line = await source.next() {
        await window.enter()
        continuation.yield(Task { await answer(line) })
      }
      continuation.finish()
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
    return sent > 0 && missed == sent ? .unavailable : .success
  }

  private struct Answer: Sendable {
    let json: String
    /// Whether the line was valid and was sent.
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
      // An error consists of strings only, so encoding it cannot fail.
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

/// A semaphore for one waiting task.
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
