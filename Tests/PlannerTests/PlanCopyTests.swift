import Foundation
import Messages
import PostgreSQL
import SQL
import Stores
import TestSupport
import Testing

@testable import Planner

/// `planner copy`, between a folder of files and a server.
@Suite(.timeLimit(.minutes(10))) struct PlanCopyTests {
  @Test("a copy to a server and back is identical, and the boards go on")
  func roundTrip() async throws {
    try await TemporaryDirectory.with { directory in
      try await PostgreSQLServer.withDatabase { url in
        let (first, back) = (directory.path("first"), directory.path("back"))
        for folder in [first, back] {
          try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        }
        let monitor = FakeMonitor()
        let city = ChangingCity()
        let before = try PinBench(PlannerStores(typed: first).boards, city: city, monitor: monitor)
        for number in 0..<3 {
          _ = try await before.add(at: number, key: IdempotencyKey("k\(number)"))
        }
        try await Self.keepPlan(in: PlannerStores(typed: first).plans)
        _ = try await before.store.put(UsualPutRequest(user: "ada", home: "1 Market Street"))
        try CopyPlans.run([first, url])
        try CopyPlans.run([url, back])
        let contents = try [first, url, back].map { place in
          let stores = PlannerStores(typed: place)
          return (
            try CopyPlans.boards.contents(of: PinBoardStore.database(at: stores.boards)),
            try CopyPlans.plans.contents(of: PlanStore.database(at: stores.plans))
          )
        }
        #expect(contents[0].0.values.allSatisfy { !$0.isEmpty })
        #expect(contents[0].1.values.allSatisfy { !$0.isEmpty })
        for (boards, plans) in contents.dropFirst() {
          #expect(boards == contents[0].0 && plans == contents[0].1)
        }
        for place in [url, back] {
          let after = try PinBench(
            PlannerStores(typed: place).boards, city: city, monitor: monitor)
          // A repeat changes nothing.
          #expect(try await after.add(at: 2, key: "k2").pins.count == 3)
          #expect(try await after.add(at: 3, key: "k3").pins.count == 4)
          try await Self.keepPlan(in: PlannerStores(typed: place).plans)
        }
        let refusal = #expect(throws: ServiceError.self) { try CopyPlans.run([first, url]) }
        #expect(refusal?.code == .conflict)
        let none = #expect(throws: ServiceError.self) {
          try CopyPlans.run([directory.path("none"), back])
        }
        #expect(none?.code == .notFound)
      }
    }
  }

  @Test("where one store cannot be copied the other is not, and nothing is made where nothing is")
  func refusals() async throws {
    try await TemporaryDirectory.with { directory in
      try await PostgreSQLServer.withDatabase { url in
        let folder = directory.path("first")
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false)
        let none = #expect(throws: ServiceError.self) { try CopyPlans.run([url, folder]) }
        #expect(none?.code == .notFound)
        let schema = try Database(postgreSQL: url).first(
          "SELECT to_regnamespace('planner') IS NULL"
        ) { $0.bool(0) }
        #expect(schema == true, "the source has no schema")

        let (first, server) = (PlannerStores(typed: folder), PlannerStores(typed: url))
        let bench = try PinBench(first.boards, city: ChangingCity(), monitor: FakeMonitor())
        _ = try await bench.add(at: 0)
        try await Self.keepPlan(in: first.plans)
        let there = try PinBench(server.boards, city: ChangingCity(), monitor: FakeMonitor())
        _ = try await there.add(at: 1)
        let refusal = #expect(throws: ServiceError.self) { try CopyPlans.run([folder, url]) }
        #expect(refusal?.code == .conflict)
        #expect(
          try CopyPlans.plans.contents(of: PlanStore.database(at: server.plans)) == ["plan": []])
        try PinBoardStore.database(at: server.boards).execute(
          "DELETE FROM board; DELETE FROM kept_reply; DELETE FROM usual")
        try CopyPlans.run([folder, url])
      }
    }
  }

  @Test("every table is copied") func allTables() throws {
    try TemporaryDirectory.with { directory in
      let stores = PlannerStores(typed: directory.path)
      let boards = try PinBoardStore.database(at: stores.boards)
      #expect(try CopyPlans.boards.tablesLeftOut(of: boards) == [])
      let plans = try PlanStore.database(at: stores.plans)
      #expect(try CopyPlans.plans.tablesLeftOut(of: plans) == [])
    }
  }

  private static func keepPlan(in place: StoreLocation) async throws {
    let city = FakeCity(direct: 600, shops: [(name: "Near", toStop: 300, toDestination: 400)])
    let history = PlanHistory(try PlanStore(at: place))
    let (plan, inputs) = try await Bench(city).made(request())
    history.keep(plan, for: request(), inputs, now: morning)
    try await history.write()
  }
}
