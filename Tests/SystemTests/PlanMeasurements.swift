import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

/// Figures for the README: sequential plans on a real map over the bus. Has no expectations; runs
/// only with QUICKBREW_MEASURE set:
///
///     QUICKBREW_MEASURE=1 QUICKBREW_BIN=.build/release swift test --filter PlanMeasurements
@Suite(
  .serialized,
  .enabled(
    if: RealMaps.areAvailable && ProcessInfo.processInfo.environment["QUICKBREW_MEASURE"] != nil,
    "set QUICKBREW_MEASURE to measure"))
struct PlanMeasurements {
  private static let plans = 300

  @Test func plansAmongAllCafesOfSanFrancisco() async throws {
    let map = try #require(RealMaps.path("sf_demo_derived.osm.pbf"))
    try await RealStack.run(map: map) { stack in
      let cafes = try await stack.bus.client.send(VenueListRequest(category: .coffee, limit: 500))
      let coordinates = cafes.venues.map(\.coordinate)
      for dwell in [0, Self.plans] {
        // The first round is a warm-up.
        let rounds = dwell == 0 ? 20 : dwell
        var wall: [Double] = []
        var stages: [PlanTimings] = []
        for number in 0..<rounds {
          let body = try MessageCoder.encode(request(number, coordinates))
          let start = ContinuousClock.now
          let reply = try await stack.bus.client.send(
            body, as: PlanRequest.operation, to: .planner)
          wall.append(start.duration(to: .now) / .milliseconds(1))
          stages.append(try MessageCoder.decode(Plan.self, from: reply).timings)
        }
        if dwell > 0 { report(wall, stages, shops: coordinates.count) }
      }
      for service in RealStack.services {
        let stats = try await stack.bus.client.send(StatsRequest(), to: service)
        printFigure("\(service): \(stats.memoryBytes / 1_000_000) MB")
      }
    }
  }

  /// A trip between two cafés, determined by the number.
  private func request(_ number: Int, _ coordinates: [Coordinate]) -> PlanRequest {
    PlanRequest(
      origin: .coordinate(coordinates[number * 7919 % coordinates.count]),
      destination: number.isMultiple(of: 2)
        ? .text("Coit Tower")
        : .coordinate(coordinates[(number * 104_729 + 1) % coordinates.count]),
      departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 8, minute: 45))
  }

  private func report(_ wall: [Double], _ stages: [PlanTimings], shops: Int) {
    printFigure(
      "\(wall.count) plans among \(shops) cafés, each shop exact, ten options with geometry")
    row("round trip", wall)
    row("  planner", stages.map(\.totalMilliseconds))
    row("  geocode", stages.map(\.geocodeMilliseconds))
    row("  direct", stages.map(\.directMilliseconds))
    row("  candidates", stages.map(\.candidatesMilliseconds))
    row("  tables", stages.map(\.tablesMilliseconds))
    row("  legs", stages.map(\.legsMilliseconds))
  }

  private func row(_ name: String, _ milliseconds: [Double]) {
    let sorted = milliseconds.sorted()
    func part(_ part: Double) -> String {
      let index = min(sorted.count - 1, Int(Double(sorted.count) * part))
      return String(format: "%.1f", sorted[index])
    }
    printFigure("\(name): p50 \(part(0.5)) ms, p90 \(part(0.9)) ms, p99 \(part(0.99)) ms")
  }

  private func printFigure(_ text: String) { print("measured: \(text)") }
}
