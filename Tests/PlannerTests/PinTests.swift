import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import Planner

/// Boards, with the other services scripted by a fake city.
@Suite(.bothBackends, .timeLimit(.minutes(10))) struct PinTests {
  @Test("each pin appends a leg, and the sixth pin is refused")
  func append() async throws {
    try await PinBench.run { bench in
      for number in 0..<PinLimits.maximumPins { _ = try await bench.add(at: number) }
      let board = try await bench.board()
      #expect(board.pins.map(\.label) == ["A", "B", "C", "D", "E"])
      #expect(board.legs.map(\.from) == ["A", "B", "C", "D"])
      #expect(board.legs.map(\.to) == ["B", "C", "D", "E"])
      #expect(board.durationSeconds == board.legs.reduce(0) { $0 + $1.drive.durationSeconds })
      let error = await #expect(throws: ServiceError.self) { try await bench.add(at: 5) }
      #expect(error?.code == .tooManyPins)
      #expect(try await bench.board() == board)
    }
  }

  @Test("adding a pin leaves the earlier legs unchanged")
  func earlierLegs() async throws {
    try await PinBench.run { bench in
      _ = try await bench.add(at: 0)
      let first = try await bench.add(at: 1).legs
      bench.city.setSeconds { _, _ in 77 }
      let board = try await bench.add(at: 2)
      #expect(board.legs.map(\.drive.durationSeconds) == [100, 77])
      #expect(Array(board.legs.prefix(1)) == first)
      #expect(board.legs[1].drive.steps?.isEmpty == false)
    }
  }

  @Test(
    "removing a pin joins its neighbours by a new leg",
    arguments: [
      ("A", [1, 2], [100]), ("B", [0, 2], [200]), ("C", [0, 1], [100]),
    ])
  func remove(_ label: String, _ left: [Int], _ legs: [Int]) async throws {
    try await PinBench.run { bench in
      for number in 0..<3 { _ = try await bench.add(at: number) }
      let board = try await bench.remove(label)
      #expect(board.pins.map(\.label) == ["A", "B"])
      #expect(board.pins.map(\.place.coordinate) == left.map(PinBench.point))
      #expect(board.legs.map(\.drive.durationSeconds) == legs)
      #expect(board.legs.map(\.from) == ["A"])
      let error = await #expect(throws: ServiceError.self) { try await bench.remove("C") }
      #expect(error?.code == .notFound)
    }
  }

  @Test("a request that fails leaves the board unchanged")
  func failure() async throws {
    try await PinBench.run { bench in
      _ = try await bench.add(at: 0)
      let board = try await bench.add(at: 1)
      bench.city.setSeconds { _, _ in nil }
      #expect(await bench.failure { try await bench.add(at: 2) }?.code == .noRoute)
      bench.city.setDown(ServiceError(.unavailable, "gone"))
      #expect(await bench.failure { try await bench.add(at: 2) }?.code == .unavailable)
      let outside = Coordinate(latitude: 1, longitude: 1)
      #expect(
        await bench.failure { try await bench.add(.coordinate(outside)) }?.code == .outsideMap)
      #expect(await bench.failure { try await bench.add(.text("Nowhere")) }?.code == .notFound)
      #expect(await bench.failure { try await bench.add(.text(" ")) }?.code == .invalidRequest)
      #expect(
        await bench.failure { try await bench.board(named: "") }?.code == .invalidRequest)
      #expect(try await bench.board() == board)
    }
  }

  @Test("a reset removes pins and fences and restores the view of the map")
  func reset() async throws {
    try await PinBench.run { bench in
      let empty = try await bench.board()
      #expect(empty.view == downtown.info.box)
      _ = try await bench.watch(true)
      let one = try await bench.add(at: 0)
      #expect(one.view != downtown.info.box)
      #expect(one.view.contains(PinBench.point(0)))
      #expect(try await bench.reset() == empty)
      #expect(bench.monitor.fences == [])
    }
  }

  @Test("every change has an idempotency key, so a retry sets no second pin")
  func keyed() {
    let changes = [
      PinAddRequest.operation, PinRemoveRequest.operation, PinResetRequest.operation,
      PinWatchRequest.operation,
    ]
    #expect(changes.allSatisfy { $0.repetition == .keyed })
  }

  @Test("a least confidence out of range is refused")
  func confidenceRange() async throws {
    try await PinBench.run { bench in
      let request = PinAddRequest(board: "me", place: .text("x"), leastConfidence: 1.1)
      let error = await bench.failure {
        try await bench.handler.add(request, key: nil, now: morning)
      }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test("a repeated request gets the same reply and changes nothing")
  func repeated() async throws {
    try await PinBench.run { bench in
      let first = try await bench.add(at: 0, key: "k")
      #expect(try await bench.add(at: 0, key: "k") == first)
      #expect(try await bench.board().pins.count == 1)
      #expect(await bench.failure { try await bench.add(at: 1, key: "k") }?.code == .conflict)
    }
  }

  @Test("pins set concurrently make one consistent board")
  func concurrentPins() async throws {
    try await PinBench.run { bench in
      let outcomes = await withTaskGroup(of: ServiceError?.self) { group in
        for number in 0..<8 {
          group.addTask { await bench.failure { try await bench.add(at: number) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let board = try await bench.board()
      #expect(outcomes.count { $0 == nil } == board.pins.count)
      #expect(board.pins.count == PinLimits.maximumPins)
      #expect(board.legs.count == board.pins.count - 1)
      for (leg, ends) in zip(board.legs, zip(board.pins, board.pins.dropFirst())) {
        let (start, end) = (ends.0.place.coordinate, ends.1.place.coordinate)
        #expect(leg.drive.geometry == EncodedPolyline([start, end]))
      }
    }
  }

  @Test("boards survive a restart and are independent of each other")
  func durable() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("planner.sqlite")
      let before = try await PinBench.run(path) { bench in
        _ = try await bench.add(at: 0)
        return try await bench.add(at: 1)
      }
      let (after, other) = try await PinBench.run(path) { bench in
        (try await bench.board(), try await bench.board(named: "other"))
      }
      #expect(after == before)
      #expect(other.pins.isEmpty)
    }
  }
}

@Suite(.bothBackends) struct PinWatchTests {
  @Test("the fences of a watched board follow its pins")
  func fencesFollow() async throws {
    try await PinBench.run { bench in
      #expect(try await bench.watch(true).watch == .on)
      #expect(bench.monitor.fences == [])
      for number in 0..<3 { _ = try await bench.add(at: number) }
      #expect(bench.monitor.centers == [0, 1, 2].map(PinBench.point))
      let names = bench.monitor.fences.map(\.pin)
      _ = try await bench.remove("B")
      // The next pin moves up, and keeps its fence.
      #expect(bench.monitor.fences.map(\.pin) == [names[0], names[2]])
      #expect(bench.monitor.fences.map { $0.definition.label?.prefix(1) } == ["A", "B"])
      #expect(try await bench.watch(false).watch == .off)
      #expect(bench.monitor.fences == [])
      _ = try await bench.add(at: 1)
      #expect(bench.monitor.fences == [])
    }
  }

  @Test("fences that the monitor did not accept are sent again later")
  func pendingFences() async throws {
    try await PinBench.run { bench in
      _ = try await bench.add(at: 0)
      bench.monitor.isAway = true
      #expect(try await bench.watch(true).watch == .pending)
      #expect(try await bench.add(at: 1).watch == .pending)
      await bench.fences.publishPending()
      #expect(try await bench.board().watch == .pending)
      bench.monitor.isAway = false
      await bench.fences.publishPending()
      #expect(try await bench.board().watch == .on)
      #expect(bench.monitor.centers == [0, 1].map(PinBench.point))
    }
  }

  @Test("after concurrent changes the monitor has the fences of the last one")
  func concurrentChanges() async throws {
    try await PinBench.run { bench in
      _ = try await bench.watch(true)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<5 {
          group.addTask { _ = await bench.failure { try await bench.add(at: number) } }
        }
        group.addTask { _ = await bench.failure { try await bench.remove("A") } }
      }
      let board = try await bench.board()
      #expect(board.watch == .on)
      #expect(bench.monitor.centers == board.pins.map(\.place.coordinate))
    }
  }

  @Test("a long name is shortened to the maximum length of a fence label")
  func longName() async throws {
    var board = StoredBoard()
    let name = String(repeating: "ä", count: 500)
    board.append(PlanLocation(label: name, coordinate: unionSquare), nil)
    board.isWatched = true
    let label = board.fences(of: "me").pins.first?.definition.label
    #expect(label?.utf8.count == GeofenceLimits.maximumNameBytes - 1)
  }
}

@Suite struct PinOrderTests {
  @Test("the best order and the best order from the first pin are found")
  func bestOrders() {
    // Only A to B is far: the best order from A is A C B; the best of all begins elsewhere.
    let seconds: [[Int?]] = [[0, 2000, 900], [100, 0, 100], [900, 300, 0]]
    let orders = PinOrderSearch(seconds: seconds).better()
    let best = PinOrder(order: ["C", "B", "A"], durationSeconds: 400, savedSeconds: 1700)
    let fromStart = PinOrder(order: ["A", "C", "B"], durationSeconds: 1200, savedSeconds: 900)
    #expect(orders == [best, fromStart])
  }

  @Test("an order that saves less than a minute is left out")
  func smallSaving() {
    let seconds: [[Int?]] = [[0, 159], [100, 0]]
    #expect(PinOrderSearch(seconds: seconds).better().isEmpty)
    #expect(PinOrderSearch(seconds: [[0, 160], [100, 0]]).better().map(\.savedSeconds) == [60])
    #expect(PinOrderSearch(seconds: [[0, nil], [100, 0]]).better().isEmpty)
  }

  /// Also checks that each duration is that of its order.
  @Test("no random order is better than those found")
  func exhaustive() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 2...5, using: &random)
      let seconds = (0..<count).map { _ in
        (0..<count).map { _ -> Int? in
          let hasRoad = Int.random(in: 0..<12, using: &random) > 0
          return hasRoad ? Int.random(in: 1...900, using: &random) : nil
        }
      }
      func duration(_ order: [Int]) -> Int? {
        zip(order, order.dropFirst()).reduce(0) { sum, leg in
          sum.flatMap { sum in seconds[leg.0][leg.1].map { sum + $0 } }
        }
      }
      let now = duration(Array(0..<count))
      let found = PinOrderSearch(seconds: seconds).better(leastSaving: 1)
      for order in found {
        let pins = order.order.compactMap { PinLimits.labels.firstIndex(of: $0) }
        #expect(Set(pins).count == count, "seed \(seed)")
        #expect(duration(pins) == order.durationSeconds, "seed \(seed)")
        #expect(now == order.durationSeconds + order.savedSeconds, "seed \(seed)")
      }
      guard let now else {
        #expect(found.isEmpty, "seed \(seed)")
        continue
      }
      let (best, fromStart) = (
        found.first?.durationSeconds ?? now,
        found.last { $0.order.first == "A" }?.durationSeconds ?? now
      )
      for _ in 0..<300 {
        let order = (0..<count).shuffled(using: &random)
        guard let other = duration(order) else { continue }
        #expect(other >= best, "seed \(seed): \(order)")
        if order[0] == 0 { #expect(other >= fromStart, "seed \(seed): \(order)") }
      }
    }
  }
}
