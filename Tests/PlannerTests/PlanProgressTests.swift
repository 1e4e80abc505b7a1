import Geography
import Messages
import Testing

@testable import Planner

@Suite struct PlanProgressTests {
  @Test func stagesInOrder() async throws {
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
    let announced = bench.progress.compactMap(\.option)
    #expect(announced.sorted { $0.rank < $1.rank } == plan.options)
    #expect(bench.news.items.last == .completed(PlanCompleted(plan: plan)))
    #expect(bench.news.items.count == 8)
  }

  /// The legs of the second shop are answered only once the first shop has been announced.
  @Test(.timeLimit(.minutes(10)))
  func anOptionIsToldAsSoonAsItsLegsAreKnown() async throws {
    var city = FakeCity(
      direct: 600, shops: [(name: "A", toStop: 1, toDestination: 1), ("B", 2, 2)])
    let second = city.venues[1].coordinate
    let (announced, announce) = AsyncStream<Void>.makeStream()
    city.onRoute = { (request) async throws(ServiceError) in
      if request.waypoints[0] == second { for await _ in announced { break } }
    }
    let stages = Recorder<String>()
    let planner = Planner(
      map: downtown, services: city, clock: { ContinuousClock.now },
      announce: { news in
        guard case .progress(let progress) = news, let option = progress.option else { return }
        stages.add(option.venue.name)
        announce.yield()
      })
    _ = try await planner.plan(request(), now: morning, spareID: "p")
    #expect(stages.items == ["A", "B"])
  }

  /// Nobody gets through before every leg of every option has been asked for.
  @Test(.timeLimit(.minutes(10)))
  func legsAreAskedForAtTheSameTime() async throws {
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

  @Test(.timeLimit(.minutes(10)))
  func butOnlySoManyOptions() async throws {
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

  @Test func timingsComeFromTheClockPassedIn() async throws {
    let start = ContinuousClock.now
    let ticks = Recorder<Int>()
    let planner = Planner(
      map: downtown, services: FakeCity(direct: 600, shops: []),
      clock: {
        ticks.add(1)
        return start + .milliseconds(ticks.items.count)
      }, announce: { _ in })
    let plan = try await planner.plan(request(), now: morning, spareID: "p")
    // Start, two for each of five stages, and the end.
    #expect(plan.timings.totalMilliseconds == 11)
    #expect(plan.timings.geocodeMilliseconds == 1)
    #expect(plan.timings.tablesMilliseconds == 1)
    #expect(plan.timings.legsMilliseconds == 1)
  }
}
