import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages
import Testing

@testable import QuickBrew

extension LoadRun {
  fileprivate init(_ plan: LoadPlan, bodies: [Data]) {
    self.init(plan, operation: RouteRequest.operation, bodies: bodies)
  }
}

@Suite struct LoadRunTests {
  private static let start = ContinuousClock.now
  private static let ok = LoadOutcome.success(Data())

  private static func plan(_ pace: LoadPace, seconds: Double) -> LoadPlan {
    LoadPlan(pace: pace, duration: .seconds(seconds), seed: 1)
  }

  private func drive(_ run: LoadRun, _ answer: @escaping @Sendable () -> (Duration, LoadOutcome))
    async throws -> LoadTally
  {
    let bus = FakeClientBus().answeringLoad { _ in answer() }
    return await bus.drive(run, timeout: .seconds(5)).tally
  }

  @Test func anOpenLoopSendsAtItsRate() async throws {
    let run = LoadRun(Self.plan(.rate(1_000), seconds: 2), bodies: [Data()])
    let tally = try await drive(run) { (.milliseconds(3), Self.ok) }
    #expect(tally.sent == 2_000)
    #expect(tally.answered == 2_000)
    #expect([tally.late, tally.unsent, tally.failed] == [0, 0, 0])
    #expect(tally.latency.percentile(0.5) == .milliseconds(3))
    #expect(tally.latency.maximum == .milliseconds(3))
    // The last request is sent a millisecond before the end.
    #expect(tally.elapsed == .milliseconds(2_002))
  }

  @Test("a closed loop keeps a constant number of requests in flight")
  func closedLoop() async throws {
    let run = LoadRun(Self.plan(.closed(10), seconds: 1), bodies: [Data()])
    let tally = try await drive(run) { (.milliseconds(100), Self.ok) }
    #expect(tally.sent == 100)
    #expect(tally.answered == 100)
    #expect(tally.requestsPerSecond == 100)
  }

  /// A generator that is blocked for a second: the requests planned in that time are late, and
  /// their latency counts from their planned time.
  @Test func latencyCountsFromThePlannedTime() {
    var run = LoadRun(Self.plan(.rate(10), seconds: 3), bodies: [Data()])
    let at = { (milliseconds: Int) in Self.start.advanced(by: .milliseconds(milliseconds)) }
    guard case .send = run.next(at: at(0)) else { return #expect(Bool(false), "nothing is sent") }
    run.ended(0, Self.ok, at: at(50))
    // The requests of 100 ms, 200 ms … 1,000 ms are sent together.
    for number in 1...10 {
      guard case .send(let sent, _) = run.next(at: at(1_000)) else {
        return #expect(Bool(false), "number \(number) is not sent")
      }
      #expect(sent == number)
    }
    guard case .wait(let until) = run.next(at: at(1_000)) else {
      return #expect(Bool(false), "sends before its time")
    }
    #expect(until == at(1_100))
    for number in 1...10 { run.ended(number, Self.ok, at: at(1_050)) }
    #expect(run.tally.late == 9)
    #expect(run.tally.latency.maximum == .milliseconds(950))
    #expect(run.tally.uncorrected.maximum == .milliseconds(50))
  }

  /// A service that answers nothing: requests that cannot be sent are counted, not sent later.
  @Test("requests that cannot be sent are counted")
  func unsentRequests() async throws {
    let run = LoadRun(Self.plan(.rate(10_000), seconds: 1), bodies: [Data()])
    let error = ServiceError(.deadlineExceeded, "No reply.")
    let tally = try await drive(run) { (.seconds(60), .failure(error)) }
    #expect(tally.sent == LoadLimits.inFlight)
    #expect(tally.unsent == 10_000 - LoadLimits.inFlight)
    #expect(tally.failures == [.deadlineExceeded: LoadLimits.inFlight])
    #expect(!LoadVerdict(tally, []).generatorFaults.isEmpty)
  }

  @Test("a blocked generator sends nothing after the end")
  func blockedGenerator() {
    var run = LoadRun(Self.plan(.rate(10), seconds: 1), bodies: [Data()])
    guard case .send = run.next(at: Self.start) else { return #expect(Bool(false)) }
    run.ended(0, Self.ok, at: Self.start)
    guard case .finish = run.next(at: Self.start.advanced(by: .seconds(2))) else {
      return #expect(Bool(false), "sends long after the end")
    }
    #expect(run.tally.unsent == 9)
  }

  @Test("a closed loop in real time has no more requests in flight than it keeps")
  func sendsInRealTime() async {
    let inFlight = Locked((now: 0, most: 0))
    let plan = Self.plan(.closed(5), seconds: 0.05)
    let done = await LoadRun(plan, bodies: [Data("a".utf8)]).sending { body, operation in
      inFlight.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      await Task.yield()
      inFlight.withLock { $0.now -= 1 }
      return operation == RouteRequest.operation
        ? .success(body) : .failure(ServiceError(.internal, "another operation"))
    }
    #expect(done.tally.sent > 0 && done.tally.answered == done.tally.sent)
    #expect(inFlight.withLock { $0.now } == 0)
    #expect((1...5).contains(inFlight.withLock { $0.most }))
  }

  @Test("an open loop in real time sends or counts every planned request, and ends when cancelled")
  func sendsAtARateInRealTime() async {
    let plan = Self.plan(.rate(1_000), seconds: 0.05)
    let done = await LoadRun(plan, bodies: [Data()]).sending { body, _ in .success(body) }
    #expect(done.tally.sent + done.tally.unsent == 50)
    #expect(done.tally.answered == done.tally.sent)
    let endless = Task {
      await LoadRun(Self.plan(.rate(10), seconds: 86_400), bodies: [Data()])
        .sending { body, _ in .success(body) }
    }
    endless.cancel()
    #expect(await endless.value.tally.sent < 100)
  }

  @Test("failed requests count as slower than any other in a percentile")
  func failedRequests() {
    var tally = LoadTally()
    for milliseconds in 1...98 { tally.latency.record(.milliseconds(milliseconds)) }
    tally.failures[.overloaded] = 2
    #expect(tally.latency(of: 0.5)?.milliseconds.rounded() == 50)
    #expect(tally.latency(of: 0.98)?.milliseconds.rounded() == 98)
    #expect(tally.latency(of: 0.99) == nil)
    #expect(LoadTally().latency(of: 0.5) == nil)
  }

  @Test(
    arguments: [
      ("p99=20ms", .percentile(0.99), 20), ("p99.9=1.5s", .percentile(0.999), 1500),
      ("p50=500us", .percentile(0.5), 0.5), ("max=2s", .percentile(1), 2000),
      ("failed=0.1%", .failed, 0.001), ("failed=0", .failed, 0), ("rate=9000", .rate, 9000),
    ] as [(String, ServiceLevelObjective.Measure, Double)])
  func thresholdsAreRead(text: String, measure: ServiceLevelObjective.Measure, limit: Double) throws
  {
    let level = try ServiceLevelObjective(text)
    switch (level.measure, measure) {
    case (.percentile(let part), .percentile(let expected)): #expect(abs(part - expected) < 1e-12)
    default: #expect(level.measure == measure)
    }
    #expect(abs(level.limit - limit) < 1e-9)
  }

  @Test(arguments: [
    "", "p99", "p99=", "p99=20", "p0=1ms", "p101=1ms", "q=1ms", "failed=2", "rate=0",
  ])
  func otherThresholdsAreRefused(text: String) {
    #expect(throws: UsageError.self) { try ServiceLevelObjective(text) }
  }
}
