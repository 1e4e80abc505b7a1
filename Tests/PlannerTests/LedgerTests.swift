import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

@Suite struct LedgerTests {
  @Test("the rows of a ledger follow each other and add up to the second", arguments: 1...40)
  func sums(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let city = FakeCity.random(seed: seed, shops: .random(in: 1...40, using: &generator))
    let plan = try await Bench(city).plan(
      request(
        dwell: .random(in: 0...1500, using: &generator), details: PlanDetails(ledger: true)))
    for option in plan.options {
      let rows = try #require(option.ledger)
      #expect(
        rows.reduce(0) { $0 + $1.seconds } == plan.deadline.seconds(since: plan.departure),
        "seed \(seed)")
      for (row, next) in zip(rows, rows.dropFirst()) {
        #expect(row.begins.adding(seconds: row.seconds) == next.begins, "seed \(seed)")
      }
      #expect(rows.first { $0.kind == .arrival }?.begins == option.arrival, "seed \(seed)")
      #expect(rows.allSatisfy { !$0.sources.isEmpty }, "seed \(seed)")
      let drives = rows.filter { $0.kind == .drive }.map(\.seconds)
      #expect(
        drives == [option.toStop.durationSeconds, option.toDestination.durationSeconds])
    }
  }

  @Test("each number of a ledger names its source")
  func sources() async throws {
    let plan = try await Bench(FakeCity(hours: ["09:00-18:00", nil])).plan(
      request(by: .clock(hour: 9, minute: 30), details: PlanDetails(ledger: true)))
    let rows = try #require(plan.options.first { $0.waitSeconds > 0 }?.ledger)
    #expect(
      rows.map(\.kind) == [.departure, .drive, .wait, .dwell, .drive, .arrival, .slack])
    #expect(rows[1].sources == [LedgerSource(.map, "fake")])
    #expect(rows[2].sources == [LedgerSource(.hours, "09:00-18:00")])
    #expect(rows[3].sources.map(\.kind) == [.assumption, .hours])
    let unknown = try #require(plan.options.first { $0.venue.openingHours == nil }?.ledger)
    #expect(unknown[2].sources.map(\.kind) == [.assumption, .assumption])
  }

  @Test("a plan has ledgers only if requested")
  func onRequest() async throws {
    let plan = try await Bench(FakeCity(hours: ["24/7"])).plan(request())
    #expect(plan.options.count == 1)
    #expect(plan.options[0].ledger == nil)
  }
}
