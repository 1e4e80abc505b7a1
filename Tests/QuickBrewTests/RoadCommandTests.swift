import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

@testable import QuickBrew

/// The flags about roads, tracks, and files of live traffic.
@Suite("Roads in the client")
struct RoadCommandTests {
  private static func routeBus(_ received: Locked<[RouteRequest]>) -> FakeClientBus {
    FakeClientBus().answering(RouteRequest.self) { request in
      received.withLock { $0.append(request) }
      return RouteReply(
        durationSeconds: 60, distanceMeters: 500, name: nil, geometry: nil, legs: [],
        waypoints: [], mapVersion: "1")
    }
  }

  @Test(
    "Flags become a selection of roads",
    arguments: [
      (["--avoid", "tolls,unpaved"], RoadSelection(avoid: [.tolls, .unpaved])),
      (["--avoid", "ferries", "--avoid", "tunnels"], RoadSelection(avoid: [.ferries, .tunnels])),
      (
        ["--vehicle", "height=3.1m,width=220cm,weight=3500kg"],
        RoadSelection(
          vehicle: VehicleSize(heightMeters: 3.1, widthMeters: 2.2, weightTonnes: 3.5))
      ),
      (
        ["--exclude", "ferries,tolls", "--avoid", "unpaved"],
        RoadSelection(avoid: [.unpaved], exclude: [.ferries, .tolls])
      ),
      (["--vehicle", "length=7"], RoadSelection(vehicle: VehicleSize(lengthMeters: 7))),
    ] as [([String], RoadSelection)])
  func selection(flags: [String], expected: RoadSelection) async {
    let received = Locked<[RouteRequest]>([])
    let run = await CommandRun(
      ["route", "1,2", "3,4"] + flags, bus: Self.routeBus(received))
    #expect(run.status == .success, "\(run.messages)")
    #expect(received.withLock { $0.first?.roads } == expected)
  }

  @Test("An area comes from a file, a heading is that of the start")
  func areaAndHeading() async throws {
    let json = """
      {"type": "Polygon", "coordinates": [[[1, 2], [1.1, 2], [1.1, 2.1], [1, 2]]]}
      """
    let received = Locked<[RouteRequest]>([])
    let run = try await TemporaryDirectory.with { directory in
      await CommandRun(
        [
          "route", "1,2", "3,4", "--heading", "90", "--avoid",
          try directory.write(Array(json.utf8), to: "area.geojson"),
        ], bus: Self.routeBus(received))
    }
    #expect(run.status == .success, "\(run.messages)")
    let request = try #require(received.withLock { $0.first })
    #expect(request.headings == [90, nil])
    guard case .polygon(let rings)? = request.roads?.avoidAreas?.first else {
      Issue.record("no polygon")
      return
    }
    #expect(rings.first?.first == Coordinate(latitude: 2, longitude: 1))
  }

  @Test("A collection has many areas with holes, and the track of a GPX file is one")
  func manyAreas() async throws {
    let square = "[[1, 2], [1.1, 2], [1.1, 2.1], [1, 2]]"
    let polygon = #"{"type": "Polygon", "coordinates": [\#(square), \#(square)]}"#
    let feature = #"{"type": "Feature", "properties": {}, "geometry": \#(polygon)}"#
    let collection = #"{"type": "FeatureCollection", "features": [\#(feature), \#(feature)]}"#
    let gpx = """
      <gpx><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1.1" lon="2"/>
      <trkpt lat="1.1" lon="2.1"/></trkseg></trk></gpx>
      """
    let received = Locked<[RouteRequest]>([])
    let run = try await TemporaryDirectory.with { directory in
      await CommandRun(
        [
          "route", "1,2", "3,4",
          "--avoid", try directory.write(Array(collection.utf8), to: "areas.geojson"),
          "--avoid", try directory.write(Array(gpx.utf8), to: "area.gpx"),
        ], bus: Self.routeBus(received))
    }
    #expect(run.status == .success, "\(run.messages)")
    let areas = try #require(received.withLock { $0.first?.roads?.avoidAreas })
    let rings = areas.map { area -> [Int] in
      guard case .polygon(let rings) = area else { return [] }
      return rings.map(\.count)
    }
    #expect(rings == [[4, 4], [4, 4], [4]])
  }

