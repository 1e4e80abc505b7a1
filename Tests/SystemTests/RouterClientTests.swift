import Foundation
import Geography
import Messages
import TestSupport
import Testing

/// The client's router commands with real processes.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RouterClientTests {
  private static let origin = "37.785834,-122.406417"
  private static let trip = ["route", "--from", origin, "--to", "37.8024,-122.4058"]

  @Test("routes avoid a closed road until it is cleared")
  func traffic() async throws {
    try await RealStack.run { stack in
      let usual = try await route(on: stack)
      let road = try Self.middleOfTheLongestStretch(of: usual)

      let set = try await stack.quickbrew(TrafficReply.self, "traffic", "set", road, "--closed")
      #expect(set.version == 1)
      #expect(set.roads.map(\.state) == [.closed])
      let around = try await route(on: stack)
      #expect(around.geometry != usual.geometry)
      #expect(around.durationSeconds >= usual.durationSeconds)
      #expect(around.trafficVersion == 1)
      #expect(around.verified == true)

      let cleared = try await stack.quickbrew(TrafficReply.self, "traffic", "clear", "--all")
      #expect(cleared.roads == [])
      let again = try await route(on: stack)
      #expect(again.geometry == usual.geometry)
      #expect(again.durationSeconds == usual.durationSeconds)
    }
  }

  @Test func alternativesAndAreas() async throws {
    try await RealStack.run { stack in
      let shown = try await stack.quickbrew(
        Self.trip[0], Self.trip[1], Self.trip[2], Self.trip[3], Self.trip[4], "--alternatives",
        "3", "--json")
      let reply = try MessageCoder.decode(RouteReply.self, from: Data(shown.output.utf8))
      let others = try #require(reply.alternatives)
      #expect(others.count <= 3)
      for other in others { #expect(other.durationSeconds >= reply.durationSeconds) }

      let areas = try await stack.quickbrew(
        "isochrone", Self.origin, "--minutes", "2,4", "--json")
      #expect(areas.status == 0)
      let collection =
        try JSONSerialization.jsonObject(with: Data(areas.output.utf8)) as? [String: Any]
      let features = try #require(collection?["features"] as? [[String: Any]])
      let sizes = features.compactMap { feature in
        (feature["properties"] as? [String: Any])?["areaSquareKilometers"] as? Double
      }
      #expect(sizes.count == 2)
      #expect(sizes.first ?? 0 > 0)
      #expect(sizes == sizes.sorted())
    }
  }

  @Test("a load test reports its answers")
  func loadTest() async throws {
    try await RealStack.run { stack in
      let report = try await stack.quickbrew(
        Report.self, "load-test", "router", "--closed", "4", "--duration", "1", "--warm-up", "0",
        "--geometry", "--slo", "failed=0", "--seed", "7")
      #expect(report.seed == 7)
      #expect(report.sent == report.answered)
      #expect(report.answered > 0)
      #expect(report.failed == 0)
      #expect(report.requestsPerSecond > 0)
      #expect(report.p50Milliseconds <= report.p99Milliseconds)
      #expect(report.thresholds.map(\.met) == [true])

      let missed = try await stack.quickbrew(
        "load-test", "router", "--closed", "1", "--duration", "1", "--slo", "p50=1us")
      #expect(missed.status == 1)
      #expect(missed.errors.contains("p50=1us is not met."))
    }
  }

  /// The middle of the longest straight segment, far from any crossing.
  private static func middleOfTheLongestStretch(of route: RouteReply) throws -> String {
    let line = try #require(route.geometry?.coordinates)
    let longest = zip(line, line.dropFirst()).max {
      $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1)
    }
    let (start, end) = try #require(longest)
    let latitude = (start.latitude + end.latitude) / 2
    return "\(latitude),\((start.longitude + end.longitude) / 2)"
  }

  private func route(on stack: RealStack) async throws -> RouteReply {
    try await stack.quickbrew(
      RouteReply.self, Self.trip[0], Self.trip[1], Self.trip[2], Self.trip[3], Self.trip[4],
      "--verify")
  }

  private struct Report: Decodable {
    struct Threshold: Decodable { let met: Bool }

    let seed: Int
    let sent: Int
    let answered: Int
    let failed: Int
    let requestsPerSecond: Double
    let p50Milliseconds: Double
    let p99Milliseconds: Double
    let thresholds: [Threshold]
  }
}
