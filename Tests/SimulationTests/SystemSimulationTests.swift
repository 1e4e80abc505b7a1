import Foundation
import TestSupport
import Testing

@testable import MessageBus

/// The system under many seeds: `QUICKBREW_SEEDS` says how many, and `QUICKBREW_SEED` repeats one.
@Suite(.serialized, .computing, .timeLimit(.minutes(10)))
struct SystemSimulationTests {
  private struct Result: Sendable, Equatable {
    let violations: [String]
    let summary: [String: Int]
  }

  /// Runs on the loop's thread, where all that is simulated lives.
  private actor Runner {
    let loop: MessageLoop

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: MessageLoop) { self.loop = loop }

    func run(
      _ seed: UInt64, _ faults: SimulatedFaults, _ plant: PlantedFault?, _ context: MessageContext
    ) async throws -> Result {
      try await TemporaryDirectory.with { directory in
        let simulation = SystemSimulation(
          seed: seed, faults: faults, plant: plant, on: loop, context: context, in: directory)
        try await simulation.run(isolation: self, on: loop)
        return Result(
          violations: simulation.world.violations, summary: simulation.summary)
      }
    }
  }

  private func run(
    _ seed: UInt64, _ faults: SimulatedFaults = SimulatedFaults(), _ plant: PlantedFault? = nil
  ) async throws -> Result {
    let loop = MessageLoop(name: "simulated")
    let context = try MessageContext()
    let result = try await Runner(on: loop).run(seed, faults, plant, context)
    loop.stop()
    context.terminate()
    return result
  }

  @Test("whatever is lost, late, doubled, killed, stopped or full, nothing acknowledged is lost")
  func invariants() async throws {
    var total: [String: Int] = [:]
    var results: [Result] = []
    let seeds = Seeds.all(6)
    for seed in seeds {
      let result = try await run(seed)
      #expect(result.violations == [], "seed \(seed)")
      if !result.violations.isEmpty { return }
      total.merge(result.summary, uniquingKeysWith: +)
      results.append(result)
    }
    print("simulated: \(total.sorted { $0.key < $1.key })")
    // A seed is a run: the same every time, and another one's is another.
    #expect(try await run(seeds[0]) == results[0])
    #expect(results.dropFirst().allSatisfy { $0 != results[0] })
    // The faults are not in vain, and do not keep anybody from working.
    if seeds.count > 5 { #expect(total.count == 17, "\(total)") }
    #expect(total["acknowledged", default: 0] > 100 * seeds.count, "\(total)")
    #expect(total["events", default: 0] > 20 * seeds.count, "\(total)")
    #expect(total["copies", default: 0] > 2 * seeds.count, "\(total)")
    #expect(total["comparisons", default: 0] > 20 * seeds.count, "\(total)")
  }

  @Test("without faults the venues are copied at the start, with a map, and after a cut")
  func calm() async throws {
    let result = try await run(1, .none)
    #expect(result.violations == [])
    #expect((2...6).contains(result.summary["copies", default: 0]), "\(result.summary)")
  }

  @Test("a question whose connection is cut is answered over another")
  func cuts() async throws {
    var faults = SimulatedFaults.none
    faults.cuts = 500
    let result = try await run(1, faults)
    #expect(result.violations == [])
    #expect(result.summary["cut", default: 0] > 50, "\(result.summary)")
    #expect(result.summary["unanswered"] == 0, "\(result.summary)")
  }

  @Test("what is broken on purpose is found", arguments: PlantedFault.allCases)
  func planted(_ fault: PlantedFault) async throws {
    var faults = SimulatedFaults()
    // A store has room for most changes without growing.
    if fault == .ignoredFullDisks { faults.fullDisks = 300 }
    for seed in 1...10 {
      if try await !run(UInt64(seed), faults, fault).violations.isEmpty { return }
    }
    Issue.record("ten seeds did not find \(fault)")
  }
}
