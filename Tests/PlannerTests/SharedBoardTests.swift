import Geography
import MessageBus
import Messages
import PostgreSQL
import Stores
import TestSupport
import Testing
import Time

@testable import Planner

/// Two planners that share the boards on one server.
@Suite(.timeLimit(.minutes(10))) struct SharedBoardTests {
  private func withTwo(
    _ body: (PinBench, PinBench) async throws -> Void
  ) async throws {
    try await PostgreSQLServer.withDatabase { url in
      let (city, monitor) = (ChangingCity(), FakeMonitor())
      let location = StoreLocation.server(url: url, schema: "planner")
      try await body(
        PinBench(location, city: city, monitor: monitor),
        PinBench(location, city: city, monitor: monitor))
    }
  }

  @Test("pins that two planners add at the same time make one board of five, and none is lost")
  func concurrentPins() async throws {
    try await withTwo { first, second in
      _ = try await first.watch(true)
      let added = await withTaskGroup(of: PinBoard?.self) { group in
        for number in 0..<8 {
          let planner = number.isMultiple(of: 2) ? first : second
          group.addTask { try? await planner.add(at: number) }
        }
        return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
      }
      let board = try await first.board()
      #expect(try await second.board() == board)
      #expect(board.pins.count == PinLimits.maximumPins && board.legs.count == 4)
      // Each was told of its board: one, two, three pins …
      #expect(Set(added.map(\.pins.count)) == [1, 2, 3, 4, 5] && added.count == 5)
      for (leg, ends) in zip(board.legs, zip(board.pins, board.pins.dropFirst())) {
        let (start, end) = (ends.0.place.coordinate, ends.1.place.coordinate)
        #expect(leg.drive.geometry == EncodedPolyline([start, end]))
      }
      // Whichever planner had the turn, the monitor ends with the fences of the last board.
      await second.fences.publishPending()
      #expect(first.monitor.centers == board.pins.map(\.place.coordinate))
      #expect(try await first.board().watch == .on)
    }
  }

  @Test("one request that both planners get at the same time is one change, with one reply")
  func sharedKeys() async throws {
    try await withTwo { first, second in
      for number in 0..<PinLimits.maximumPins {
        async let one = first.add(at: number, key: IdempotencyKey("k\(number)"))
        async let other = second.add(at: number, key: IdempotencyKey("k\(number)"))
        let replies = try await (one, other)
        #expect(replies.0.pins == replies.1.pins)
        #expect(try await first.board().pins.count == number + 1)
      }
    }
  }

  @Test("while one planner sends the fences of a board the other does not, until its turn is over")
  func turns() async throws {
    try await withTwo { first, second in
      first.monitor.isAway = true
      _ = try await first.watch(true)
      _ = try await first.add(at: 0)
      first.monitor.isAway = false
      let turn = try #require(try await first.store.takeTurn(of: "me", now: morning))
      #expect(try await second.store.takeTurn(of: "me", now: morning) == nil)
      #expect(try await second.add(at: 1).watch == .pending)
      // The first planner was stopped; the second one takes over.
      let later = morning.adding(seconds: 10)
      let next = try #require(try await second.store.takeTurn(of: "me", now: later))
      #expect(next.board.pins.count == 2)
      try await second.store.end(next, of: "me", isAccepted: true)
      #expect(try await !second.store.isPending("me"))
      // It goes on, and its older fences reach the monitor after the newer ones: sent once more.
      try await first.store.end(turn, of: "me", isAccepted: true)
      #expect(try await second.store.isPending("me"))
      await second.fences.publishPending()
      #expect(second.monitor.centers == [0, 1].map(PinBench.point))
      #expect(try await !second.store.isPending("me"))
    }
  }

  @Test("a planner that was killed with the turn keeps nobody from sending later")
  func abandonedTurn() async throws {
    try await withTwo { first, second in
      first.monitor.isAway = true
      _ = try await first.watch(true)
      _ = try await first.add(at: 0)
      first.monitor.isAway = false
      _ = try await first.store.takeTurn(of: "me", now: morning)
      await second.fences.publishPending()
      #expect(second.monitor.centers.isEmpty)
      let later = PinFencePublisher(
        store: second.store, monitor: second.monitor.bus,
        clock: { morning.adding(seconds: 10) }, onFailure: { _ in })
      await later.publishPending()
      #expect(second.monitor.centers == [PinBench.point(0)])
    }
  }

  @Test("a turn that was taken by a clock far ahead keeps nobody from sending")
  func wrongClock() async throws {
    try await withTwo { first, second in
      first.monitor.isAway = true
      _ = try await first.watch(true)
      _ = try await first.add(at: 0)
      first.monitor.isAway = false
      _ = try await first.store.takeTurn(of: "me", now: morning.adding(seconds: 86_400))
      await second.fences.publishPending()
      #expect(second.monitor.centers == [PinBench.point(0)])
    }
  }

  @Test("plans that one planner has kept are shown by the other")
  func sharedPlans() async throws {
    try await PostgreSQLServer.withDatabase { url in
      let location = StoreLocation.server(url: url, schema: "planner_plans")
      let city = FakeCity(direct: 600, shops: [(name: "Near", toStop: 300, toDestination: 400)])
      let histories = try (0..<2).map { _ in
        PlanHistory(try PlanStore(at: location), isShared: true)
      }
      let (plan, inputs) = try await Bench(city).made(request())
      histories[0].keep(plan, for: request(), inputs, now: morning)
      try await histories[0].write()
      #expect(try await histories[1].show(PlanShowRequest(id: plan.id)).plan == plan)
      let error = await #expect(throws: ServiceError.self) {
        try await histories[1].show(PlanShowRequest(id: "none"))
      }
      #expect(error?.code == .notFound)
    }
  }
}
