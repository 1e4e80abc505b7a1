import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Maps made to harm: the work of a build is counted, never timed.
@Suite struct CrowdedJunctionTests {
  private static let center = Coordinate(latitude: 47.2, longitude: 9.5)

  private static func map(nodes: Int, _ ways: [[Int]]) -> MapElements {
    MapElements(
      nodes: (0..<nodes).map { index in
        let bearing = Double(index) * 360 / Double(nodes)
        let place = center.moved(by: index == 0 ? 0 : 100, bearing: bearing)
        return MapNode(id: Int64(index + 1), coordinate: place)
      },
      ways: ways.enumerated().map { index, nodes in
        MapWay(id: Int64(index + 1), nodeIDs: nodes.map { Int64($0 + 1) }, tags: street)
      })
  }

  @Test(
    "the work at a junction is bounded, and what is left out is reported",
    arguments: [
      // A way to and fro between two nodes, as often as a way may have references.
      map(nodes: 2, [(0..<2_000).map { $0 % 2 }]),
      // The same of three ways that share a node.
      map(nodes: 4, (1..<4).map { way in (0..<2_000).map { $0 % 2 * way } }),
      // A star.
      map(nodes: 1_000, (1..<1_000).map { [0, $0] }),
    ])
  func bounded(map: MapElements) throws {
    for profile in TravelProfile.allCases {
      let (network, summary) = try DrawnNetwork.network(map, for: profile)
      let most = RoadCutter.maximumEnds
      #expect(summary.segments >= most / 3 && summary.segments <= 3 * most)
      #expect(summary.turns <= 2 * summary.segments * most)
      #expect(network.hierarchy.edgeCount <= summary.arcs * summary.arcs)
      let skipped = summary.report.entries.first { $0.key.contains("more roads at a node") }
      #expect(skipped != nil)
    }
  }

  @Test("a junction of as many roads as fit loses none")
  func whole() throws {
    let roads = RoadCutter.maximumEnds
    let (_, summary) = try DrawnNetwork.network(
      Self.map(nodes: roads + 1, (1...roads).map { [0, $0] }))
    #expect(summary.segments == roads)
    #expect(summary.report.entries.isEmpty)
  }
}
