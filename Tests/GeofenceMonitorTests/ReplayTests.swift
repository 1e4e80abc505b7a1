import CommandLineKit
import Geography
import Messages
import Testing
import Time

@testable import GeofenceMonitor

@Suite struct ReplayTests {
  private static let fence = Fence(
    id: "A",
    definition: FenceDefinition(area: .circle(center: union, radiusMeters: 500), label: "A"))

  /// A device that walks in and out, a fix every 20 seconds; each third comes a second time, less
  /// accurate.
  private static func walk(_ count: Int) -> [FenceEngine.Report] {
    (0..<count).flatMap { index in
      let place = union.north(Double(abs((index * 3) % 80 - 40)) * 30)
      return [5.0, 40].prefix(index.isMultiple(of: 3) ? 2 : 1).map {
        FenceEngine.Report(
          device: "phone", coordinate: place.east($0), time: Track.time(Double(index) * 20),
          accuracy: $0)
      }
    }
  }

  @Test("each report is folded once, whatever the order of the file")
  func linear() throws {
    let track = Self.walk(3_000)
    var random = SeededGenerator(seed: 4)
    let expected = try Replay(track, [Self.fence], .replaying)
    #expect(expected.effective.count > 100)
    for other in [track.reversed(), track.shuffled(using: &random)] {
      let replay = try Replay(other, [Self.fence], .replaying)
      #expect(replay.folded <= other.count)
      #expect(replay.effective == expected.effective)
    }
  }

  @Test("as it was emitted, a track out of order has the same events, up to a bound on the work")
  func live() throws {
    let track = Self.walk(200)
    let sorted = try Replay(track, [Self.fence], .replaying)
    let backwards: [FenceEngine.Report] = track.reversed()
    let live = try Replay(backwards, [Self.fence], .replaying, isLive: true)
    #expect(live.folded > track.count * track.count / 4)
    #expect(live.emitted.contains { $0.kind == .correct })
    let edges = { (replay: Replay) in replay.effective.map { ($0.becomes ?? $0.kind).rawValue } }
    #expect(edges(live) == edges(sorted))
    #expect(live.effective.map(\.time) == sorted.effective.map(\.time))
    let refusal = #expect(throws: ServiceError.self) {
      try Replay(backwards, [Self.fence], .replaying, isLive: true, maximumFolded: 10_000)
    }
    #expect(refusal?.code == .invalidRequest)
  }
}
