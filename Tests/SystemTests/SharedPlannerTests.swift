import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

/// Two planners on one PostgreSQL database, as real processes.
@Suite(.timeLimit(.minutes(10)))
struct SharedPlannerTests {
  private static let places = [
    "37.785834,-122.406417", "37.8024,-122.4058", "37.7955,-122.3937", "37.7946,-122.4069",
    "37.7879,-122.4075",
  ].compactMap { text in
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    return numbers.count == 2 ? Coordinate(latitude: numbers[0], longitude: numbers[1]) : nil
  }

  /// The pins of each board are added one after the other, so a board holds a beginning of the
  /// places, each once, and at least those that were acknowledged.
  @Test("a planner that is killed while pins are added loses and repeats none")
  func killed() async throws {
    try await PostgreSQLServer.withDatabase { url in
      try await RealStack.run(stores: ["plans-at": url]) { stack in
        try stack.start(.planner, instance: 2)
        try await stack.waitUntilReady()
        let boards = (0..<12).map { BoardID(rawValue: "b\($0)") }
        let acknowledged = await withTaskGroup(of: (BoardID, Int).self) { group in
          for board in boards {
            group.addTask { (board, await pins(on: board, stack)) }
          }
          var counts: [BoardID: Int] = [:]
          for await (board, count) in group {
            // While the others are under way.
            if counts.isEmpty { await stack.kill(.planner, instance: 1) }
            counts[board] = count
          }
          return counts
        }
        // The calls that the killed one had begun were made again, so most are acknowledged.
        #expect(acknowledged.values.reduce(0, +) > boards.count)
        for board in boards {
          let kept = try await stack.bus.client.send(PinBoardRequest(board: board))
          let places = kept.pins.map(\.place.coordinate)
          #expect(places == Array(Self.places.prefix(places.count)), "\(board)")
          #expect(places.count >= acknowledged[board] ?? 0, "\(board)")
          #expect(kept.legs.count == max(0, places.count - 1))
        }
        try stack.start(.planner, instance: 1)
        try await stack.waitUntilReady()
        let kept = try await stack.bus.client.send(
          PinBoardRequest(board: boards[0]), to: .planner, instance: "1")
        #expect(kept.pins.count >= acknowledged[boards[0]] ?? 0)
      }
    }
  }

  /// How many pins were acknowledged, up to the first that was not.
  private func pins(on board: BoardID, _ stack: RealStack) async -> Int {
    for (count, place) in Self.places.enumerated() {
      let request = PinAddRequest(board: board, place: .coordinate(place))
      do { _ = try await stack.bus.client.send(request) } catch { return count }
    }
    return Self.places.count
  }
}
