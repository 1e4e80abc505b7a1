import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Snapping coordinates to roads: islands, sides of the street, bearings, the cache.
@Suite("Snapping", .computing)
struct SnapTests {
  // Islands.

  @Test("A route within an island stays there; any other one uses the mainland nearby")
  func islands() throws {
    for gap in [" ", "      ", "                  "] {
      let drawn = try DrawnNetwork(RouteTests.archipelago(gap: gap))
      #expect(try drawn.path("XY") == "XY")
      #expect(try drawn.path("YX") == "YX")
      #expect(try drawn.path("AX").last == "P")
      #expect(try drawn.path("XA").first == "P")
      // Either all waypoints move to the mainland, or none.
      #expect(try drawn.path("XAY").contains("X") == false)
    }
    let far = try DrawnNetwork(RouteTests.archipelago(gap: String(repeating: " ", count: 21)))
    #expect(try far.path("AX") == "no route")
    #expect(try far.path("XY") == "XY")
  }

  @Test("A road without a way back can be a destination; as an origin the mainland is used")
  func oneWayOut() throws {
    // P–Z leads out of the map.
    let rows: KeyValuePairs<String, Tags> = [
      "ABCD": street, "EFGH": street, "IJKL": street, "MNOP": street, "AEIM": street,
      "BFJN": street, "CGKO": street, "DHLP": street, "PZ": oneWay,
    ]
    let map = RoadMap(
      """
      A-B-C-D
      | | | |
      E-F-G-H
      | | | |
      I-J-K-L
      | | | |
      M-N-O-P----Z
      """, step: 100, ways: rows)
    let drawn = try DrawnNetwork(map)
    let there = map.point(0.9, from: "P", to: "Z")
    let a = map.coordinate(of: "A")
    #expect(try drawn.path([a, there]).last == "P")
    let reply = try drawn.router.answer(RouteRequest(waypoints: [a, there]))
    #expect(reply.waypoints[1].distanceMeters < 1)
    let back = try drawn.router.answer(RouteRequest(waypoints: [there, a]))
    #expect(back.waypoints[0].coordinate.distance(to: map.coordinate(of: "P")) < 1)
  }

  @Test("An end in a pocket that a turn restriction over a way closes moves out of it")
  func pocket() throws {
    let rows: KeyValuePairs<String, Tags> = [
      "ABCD": street, "EFGH": street, "IJKL": street, "MNOP": street, "AEIM": street,
      "BFJN": street, "CGKO": street, "DHLP": street, "PQ": street, "QR": street, "RX": street,
    ]
    var map = RoadMap(
      """
      A-B-C-D
      | | | |
      E-F-G-H
      | | | |
      I-J-K-L
      | | | |
      M-N-O-P-Q-R-X
      """, step: 100, ways: rows)
    map.restrict("no_straight_on", from: "RX", via: "QR", to: "PQ")
    let drawn = try DrawnNetwork(map)
    let inside = map.point(0.5, from: "R", to: "X")
    #expect(try drawn.path([inside, map.coordinate(of: "P")]) == "RQP")
    #expect(try drawn.path([map.coordinate(of: "P"), inside]) == "PQR")
  }

