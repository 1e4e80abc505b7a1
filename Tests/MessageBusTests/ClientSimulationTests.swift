import Foundation
import TestSupport
import Testing

@testable import MessageBus

/// The client under many seeds: `QUICKBREW_SEEDS` says how many, and `QUICKBREW_SEED` repeats one.
@Suite(.computing, .timeLimit(.minutes(10)))
struct ClientSimulationTests {
  private struct Result: Sendable, Equatable {
    var violations: [String] = []
    var (succeeded, failed, repeats, faults) = (0, 0, 0, 0)

    static func == (left: Result, right: Result) -> Bool {
      left.violations == right.violations && left.succeeded == right.succeeded
        && left.failed == right.failed && left.repeats == right.repeats
    }
  }

  private static let seeds = Seeds.all(40)

  private func run(
    _ seed: UInt64, _ faults: ClientFaults = ClientFaults(), forgetsKeys: Bool = false
  ) async -> Result {
    let loop = MessageLoop(name: "simulated")
    let world = SimulatedClientWorld(
      simulation: ClientSimulation(seed: seed, faults: faults, forgetsKeys: forgetsKeys))
    let core = RequestClientCore(loop: loop, world: world, restartGrace: .seconds(3))
    let result = await core.simulate(in: world) { simulation in
      Result(
        violations: simulation.violations, succeeded: simulation.succeeded,
        failed: simulation.failed, repeats: simulation.hedgedOrRetried,
        faults: simulation.faultCount)
    }
    await core.close()
    loop.stop()
    return result
  }

  @Test("whatever is cut, crashes, stops or leaves, each request has one outcome, and a right one")
  func invariants() async {
    var total = Result()
    for seed in Self.seeds {
      let result = await run(seed)
      #expect(result.violations == [], "seed \(seed)")
      if !result.violations.isEmpty { break }
      total.succeeded += result.succeeded
      total.failed += result.failed
      total.repeats += result.repeats
      total.faults += result.faults
    }
    // The faults are not in vain, and do not keep most from an answer.
    let seeds = Self.seeds.count
    #expect(total.faults > 10 * seeds && total.repeats > 5 * seeds, "\(total)")
    #expect(total.succeeded > 4 * total.failed, "\(total)")
  }

  @Test("without faults every request succeeds, and next to none is sent twice")
  func calm() async {
    let result = await run(1, .none)
    #expect(result.violations == [] && result.repeats < 40, "\(result)")
    // Some are too short for the slowest answers.
    #expect(result.failed < 60, "\(result)")
  }

  @Test("one bad instance of three costs only those that are for it, or are too short")
  func oneBad() async {
    for seed in Self.seeds.prefix(10) {
      let calm = await run(seed, .none)
      let result = await run(seed, ClientFaults(instances: [1]))
      #expect(result.violations == [], "seed \(seed)")
      #expect(result.failed < calm.failed + 60, "seed \(seed): \(result), \(calm)")
    }
  }

  @Test("a seed is a run: the same every time")
  func repeatable() async {
    let first = await run(7)
    #expect(await run(7) == first)
    #expect(await run(8) != first)
  }

  @Test("instances that forget what they did under a key are found out")
  func broken() async {
    var isFound = false
    for seed in 1...20 where !isFound {
      isFound = await !run(UInt64(seed), forgetsKeys: true).violations.isEmpty
    }
    #expect(isFound)
  }
}

extension RequestClientCore {
  /// Runs a simulation on the core's thread.
  fileprivate func simulate<Result: Sendable>(
    in world: SimulatedClientWorld, _ result: @Sendable (ClientSimulation) -> Result
  ) -> Result {
    world.simulation.run(self)
    return result(world.simulation)
  }
}
