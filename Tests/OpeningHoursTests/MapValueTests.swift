import CommandLineKit
import OpenStreetMap
import OpeningHours
import TestSupport
import Testing

/// The values of the real extracts.
@Suite struct MapValueTests {
  private static let maps = [
    "helsinki.osm.pbf", "lauf_2020.osm.pbf", "liechtenstein_2021.osm.pbf", "malta_2016.osm.pbf",
    "monaco_2020.osm.pbf", "baltimore_2015.osm.pbf", "rhein-neckar_roads_2016.osm.pbf",
    "reisterstown_md.osm.pbf", "sf_demo_derived.osm.pbf", "dreieich_brouter.osm.gz",
    "laufamholzstr_gh.osm", "west-oakland_osmnx.osm.bz2",
  ]

  private static let values = Result { try read() }

  private static func read() throws -> Set<String> {
    var values: Set<String> = []
    for path in maps.compactMap(RealMaps.path) {
      let selection = MapSelection(
        [.node, .way, .relation], keys: ["opening_hours"], locatesWays: false)
      try MapFile(path: path).read(selection) { element in
        let tags =
          switch element {
          case .node(let node): node.tags
          case .way(let way): way.tags
          case .relation(let relation): relation.tags
          }
        if let value = tags["opening_hours"] { values.insert(value) }
      }
    }
    return values
  }

  @Test(.enabled(if: RealMaps.areAvailable, RealMaps.absence))
  func nearlyAllAreAccepted() throws {
    let values = try Self.values.get()
    let rejected = values.sorted().filter { (try? OpeningHours($0)) == nil }
    let rate = 1 - Double(rejected.count) / Double(values.count)
    print("\(values.count) distinct values, \(rejected.count) rejected: \(rate)")
    for value in rejected { print("  rejected: \(value)") }
    #expect(values.count > 1000)
    #expect(rate >= 0.99)
  }

  /// For every value, intervals are in order and inside the span, and agree with the states.
  @Test(.enabled(if: RealMaps.areAvailable, RealMaps.absence))
  func intervalsAgreeWithStates() throws {
    let seed: UInt64 = 7
    var random = SeededGenerator(seed: seed)
    for value in try Self.values.get().sorted() {
      guard let hours = try? OpeningHours(value) else { continue }
      let local = LocalHours(hours, at: HoursSamples.frankfurt)
      let start = UnixSeconds.random(in: 1_600_000_000...1_900_000_000, using: &random)
      let span = start..<start + 8 * 86_400
      let intervals = local.intervals(in: span)
      let edges = [span.lowerBound] + intervals.flatMap { [$0.start, $0.end] } + [span.upperBound]
      #expect(edges == edges.sorted(), "seed \(seed): \(value)")
      let states = intervals.map { local.state(at: $0.start) }
      #expect(states == intervals.map(\.state), "seed \(seed): \(value)")
    }
  }
}
