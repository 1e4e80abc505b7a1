import Foundation
import TestSupport
import Testing

/// The simulation under many seeds: `QUICKBREW_SEEDS` says how many, and `QUICKBREW_SEED` repeats
/// one.
@Suite(.timeLimit(.minutes(10)))
struct ReplicationSimulationTests {
  private static let seeds = Seeds.all(60)

  @Test("replicas are the store's state at their position, whatever is lost, cut or crashes")
  func invariants() {
    var copies = 0
    for seed in Self.seeds {
      var simulation = ReplicationSimulation(seed: seed, faults: SimulatedFaults())
      simulation.run()
      copies += simulation.copies
      #expect(simulation.violation == nil, "seed \(seed)")
      if simulation.violation != nil { break }
    }
    // The faults are not in vain.
    #expect(copies > 4 * 3 * Self.seeds.count)
  }

  @Test("without faults every replica is copied once")
  func calm() {
    var simulation = ReplicationSimulation(seed: 1, faults: .none)
    simulation.run()
    #expect(simulation.violation == nil)
    #expect(simulation.copies == 3)
  }

  @Test("a seed is a run: the same every time")
  func repeatable() {
    func copies(_ seed: UInt64) -> Int {
      var simulation = ReplicationSimulation(seed: seed, faults: SimulatedFaults())
      simulation.run()
      return simulation.copies
    }
    #expect(copies(7) == copies(7))
    #expect(Set((1...9).map(copies)).count > 1)
  }

  @Test("a subscriber that does not heed gaps is found out")
  func broken() {
    let isFound = (1...20).contains { seed in
      var simulation = ReplicationSimulation(
        seed: UInt64(seed), faults: SimulatedFaults(), ignoresGaps: true)
      simulation.run()
      return simulation.violation != nil
    }
    #expect(isFound)
  }
}
