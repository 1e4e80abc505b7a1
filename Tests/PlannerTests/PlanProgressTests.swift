import Geography
import Messages
import TestSupport
import Testing

@testable import Planner

@Suite struct PlanProgressTests {
  @Test("the stages are published in order")
  func stages() async throws {
    let bench = Bench(
      FakeCity(direct: 600, shops: (0..<4).map { ("S\($0)", 300 + $0, 300) }))
    let plan = try await bench.plan(request(limit: 3))
    #expect(plan.id == "spare")
    #expect(
      bench.progress.map(\.stage)
        == [.located, .direct, .candidates, .detours, .option, .option, .option])
    #expect(bench.progress.allSatisfy { $0.planID == "spare" })
    #expect(bench.progress.map(\.considered) == [nil, nil, 4, 4, 4, 4, 4])
    #expect(bench.progress[1].direct == plan.direct)
    let published = bench.progress.compactMap(\.option)
    #expect(published.map(\.venue) == plan.options.map(\.venue))
    #expect(published.map(\.arrival) == plan.options.map(\.arrival))
    #expect(bench.events.items.last == .completed(PlanCompleted(plan: plan)))
    #expect(bench.events.items.count == 8)
  }

  /// Neither request is answered before the other has arrived.
  @Test("details and legs are requested at the same time", .timeLimit(.minutes(10)))
  func concurrentRequests() async throws {
    let city = FakeCity(direct: 600, shops: (0..<5).map { ("S\($0)", 300 + $0, 300) })
    let gate = Gate(opensAt: 2)
    let bus = city.bus
      .answering(ShopDetailsRequest.self) { request in
        await gate.enter()
        return try await city.details(request)
      }
      .answering(RoutesRequest.self) { request in
        await gate.enter()
        return try await city.routes(request)
      }
    let plan = try await Bench(bus).plan(request())
    #expect(plan.options.count == 5)
    #expect(await gate.mostInside == 2)
  }

  @Test("the timings come from the clock that is passed in")
  func timings() async throws {
    let start = ContinuousClock.now
    let ticks = Recorder<Int>()
    let planner = Planner(
      map: downtown, services: FakeCity(direct: 600, shops: []),
      clock: {
        ticks.add(1)
        return start + .milliseconds(ticks.items.count)
      }, publish: { _ in })
    let plan = try await planner.plan(request(), now: morning, spareID: "p")
    // One tick at the start, two for each of five stages, and one at the end.
    #expect(plan.timings.totalMilliseconds == 11)
    #expect(plan.timings.geocodeMilliseconds == 1)
    #expect(plan.timings.tablesMilliseconds == 1)
    #expect(plan.timings.legsMilliseconds == 1)
  }
}
