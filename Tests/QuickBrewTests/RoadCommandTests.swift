import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

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

  @Test(
    "Words that make no sense are refused, with a suggestion",
    arguments: [
      ("--avoid toll", "Did you mean tolls?"), ("--avoid tolls,", "not “”"),
      ("--avoid mud", "--avoid takes tolls, ferries"),
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
      let point = MatchedPoint(
        coordinate: request.points[0], distanceMeters: 1, name: "Elm Street", way: 7, match: 0)
      return MatchReply(
        matches: [
          TrackMatch(durationSeconds: 120, distanceMeters: 1_500, ways: [7, 8], geometry: nil)
        ], points: [point, nil], mapVersion: "1")
    }
    let run = try await TemporaryDirectory.with { directory in
      await CommandRun(
        ["match", try directory.write(Array(gpx.utf8), to: "a.gpx"), "--accuracy", "10m"],
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
    let feed = try TrafficFeed(text)
    #expect(feed.changes == changes)
    #expect(feed.ignored == ignored)
  }

  @Test("Lines that make no sense are refused by their number")
  func invalidFeeds() {
    for text in ["27", "27,fast", "x,30", "27,30,north", "{\"a\": 1}", "{"] {
      #expect(throws: (any Error).self, "\(text)") { try TrafficFeed(text) }
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