  @Test(
    "Words that make no sense are refused, with a suggestion",
    arguments: [
      ("--avoid toll", "Did you mean tolls?"), ("--avoid tolls,", "not “”"),
      ("--avoid mud", "--avoid accepts tolls, ferries"),
      ("--exclude area.geojson", "--exclude accepts tolls, ferries"),
      ("--vehicle hight=3m", "Did you mean height?"),
      ("--vehicle height=tall", "a size is like height=3.1m"),
      ("--vehicle weight=0", "a size is like weight=3.5t"),
      ("--heading 400", "--heading is a number from 0"),
    ])
  func refused(flags: String, part: String) async {
    let run = await CommandRun(
      ["route", "1,2", "3,4"] + flags.split(separator: " ").map(String.init),
      bus: FakeClientBus())
    #expect(run.status == .usage)
    #expect("\(run.messages)".contains(part), "\(run.messages)")
  }

  @Test("A GPX track is matched, and its streets are listed")
  func match() async throws {
    let gpx = """
      <gpx><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1.1" lon="2"/></trkseg></trk></gpx>
      """
    let bus = FakeClientBus().answering(MatchRequest.self) { request in
      #expect(request.accuracyMeters == 10 && request.points.count == 2)
      #expect(request.roads?.vehicle == VehicleSize(heightMeters: 3.1))
      let point = MatchedPoint(
        coordinate: request.points[0], distanceMeters: 1, name: "Elm Street", way: 7, match: 0)
      return MatchReply(
        matches: [
          TrackMatch(durationSeconds: 120, distanceMeters: 1_500, ways: [7, 8], geometry: nil)
        ], points: [point, nil], mapVersion: "1")
    }
    let run = try await TemporaryDirectory.with { directory in
      await CommandRun(
        ["match", try directory.write(Array(gpx.utf8), to: "a.gpx"), "--accuracy", "10m"]
          + ["--vehicle", "height=3.1m"],
        bus: bus)
    }
    #expect(run.status == .success, "\(run.messages)")
    #expect(run.output.contains("1.5 km in 2 min on 2 ways: Elm Street"))
    #expect(run.output.contains("1 of 2 points fit a road."))
  }

  @Test(
    "A file of traffic becomes changes",
    arguments: [
      (
        "way,speed\n27,30\n# a comment\n28,closed,90\n",
        [
          TrafficChange(road: RoadReference(way: 27), state: .speed(kilometersPerHour: 30)),
          TrafficChange(road: RoadReference(way: 28, bearing: 90), state: .closed),
        ], 0
      ),
      (
        """
        {"events": [
          {"status": "ACTIVE", "roads": [{"state": "CLOSED"}],
           "geography": {"type": "LineString", "coordinates": [[2, 1], [4, 1]]}},
          {"status": "ACTIVE", "roads": [{"state": "CLOSED"}],
           "geography": {"type": "Point", "coordinates": [2, 1]}},
          {"status": "ARCHIVED", "roads": [{"state": "CLOSED"}],
           "geography": {"type": "Point", "coordinates": [2, 1]}},
          {"roads": [{"state": "SINGLE_LANE_ALTERNATING"}],
           "geography": {"type": "Point", "coordinates": [2, 1]}}
        ]}
        """,
        [
          TrafficChange(
            road: RoadReference(coordinate: Coordinate(latitude: 1, longitude: 3)),
            state: .closed),
          TrafficChange(
            road: RoadReference(coordinate: Coordinate(latitude: 1, longitude: 2)),
            state: .closed),
        ], 2
      ),
    ] as [(String, [TrafficChange], Int)])
  func feeds(text: String, changes: [TrafficChange], ignored: Int) throws {
    let feed = try TrafficFeed(text, now: Self.now)
    #expect(feed.changes == changes)
    #expect(feed.ignored == ignored)
  }

  private static let now = Timestamp("2026-11-23T08:00:00Z")!