  @Test(
    "Route and table agree for every pair, on islands or not", arguments: [1, 2, 3] as [UInt64])
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawn = try DrawnNetwork(RouteTests.archipelago(gap: "     "))
    let (west, east) = (drawn.map.coordinate(of: "A"), drawn.map.coordinate(of: "Y"))
    let points =
      (0..<12).map { _ in
        Coordinate(
          latitude: .random(in: east.latitude...west.latitude, using: &random),
          longitude: .random(in: west.longitude...east.longitude, using: &random))
      } + "XYXA".map { drawn.map.coordinate(of: $0) }
    let table = try #require(
      try drawn.router.answer(TableRequest(sources: points, destinations: points))
        .durationsSeconds)
    for (row, start) in points.enumerated() {
      for (column, end) in points.enumerated() {
        let route = try? drawn.router.answer(RouteRequest(waypoints: [start, end]))
        #expect(route?.durationSeconds == table[row][column], "seed \(seed): \(start) to \(end)")
      }
    }
  }

  // The side of the street.

  @Test("With side kerb the route passes on the waypoint's side, if necessary after a U-turn")
  func kerb() throws {
    let map = RoadMap(
      """
      A-----B-----C-----D
            |     |
            E-----F
      """, step: 50, ways: ["ABCD": street, "BEFC": street])
    let drawn = try DrawnNetwork(map)
    let middle = map.point(0.5, from: "B", to: "C")
    let a = map.coordinate(of: "A")
    let path = { (side: StreetSide, coordinate: Coordinate) in
      let reply = try drawn.router.answer(
        RouteRequest(waypoints: [a, coordinate], side: side, geometry: true))
      return map.letters(along: try #require(reply.geometry?.coordinates))
    }
    let (south, north) = (middle.moved(by: 8, bearing: 180), middle.moved(by: 8, bearing: 0))
    #expect(try path(.kerb, south) == "AB")
    #expect(try path(.kerb, north) == "ABEFC")
    #expect(try path(.either, north) == "AB")
    // A waypoint on the road itself is on neither side.
    #expect(try path(.kerb, middle) == "AB")
    // So is one at a junction.
    #expect(try path(.kerb, map.coordinate(of: "B").moved(by: 5, bearing: 0)) == "AB")
  }

  @Test("Where no route passes on the waypoint's side, the other side is used, and a note says so")
  func unreachableKerb() throws {
    // C–D leads out of the map, so nobody comes back along B–C.
    var map = RoadMap(
      """
      A-----B-----C-----D
      """, step: 50, ways: ["AB": street, "BC": street, "CD": oneWay])
    map.restrict("no_u_turn", from: "BC", via: "C", to: "BC")
    let drawn = try DrawnNetwork(map)
    let north = map.point(0.5, from: "B", to: "C").moved(by: 8, bearing: 0)
    let reply = try drawn.router.answer(
      RouteRequest(waypoints: [map.coordinate(of: "A"), north], side: .kerb))
    #expect(reply.waypoints[1].distanceMeters < 9)
    #expect(reply.notes?.map(\.kind) == [.otherSide])
    #expect(
      reply.notes?.first?.text
        == "This route ends on the other side of the street: no road leads there on the near one.")
    let south = north.moved(by: 16, bearing: 180)
    let near = try drawn.router.answer(
      RouteRequest(waypoints: [map.coordinate(of: "A"), south], side: .kerb))
    #expect(near.notes == nil)
  }

  @Test("On a one-way street both kerbs are reached")
  func oneWayKerb() throws {
    let map = RoadMap("A---B-----C---D", ways: ["AB": street, "BC": oneWay, "CD": street])
    let drawn = try DrawnNetwork(map)
    for bearing in [0.0, 180] {
      let coordinate = map.point(0.5, from: "B", to: "C").moved(by: 8, bearing: bearing)
      let reply = try drawn.router.answer(
        RouteRequest(waypoints: [map.coordinate(of: "A"), coordinate], side: .kerb))
      #expect(reply.waypoints[1].distanceMeters > 7)
    }
  }

  @Test("A coordinate outside or inside a bend is on one definite side", arguments: [5.0, 20, 60])
  func bends(distance: Meters) throws {
    let map = RoadMap(
      """
      A---B
          |
          C
      """, step: 100, ways: ["ABC": street])
    let network = try DrawnNetwork(map).network
    let bend = map.coordinate(of: "B")
    for (bearing, isLeft) in [(45.0, true), (10, true), (80, true), (225, false)] {
      let coordinate = bend.moved(by: distance, bearing: bearing)
      #expect(network.project(coordinate, onto: SegmentID(0)).isOnRight != isLeft, "\(bearing)")
    }
  }

  @Test("In left-hand traffic the kerb is on the left; on foot the side does not matter")
  func otherKerbs() throws {
    let map = RoadMap("A-----B-----C", step: 50, ways: ["ABC": street])
    let coordinate = map.point(0.5, from: "A", to: "B").moved(by: 8, bearing: 180)
    let rows: [(DrivingSide, TravelProfile, DirectedSegment?)] = [
      (.right, .car, DirectedSegment(SegmentID(0), isBackward: false)),
      (.left, .car, DirectedSegment(SegmentID(0), isBackward: true)),
      (.left, .bicycle, DirectedSegment(SegmentID(0), isBackward: true)), (.left, .foot, nil),
    ]
    for (side, profile, directedSegment) in rows {
      try TemporaryDirectory.with { directory in
        let path = directory.path("network")
        _ = try NetworkBuilder.build(map.elements, for: profile, drivingSide: side, to: path)
        let snapper = Snapper(try RoadNetwork(path: path))
        #expect(
          snapper.snap(coordinate, side: .kerb)?.nearest.onlyDirectedSegment == directedSegment)
        #expect(snapper.snap(coordinate)?.nearest.onlyDirectedSegment == nil)
      }
    }
  }

  // Service roads beside streets.

  @Test("A street beside a service road is an alternative if it is little farther")
  func parallel() throws {
    let yard: Tags = ["highway": "service"]
    let rows: [(street: Tags, south: Meters, path: String)] = [
      (["highway": "residential"], 12, "A"), (["highway": "residential"], 17, "ABD"),
      (["highway": "motorway", "oneway": "no"], 12, "ABD"),
      (["highway": "residential", "tunnel": "yes"], 12, "ABD"),
    ]
    for row in rows {
      let map = RoadMap(
        """
        A----------------------------------------B

        S----------------------------------------D
        """, step: 10, ways: ["AB": row.street, "SD": yard, "BD": street])
      let coordinate = map.point(0.2, from: "A", to: "B").moved(by: row.south, bearing: 180)
      let drawn = try DrawnNetwork(map)
      let there = try drawn.path([map.coordinate(of: "A"), coordinate])
      #expect(there == row.path, "\(row)")
      // The table agrees, and so does the way back.
      let points = [map.coordinate(of: "A"), coordinate]
      let table = try drawn.router.answer(TableRequest(sources: points, destinations: points))
      for (row, column) in [(0, 1), (1, 0)] {
        let reply = try drawn.router.answer(
          RouteRequest(waypoints: [points[row], points[column]]))
        #expect(table.durationsSeconds?[row][column] == reply.durationSeconds)
        let end = reply.waypoints[column]
        #expect(abs(end.coordinate.distance(to: coordinate) - end.distanceMeters) < 0.1)
      }
    }
  }

  // The nearest roads.

  @Test(
    "Only roads that one may travel in the direction asked for",
    arguments: [
      (0.0, 45.0, "North"), (180, 45, "North"), (90, 45, "East"), (270, 45, nil),
      (300, 60, "North"), (271, 180, "East"), (359, 2, "North"),
    ] as [(Double, Double, String?)])
  func bearing(degrees: Double, range: Double, name: String?) throws {
    let named = { (name: String, oneway: String) -> Tags in
      ["highway": "residential", "name": name, "oneway": oneway]
    }
    let map = RoadMap(
      """
          N
          |
      A---B---C
          |
          S
      """, ways: ["ABC": named("East", "yes"), "NBS": named("North", "no")])
    let here = map.coordinate(of: "B").moved(by: 40, bearing: 50)
    let request = NearestRoadRequest(
      coordinate: here.moved(by: 5, bearing: 180), bearing: degrees, bearingRange: range)
    let reply = try? DrawnNetwork(map).router.answer(request)
    #expect(reply?.points.first?.name == name)
  }

  @Test("The nearest road is the one at 0 m, also on an island")
  func nearestOnIsland() throws {
    let drawn = try DrawnNetwork(RouteTests.archipelago(gap: "  "))
    let here = drawn.map.point(0.5, from: "X", to: "Y")
    let reply = try drawn.router.answer(NearestRoadRequest(coordinate: here, limit: 3))
    #expect(reply.points.first.map { $0.distanceMeters < 0.1 } == true)
    #expect(reply.points.count == 3)
  }

  @Test("Only the end that must moves to the mainland")
  func oneEnd() throws {
    // X–Y leads into the map and Z–W out of it: neither has a way back.
    let map = RoadMap(
      """
      X-A-B-C-D-Z
        | | | |
        E-F-G-H
        | | | |
        I-J-K-L
        | | | |
        M-N-O-P
      """, step: 100,
      ways: [
        "ABCD": street, "EFGH": street, "IJKL": street, "MNOP": street, "AEIM": street,
        "BFJN": street, "CGKO": street, "DHLP": street, "XA": oneWay, "DZ": oneWay,
      ])
    let drawn = try DrawnNetwork(map)
    let (west, east) = (map.point(0.2, from: "X", to: "A"), map.point(0.8, from: "D", to: "Z"))
    let reply = try drawn.router.answer(
      RouteRequest(waypoints: [east, east.moved(by: 5, bearing: 270)]))
    #expect(reply.waypoints[0].distanceMeters > 50)
    #expect(reply.waypoints[1].distanceMeters < 1)
    let across = try drawn.router.answer(RouteRequest(waypoints: [east, west]))
    #expect(across.waypoints.allSatisfy { $0.distanceMeters > 50 })
  }

  @Test("No road within the radius is an error that contains the radius")
  func radius() throws {
    let drawn = try RequestTests.town()
    let here = drawn.map.coordinate(of: "A").moved(by: 60, bearing: 270)
    let near = NearestRoadRequest(coordinate: here, radiusMeters: 61)
    #expect(try drawn.router.answer(near).points.count == 1)
    #expect {
      try drawn.router.answer(NearestRoadRequest(coordinate: here, radiusMeters: 59))
    } throws: {
      let error = $0 as? ServiceError
      return error?.code == .outsideMap && error?.message.contains("59 m") == true
    }
  }

  @Test(
    "Numbers out of range",
    arguments: [
      (360, nil, nil), (-1, nil, nil), (.nan, nil, nil), (0, 181, nil), (0, -1, nil),
      (nil, nil, -1), (nil, nil, 2_001), (nil, nil, .nan),
    ] as [(Double?, Double?, Meters?)])
  func invalid(bearing: Double?, range: Double?, radius: Meters?) throws {
    let drawn = try RequestTests.town()
    let request = NearestRoadRequest(
      coordinate: drawn.map.coordinate(of: "A"), bearing: bearing, bearingRange: range,
      radiusMeters: radius)
    #expect { try drawn.router.answer(request) } throws: {
      ($0 as? ServiceError)?.code == .invalidRequest
    }
  }

  // The cache.

  @Test("The cache returns the same as the search, also when sets of slots are full")
  func cache() throws {
    let (network, _) = try DrawnNetwork.network(RandomTown(side: 8, seed: 3).elements)
    let snapper = Snapper(network)
    var cache = SnapCache(snapper)
    var random = SeededGenerator(seed: 4)
    let points = (0..<2 * SnapCache.setCount * SnapCache.ways).map { _ in
      Coordinate(
        latitude: .random(in: network.box.south...network.box.north, using: &random),
        longitude: .random(in: network.box.west...network.box.east, using: &random))
    }
    for point in points { _ = cache.snap(point) }
    for (index, point) in points.enumerated() where index % 16 == 0 {
      #expect(cache.snap(point) == snapper.snap(point))
      #expect(cache.snap(point, side: .kerb) == snapper.snap(point, side: .kerb))
    }
    #expect(cache.snap(Coordinate(latitude: -37, longitude: 144)) == nil)
  }
}
