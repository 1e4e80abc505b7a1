import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// Routes on drawn maps with closed and slow roads.
@Suite("Live traffic")
struct TrafficTests {
  /// Two routes, the upper one shorter.
  static func ring() throws -> DrawnNetwork {
    try DrawnNetwork(
      RoadMap(
        """
        A---B---C
        |       |
        D-------E
        """,
        ways: [
          "ABC": ["highway": "residential", "name": "Upper Street"], "AD": street, "CE": street,
          "DE": street,
        ]))
  }

  /// The route between letters under this traffic; or "no route".
  private func path(
    _ letters: String, on drawn: DrawnNetwork, _ changes: [(RoadReference, RoadCondition)]
  ) throws -> String {
    let snapshot = try drawn.snapshot(changes)
    let waypoints = letters.map { drawn.map.coordinate(of: $0) }
    do {
      let reply = try ProfileRouter(snapshot).answer(
        RouteRequest(waypoints: waypoints, geometry: true))
      return drawn.map.letters(along: try #require(reply.geometry?.coordinates))
    } catch let error as ServiceError where error.code == .noRoute {
      return "no route"
    }
  }

  static let slow = RoadCondition.speed(kilometersPerHour: 5)

  @Test("A closed or slow way is avoided, in both directions or one")
  func around() throws {
    let drawn = try Self.ring()
    let upper = RoadReference(way: 1)
    #expect(try path("AC", on: drawn, []) == "ABC")
    #expect(try path("AC", on: drawn, [(upper, .closed)]) == "ADEC")
    #expect(try path("CA", on: drawn, [(upper, .closed)]) == "CEDA")
    #expect(try path("AC", on: drawn, [(upper, Self.slow)]) == "ADEC")
    for (bearing, there, back) in [(80.0, "ADEC", "CBA"), (260, "ABC", "CEDA")] {
      let side = RoadReference(way: 1, bearing: bearing)
      #expect(try path("AC", on: drawn, [(side, .closed)]) == there)
      #expect(try path("CA", on: drawn, [(side, .closed)]) == back)
    }
  }

  @Test("A coordinate refers to the stretch between junctions, a bearing to one direction of it")
  func stretch() throws {
    // B is not a junction, so A to C is one stretch; with a side street there are two.
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---C
        |   |   |
        D---F---E
        """, ways: ["ABC": street, "CE": street, "DFE": street, "BF": street]))
    let half = RoadReference(coordinate: drawn.map.point(0.4, from: "B", to: "C"))
    #expect(try path("AC", on: drawn, [(half, .closed)]) == "ABFEC")
    let east = RoadReference(coordinate: drawn.map.point(0.4, from: "B", to: "C"), bearing: 45)
    #expect(try path("AC", on: drawn, [(east, .closed)]) == "ABFEC")
    #expect(try path("CA", on: drawn, [(east, .closed)]) == "CBA")
    let roads = try drawn.snapshot([(half, .closed), (RoadReference(way: 1), .closed)])
      .traffic.roads(on: drawn.network)
    #expect(roads.map(\.segments) == [1, 2])
  }

  @Test("The bearing of a bent way is that of the line from its first point to its last")
  func bent() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-----------G
            C---D
            |   |
        A---B   E---F---G
        """.replacing("A---B   E---F---G", with: "H---B   E---F---I"),
        ways: ["HBCDEFI": street, "AG": street]))
    let east = RoadReference(way: 1, bearing: 90)
    let directedSegments = RoadLocator(drawn.network).directedSegments(of: east)
    #expect(directedSegments.count == 1)
    #expect(directedSegments.allSatisfy { !$0.isBackward })
    let west = RoadLocator(drawn.network).directedSegments(of: RoadReference(way: 1, bearing: 271))
    #expect(west == directedSegments.map(\.reversed))
  }

  @Test("A one-way street is selected whatever the bearing")
  func oneWayStreet() throws {
    let drawn = try DrawnNetwork(RoadMap("A---B---C", ways: ["ABC": oneWay]))
    for bearing in [nil, 90.0, 270] {
      let road = RoadReference(way: 1, bearing: bearing)
      let directedSegments = RoadLocator(drawn.network).directedSegments(of: road)
      #expect(directedSegments == [DirectedSegment(SegmentID(0), isBackward: false)])
    }
  }

  @Test("A waypoint on a closed road snaps to it, and has no route in that direction")
  func closedEnds() throws {
    let drawn = try Self.ring()
    let middle = drawn.map.point(0.5, from: "D", to: "E")
    let lower = RoadReference(way: 4)
    let away = drawn.map.coordinate(of: "B")
    func seconds(_ snapshot: RoadSnapshot, _ ends: [Coordinate]) throws -> Int? {
      let table = try ProfileRouter(snapshot).answer(
        TableRequest(sources: [ends[0]], destinations: [ends[1]]))
      return table.durationsSeconds?[0][0]
    }
    let closed = try drawn.snapshot([(lower, .closed)])
    #expect(try seconds(closed, [middle, away]) == nil)
    #expect(try seconds(closed, [away, middle]) == nil)
    #expect(try seconds(closed, [middle, middle]) == nil)
    let error = #expect(throws: ServiceError.self) {
      try ProfileRouter(closed).answer(RouteRequest(waypoints: [away, middle]))
    }
    #expect(error?.code == .noRoute)
    let nearest = try ProfileRouter(closed).answer(NearestRoadRequest(coordinate: middle))
    #expect(try #require(nearest.points.first).distanceMeters < 1)
    // With one direction closed, routes leave and arrive in the other.
    let east = try drawn.snapshot([(RoadReference(way: 4, bearing: 90), .closed)])
    for ends in [[middle, away], [away, middle]] {
      let reply = try ProfileRouter(east).answer(RouteRequest(waypoints: ends, geometry: true))
      let letters = drawn.map.letters(along: try #require(reply.geometry?.coordinates))
      #expect(letters == (ends[0] == middle ? "DAB" : "BCE"))
    }
  }

  @Test("A waypoint on a closed road uses an open one that is little farther")
  func besideClosure() throws {
    for (gap, isNear) in [("", true), ("\n\n\n\n\n", false)] {
      let drawn = try DrawnNetwork(
        RoadMap(
          """
          A---B---C---F
          |       |\(gap)
          D-------E
          """, step: 20,
          ways: [
            "ABC": ["highway": "residential", "name": "Upper Street"], "AD": street,
            "CE": street, "DE": street, "CF": street,
          ]))
      let closed = try drawn.snapshot([(RoadReference(way: 4), .closed)])
      let middle = drawn.map.point(0.5, from: "D", to: "E")
      let ends = [middle, drawn.map.coordinate(of: "F")]
      let reply = try? ProfileRouter(closed).answer(RouteRequest(waypoints: ends))
      #expect(reply.map { abs($0.waypoints[0].distanceMeters - 40) < 1 } == (isNear ? true : nil))
      let table = try ProfileRouter(closed).answer(TableRequest(sources: ends, destinations: ends))
      #expect(table.durationsSeconds?[0][1] == reply?.durationSeconds)
      guard !isNear else { continue }
      let error = #expect(throws: ServiceError.self) {
        try ProfileRouter(closed).answer(RouteRequest(waypoints: ends))
      }
      #expect(error?.message.hasPrefix("Live traffic has closed the road at") == true)
    }
  }

  @Test("A live speed applies at every hour, and to the part that is travelled")
  func liveSpeed() throws {
    let drawn = try DrawnNetwork(
      RoadMap("A---------B", step: 100, ways: ["AB": ["highway": "primary"]]))
    let road = RoadReference(way: 1)
    let router = ProfileRouter(
      try drawn.snapshot([(road, .speed(kilometersPerHour: 36))]))
    let ends = "AB".map { drawn.map.coordinate(of: $0) }
    for hour in [3, 8, 12, 20] {
      let time = try #require(Timestamp("2026-11-23T00:00:00Z")).adding(seconds: hour * 3600)
      let whole = RouteRequest(waypoints: ends, departure: time)
      #expect(try router.answer(whole).durationSeconds == 100)
      let half = RouteRequest(
        waypoints: [drawn.map.point(0.5, from: "A", to: "B"), ends[1]], departure: time)
      #expect(try router.answer(half).durationSeconds == 50)
    }
  }

  @Test("Of two changes to the same stretch the later one counts; the list has both")
  func order() throws {
    let drawn = try Self.ring()
    let upper = RoadReference(way: 1)
    let spot = RoadReference(coordinate: drawn.map.coordinate(of: "B"))
    #expect(
      try path("AC", on: drawn, [(upper, .closed), (spot, .speed(kilometersPerHour: 25))])
        == "ABC")
    let states = [(spot, RoadCondition.speed(kilometersPerHour: 25)), (upper, .closed)]
    #expect(try path("AC", on: drawn, states) == "ADEC")
    let roads = try drawn.snapshot(states).traffic.roads(on: drawn.network)
    #expect(roads.map(\.name) == ["Upper Street", "Upper Street"])
    #expect(roads.map(\.road) == [spot, upper])
  }

  @Test("Replies contain the version of the traffic, from the first change on")
  func version() throws {
    let drawn = try Self.ring()
    let ends = "AC".map { drawn.map.coordinate(of: $0) }
    for (snapshot, version) in [
      (try drawn.snapshot([]), nil), (try drawn.snapshot([(RoadReference(way: 1), .closed)]), 1),
    ] {
      let router = ProfileRouter(snapshot)
      #expect(try router.answer(RouteRequest(waypoints: ends)).trafficVersion == version)
      let table = TableRequest(sources: ends, destinations: ends)
      #expect(try router.answer(table).trafficVersion == version)
    }
  }

  @Test("A worker uses each new snapshot; an older snapshot stays unchanged")
  func newest() throws {
    let drawn = try Self.ring()
    let first = try drawn.snapshot([])
    let roads = LiveRoads(first)
    let router = ProfileRouter(roads)
    let request = RouteRequest(waypoints: "AC".map { drawn.map.coordinate(of: $0) })
    let before = try router.answer(request).distanceMeters
    let closed = try drawn.snapshot([(RoadReference(way: 1), .closed)])
    roads.replace(by: first.applying(closed.traffic))
    #expect(try router.answer(request).distanceMeters > before)
    #expect(try ProfileRouter(first).answer(request).distanceMeters == before)
    roads.replace(by: roads.snapshot.applying(.none))
    #expect(try router.answer(request).distanceMeters == before)
  }
}

extension DrawnNetwork {
  /// The roads with these changes of traffic.
  func snapshot(_ changes: [(RoadReference, RoadCondition)]) throws -> RoadSnapshot {
    let locator = RoadLocator(network)
    let request = TrafficRequest(set: changes.map { TrafficChange(road: $0.0, state: $0.1) })
    let state = try TrafficState.empty.changed(by: request, locate: locator.directedSegments)
    return RoadSnapshot(network, traffic: RoadTraffic(state, on: network))
  }
}
