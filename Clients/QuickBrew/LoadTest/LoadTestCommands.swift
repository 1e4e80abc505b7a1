import CommandLineKit
import Geography
import Messages

/// The commands `quickbrew load-test …`. Each draws its queries from the map; the rest is the same
/// for all.
enum LoadTestCommands {
  static let group = CommandGroup(
    "load-test", "Find out how much a service carries.",
    [router, geocoder, nearby, plan, positions])

  private static let router = LoadTest.command(
    "router", "Send the router many requests and measure how long they take.",
    examples: [
      "--rate 2000 --duration 10 --geometry --slo p99=5ms", "--closed 64 --duration 10 --json",
      "--geometry --find-max --slo p99=20ms",
    ],
    flags: [
      Flag("geometry", excludes: ["table"], "ask for the line to draw"),
      Flag("table", "N", "ask for tables from one point to N others instead of routes"),
      TripFlags.profile,
    ],
    notes: """
      Queries are drawn from the map: \(LoadWorkload.size) pairs of \(MapSample.size) points of its
      roads.
      """
  ) { options, sample, _ in
    let (profile, geometry) = (options.profile, options.geometry)
    guard let columns = options.table else {
      let title = geometry ? "routes with geometry" : "routes without geometry"
      return try LoadWorkload(title, options) {
        RouteRequest(
          waypoints: sample.draw(2, using: &$0), profile: profile, geometry: geometry ? true : nil)
      }
    }
    // Large tables get fewer queries, to bound their memory.
    let count = max(1, min(LoadWorkload.size, tableCoordinates / columns))
    return try LoadWorkload("tables 1 × \(columns)", options, count: count) {
      TableRequest(
        sources: sample.draw(1, using: &$0), destinations: sample.draw(columns, using: &$0),
        profile: profile, packed: true)
    }
  }

  /// The most coordinates of all tables together, about 60 bytes each.
  private static let tableCoordinates = 1_000_000

  private static let geocoder = LoadTest.command(
    "geocoder", "Send the geocoder many addresses and measure how long they take.",
    examples: ["--find-max --slo p99=20ms"],
    notes: "Queries are the addresses at points of the map's roads."
  ) { options, sample, context in
    var texts: [String] = []
    for point in sample.points.prefix(addresses) {
      let reply = try await context.send(ReverseGeocodeRequest(coordinate: point))
      if let hit = reply.hits.first { texts.append(hit.label) }
    }
    guard !texts.isEmpty else {
      throw ServiceError(.notFound, "The map has no addresses to draw from.")
    }
    return try LoadWorkload("addresses", options) { [texts] in
      GeocodeRequest(text: texts[Int($0.next(upperBound: UInt(texts.count)))])
    }
  }

  /// How many points are asked for their address.
  private static let addresses = 500

  private static let nearby = LoadTest.command(
    "nearby", "Ask many times for the venues near a place and measure how long it takes.",
    examples: ["--find-max --slo p99=20ms"],
    notes: "Queries are the 20 nearest venues of points of the map's roads."
  ) { options, sample, _ in
    try LoadWorkload("venues nearby", options) {
      NearbyRequest(coordinate: sample.draw(1, using: &$0)[0])
    }
  }

  private static let plan = LoadTest.command(
    "plan", "Have many trips planned and measure how long they take.",
    examples: ["--rate 50 --slo p99=100ms"],
    notes: "Queries are trips between points of the map's roads, now, with an hour of time."
  ) { options, sample, _ in
    try LoadWorkload("plans", options, count: trips) {
      let ends = sample.draw(2, using: &$0)
      return PlanRequest(
        origin: .coordinate(ends[0]), destination: .coordinate(ends[1]), departure: .now,
        deadline: .after(seconds: 3600))
    }
  }

  private static let trips = 2_000

  private static let positions = LoadTest.command(
    "positions", "Report the positions of many devices and measure how long it takes.",
    examples: ["--rate 2000 --slo p99=50ms"],
    notes: """
      \(devices) devices, load-test.0 and so on, at points of the map's roads report where they are;
      each position is on disk before it is answered. `quickbrew forget load-test` erases them.
      """
  ) { options, sample, _ in
    // Without a time each is of now, so the same ones can be sent again and again.
    try LoadWorkload("positions", options) { random in
      let device = Int(random.next(upperBound: UInt(devices)))
      let point = sample.points[device % sample.points.count].moved(
        by: .random(in: 0...reach, using: &random), bearing: .random(in: 0..<360, using: &random))
      return PositionReportRequest(
        device: DeviceID(rawValue: "load-test.\(device)"), coordinate: point, accuracyMeters: 5)
    }
  }

  private static let devices = 1_000
  /// How far a device moves around its point.
  private static let reach: Meters = 2
}
