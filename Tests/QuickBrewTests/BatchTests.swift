import Geography
import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite(.timeLimit(.minutes(10))) struct BatchTests {
  private func lines(_ texts: [String]) -> [InputLine] { texts.map { .text($0) } }

  private static func reply(_ text: String?) -> GeocodeReply {
    GeocodeReply(hits: [Fixtures.hit(text ?? "")])
  }

  @Test("answers are printed in input order, in whatever order they arrive")
  func printsInOrder() async throws {
    let texts = (0..<20).map { "line \($0)" }
    let completions = CompletionOrder()
    let bus = FakeClientBus().answering(GeocodeRequest.self) { request in
      // The last line is answered first.
      let index = texts.firstIndex(of: request.text ?? "") ?? 0
      if index < texts.count - 1 { await completions.wait(for: index + 1) }
      await completions.finish(index)
      return Self.reply(request.text)
    }
    let run = await CommandRun(
      ["geocode", "--batch", "-"], bus: bus, lines: FakeLines(lines(texts)))
    #expect(run.status == .success)
    #expect(run.output == (try texts.map { try JSONLine.text(Self.reply($0)) + "\n" }.joined()))
  }

  @Test("a failed line is answered with its error at its position")
  func failuresKeepTheOrder() async {
    let bus = FakeClientBus().answering(RouteRequest.self) { request in
      if request.waypoints.count == 3 { throw ServiceError(.noRoute, "No road.") }
      return RouteReply(
        durationSeconds: 1, distanceMeters: 2, name: nil, geometry: nil, legs: [], waypoints: [],
        mapVersion: "m")
    }
    let input: [InputLine] = [
      .text("1,2,3,4"), .text(""), .text("1,2,3"), .text("91,2,3,4"), .tooLong,
      .text(" -1.5 , 2,3,4,5,6"), .text("1,2,3,4"),
    ]
    let run = await CommandRun(["route", "--batch", "-"], bus: bus, lines: FakeLines(input))
    let fine =
      #"{"distanceMeters":2,"durationSeconds":1,"legs":[],"mapVersion":"m","waypoints":[]}"#
    func failure(_ code: String, _ message: String) -> String {
      #"{"error":{"code":"\#(code)","message":"\#(message)"}}"#
    }
    #expect(run.status == .success)
    #expect(
      run.output.split(separator: "\n").map(String.init) == [
        fine, failure("invalidRequest", "“” is not a line like lat,lon,lat,lon."),
        failure("invalidRequest", "“1,2,3” is not a line like lat,lon,lat,lon."),
        failure("invalidRequest", "“91,2” is not a latitude and longitude in range."),
        failure("tooLarge", "The line is longer than 65536 bytes."),
        failure("noRoute", "No road."), fine,
      ])
  }

  @Test func answersBeforeTheInputEnds() async {
    let printed = CompletionOrder()
    let bus = FakeClientBus().answering(GeocodeRequest.self) { request in
      Self.reply(request.text)
    }
    // Each line but the first is supplied only after the line before it was printed.
    let source = FakeLines(lines(["a", "b", "c"])) { index in
      if index > 0 { await printed.wait(for: index - 1) }
    }
    let count = Locked(0)
    let output = Output(
      style: .plain, isTerminal: false,
      data: { _ throws(OutputFailure) in
        let index = count.withLock { count in
          count += 1
          return count - 1
        }
        Task { await printed.finish(index) }
      }, message: { _ in }, close: never)
    let batch = Batch(bus: bus, timeout: .seconds(1)) { text throws(ServiceError) in
      GeocodeRequest(text: text)
    }
    #expect(await (try? batch.run(source, on: output)) == .success)
    #expect(count.withLock { $0 } == 3)
  }

  @Test("no more lines are read ahead than the window allows")
  func readAheadIsBounded() async {
    let given = Locked(0)
    let answered = Locked(0)
    let mostAhead = Locked(0)
    let bus = FakeClientBus().answering(GeocodeRequest.self) { request in
      await Task.yield()
      answered.withLock { $0 += 1 }
      return Self.reply(request.text)
    }
    let source = FakeLines(lines((0..<500).map { "\($0)" })) { _ in
      let ahead =
        given.withLock { given in
          given += 1
          return given
        } - answered.withLock { $0 }
      mostAhead.withLock { $0 = max($0, ahead) }
    }
    let run = await CommandRun(["geocode", "--batch", "-"], bus: bus, lines: source)
    #expect(run.output.split(separator: "\n").count == 500)
    // One line beyond the window may have been read, and waits for a slot.
    #expect(mostAhead.withLock { $0 } <= InputLimits.linesInFlight + 1)
  }

  @Test(
    "the exit status shows whether any line reached the service",
    arguments: [
      (["a", "b"], ErrorCode.unavailable, CommandStatus.unavailable),
      (["a", " ", "b"], .unavailable, .unavailable), (["a", "b"], .notFound, .success),
      ([" "], .unavailable, .success), ([], .unavailable, .success),
    ])
  func exitStatus(
    texts: [String], code: ErrorCode, status: CommandStatus
  ) async {
    let bus = FakeClientBus().answering(GeocodeRequest.self) { _ in throw ServiceError(code, "No.")
    }
    let run = await CommandRun(
      ["geocode", "--batch", "-"], bus: bus, lines: FakeLines(lines(texts)))
    #expect(run.status == status)
    #expect(run.output.split(separator: "\n").count == texts.count)
  }

  @Test("a batch ends silently when its reader is gone")
  func stopsWithItsReader() async {
    let bus = FakeClientBus().answering(GeocodeRequest.self) { Self.reply($0.text) }
    let source = FakeLines(lines((0..<200).map { "\($0)" }))
    let run = await CommandRun(
      ["geocode", "--batch", "-"], bus: bus, lines: source, closesAfter: 2)
    #expect(run.status == .success)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.messages == "")
  }
}

/// Lets tasks wait for the completion of other tasks.
private actor CompletionOrder {
  private var finished: Set<Int> = []
  private var waiting: [Int: [CheckedContinuation<Void, Never>]] = [:]

  func wait(for step: Int) async {
    if finished.contains(step) { return }
    await withCheckedContinuation { waiting[step, default: []].append($0) }
  }

  func finish(_ step: Int) {
    finished.insert(step)
    for continuation in waiting.removeValue(forKey: step) ?? [] { continuation.resume() }
  }
}
