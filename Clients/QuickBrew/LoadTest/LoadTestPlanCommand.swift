import CommandLineKit
import Geography
import Messages

/// `quickbrew load-test router`.
enum LoadTestRouterCommand: LoadTestCommand {
  static let command = Command(
    "load-test router", "Send the router many requests and measure how long they take.",
    examples: [
      "load-test router --rate 2000 --duration 10 --geometry --slo p99=5ms",
      "load-test router --closed 64 --duration 10 --verify 1% --json",
      "load-test router --geometry --find-max --slo p99=20ms",
    ],
    usage: "--rate N | --closed N | --find-max --slo THRESHOLD [flags]",
    flags: paceFlags + [
      Flag("geometry", "ask for the line to draw"),
      Flag("table", "N", "ask for tables from one point to N others instead of routes"),
      TripFlags.profile,
      Flag("verify", "PART", "check this share of the answers against the referee afterwards: 1%"),
    ],
    notes: """
      Queries are drawn from the map: \(LoadWorkload.size) pairs of \(MapSample.size) points of its
      roads. \(paceNotes)
      """,
    .run(run))

  static func workload(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws -> LoadWorkload {
    let sample = try await MapSample(options, bus: bus, timeout: timeout)
    let seed = options.plan.seed
    if let columns = options.table {
      return try LoadWorkload(
        tablesOn: sample, columns: columns, profile: options.profile, seed: seed)
    }
    return try LoadWorkload(
      routesOn: sample, profile: options.profile, geometry: options.geometry, seed: seed)
  }
}

/// `quickbrew load-test geocoder`.
enum LoadTestGeocoderCommand: LoadTestCommand {
  static let command = Command(
    "load-test geocoder", "Send the geocoder many addresses and measure how long they take.",
    examples: ["load-test geocoder --find-max --slo p99=20ms"],
    usage: LoadTestRouterCommand.command.usage, flags: paceFlags,
    notes: "Queries are the addresses at points of the map's roads. \(paceNotes)",
    .run(run))
  /// How many points are asked for their address.
  private static let addresses = 500

  static func workload(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws -> LoadWorkload {
    let sample = try await MapSample(options, bus: bus, timeout: timeout)
    var texts: [String] = []
    for point in sample.points.prefix(addresses) {
      let reply = try await bus.send(ReverseGeocodeRequest(coordinate: point), timeout: timeout)
      if let hit = reply.hits.first { texts.append(hit.label) }
    }
    guard !texts.isEmpty else {
      throw ServiceError(.notFound, "The map has no addresses to draw from.")
    }
    return try LoadWorkload(
      "addresses", of: .geocoder, seed: options.plan.seed
    ) { [texts] random in
      GeocodeRequest(text: texts[Int(random.next(upperBound: UInt(texts.count)))])
    }
  }
}

/// `quickbrew load-test nearby`.
enum LoadTestNearbyCommand: LoadTestCommand {
  static let command = Command(
    "load-test nearby", "Ask many times for the venues near a place and measure how long it takes.",
    examples: ["load-test nearby --find-max --slo p99=20ms"],
    usage: LoadTestRouterCommand.command.usage, flags: paceFlags,
    notes: "Queries are the 20 nearest venues of points of the map's roads. \(paceNotes)",
    .run(run))

  static func workload(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws -> LoadWorkload {
    let sample = try await MapSample(options, bus: bus, timeout: timeout)
    return try LoadWorkload(
      "venues nearby", of: .shopSearch, seed: options.plan.seed
    ) { NearbyRequest(coordinate: sample.draw(1, using: &$0)[0]) }
  }
}

/// `quickbrew load-test plan`.
enum LoadTestPlanCommand: LoadTestCommand {
  static let command = Command(
    "load-test plan", "Have many trips planned and measure how long they take.",
    examples: ["load-test plan --rate 50 --slo p99=100ms"],
    usage: LoadTestRouterCommand.command.usage, flags: paceFlags,
    notes: """
      Queries are trips between points of the map's roads, now, with an hour of time.
      \(paceNotes)
      """,
    .run(run))
  private static let seconds = 3600
  private static let trips = 2_000

  static func workload(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws -> LoadWorkload {
    let sample = try await MapSample(options, bus: bus, timeout: timeout)
    return try LoadWorkload(
      "plans", of: .planner, count: trips, seed: options.plan.seed
    ) { random in
      let ends = sample.draw(2, using: &random)
      return PlanRequest(
        origin: .coordinate(ends[0]), destination: .coordinate(ends[1]), departure: .now,
        deadline: .after(seconds: seconds))
    }
  }
}

extension MapSample {
  /// The sample that a load test draws its queries from.
  init(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws {
    let box = try await bus.send(MapInfoRequest(), timeout: timeout).box
    try await self.init(
      of: box, profile: options.profile, seed: options.plan.seed, bus: bus, timeout: timeout)
  }
}
