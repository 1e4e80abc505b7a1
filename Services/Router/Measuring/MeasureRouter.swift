import Foundation
import Geography
import ServiceRuntime

/// `router measure FILE`: how long each part of an answer takes on a road network, on this machine.
package enum MeasureRouter: ServiceCommand {
  package static let name = "measure"
  package static let usage = """
    router measure FILE [--queries 2000] [--seed 1]
          times opening, customizing, snapping, searching, unpacking and tables on FILE, which is
          a router.PROFILE.network; one thread
    """

  /// - Throws: `UsageError`; `NetworkFileError`.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["queries", "seed"])
    let path = try arguments.positionals(["FILE"])[0]
    let count = try arguments.integer("queries", in: 10...1_000_000) ?? 2_000
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    try RouterTrial(path: path, count: count, seed: seed).run()
  }
}

/// The measurements of one network.
private struct RouterTrial {
  private let path: String
  private let network: RoadNetwork
  private let count: Int
  private let seed: UInt64
  private let log = Log("router-measure")

  init(path: String, count: Int, seed: UInt64) throws(NetworkFileError) {
    self.path = path
    self.count = count
    self.seed = seed
    network = try RoadNetwork(path: path)
  }

  func run() throws {
    log.info(
      """
      \(network.segmentCount) segments, \(network.arcCount) arcs, \(network.turnCount) turns, \
      \(network.hierarchy.heads.count) edges, seed \(seed)
      """)
    try measure("open", times: 10) { _ = try RoadNetwork(path: path) }
    let travel = TravelMetric(network)
    measure("customize", times: 10) { _ = HierarchyMetric(network, travel) }
    let metric = HierarchyMetric(network, travel)
    let query = HierarchyQuery(metric)
    let positions = positions(count + 1)
    let pairs = zip(positions, positions.dropFirst()).map { start, end in
      (query.partial.departures(start), query.partial.arrivals(end))
    }
    measureSnapping(positions)
    measure("search", over: pairs) { starts, ends in
      _ = query.search(from: starts, to: ends, quickerThan: nil)
    }
    measure("search and unpack", over: pairs) { _ = query.quickest(from: $0, to: $1) }
    let referee = RouteQuery(network, travel)
    measure("referee", over: pairs.prefix(100)) { _ = referee.quickest(from: $0, to: $1) }
    measureTables(query, positions)
  }

  private func measureSnapping(_ positions: [RoadPosition]) {
    let snapper = Snapper(network)
    let places = positions.map { $0.coordinate.moved(by: 40, bearing: 50) }
    measure("snap", over: places) { _ = snapper.snap($0) }
  }

  private func measureTables(_ query: HierarchyQuery, _ positions: [RoadPosition]) {
    let many = Array(positions.prefix(1000))
    measure("table 1×\(many.count)", times: 200) { _ = query.costs(from: many[0], to: many) }
    measure("table \(many.count)×1", times: 200) { _ = query.costs(from: many, to: many[0]) }
    let some = Array(positions.prefix(50))
    measure("table \(some.count)×\(some.count)", times: 50) {
      _ = query.table(from: some, to: some)
    }
  }

  /// Random points of random segments.
  private func positions(_ count: Int) -> [RoadPosition] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let segment = SegmentID(Int.random(in: 0..<network.segmentCount, using: &random))
      let point = network.point(network.pointRange(of: segment).lowerBound).coordinate
      return RoadPosition(
        segment: segment, offset: .random(in: 1...network.length(of: segment), using: &random),
        coordinate: point, distance: 0)
    }
  }

  private func measure<Item>(
    _ what: String, over items: some Collection<Item>, _ body: (Item) throws -> Void
  ) rethrows {
    var left = items[...].makeIterator()
    try measure(what, times: items.count) { if let item = left.next() { try body(item) } }
  }

  private func measure(_ what: String, times: Int, _ body: () throws -> Void) rethrows {
    var found: [Double] = []
    for _ in 0..<times {
      let start = ContinuousClock.now
      try body()
      found.append(start.duration(to: .now) / .microseconds(1))
    }
    found.sort()
    let mean = found.reduce(0, +) / Double(times)
    let at = { (part: Int) in rounded(found[(times - 1) * part / 100]) }
    log.info("\(what): p50 \(at(50)) µs, p99 \(at(99)) µs, mean \(rounded(mean)) µs")
  }

  private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
