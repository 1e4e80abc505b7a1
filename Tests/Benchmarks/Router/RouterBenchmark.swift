import CommandLineKit
import Geography
import Messages
import Router

/// How long each part of an answer takes on a road network.
enum RouterBenchmark: Benchmark {
  static let name = "router"
  static let usage = """
    router FILE [--rounds 3] [--queries 2000] [--seed 1]
        times opening, customizing, snapping, searching, unpacking, describing, encoding and tables
        on FILE, a router.PROFILE.network; processor time of one thread
    """

  /// - Throws: `UsageError`; `NetworkFileError`.
  static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["rounds", "queries", "seed"])
    let path = try arguments.positionals(["FILE"])[0]
    let count = try arguments.integer("queries", in: 10...1_000_000) ?? 2_000
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let rounds = try arguments.integer("rounds", in: 1...100) ?? 3
    var measurement = try RouterMeasurement(path: path, count: count, seed: seed)
    for _ in 0..<rounds { try measurement.run() }
    measurement.report()
  }
}

/// The measurements of one network.
private struct RouterMeasurement {
  private let path: String
  private let network: RoadNetwork
  private let count: Int
  private let seed: UInt64
  private var watch = Stopwatch()

  init(path: String, count: Int, seed: UInt64) throws(NetworkFileError) {
    self.path = path
    self.count = count
    self.seed = seed
    network = try RoadNetwork(path: path)
  }

  func report() {
    print(
      """
      \(network.segmentCount) segments, \(network.arcCount) arcs, \(network.turnCount) turns, \
      \(network.hierarchyEdgeCount) edges, seed \(seed)
      """)
    for line in watch.lines { print(line) }
  }

  mutating func run() throws {
    try watch.measure("open", times: 10) { _ = try RoadNetwork(path: path) }
    let travel = TravelMetric(network)
    watch.measure("customize", times: 10) { _ = HierarchyMetric(network, travel) }
    let metric = HierarchyMetric(network, travel)
    measurePartial(metric)
    let query = HierarchyQuery(metric)
    let positions = network.randomPositions(count + 1, seed: seed)
    measureSnapping(positions)
    measureRoutes(query, travel, positions)
    measureTables(query, positions)
  }

  /// The update for traffic on one segment.
  private mutating func measurePartial(_ metric: HierarchyMetric) {
    var random = SeededGenerator(seed: seed)
    let segments = (0..<count).map { _ in
      SegmentID(Int.random(in: 0..<network.segmentCount, using: &random))
    }
    for (what, condition) in [
      ("close", TrafficCondition.closed), ("slow", .speed(3_000)), ("speed up", .speed(38_000)),
    ] {
      let update = { (segment: SegmentID) in
        let segments = [false, true].map { DirectedSegment(segment, isBackward: $0) }
        let traffic = RoadTraffic(
          state: .empty, segmentsByRoad: [:],
          conditions: Dictionary(uniqueKeysWithValues: segments.map { ($0, condition) }))
        _ = metric.updated(to: traffic, on: Set(segments))
      }
      // The first update builds an index that later ones use.
      update(segments[0])
      watch.measure("\(what) one segment", over: segments) { update($0) }
    }
  }

  private mutating func measureSnapping(_ positions: [RoadPosition]) {
    let snapper = Snapper(network)
    let points = positions.map { $0.coordinate.moved(by: 40, bearing: 50) }
    watch.measure("snap", over: points) { _ = snapper.snap($0) }
  }

  private mutating func measureRoutes(
    _ query: HierarchyQuery, _ travel: TravelMetric, _ positions: [RoadPosition]
  ) {
    let pairs = zip(positions, positions.dropFirst()).map { start, end in
      (query.partial.departures(start), query.partial.arrivals(end))
    }
    watch.measure("search", over: pairs) { starts, ends in
      _ = query.search(from: starts, to: ends, quickerThan: nil)
    }
    watch.measure("search and unpack", over: pairs) { _ = query.quickest(from: $0, to: $1) }
    let reference = RouteQuery(network, travel)
    watch.measure("plain Dijkstra", over: pairs.prefix(50)) {
      _ = reference.quickest(from: $0, to: $1)
    }
    let paths = zip(positions, positions.dropFirst()).compactMap { start, end in
      try? query.path(through: [start, end])
    }
    let description = RouteDescription(query.partial)
    for (what, geometry, steps) in [
      ("", false, false), (" with line", true, false), (" with line and steps", true, true),
    ] {
      let asked = [positions[0].coordinate, positions[1].coordinate]
      watch.measure("describe\(what)", over: paths) {
        _ = description.reply($0, asked: asked, geometry: geometry, steps: steps)
      }
      let replies = paths.map {
        description.reply($0, asked: asked, geometry: geometry, steps: steps)
      }
      watch.measure("encode\(what)", over: replies) { _ = try? MessageCoder.encode($0) }
    }
  }

  private mutating func measureTables(_ query: HierarchyQuery, _ positions: [RoadPosition]) {
    let many = Array(positions.prefix(1000))
    watch.measure("table 1×\(many.count)", times: 100) {
      _ = query.costs(from: many[0], to: many)
    }
    watch.measure("table \(many.count)×1", times: 100) {
      _ = query.costs(from: many, to: many[0])
    }
    let some = Array(positions.prefix(50))
    watch.measure("table \(some.count)×\(some.count)", times: 20) {
      _ = query.table(from: some, to: some)
    }
  }
}
