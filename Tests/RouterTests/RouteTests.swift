import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// How a route starts, turns and ends: ends on segments, U-turns, via points, ferries.
@Suite("Routes")
struct RouteTests {
  @Test("A route starts and ends on segments, not at their junctions")
  func partialEnds() throws {
    let drawn = try DrawnNetwork(RoadMap("A-------B---C", ways: ["AB": street, "BC": street]))
    let start = drawn.map.point(0.25, from: "A", to: "B")
    let end = drawn.map.point(0.5, from: "B", to: "C")
    let reply = try drawn.router.answer(RouteRequest(waypoints: [start, end], geometry: true))
    // 8 steps of 50 m, three quarters of them, and half of 4 more.
    #expect(reply.distanceMeters == 400)
    let line = try #require(reply.geometry?.coordinates)
    #expect(line.count == 3)
    #expect(try #require(line.first).distance(to: start) < 0.2)
    #expect(try #require(line.last).distance(to: end) < 0.2)
    #expect(reply.waypoints[0].distanceMeters < 0.1)
    // Residential without `maxspeed`: 29 km/h, 8.05 m/s, and no turn.
    #expect(reply.durationSeconds == 50)
  }

  @Test("At a junction a route leaves and arrives by any of its roads")
  func junction() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
            D
            |
        A---B---C
            |
            E
        """, ways: ["AB": oneWay, "BC": oneWay, "DB": oneWay, "BE": oneWay]))
    for trip in ["AB", "DB", "BC", "BE"] {
      #expect(try drawn.path(trip) == trip)
      // No turn: the street alone, 29 km/h.
      #expect(
        try drawn.route(trip).durationSeconds
          == (trip.contains("A") || trip.contains("C") ? 25 : 12))
    }
    #expect(try drawn.route("BB").durationSeconds == 0)
    #expect(try drawn.route("ABE").legs.map(\.distanceMeters) == [200, 100])
    // Rounded to five decimals, and a little beside the road, it is the same junction.
    let near = drawn.map.coordinate(of: "B").moved(by: 0.7, bearing: 45)
    #expect(try drawn.path([near, drawn.map.coordinate(of: "C")]) == "BC")
    #expect(try drawn.path([near, drawn.map.coordinate(of: "E")]) == "BE")
    let table = try drawn.router.answer(
      TableRequest(
        sources: "AB".map { drawn.map.coordinate(of: $0) },
        destinations: "BCE".map { drawn.map.coordinate(of: $0) }))
    #expect(table.durationsSeconds?[1][0] == 0)
    #expect(table.durationsSeconds?.joined().contains(nil) == false)
  }

  @Test("A waypoint beside the road is replied with its distance and its street's name")
  func besideTheRoad() throws {
    let named: Tags = ["highway": "residential", "name": "Hill Street"]
    let drawn = try DrawnNetwork(RoadMap("A-------B", ways: ["AB": named]))
    let beside = drawn.map.point(0.5, from: "A", to: "B").moved(by: 30, bearing: 0)
    let reply = try drawn.router.answer(NearestRoadRequest(coordinate: beside))
    #expect(reply.points.count == 1)
    #expect(abs(reply.points[0].distanceMeters - 30) < 0.1)
    #expect(reply.points[0].name == "Hill Street")
  }

  @Test(
    "On one segment a target ahead is reached directly, one behind round the block"
  )
  func sameSegment() throws {
    let map = RoadMap(
      """
      A-------B
      |       |
      D-------C
      """, ways: ["AB": oneWay, "BC": street, "CD": street, "DA": street])
    let drawn = try DrawnNetwork(map)
    let (first, second) = (map.point(0.25, from: "A", to: "B"), map.point(0.75, from: "A", to: "B"))
    #expect(try drawn.path([first, second]) == "")
    #expect(try drawn.path([second, first]) == "BCDA")
    let twoWay = try DrawnNetwork(
      RoadMap(Self.square, ways: ["AB": street, "BC": street, "CD": street, "DA": street]))
    #expect(try twoWay.path([second, first]) == "")
  }

  static let square = """
    A-------B
    |       |
    D-------C
    """

  @Test("From a coordinate to itself the route takes 0 s")
  func sameEnds() throws {
    let drawn = try DrawnNetwork(RoadMap("A-------B---C", ways: ["AB": oneWay, "BC": oneWay]))
    for coordinate in [drawn.map.point(0.25, from: "A", to: "B"), drawn.map.coordinate(of: "B")] {
      let reply = try drawn.router.answer(
        RouteRequest(
          waypoints: [coordinate, coordinate], geometry: true, steps: true, verify: true))
      #expect(reply.distanceMeters == 0)
      #expect(reply.durationSeconds == 0)
      #expect(reply.legs.first?.steps?.map(\.maneuver.kind) == [.depart, .arrive])
      #expect(reply.verified == true)
    }
  }

  @Test("A route to a coordinate with two positions on one road ends at the nearer one")
  func twoPointsOnOneRoad() throws {
    let (network, _) = try DrawnNetwork.network(
      RoadMap("A---B---C", ways: ["ABC": street]).elements)
    let partial = PartialCosts(network, TravelMetric(network))
    let directedSegment = DirectedSegment(SegmentID(0), isBackward: false)
    let arc = ArcID(network.firstArc(of: directedSegment))
    let length = network.length(of: directedSegment.segment)
    let ends = [0, length].map { SegmentPosition(directedSegment: directedSegment, offset: $0) }
    let start = SegmentPosition(directedSegment: directedSegment, offset: length / 2)
    for (arcs, end) in [([arc], length), ([arc, arc], 0)] {
      let drive = FoundPath(start: 0, arcs: arcs, milliseconds: 0)
      #expect(partial.end(of: drive, from: [start], to: ends)?.offset == end)
      #expect(partial.end(of: drive, from: [start], to: ends.reversed())?.offset == end)
    }
  }

  @Test("A via point that is passed is no stop: one leg, no instruction, the same path and time")
  func passing() throws {
    let map = RoadMap(
      """
      A---B---C---D
          |   |
          E---F
      """, ways: ["ABCD": street, "BEFC": street])
    for profile in TravelProfile.allCases {
      let drawn = try DrawnNetwork(map, for: profile)
      let vias = [map.point(0.4, from: "E", to: "F"), map.coordinate(of: "C")]
      let waypoints = [map.coordinate(of: "A")] + vias + [map.coordinate(of: "D")]
      let stopping = try drawn.router.answer(
        RouteRequest(waypoints: waypoints, geometry: true, steps: true))
      let passing = try drawn.router.answer(
        RouteRequest(waypoints: waypoints, geometry: true, steps: true, through: [1, 2]))
      #expect(map.letters(along: try #require(passing.geometry?.coordinates)) == "ABEFCD")
      #expect(passing.geometry == stopping.geometry)
      #expect(passing.legs.count == 1)
      #expect(passing.waypoints == stopping.waypoints)
      #expect(abs(passing.durationSeconds - stopping.durationSeconds) <= 1)
      #expect(abs(passing.distanceMeters - stopping.distanceMeters) <= 1)
      let steps = passing.legs[0].steps ?? []
      #expect(steps.count { [.arrive, .depart].contains($0.maneuver.kind) } == 2)
      // The turns are those of a drive over the same streets, also at the junction that is passed.
      #expect(steps.count { $0.maneuver.kind == .turn || $0.maneuver.kind == .endOfRoad } >= 2)
      #expect(steps.reduce(0) { $0 + $1.durationSeconds } == passing.durationSeconds)
      #expect(steps.reduce(0) { $0 + $1.distanceMeters } == passing.distanceMeters)
      let half = try drawn.router.answer(
        RouteRequest(waypoints: waypoints, steps: true, through: [1]))
      #expect(half.legs.count == 2)
      #expect(half.legs[0].steps?.last?.instruction.contains("stop 1") == true)
      #expect(half.legs.map(\.durationSeconds).reduce(0, +) == half.durationSeconds)
    }
    let drawn = try DrawnNetwork(map)
    for wrong in [[0], [2], [-1], [1, 7]] {
      #expect(throws: ServiceError.self) {
        try drawn.router.answer(
          RouteRequest(
            waypoints: "ABD".map { map.coordinate(of: $0) }, through: wrong))
      }
    }
  }

  @Test("On foot one turns round at a point that is passed, which is told")
  func turningRound() throws {
    let map = RoadMap("A---B-------C", ways: ["ABC": street])
    let start = map.coordinate(of: "A")
    let request = RouteRequest(
      waypoints: [start, map.point(0.5, from: "B", to: "C"), start], steps: true, through: [1])
    let foot = try DrawnNetwork(map, for: .foot).router.answer(request)
    #expect(foot.legs[0].steps?.map(\.maneuver.kind) == [.depart, .uTurn, .arrive])
    let car = try DrawnNetwork(map).router.answer(request)
    #expect(car.distanceMeters > foot.distanceMeters)
    #expect(car.legs[0].steps?.map(\.maneuver.kind) == [.depart, .uTurn, .arrive])
  }

  @Test("A drive that passes points across the change of an hour takes as long as one that stops")
  func passingAcrossTheHour() throws {
    let map = RoadMap(
      "A---------B---------C", step: 100,
      ways: ["AB": ["highway": "primary"], "BC": ["highway": "primary", "name": "Second"]])
    let router = try DrawnNetwork(map).router
    let waypoints = [
      map.coordinate(of: "A"), map.point(0.5, from: "A", to: "B"), map.coordinate(of: "C"),
    ]
    for seconds in [-120, -67, -20] {
      let departure = Timestamp("2026-11-23T10:00:00+02:00")?.adding(seconds: seconds)
      let routes = try [nil, [1]].map { through in
        try router.answer(
          RouteRequest(waypoints: waypoints, departure: departure, steps: true, through: through))
      }
      #expect(abs(routes[0].durationSeconds - routes[1].durationSeconds) <= 1)
      let steps = routes[1].legs[0].steps ?? []
      #expect(steps.reduce(0) { $0 + $1.durationSeconds } == routes[1].durationSeconds)
    }
  }

  @Test("At a via point the cheaper arrival is not chosen if it makes the whole route dearer")
  func viaDirection() throws {
    // To V on the long road B–C from A; then on to D beyond C. Arriving from B is shorter and leads
    // on; the route never doubles back.
    let map = RoadMap(
      """
      A---B-------C-------------D
          |       |
          E-------F
      """, ways: ["AB": street, "BC": street, "CD": street, "BEFC": street])
    let drawn = try DrawnNetwork(map)
    let via = map.point(0.9, from: "B", to: "C")
    let (start, end) = (map.coordinate(of: "A"), map.coordinate(of: "D"))
    #expect(try drawn.path([start, via, end]) == "ABCD")
    // Round the block, which is as far in both directions.
    #expect(try ["ABCFEBA", "ABEFCBA"].contains(drawn.path([start, via, start])))
  }

  @Test("A ferry takes its tagged duration, and carries no cars if it has only tags for walkers")
  func ferries() throws {
    let shore = "A---B-------C---D"
    let ferry: Tags = ["route": "ferry", "duration": "00:20", "name": "Sound Ferry"]
    let drawn = try DrawnNetwork(
      RoadMap(shore, step: 500, ways: ["AB": street, "BC": ferry, "CD": street]))
    let reply = try drawn.route("BC", steps: true)
    #expect((1195...1206).contains(reply.durationSeconds))
    #expect(try drawn.path("AD") == "ABCD")
    let steps = try #require(try drawn.route("AD", steps: true).legs[0].steps)
    #expect(
      steps.map(\.instruction) == [
        "Head east", "Take the Sound Ferry", "Leave the ferry", "Arrive at the destination",
      ])
    for tags: Tags in [
      ["route": "ferry", "foot": "yes"], ["route": "ferry", "motor_vehicle": "no"],
    ] {
      let onFoot = try DrawnNetwork(RoadMap(shore, ways: ["AB": street, "BC": tags, "CD": street]))
      #expect(try onFoot.path("AD") == "no route")
    }
    // The middle of the crossing snaps to a shore.
    let middle = drawn.map.point(0.4, from: "B", to: "C")
    let nearest = try drawn.router.answer(NearestRoadRequest(coordinate: middle))
    #expect(nearest.points[0].coordinate.distance(to: drawn.map.coordinate(of: "B")) < 0.2)
    #expect(nearest.mapVersion == drawn.network.version)
  }

  /// A mainland of 24 streets and an unconnected car park X–Y.
  static func archipelago(gap: String) -> RoadMap {
    RoadMap(
      """
      A-B-C-D
      | | | |
      E-F-G-H
      | | | |
      I-J-K-L
      | | | |
      M-N-O-P\(gap)X-Y
      """, step: 100,
      ways: [
        "ABCD": street, "EFGH": street, "IJKL": street, "MNOP": street, "AEIM": street,
        "BFJN": street, "CGKO": street, "DHLP": street, "XY": street,
      ])
  }

  @Test("A via point from which only a one-way street leads on and out is left by a U-turn")
  func viaBeforeOneWay() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---C---D
            |
            E
        """, ways: ["ABC": street, "CD": oneWay, "BE": street]))
    #expect(try drawn.path("AC") == "ABC")
    #expect(try drawn.path("ACE") == "ABCBE")
  }

  @Test("The nearest roads are distinct and in order")
  func nearest() throws {
    let named = { (name: String) -> Tags in ["highway": "residential", "name": name] }
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---C

        D---E---F

        G-------H
        """,
        ways: [
          "AB": named("First"), "BC": named("First"), "DE": named("Second"), "EF": street,
          "GH": named("Third"),
        ]))
    let here = drawn.map.coordinate(of: "B").moved(by: 5, bearing: 180)
    let reply = try drawn.router.answer(NearestRoadRequest(coordinate: here, limit: 10))
    #expect(Set(reply.points.compactMap(\.name)) == ["First", "Second", "Third"])
    #expect(reply.points.count == 4)
    #expect(reply.points[0].name == "First")
    let distances = reply.points.map(\.distanceMeters)
    #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 + 0.01 })
    let two = try drawn.router.answer(NearestRoadRequest(coordinate: here, limit: 2))
    #expect(two.points == Array(reply.points.prefix(2)))
  }
}
