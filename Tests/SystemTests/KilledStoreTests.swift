import Foundation
import Messages
import TestSupport
import Testing

/// The venue store is killed at random during feed syncs and users' writes. What it acknowledged is
/// stored; everything else is stored completely or not at all.
///
/// The long run, 200 kills, takes some minutes:
///
///     QUICKBREW_LONG=1 swift test --filter KilledStoreTests
@Suite(.serialized, .timeLimit(.minutes(30)))
struct KilledStoreTests {
  private static let isLong = ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil

  @Test(arguments: [1] as [UInt64]) func aShortRun(seed: UInt64) async throws {
    _ = try await run(kills: 6, seed: seed)
  }

  @Test(.enabled(if: isLong, "set QUICKBREW_LONG for 200 kills"))
  func aLongRun() async throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("seed \(seed)")
    let counts = try await run(kills: 200, seed: seed)
    print(counts)
    // Otherwise no kill hit a write or sync in progress, and the test would show nothing.
    #expect(counts.lostSyncs > 0 && counts.unacknowledgedSyncs > 0, "seed \(seed): \(counts)")
    #expect(counts.lostWrites > 0, "seed \(seed): \(counts)")
  }

  private func run(kills: Int, seed: UInt64) async throws -> StoreCrashHarness.Counts {
    try await TemporaryDirectory.with { temporary in
      let harness = try StoreCrashHarness(in: temporary.path, seed: seed)
      do {
        try await harness.start()
        for _ in 0..<kills { try await harness.killAndCheck() }
        // The store still works after all kills.
        try await harness.syncUndisturbed()
      } catch {
        await harness.end()
        throw error
      }
      await harness.end()
      #expect(harness.counts.kills == kills)
      return harness.counts
    }
  }
}
