import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Where coordinates come to lie on the road: islands, sides of the street, directions, the cache.
@Suite("Snapping")
struct SnapTests {
  // Islands.

  @Test("A drive within an island stays there; any other leaves it out while the mainland is near")
  func islands() throws {
    for gap in [" ", "      ", "                  "] {
      let drawn = try DrawnNetwork(DriveTests.archipelago(gap: gap))
      #expect(try drawn.path("XY") == "XY")
      #expect(try drawn.path("YX") == "YX")
      #expect(try drawn.path("AX").last == "P")
      #expect(try drawn.path("XA").first == "P")
      // All waypoints move, or none.
      #expect(try drawn.path("XAY").contains("X") == false)
    }
    let far = try DrawnNetwork(DriveTests.archipelago(gap: String(repeating: " ", count: 21)))
    #expect(try far.path("AX") == "no route")
    #expect(try far.path("XY") == "XY")
  }

  @Test("A road that one cannot come back from is reached, and left from the mainland")
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

  @Test(
    "Route and table agree for every pair, on islands or not", arguments: [1, 2, 3] as [UInt64])
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawn = try DrawnNetwork(DriveTests.archipelago(gap: "     "))
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

  @Test("At the kerb: the drive passes on the place's side, and turns round for it if it must")
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
    let path = { (side: StreetSide, place: Coordinate) in
      let reply = try drawn.router.answer(
        RouteRequest(waypoints: [a, place], side: side, geometry: true))
      return map.letters(along: try #require(reply.geometry?.coordinates))
    }
    let (south, north) = (middle.moved(by: 8, bearing: 180), middle.moved(by: 8, bearing: 0))
    #expect(try path(.kerb, south) == "AB")
    #expect(try path(.kerb, north) == "ABEFC")
    #expect(try path(.either, north) == "AB")
    // On the road itself there is no side.
    #expect(try path(.kerb, middle) == "AB")
    // At a junction neither.
    #expect(try path(.kerb, map.coordinate(of: "B").moved(by: 5, bearing: 0)) == "AB")
  }

  @Test("At the kerb of a one-way street one stops on either side")
  func oneWayKerb() throws {
    let map = RoadMap("A---B-----C---D", ways: ["AB": street, "BC": oneWay, "CD": street])
    let drawn = try DrawnNetwork(map)
    for bearing in [0.0, 180] {
      let place = map.point(0.5, from: "B", to: "C").moved(by: 8, bearing: bearing)
      let reply = try drawn.router.answer(
        RouteRequest(waypoints: [map.coordinate(of: "A"), place], side: .kerb))
      #expect(reply.waypoints[1].distanceMeters > 7)
    }
  }

  @Test("Outside a bend and inside it a place has one side", arguments: [5.0, 20, 60])
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
      let place = bend.moved(by: distance, bearing: bearing)
      #expect(network.project(place, onto: SegmentID(0)).isOnRight != isLeft, "\(bearing)")
    }
  }

  @Test("Where one drives on the left, the kerb is there; who walks crosses the street")
  func otherKerbs() throws {
    let map = RoadMap("A-----B-----C", step: 50, ways: ["ABC": street])
    let place = map.point(0.5, from: "A", to: "B").moved(by: 8, bearing: 180)
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
        #expect(snapper.snap(place, side: .kerb)?.nearest.onlyDirectedSegment == directedSegment)
        #expect(snapper.snap(place)?.nearest.onlyDirectedSegment == nil)
      }
    }
  }

  // Service roads beside streets.

  @Test("A street beside a service road will do, where it is little farther")
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
      let place = map.point(0.2, from: "A", to: "B").moved(by: row.south, bearing: 180)
      let drawn = try DrawnNetwork(map)
      let there = try drawn.path([map.coordinate(of: "A"), place])
      #expect(there == row.path, "\(row)")
      // The table says the same, and the way back too.
      let points = [map.coordinate(of: "A"), place]
      let table = try drawn.router.answer(TableRequest(sources: points, destinations: points))
      for (row, column) in [(0, 1), (1, 0)] {
        let reply = try drawn.router.answer(
          RouteRequest(waypoints: [points[row], points[column]]))
        #expect(table.durationsSeconds?[row][column] == reply.durationSeconds)
        let end = reply.waypoints[column]
        #expect(abs(end.coordinate.distance(to: place) - end.distanceMeters) < 0.1)
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

  @Test("Nothing within the radius is off the map, and the message says how far was looked")
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

  @Test("The cache answers as the search does, also where sets of slots are full")
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
