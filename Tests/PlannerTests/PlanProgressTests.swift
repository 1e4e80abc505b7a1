import Geography
import Messages
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
    #expect(published.sorted { $0.rank < $1.rank } == plan.options)
    #expect(bench.events.items.last == .completed(PlanCompleted(plan: plan)))
    #expect(bench.events.items.count == 8)
  }

  /// The legs of the second shop are answered only after the first shop has been published.
  @Test("an option is published as soon as its legs are known", .timeLimit(.minutes(10)))
  func earlyOption() async throws {
    var city = FakeCity(
      direct: 600, shops: [(name: "A", toStop: 1, toDestination: 1), ("B", 2, 2)])
    let second = city.venues[1].coordinate
    let (firstOption, continuation) = AsyncStream<Void>.makeStream()
    city.onRoute = { (request) async throws(ServiceError) in
      if request.waypoints[0] == second { for await _ in firstOption { break } }
    }
    let stages = Recorder<String>()
    let planner = Planner(
      map: downtown, services: city, clock: { ContinuousClock.now },
      publish: { event in
        guard case .progress(let progress) = event, let option = progress.option else { return }
        stages.add(option.venue.name)
        continuation.yield()
      })
    _ = try await planner.plan(request(), now: morning, spareID: "p")
    #expect(stages.items == ["A", "B"])
  }

  /// No leg is answered before every leg of every option has been requested.
  @Test("the legs of all options are requested at the same time", .timeLimit(.minutes(10)))
  func concurrentLegs() async throws {
    var city = FakeCity(
      direct: 600, shops: (0..<5).map { ("S\($0)", 300 + $0, 300) })
    let gate = Gate(opensAt: 10)
    city.onRoute = { (request) async throws(ServiceError) in
      if request.waypoints == [unionSquare, coitTower] { return }
      await gate.enter()
      await gate.leave()
    }
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.count == 5)
    #expect(await gate.mostInside == 10)
  }

  @Test("the number of options routed at the same time is bounded", .timeLimit(.minutes(10)))
  func boundedLegs() async throws {
    var city = FakeCity(
      direct: 600, shops: (0..<40).map { ("S\($0)", 300 + $0, 300) })
    let bound = 2 * PlanningLimits.optionsInFlight
    let gate = Gate(opensAt: bound)
    city.onRoute = { (request) async throws(ServiceError) in
      if request.waypoints == [unionSquare, coitTower] { return }
      await gate.enter()
      await gate.leave()
    }
    let plan = try await Bench(city).plan(request(limit: 40))
    #expect(plan.options.count == 40)
    #expect(await gate.mostInside == bound)
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
