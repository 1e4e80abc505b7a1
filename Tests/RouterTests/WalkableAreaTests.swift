import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Squares, platforms and car parks, which one crosses in any direction.
@Suite("Areas that are crossed on foot")
struct WalkableAreaTests {
  private static let footway: Tags = ["highway": "footway"]
  private static let plaza: Tags = ["highway": "pedestrian", "area": "yes", "name": "Plaza"]

  private static let square = """
    e-a-------b-f
      |       |
      |       |
    h-d-------c-g
    """

  private static func map(_ area: Tags) -> RoadMap {
    RoadMap(
      square,
      ways: ["abcda": area, "ea": footway, "bf": footway, "hd": footway, "cg": footway])
  }

  @Test(
    "An area is crossed from corner to corner, if its tags let one walk there",
    arguments: [
      (plaza, true), (["highway": "footway", "area": "yes"], true),
      (["place": "square"], true), (["railway": "platform"], true),
      (["public_transport": "platform"], true), (["highway": "platform"], true),
      (["amenity": "parking"], true), (["amenity": "parking", "parking": "surface"], true),
      (["amenity": "parking", "parking": "underground"], false),
      (["amenity": "parking", "foot": "no"], false),
      (["highway": "pedestrian"], false), (["highway": "pedestrian", "area": "no"], false),
      (["highway": "pedestrian", "area": "yes", "building": "yes"], false),
      (["highway": "service", "area": "yes"], false), (["landuse": "grass"], false),
    ] as [(Tags, Bool)])
  func crossed(area: Tags, isCrossed: Bool) throws {
    let drawn = try DrawnNetwork(Self.map(area), for: .foot)
    #expect(try (drawn.path("eg") == "eacg") == isCrossed, "\(area)")
    #expect(try (drawn.path("fh") == "fbdh") == isCrossed, "\(area)")
  }

  @Test("The line over a square has the square's name, and carries no cars")
  func names() throws {
    let drawn = try DrawnNetwork(Self.map(Self.plaza), for: .foot)
    let steps = try #require(try drawn.route("eg", steps: true).legs[0].steps)
    #expect(steps.contains { $0.name == "Plaza" })
    let open: Tags = ["highway": "pedestrian", "area": "yes", "motor_vehicle": "yes"]
    let cars = try DrawnNetwork(
      RoadMap(
        Self.square,
        ways: ["abcda": open, "ea": street, "bf": street, "hd": street, "cg": street]))
    #expect(try cars.path("eg") != "eacg")
  }

  @Test("A bicycle is pushed over a square")
  func bicycles() throws {
    let drawn = try DrawnNetwork(Self.map(Self.plaza), for: .bicycle)
    #expect(try drawn.path("eg") == "eacg")
    let notes = try #require(try drawn.route("eg").notes)
    #expect(notes.contains { $0.kind == .pushed })
  }

  @Test("Around a hole and a bay one walks by their corners")
  func holes() throws {
    let map = RoadMap(
      """
      e-a-----------b-f
        |   u---v   |
        |   |   |   |
        |   x---w   |
      h-d-----------c-g
      """,
      ways: [
        "abcda": [:], "uvwxu": [:], "ea": Self.footway, "bf": Self.footway, "hd": Self.footway,
        "cg": Self.footway,
      ])
    var elements = map.elements
    elements.relations.append(
      MapRelation(
        id: 1,
        members: [
          .init(kind: .way, id: 1, role: "outer"), .init(kind: .way, id: 2, role: "inner"),
        ], tags: ["type": "multipolygon", "highway": "pedestrian"]))
    let drawn = try DrawnNetwork(map, elements: elements, for: .foot)
    for (ends, path) in [
      ("eg", ["eavcg", "eaxcg"]), ("fh", ["fbudh", "fbwdh"]), ("ef", ["eabf"]),
    ] {
      #expect(path.contains(try drawn.path(ends)), "\(ends)")
    }
    let bay = try DrawnNetwork(
      RoadMap(
        """
        e-a---p   q---b-f
          |   |   |   |
          |   r---s   |
          |           |
          d-----------c
        """, ways: ["aprsqbcda": Self.plaza, "ea": Self.footway, "bf": Self.footway]),
      for: .foot)
    #expect(try bay.path("ef") == "earsbf")
  }

  @Test("An area with one entrance, or without roads, adds nothing")
  func fewEntrances() throws {
    let map = RoadMap(Self.square, ways: ["abcda": ["amenity": "parking"], "ea": Self.footway])
    let drawn = try DrawnNetwork(map, for: .foot)
    #expect(drawn.network.segmentCount == 1)
  }

  @Test(
    "Paths over a random area are hardly longer than the shortest, by few lines",
    arguments: 1...6 as ClosedRange<UInt64>)
  func spanner(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let middle = Coordinate(latitude: 48, longitude: 11)
    let count = 40
    let corners = (0..<count).map { index in
      middle.moved(
        by: .random(in: 30...100, using: &random), bearing: 360 * Double(index) / Double(count))
    }
    let ids = (1...count).map(Int64.init)
    let outline = MapWay(
      id: 1, nodeIDs: ids + [1], coordinates: corners + [corners[0]])
    let area = try #require(
      WalkableArea(ways: [1], tags: Self.plaza, rings: [(outline, false)]))
    let lines = area.lines { corner in
      corner.node % 2 == 0 ? [.init(road: Int(corner.node), wayID: 2, along: 0)] : []
    }
    #expect(lines.count < 3 * count, "seed \(seed)")
    // The oracle samples the straight line, and walks over all that stay inside.
    let ring = corners + [corners[0]]
    let isFree = { (a: Int, b: Int) in
      abs(a - b) == 1 || abs(a - b) == count - 1
        || (1..<200).allSatisfy { step in
          let part = Double(step) / 200
          return Ring.contains(
            ring,
            Coordinate(
              latitude: corners[a].latitude + (corners[b].latitude - corners[a].latitude) * part,
              longitude: corners[a].longitude
                + (corners[b].longitude - corners[a].longitude) * part))
        }
    }
    var free = Self.distances(count)
    var walked = free
    for a in 0..<count {
      for b in 0..<count where a != b && isFree(a, b) {
        free[a][b] = corners[a].distance(to: corners[b])
      }
    }
    for line in lines {
      let (a, b) = (Int(line.nodeIDs[0]) - 1, Int(line.nodeIDs[1]) - 1)
      #expect(isFree(a, b), "seed \(seed): \(a) to \(b)")
      walked[a][b] = corners[a].distance(to: corners[b])
      walked[b][a] = walked[a][b]
    }
    Self.complete(&free)
    Self.complete(&walked)
    for a in stride(from: 1, to: count, by: 2) {
      for b in stride(from: 1, to: count, by: 2) {
        #expect(walked[a][b] <= free[a][b] * 1.101 + 0.5, "seed \(seed): \(a) to \(b)")
      }
    }
  }

  private static func distances(_ count: Int) -> [[Meters]] {
    (0..<count).map { a in (0..<count).map { $0 == a ? 0 : .infinity } }
  }

  private static func complete(_ distances: inout [[Meters]]) {
    for via in distances.indices {
      for a in distances.indices {
        for b in distances.indices {
          distances[a][b] = min(distances[a][b], distances[a][via] + distances[via][b])
        }
      }
    }
  }
}
