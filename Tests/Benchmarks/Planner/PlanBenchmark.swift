import CommandLineKit
import Geography
import MessageBus
import Messages
import TestSupport

/// How long plans take over the bus, on a stack of its own.
enum PlanBenchmark: Benchmark {
  static let name = "plan"
  static let usage = """
    plan MAP.osm.pbf [--plans 300] [--time-zone America/Los_Angeles] [--destination “Coit Tower”]
        builds the map in a home of its own, starts the services beside this executable, and times
        plans one after another between cafés, every other one to the DESTINATION
    """

  /// - Throws: `UsageError`; whatever keeps the services from starting or answering.
  static func run(_ list: [String]) async throws {
    let arguments = try Arguments(parsing: list, values: ["plans", "time-zone", "destination"])
    let map = try arguments.positionals(["MAP"])[0]
    let count = try arguments.integer("plans", in: 10...100_000) ?? 300
    let destination = arguments["destination"] ?? "Coit Tower"
    let zone = arguments["time-zone"] ?? "America/Los_Angeles"
    try await RealStack.run(map: map, zone: zone) { stack in
      let client = stack.bus.client
      let cafes = try await client.send(VenueListRequest(category: .coffee, limit: 500)).venues
      guard !cafes.isEmpty else { throw UsageError("The map has no cafés.") }
      var plans = PlanMeasurement(cafes: cafes.map(\.coordinate), destination: destination)
      // The first plans load what later ones find loaded.
      for number in 0..<20 { try await plans.measure(number, over: client) }
      plans.forget()
      for number in 0..<count { try await plans.measure(number, over: client) }
      plans.report()
      for service in RealStack.services {
        let stats = try await client.send(StatsRequest(), to: service)
        print("\(service): \(stats.memoryBytes / 1_000_000) MB")
      }
    }
  }
}

/// The times of plans and of their stages.
private struct PlanMeasurement {
  private let cafes: [Coordinate]
  private let destination: String
  private var roundTrips: [Double] = []
  private var stages: [PlanTimings] = []

  init(cafes: [Coordinate], destination: String) {
    self.cafes = cafes
    self.destination = destination
  }

  mutating func forget() {
    roundTrips = []
    stages = []
  }

  mutating func measure(_ number: Int, over client: RequestClient) async throws {
    let body = try MessageCoder.encode(request(number))
    let start = ContinuousClock.now
    let reply = try await client.send(body, as: PlanRequest.operation, to: .planner)
    roundTrips.append(start.duration(to: .now) / .milliseconds(1))
    stages.append(try MessageCoder.decode(Plan.self, from: reply).timings)
  }

  /// A trip determined by its number.
  private func request(_ number: Int) -> PlanRequest {
    PlanRequest(
      origin: .coordinate(cafes[number * 7_919 % cafes.count]),
      destination: number.isMultiple(of: 2)
        ? .text(destination) : .coordinate(cafes[(number * 104_729 + 1) % cafes.count]),
      departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 8, minute: 45))
  }

  func report() {
    print(
      "\(roundTrips.count) plans among \(cafes.count) cafés, each exact, options with geometry")
    row("round trip", roundTrips)
    row("  planner", stages.map(\.totalMilliseconds))
    row("  geocode", stages.map(\.geocodeMilliseconds))
    row("  direct", stages.map(\.directMilliseconds))
    row("  candidates", stages.map(\.candidatesMilliseconds))
    row("  tables", stages.map(\.tablesMilliseconds))
    row("  legs", stages.map(\.legsMilliseconds))
  }

  private func row(_ name: String, _ milliseconds: [Double]) {
    print("\(name): \(Percentiles(milliseconds).text("ms", at: [0.5, 0.9, 0.99]))")
  }
}
