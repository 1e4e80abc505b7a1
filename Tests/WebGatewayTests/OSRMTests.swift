import Foundation
import Geography
import Messages
import TestSupport
import Testing
import WebGateway

/// The HTTP interface of OSRM: its answers to faulty requests are those of `osrm-routed` 26.10.
@Suite("The interface of OSRM")
struct OSRMTests {
  private static let points = [(9.5, 47.1), (9.501, 47.1), (9.501, 47.102)].map {
    Coordinate(latitude: $0.1, longitude: $0.0)
  }

  private static func route(_ waypoints: Int) -> RouteReply {
    let kinds: [(ManeuverKind, TurnDirection?, Int)] = [
      (.depart, .right, 76), (.turn, .left, 222), (.arrive, nil, 0),
    ]
    let bearings = [[90], [0, 90, 270], [180]]
    let steps = zip(zip(kinds, points), bearings.indices).map { pair, index in
      let (kind, point) = pair
      return RouteStep(
        maneuver: Maneuver(kind: kind.0, direction: kind.1, coordinate: point),
        instruction: "\(kind.0)", name: kind.0 == .turn ? "Hauptstrasse" : nil,
        ref: kind.0 == .turn ? "28" : nil,
        durationSeconds: kind.2 / 10, distanceMeters: kind.2,
        intersections: [
          StepIntersection(
            geometryIndex: index, bearings: bearings[index],
            entries: bearings[index].map { $0 < 270 },
            incoming: ([nil, 2, 0] as [Int?])[index], outgoing: ([0, 0, nil] as [Int?])[index],
            lanes: index == 1 ? [Lane(directions: [.left], isValid: true)] : nil,
            roadMilliseconds: kind.2 * 100)
        ])
    }
    let leg = RouteLeg(durationSeconds: 29, distanceMeters: 298, name: "A and B", steps: steps)
    return RouteReply(
      durationSeconds: 29, distanceMeters: 298, name: "A and B", geometry: EncodedPolyline(points),
      legs: [leg],
      waypoints: [points[0], points[2]].map {
        SnappedWaypoint(coordinate: $0, distanceMeters: 3, name: "Hauptstrasse")
      }, drivesOnLeft: true, mapVersion: "1")
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try MessageCoder.encode(value), as: UTF8.self)
  }

  private func get(
    _ path: String, _ query: [String: String] = [:], _ bus: ScriptedBus = ScriptedBus()
  ) async throws -> (status: Int, body: [String: Any]) {
    let response = await gateway(bus).answer(HTTPRequest("GET", path, query: query))
    let object = try JSONSerialization.jsonObject(with: Data(response.text.utf8))
    return (response.status, try #require(object as? [String: Any]))
  }

  @Test("A route has OSRM's keys, its steps their stretch of the line and their bearings")
  func route() async throws {
    let bus = ScriptedBus().answering("router.route/1") { _ in try Self.json(Self.route(2)) }
    let (status, body) = try await get(
      "/route/v1/driving/9.5,47.1;9.501,47.102",
      ["steps": "true", "geometries": "geojson", "overview": "full", "annotations": "true"], bus)
    #expect(status == 200 && body["code"] as? String == "Ok")
    let route = try #require((body["routes"] as? [[String: Any]])?.first)
    #expect(route["duration"] as? Double == 29 && route["distance"] as? Double == 298)
    let geometry = try #require(route["geometry"] as? [String: Any])
    #expect(
      geometry["coordinates"] as? [[Double]] == Self.points.map { [$0.longitude, $0.latitude] })
    let leg = try #require((route["legs"] as? [[String: Any]])?.first)
    #expect(leg["summary"] as? String == "A, B")
    let steps = try #require(leg["steps"] as? [[String: Any]])
    let maneuvers = steps.compactMap { $0["maneuver"] as? [String: Any] }
    #expect(maneuvers.map { $0["type"] as? String } == ["depart", "turn", "arrive"])
    #expect(maneuvers.map { $0["modifier"] as? String } == ["right", "left", nil])
    #expect(maneuvers.map { $0["bearing_before"] as? Int } == [0, 90, 0])
    #expect(maneuvers.map { $0["bearing_after"] as? Int } == [90, 0, 0])
    let places = steps.compactMap { ($0["intersections"] as? [[String: Any]])?.first }
    #expect(places.map { $0["bearings"] as? [Int] } == [[90], [0, 90, 270], [180]])
    #expect(places.map { $0["entry"] as? [Bool] } == [[true], [true, true, false], [true]])
    #expect(places.map { $0["in"] as? Int } == [nil, 2, 0])
    #expect(places.map { $0["out"] as? Int } == [0, 0, nil])
    #expect(places.map { ($0["lanes"] as? [Any])?.count } == [nil, 1, nil])
    let lines = steps.map { ($0["geometry"] as? [String: Any])?["coordinates"] as? [[Double]] }
    #expect(lines.map { $0?.count } == [2, 2, 2])
    #expect(lines[1]?[1] == [9.501, 47.102])
    #expect(steps.map { $0["ref"] as? String } == [nil, "28", nil])
    #expect(steps.allSatisfy { $0["driving_side"] as? String == "left" })
    let annotation = try #require(leg["annotation"] as? [String: Any])
    #expect((annotation["distance"] as? [Double])?.count == 2)
    #expect(annotation["duration"] as? [Double] == [7.6, 22.2])
    let waypoints = try #require(body["waypoints"] as? [[String: Any]])
    #expect(waypoints.map { $0["location"] as? [Double] } == [[9.5, 47.1], [9.501, 47.102]])
  }

  @Test("Lines are encoded with five decimals, or six")
  func polylines() async throws {
    let bus = ScriptedBus().answering("router.route/1") { _ in try Self.json(Self.route(2)) }
    for name in ["polyline", "polyline6"] {
      let (_, body) = try await get(
        "/route/v1/driving/9.5,47.1;9.501,47.102", ["geometries": name, "overview": "full"], bus)
      let route = try #require((body["routes"] as? [[String: Any]])?.first)
      let line = try #require(route["geometry"] as? String)
      if name == "polyline6" {
        #expect(EncodedPolyline(rawValue: line).coordinates == Self.points)
      } else {
        // A tenth of each, with six decimals.
        let tenths = try #require(EncodedPolyline(rawValue: line).coordinates)
        #expect(tenths.map { ($0.longitude * 1e7).rounded() / 1e6 } == Self.points.map(\.longitude))
      }
      #expect((route["legs"] as? [[String: Any]])?.first?["steps"] as? [String] == [])
    }
  }

  @Test("Options reach the router")
  func options() async throws {
    let bus = ScriptedBus().answering("router.route/1") { _ in try Self.json(Self.route(2)) }
    _ = try await get(
      "/route/v1/cycling/9.5,47.1;9.501,47.102.json",
      [
        "alternatives": "2", "bearings": "90,45;270,180", "exclude": "toll,ferry", "hints": ";",
        "radiuses": "50;unlimited",
      ], bus)
    let sent = try MessageCoder.decode(
      RouteRequest.self, from: Data(try #require(bus.sent.first).json.utf8))
    #expect(sent.profile == .bicycle && sent.alternatives == 2)
    #expect(sent.waypoints == [Self.points[0], Self.points[2]])
    #expect(sent.headings == [90, nil])
    #expect(sent.roads == RoadSelection(exclude: [.tolls, .ferries]))
  }

  @Test("Coordinates that are no waypoints are passed")
  func passing() async throws {
    let bus = ScriptedBus().answering("router.route/1") { _ in try Self.json(Self.route(2)) }
    let path = "/route/v1/driving/9.5,47.1;9.501,47.1;9.501,47.102"
    _ = try await get(path, ["waypoints": "0;2"], bus)
    _ = try await get(path, [:], bus)
    let sent = try bus.sent.map {
      try MessageCoder.decode(RouteRequest.self, from: Data($0.json.utf8))
    }
    #expect(sent.map(\.through) == [[1], nil])
  }

  @Test(
    "Faults have the codes that OSRM gives them",
    arguments: [
      ("/route/v1/driving/abc", [:], "InvalidQuery"), ("/route/v1/driving", [:], "InvalidUrl"),
      ("/trip/v1/driving/9.5,47.1;9.52,47.2", [:], "InvalidService"),
      ("/route/v1/driving/1,2", [:], "InvalidOptions"),
      ("/table/v1/driving/1,2", [:], "InvalidOptions"),
      ("/route/v1/driving/200,100;1,2", [:], "InvalidValue"),
      ("/table/v1/driving/200,100;1,2", [:], "InvalidOptions"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["foo": "1"], "InvalidQuery"),
      ("/table/v1/driving/9.5,47.1;9.52,47.2", ["steps": "true"], "InvalidQuery"),
      ("/table/v1/driving/9.5,47.1;9.52,47.2", ["annotations": "true"], "InvalidQuery"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["overview": "xx"], "InvalidQuery"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["continue_straight": "xx"], "InvalidQuery"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["approaches": "xx;"], "InvalidQuery"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["alternatives": "100"], "TooBig"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["bearings": "1,2"], "InvalidOptions"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["bearings": "1,2;3"], "InvalidQuery"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2", ["bearings": "400,2;"], "InvalidOptions"),
      ("/route/v1/driving/9.5,47.1;9.501,47.102", ["radiuses": "1;1"], "NoSegment"),
      ("/route/v1/driving/9.5,47.1;9.52,47.2;9.6,47.2", ["waypoints": "0;1"], "InvalidValue"),
      ("/route/v2/driving/9.5,47.1;9.52,47.2", [:], "InvalidVersion"),
      ("/nearest/v1/driving/9.5,47.1", ["number": "0"], "InvalidOptions"),
      ("/table/v1/driving/9.5,47.1;9.52,47.2", ["sources": "5"], "InvalidOptions"),
      ("/table/v1/driving/9.5,47.1;9.52,47.2", ["scale_factor": "0"], "InvalidOptions"),
      ("/match/v1/driving/9.5,47.1;9.52,47.2", ["timestamps": "2;1"], "InvalidValue"),
      ("/match/v1/driving/9.5,47.1;9.52,47.2", ["gaps": "xx"], "InvalidQuery"),
    ] as [(String, [String: String], String)])
  func faults(path: String, query: [String: String], code: String) async throws {
    let bus = ScriptedBus().answering("router.route/1") { _ in try Self.json(Self.route(2)) }
    let (status, body) = try await get(path, query, bus)
    #expect(status == 400)
    #expect(body["code"] as? String == code)
    #expect((body["message"] as? String)?.isEmpty == false)
  }

  @Test(
    "A failure of the router has OSRM's code",
    arguments: [
      (ErrorCode.noRoute, 400, "NoRoute"), (.outsideMap, 400, "NoSegment"),
      (.unavailable, 503, "Unavailable"),
    ])
  func failures(code: ErrorCode, status: Int, name: String) async throws {
    let bus = ScriptedBus().answering("router.route/1") { _ in throw ServiceError(code, "No.") }
    let (found, body) = try await get("/route/v1/driving/9.5,47.1;9.52,47.2", [:], bus)
    #expect(found == status && body["code"] as? String == name)
  }

  /// A router with a table of two places, whose last cell has no route.
  private static func tables() -> ScriptedBus {
    ScriptedBus()
      .answering("router.table/1") { _ in
        #"{"durationsSeconds":[[0,12],[13,null]],"mapVersion":"1"}"#
      }
      .answering("router.nearest/1") { _ in
        try Self.json(
          NearestRoadReply(points: [
            SnappedWaypoint(coordinate: Self.points[1], distanceMeters: 2, name: "B")
          ]))
      }
  }

  @Test("A table has times, distances and its ends on their roads")
  func table() async throws {
    let bus = Self.tables()
      .answering("router.routes/1") { _ in
        try Self.json(
          RoutesReply(
            routes: Array(repeating: .route(Self.route(2)), count: 3)
              + [.failure(ServiceError(.noRoute, "No."))]))
      }
    let cells = { (table: Any?) in (table as? [[Any]])?.map { $0.map { $0 as? Double } } }
    let (_, body) = try await get(
      "/table/v1/driving/9.5,47.1;9.501,47.102", ["annotations": "duration,distance"], bus)
    #expect(body["code"] as? String == "Ok")
    #expect(cells(body["durations"]) == [[0, 12], [13, nil]])
    #expect(cells(body["distances"]) == [[298, 298], [298, nil]])
    #expect((body["sources"] as? [[String: Any]])?.count == 2)
  }

  @Test("Distances of 100 by 100 cells come in parts, and more cells are too many")
  func largeTable() async throws {
    let row = [Int](repeating: 1, count: 100)
    let bus = ScriptedBus()
      .answering("router.table/1") { _ in
        try Self.json(
          TableReply(durationsSeconds: Array(repeating: row, count: 100), mapVersion: "1"))
      }
      .answering("router.nearest/1") { _ in
        try Self.json(
          NearestRoadReply(points: [
            SnappedWaypoint(coordinate: Self.points[1], distanceMeters: 2, name: "B")
          ]))
      }
      .answering("router.routes/1") { _ in
        try Self.json(
          RoutesReply(
            routes: Array(repeating: .route(Self.route(2)), count: RouterLimits.maximumRoutes)))
      }
    let path = { (count: Int) in
      "/table/v1/driving/" + Array(repeating: "9.5,47.1", count: count).joined(separator: ";")
    }
    let (_, body) = try await get(
      path(100), ["annotations": "distance", "skip_waypoints": "true"], bus)
    #expect(
      (body["distances"] as? [[Double]])
        == Array(repeating: Array(repeating: 298, count: 100), count: 100))
    #expect(body["sources"] == nil && body["destinations"] == nil)
    #expect(
      bus.sent.count { $0.operation == "router.routes/1" } == 10_000 / RouterLimits.maximumRoutes)
    let (status, failure) = try await get(path(101), ["annotations": "distance"], bus)
    #expect(status == 400 && failure["code"] as? String == "TooBig")
  }

  @Test("Cells without a route have the time as the crow flies, where a fallback is asked for")
  func fallback() async throws {
    let bus = Self.tables()
    let table = { (query: [String: String]) in
      try await get("/table/v1/driving/9.5,47.1;9.501,47.102", query, bus).body
    }
    let path = ["sources": "0;1", "destinations": "0;0", "fallback_speed": "10"]
    let body = try await table(path)
    // From the second point to the first are 235 m.
    #expect(body["durations"] as? [[Double]] == [[0, 12], [13, 23.5]])
    #expect(body["fallback_speed_cells"] as? [[Int]] == [[1, 1]])
    let snapped = try await table(path.merging(["fallback_coordinate": "snapped"]) { $1 })
    #expect(snapped["durations"] as? [[Double]] == [[0, 12], [13, 0]])
    #expect(try await table(["fallback_speed": "0"])["code"] as? String == "InvalidOptions")
    #expect(try await table([:])["fallback_speed_cells"] == nil)
  }

  @Test("A track is matched")
  func match() async throws {
    let bus = ScriptedBus().answering("router.match/1") { _ in
      try Self.json(
        MatchReply(
          matches: [
            TrackMatch(
              durationSeconds: 29, distanceMeters: 298, ways: [1],
              geometry: EncodedPolyline(Self.points), legs: Self.route(2).legs)
          ],
          points: [
            MatchedPoint(
              coordinate: Self.points[0], distanceMeters: 1, name: nil, way: 1, match: 0), nil,
          ], mapVersion: "1"))
    }
    let (_, body) = try await get(
      "/match/v1/driving/9.5,47.1;9.501,47.102",
      ["radiuses": "10;10", "steps": "true", "annotations": "duration"], bus)
    let matching = try #require((body["matchings"] as? [[String: Any]])?.first)
    #expect(matching["distance"] as? Double == 298)
    let leg = try #require((matching["legs"] as? [[String: Any]])?.first)
    #expect((leg["steps"] as? [Any])?.count == 3)
    #expect((leg["annotation"] as? [String: Any])?["duration"] as? [Double] == [7.6, 22.2])
    let points = try #require(body["tracepoints"] as? [Any])
    #expect(points.count == 2 && points[1] is NSNull)
  }
}
