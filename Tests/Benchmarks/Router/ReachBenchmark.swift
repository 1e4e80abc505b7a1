import CommandLineKit
import Geography
import Messages
import Router

/// How long areas, alternatives and snapping take, and how many random pairs have no route.
enum ReachBenchmark: Benchmark {
  static let name = "reach"
  static let usage = """
    reach FILE… [--seed 5]
        times areas and alternatives between random junctions of each FILE, a
        router.PROFILE.network, and counts pairs of points without a route
    """

  /// - Throws: `UsageError`; `NetworkFileError`.
  static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["seed"])
    guard !arguments.positional.isEmpty else { throw UsageError("A network file is missing.") }
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 5)
    for path in arguments.positional {
      print("\(path):")
      let network = try RoadNetwork(path: path)
      var measurement = ReachMeasurement(network, seed: seed)
      try measurement.areas()
      measurement.alternatives()
      measurement.pairs()
    }
  }
}

/// Random questions about one network.
private struct ReachMeasurement {
  private let network: RoadNetwork
  private let router: ProfileRouter
  private var random: SeededGenerator

  init(_ network: RoadNetwork, seed: UInt64) {
    self.network = network
    router = ProfileRouter(RoadSnapshot(network))
    random = SeededGenerator(seed: seed)
  }

  mutating func areas() throws {
    for seconds in [[300], [600], [1800], [300, 600, 900, 1800]] {
      var sizes: [Double] = []
      let requests = (0..<60).map { round in
        IsochroneRequest(
          center: junction(), contoursSeconds: seconds, reverse: round.isMultiple(of: 2))
      }
      let times = try milliseconds(of: requests) { request in
        let reply = try router.answer(request)
        sizes.append(Double(try MessageCoder.encode(reply).count) / 1_024)
      }
      let size = Int(Percentiles(sizes).value(0.5))
      print("  areas of \(seconds) s, encoded: \(times), p50 \(size) KiB")
    }
  }

  mutating func alternatives() {
    var found = [Int](repeating: 0, count: RouterLimits.maximumAlternatives + 1)
    let pairs = (0..<200).map { _ in [junction(), junction()] }
    let plain = milliseconds(of: pairs) { _ = try? router.answer(RouteRequest(waypoints: $0)) }
    let times = milliseconds(of: pairs) {
      let request = RouteRequest(waypoints: $0, alternatives: 3)
      found[(try? router.answer(request).alternatives?.count) ?? 0] += 1
    }
    print("  route \(plain)")
    print("  with alternatives \(times); 0, 1, 2, 3 found: \(found)")
  }

  mutating func pairs() {
    let snapper = Snapper(network)
    let points = (0..<4_000).map { _ in
      junction().moved(
        by: .random(in: 0...80, using: &random), bearing: .random(in: 0...360, using: &random))
    }
    let islands = points.count { snapper.snap($0).map { $0.nearest != $0.mainland } ?? false }
    let failed = (0..<500).count { pair in
      let request = RouteRequest(waypoints: [points[2 * pair], points[2 * pair + 1]])
      return (try? router.answer(request)) == nil
    }
    var cache = SnapCache(snapper)
    let fresh = Stopwatch.microseconds(of: points) { _ = snapper.snap($0) }
    for point in points { _ = cache.snap(point) }
    let cached = Stopwatch.microseconds(of: points.suffix(1_000)) { _ = cache.snap($0) }
    print("  \(failed) of 500 pairs without a route; nearest on an island: \(islands) of 4000")
    print("  snap \(fresh.text("µs")), cached \(cached.text("µs"))")
  }

  private func milliseconds<Item>(
    of items: [Item], _ body: (Item) throws -> Void
  ) rethrows -> String {
    let times = try items.map { item in
      try ContinuousClock().measure { try body(item) } / .milliseconds(1)
    }
    return Percentiles(times).text("ms", at: [0.5, 0.9, 0.99])
  }

  private mutating func junction() -> Coordinate {
    let segment = SegmentID(.random(in: 0..<network.segmentCount, using: &random))
    return network.point(network.pointRange(of: segment).lowerBound).coordinate
  }
}