  @Test("Speeds by nodes, as OSRM takes them, are told from speeds by ways")
  func nodes() throws {
    let feed = try TrafficFeed(
      "61312,61313,30,27.5\n61313,61314,0\n61314,61315,300\n", now: Self.now)
    #expect(
      feed.changes == [
        TrafficChange(
          road: RoadReference(from: 61312, to: 61313), state: .speed(kilometersPerHour: 30)),
        TrafficChange(road: RoadReference(from: 61313, to: 61314), state: .closed),
        TrafficChange(
          road: RoadReference(from: 61314, to: 61315), state: .speed(kilometersPerHour: 140)),
      ])
    let ways = try TrafficFeed("way,speed,bearing\n27,30,90\n", now: Self.now)
    #expect(ways.changes.map(\.road) == [RoadReference(way: 27, bearing: 90)])
  }

  /// A situation record of either version; `place` and `validity` as they stand in it.
  private static func record(_ kind: String, _ place: String, _ validity: String = "") -> String {
    """
    <s:situation><s:situationRecord xsi:type="s:RoadOrCarriagewayOrLaneManagement">
      <s:validity>\(validity)</s:validity>\(place)\(kind)
    </s:situationRecord></s:situation>
    """
  }

  private static let closed =
    "<s:roadOrCarriagewayOrLaneManagementType>roadClosed</s:roadOrCarriagewayOrLaneManagementType>"
  private static let point = """
    <l:pointByCoordinates><l:bearing>90</l:bearing><l:pointCoordinates>
      <l:latitude> 1.5 </l:latitude><l:longitude>2</l:longitude>
    </l:pointCoordinates></l:pointByCoordinates>
    """
  private static let line = """
    <l:gmlLineString><l:posList>1 2 1 4 1 5</l:posList></l:gmlLineString>
    """
  private static let shown = """
    <l:locationForDisplay><l:latitude>3</l:latitude><l:longitude>4</l:longitude>
    </l:locationForDisplay>
    """

  private static func spec(_ start: String, _ end: String) -> String {
    """
    <s:validityStatus>definedByValidityTimeSpec</s:validityStatus><s:validityTimeSpecification>
    <s:overallStartTime>\(start)</s:overallStartTime><s:overallEndTime>\(end)</s:overallEndTime>
    </s:validityTimeSpecification>
    """
  }

  @Test(
    "Closures of DATEX II that are valid now, at coordinates",
    arguments: [
      (record(closed, point), [(1.5, 2.0, 90.0)]),
      (record(closed, line + point), [(1, 3, nil), (1, 4.5, nil)]),
      (record(closed, shown), [(3, 4, nil)]),
      (record(closed, ""), []),
      (
        record("<s:trafficConstrictionType>roadBlocked</s:trafficConstrictionType>", shown),
        [(3, 4, nil)]
      ),
      (record(closed.replacing("roadClosed", with: "laneClosures"), shown), []),
      (record(closed, shown, "<s:validityStatus>suspended</s:validityStatus>"), []),
      (record(closed, shown, spec("2026-11-23T07:00:00Z", "2026-11-23T09:00:00Z")), [(3, 4, nil)]),
      (record(closed, shown, spec("2026-11-23T09:30:00+02:00", "2026-11-23T09:45:00+02:00")), []),
      (record(closed, shown, spec("2026-11-24T07:00:00Z", "2026-11-25T09:00:00Z")), []),
    ] as [(String, [(Double, Double, Double?)])])
  func datex(record: String, roads: [(Double, Double, Double?)]) throws {
    let text = """
      <?xml version="1.0"?>
      <m:messageContainer xmlns:m="m" xmlns:s="s" xmlns:l="l" xmlns:xsi="x">
        <m:payload xsi:type="s:SituationPublication">\(record)</m:payload></m:messageContainer>
      """
    let feed = try TrafficFeed(text, now: Self.now)
    #expect(feed.changes.allSatisfy { $0.state == .closed })
    #expect(feed.ignored == (roads.isEmpty ? 1 : 0))
    #expect(feed.changes.count == roads.count)
    for (change, road) in zip(feed.changes, roads) {
      let point = try #require(change.road.coordinate)
      #expect(point.distance(to: Coordinate(latitude: road.0, longitude: road.1)) < 200)
      #expect(change.road.bearing == road.2)
    }
  }

  @Test("Lines that make no sense are refused by their number")
  func invalidFeeds() {
    for text in [
      "27", "27,fast", "x,30", "27,30,north", "{\"a\": 1}", "{", "<a/>", "<a>", "1,200,fast",
    ] {
      #expect(throws: (any Error).self, "\(text)") { try TrafficFeed(text, now: Self.now) }
    }
  }

  @Test("Roads that are not on the map are left out of a load")
  func missing() async throws {
    let received = Locked<[Int]>([])
    let bus = FakeClientBus().answering(TrafficRequest.self) { request in
      let ways = (request.set ?? []).compactMap(\.road.way)
      if ways.contains(3) { throw ServiceError(.notFound, "no way 3") }
      received.withLock { $0 += ways }
      return TrafficReply(version: 1, roads: [])
    }
    let run = try await TemporaryDirectory.with { directory in
      await CommandRun(
        ["traffic", "load", try directory.write(Array("1,9\n2,9\n3,9\n4,9".utf8), to: "a.csv")],
        bus: bus)
    }
    #expect(run.status == .success, "\(run.messages)")
    #expect(received.withLock { $0.sorted() } == [1, 2, 4])
    #expect("\(run.messages)".contains("3 roads set, 1 not on the map"))
  }
}
