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

  @Test func printsInOrderWhatIsAnsweredBackwards() async throws {
    let texts = (0..<20).map { "line \($0)" }
    let turns = Turns()
    let bus = FakeBus().answering(GeocodeRequest.self) { request in
      // The last line is answered first.
      let index = texts.firstIndex(of: request.text ?? "") ?? 0
      if index < texts.count - 1 { await turns.wait(for: index + 1) }
      await turns.finish(index)
      return Self.reply(request.text)
    }
    let run = await Run(["geocode", "--batch", "-"], bus: bus, lines: FakeLines(lines(texts)))
    #expect(run.status == .fine)
    #expect(run.output == (try texts.map { try JSONLine.text(Self.reply($0)) + "\n" }.joined()))
  }

  @Test func printsFailuresInTheirPlaces() async {
    let bus = FakeBus().answering(RouteRequest.self) { request in
      if request.waypoints.count == 3 { throw ServiceError(.noRoute, "No road.") }
      return RouteReply(
        durationSeconds: 1, distanceMeters: 2, name: nil, geometry: nil, legs: [], waypoints: [],
        mapVersion: "m")
    }
    let input: [InputLine] = [
      .text("1,2,3,4"), .text(""), .text("1,2,3"), .text("91,2,3,4"), .tooLong,
      .text(" -1.5 , 2,3,4,5,6"), .text("1,2,3,4"),
    ]
    let run = await Run(["route", "--batch", "-"], bus: bus, lines: FakeLines(input))
    let fine =
      #"{"distanceMeters":2,"durationSeconds":1,"legs":[],"mapVersion":"m","waypoints":[]}"#
    func failure(_ code: String, _ message: String) -> String {
      #"{"error":{"code":"\#(code)","message":"\#(message)"}}"#
    }
    #expect(run.status == .fine)
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
    let printed = Turns()
    let bus = FakeBus().answering(GeocodeRequest.self) { request in
      Self.reply(request.text)
    }
    // Each line but the first is given only after the line before it was printed.
    let source = FakeLines(lines(["a", "b", "c"])) { index in
      if index > 0 { await printed.wait(for: index - 1) }
    }
    let count = Locked(0)
    let output = Output(
      style: .plain, isTerminal: false,
      data: { _ throws(OutputClosed) in
        let index = count.withLock { count in
          count += 1
          return count - 1
        }
        Task { await printed.finish(index) }
      }, message: { _ in }, close: never)
    let batch = Batch(bus: bus, timeout: .seconds(1)) { text throws(ServiceError) in
      GeocodeRequest(text: text)
    }
    #expect(await (try? batch.run(source, on: output)) == .fine)
    #expect(count.withLock { $0 } == 3)
  }

  @Test func readsNoFurtherAheadThanTheWindow() async {
    let given = Locked(0)
    let answered = Locked(0)
    let mostAhead = Locked(0)
    let bus = FakeBus().answering(GeocodeRequest.self) { request in
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
    let run = await Run(["geocode", "--batch", "-"], bus: bus, lines: source)
    #expect(run.output.split(separator: "\n").count == 500)
    // One more line than the window may have been read, and waits to enter.
    #expect(mostAhead.withLock { $0 } <= InputLimits.linesInFlight + 1)
  }

  @Test(arguments: [
    (["a", "b"], ErrorCode.unavailable, CommandStatus.unavailable),
    (["a", " ", "b"], .unavailable, .unavailable), (["a", "b"], .notFound, .fine),
    ([" "], .unavailable, .fine), ([], .unavailable, .fine),
  ])
  func exitStatusSaysWhetherAnyLineGotThrough(
    texts: [String], code: ErrorCode, status: CommandStatus
  ) async {
    let bus = FakeBus().answering(GeocodeRequest.self) { _ in throw ServiceError(code, "No.") }
    let run = await Run(["geocode", "--batch", "-"], bus: bus, lines: FakeLines(lines(texts)))
    #expect(run.status == status)
    #expect(run.output.split(separator: "\n").count == texts.count)
  }

  @Test func stopsQuietlyWhereTheReaderIsGone() async {
    let bus = FakeBus().answering(GeocodeRequest.self) { Self.reply($0.text) }
    let source = FakeLines(lines((0..<200).map { "\($0)" }))
    let run = await Run(["geocode", "--batch", "-"], bus: bus, lines: source, closesAfter: 2)
    #expect(run.status == .fine)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.messages == "")
  }
}

/// Lets tasks wait for one another.
private actor Turns {
  private var finished: Set<Int> = []
  private var waiting: [Int: [CheckedContinuation<Void, Never>]] = [:]

  func wait(for turn: Int) async {
    if finished.contains(turn) { return }
    await withCheckedContinuation { waiting[turn, default: []].append($0) }
  }

  func finish(_ turn: Int) {
    finished.insert(turn)
    for continuation in waiting.removeValue(forKey: turn) ?? [] { continuation.resume() }
  }
}
