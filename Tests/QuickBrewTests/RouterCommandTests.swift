import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

@Suite struct RouterCommandTests {
  private static func reply(verified: Bool? = nil) -> RouteReply {
    RouteReply(
      durationSeconds: 370, distanceMeters: 2300, name: nil, geometry: nil, legs: [],
      waypoints: [], verified: verified, mapVersion: "1")
  }

  /// A bus whose planner knows that 08:00 is the fixtures' departure.
  private static func bus(
    _ answer: @escaping @Sendable (RouteRequest) throws -> RouteReply
  ) -> FakeClientBus {
    FakeClientBus()
      .answering(MapTimesRequest.self) { request in
        MapTimesReply(
          departure: request.departure.map { _ in Fixtures.departure },
          deadline: request.deadline.map { _ in Fixtures.deadline })
      }
      .answering(RouteRequest.self) { try answer($0) }
  }

  private static let ends = ["route", "--from", "1,2", "--to", "3,4"]

  @Test(
    arguments: [
      ([], RouteRequest(waypoints: points)),
      (["--profile", "bicycle"], RouteRequest(waypoints: points, profile: .bicycle)),
      (["--depart", "08:00"], RouteRequest(waypoints: points, departure: Fixtures.departure)),
      (["--arrive", "08:45"], RouteRequest(waypoints: points, arrival: Fixtures.deadline)),
      (
        ["--side", "kerb", "--alternatives", "2", "--verify"],
        RouteRequest(waypoints: points, side: .kerb, alternatives: 2, verify: true)
      ),
    ] as [([String], RouteRequest)])
  func routeAsksForWhatTheFlagsSay(flags: [String], expected: RouteRequest) async {
    let bus = Self.bus { request in
      #expect(request == expected)
      return Self.reply(verified: true)
    }
    #expect(await CommandRun(Self.ends + flags, bus: bus).status == .success)
    // The planner is asked only where a time is given.
    let hasTime = flags.contains("--depart") || flags.contains("--arrive")
    #expect(bus.sent.withLock { $0.contains("planner.times/1") } == hasTime)
  }

  private static let vias = [points[0], Coordinate(latitude: 5, longitude: 6), points[1]]

  @Test(arguments: [([], [1]), (["--stops"], nil)] as [([String], [Int]?)])
  func viaPointsArePassedUnlessOneStops(flags: [String], through: [Int]?) async {
    let bus = Self.bus { request in
      #expect(request == RouteRequest(waypoints: Self.vias, through: through))
      return Self.reply()
    }
    #expect(
      await CommandRun(Self.ends + ["--via", "5,6"] + flags, bus: bus).status == .success)
  }

  @Test func aRoundTripComesNearToItsLength() async throws {
    // Drives are 1.7 times as long as the straight lines between their waypoints.
    let asked = Locked<[RouteRequest]>([])
    let bus = Self.bus { request in
      asked.withLock { $0.append(request) }
      let meters = zip(request.waypoints, request.waypoints.dropFirst())
        .reduce(0) { $0 + $1.0.distance(to: $1.1) * 1.7 }
      return RouteReply(
        durationSeconds: 1, distanceMeters: Int(meters), name: nil, geometry: nil, legs: [],
        waypoints: [], mapVersion: "1")
    }
    let run = await CommandRun(
      ["route", "10,20", "--round", "5km", "--heading", "90", "--profile", "foot"], bus: bus)
    #expect(run.status == .success)
    #expect(run.output.contains("5.0 km") || run.output.contains("4.9 km"), "\(run.output)")
    let requests = asked.withLock { $0 }
    #expect(requests.count == 2)
    for request in requests {
      #expect(request.through == [1, 2, 3] && request.waypoints.count == 5)
      #expect(request.waypoints.first == request.waypoints.last)
      // To the east, as the heading says.
      #expect(request.waypoints[2].longitude > 20)
    }
    let refused = await CommandRun(["route", "1,2", "--round", "5km", "--via", "3,4"], bus: bus)
    #expect(refused.status == .usage)
  }

  private static let points = [
    Coordinate(latitude: 1, longitude: 2), Coordinate(latitude: 3, longitude: 4),
  ]

  @Test(arguments: [
    ("--profile train", "--profile is car, bicycle or foot, not “train”."),
    ("--profile bycicle", "Did you mean bicycle?"), ("--side left", "--side is either or kerb"),
    ("--alternatives 4", "--alternatives is a whole number from 0 to 3"),
    ("--depart 08:00 --arrive 09:00", "--arrive does not go with --depart."),
    ("--arrive soon", "--arrive is a time like 08:15"),
  ])
  func routeRefuses(flags: String, expecting message: String) async {
    let run = await CommandRun(Self.ends + flags.split(separator: " ").map(String.init))
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  /// Without a time a car's route says for when it is; on foot there is no such difference.
  private static let emptyRoads = "On empty roads; --depart now has the speeds of now.\n"

  @Test("a route says for when it is: at a time, on empty roads, or at any time on foot")
  func moment() async {
    let bus = Self.bus { _ in Self.reply(verified: nil) }
    let drive = await CommandRun(Self.ends, bus: bus)
    #expect(drive.output.contains(Self.emptyRoads))
    let walk = await CommandRun(Self.ends + ["--profile", "foot"], bus: bus)
    #expect(!walk.output.contains("empty roads"))
  }

  @Test(
    "--verify shows whether the reference algorithm agrees",
    arguments: [
      (true, 0, "verified: equal to the referee\n"),
      (false, 1, "NOT verified: the referee's answer is another\n"), (nil, 1, ""),
    ] as [(Bool?, Int32, String)])
  func verify(verified: Bool?, status: Int32, text: String) async {
    let bus = Self.bus { _ in Self.reply(verified: verified) }
    let run = await CommandRun(Self.ends + ["--verify"], bus: bus)
    #expect(run.status.rawValue == status)
    #expect(run.output == "6 min 10 s, 2.3 km\n" + Self.emptyRoads + text)
    let json = await CommandRun(Self.ends + ["--verify", "--json"], bus: bus)
    #expect(json.status.rawValue == status)
    let isPrinted = verified.map { json.output.contains("\"verified\":\($0)") } ?? true
    #expect(isPrinted)
  }

  @Test(arguments: [([true, true], 0), ([true, false, true], 1)] as [([Bool], Int32)])
  func aBatchIsVerifiedLineByLine(verified: [Bool], status: Int32) async {
    let bus = Self.bus { request in
      #expect(request.verify == true)
      return Self.reply(verified: verified[Int(request.waypoints[0].latitude)])
    }
    let lines = verified.indices.map { InputLine.text("\($0),2,3,4") }
    let run = await CommandRun(
      ["route", "--batch", "-", "--verify"], bus: bus, lines: FakeLines(lines))
    #expect(run.status.rawValue == status)
    let printed = run.output.split(separator: "\n").map { $0.contains("\"verified\":true") }
    #expect(printed == verified)
  }

  @Test func tableTakesProfileAndTime() async {
    let bus = Self.bus { _ in Self.reply() }.answering(TableRequest.self) { request in
      #expect(request.profile == .foot)
      #expect(request.departure == Fixtures.departure)
      return TableReply(durationsSeconds: [[60]], packedSeconds: nil, mapVersion: "1")
    }
    let run = await CommandRun(
      ["table", "--from", "1,2", "--to", "3,4", "--profile", "foot", "--depart", "08:00"],
      bus: bus)
    #expect(run.status == .success)
  }

  @Test func nearestListsRoads() async {
    let bus = FakeClientBus().answering(NearestRoadRequest.self) { request in
      #expect(
        request
          == NearestRoadRequest(
            coordinate: Fixtures.origin, limit: 2, profile: .foot, bearing: 0, bearingRange: 30,
            radiusMeters: 500))
      return NearestRoadReply(points: [
        SnappedWaypoint(
          coordinate: Fixtures.origin, distanceMeters: 3.6, name: "Market Street", way: 7),
        SnappedWaypoint(coordinate: Fixtures.tower, distanceMeters: 1200, name: nil),
      ])
    }
    let run = await CommandRun(
      [
        "nearest", "37.785834,-122.406417", "--limit", "2", "--bearing", "360", "--range", "30",
        "--radius", "500", "--profile", "foot",
      ], bus: bus)
    #expect(
      run.output == """
        Coordinate             Distance  Way  Name
        37.785834,-122.406417       4 m    7  Market Street
        37.802395,-122.405822    1.2 km    –  –

        """)
    #expect(
      await CommandRun(["nearest", "1,2", "--range", "9"]).messages.contains("goes with --bearing"))
    #expect(await CommandRun(["nearest"]).messages.contains("PLACE is missing."))
  }

  // MARK: Isochrones

  /// A square of 0.1° at the equator, with a hole of a tenth of its side.
  private static let area = ReachableArea(
    outline: ring(0, 0.1), holes: [EncodedPolyline(square(0.02, 0.03).reversed())])

  private static func square(_ low: Double, _ high: Double) -> [Coordinate] {
    [(low, low), (low, high), (high, high), (high, low), (low, low)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
  }

  private static func ring(_ low: Double, _ high: Double) -> EncodedPolyline {
    EncodedPolyline(square(low, high))
  }

  private static let isochrones = FakeClientBus().answering(IsochroneRequest.self) { request in
    #expect(request.contoursSeconds == [300, 90])
    #expect(request.reverse == true)
    #expect(request.profile == .bicycle)
    return IsochroneReply(
      contours: [
        Isochrone(durationSeconds: 300, areas: [area]), Isochrone(durationSeconds: 90, areas: []),
      ],
      center: SnappedWaypoint(coordinate: request.center, distanceMeters: 1, name: "Main Street"),
      mapVersion: "1")
  }
  private static let isochroneWords = [
    "isochrone", "0.05,0.05", "--minutes", "5,1.5", "--reverse", "--profile", "bicycle",
  ]

  @Test("isochrone prints the areas")
  func isochrone() async {
    // (0.1° · 111.195 km/°)², minus one hundredth for the hole.
    let run = await CommandRun(Self.isochroneWords, bus: Self.isochrones)
    #expect(run.status == .success)
    #expect(
      run.output == """
        Around Main Street, 0.050000,0.050000
            Within        Area  Parts
             5 min  122.41 km²      1
        1 min 30 s    0.00 km²      0

        """)
  }

  @Test func isochroneIsGeoJSON() async throws {
    let run = await CommandRun(Self.isochroneWords + ["--json"], bus: Self.isochrones)
    struct PrintedFeatures: Decodable {
      struct Feature: Decodable {
        struct Geometry: Decodable {
          let type: String
          let coordinates: [[[[Double]]]]
        }
        struct Properties: Decodable {
          let durationSeconds: Int
          let reverse: Bool
          let profile: String
          let areaSquareKilometers: Double
        }
        let type: String
        let geometry: Geometry
        let properties: Properties
      }
      let type: String
      let features: [Feature]
    }
    let printed = try MessageCoder.decode(PrintedFeatures.self, from: Data(run.output.utf8))
    #expect(printed.type == "FeatureCollection")
    #expect(printed.features.map(\.geometry.type) == ["MultiPolygon", "MultiPolygon"])
    #expect(printed.features.map(\.properties.durationSeconds) == [300, 90])
    let rings = try #require(printed.features.first?.geometry.coordinates.first)
    #expect(rings.count == 2)
    #expect(rings[0] == [[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1], [0, 0]])
    #expect(printed.features[1].geometry.coordinates.isEmpty)
  }

  @Test func isochroneWritesAFile() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path + "/reach.json"
      let run = await CommandRun(Self.isochroneWords + ["--geojson", path], bus: Self.isochrones)
      #expect(run.status == .success)
      #expect(run.messages == "quickbrew: Wrote \(path).\n")
      #expect(run.output.contains("122.41 km²"))
      let json = await CommandRun(Self.isochroneWords + ["--json"], bus: Self.isochrones)
      let written = try Data(contentsOf: URL(filePath: path))
      #expect(String(decoding: written, as: UTF8.self) == json.output)
      let piped = await CommandRun(Self.isochroneWords + ["--geojson", "-"], bus: Self.isochrones)
      #expect(piped.output == json.output)
    }
  }

  @Test(arguments: [
    ("isochrone 1,2", "--minutes is missing."),
    ("isochrone 1,2 --minutes 5,,6", "--minutes is a list like 5,10"),
    ("isochrone 1,2 --minutes 0", "--minutes is a list"),
    ("isochrone 1,2 --minutes 121", "each up to 120"),
    ("isochrone 1,2 --minutes 1,2,3,4,5", "at most 4 numbers"),
    ("isochrone --minutes 5", "PLACE is missing."),
  ])
  func isochroneRefuses(line: String, expecting message: String) async {
    let run = await CommandRun(line.split(separator: " ").map(String.init))
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  /// An octant: the equator, two meridians and the pole.
  @Test func areasOnTheSphere() {
    let earth = Coordinate.earthRadius * Coordinate.earthRadius
    let points = [(0.0, 0.0), (0, 90), (90, 90), (90, 0), (0, 0)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let octant = SphericalArea.squareMeters(of: points)
    #expect(abs(octant / (earth * .pi / 2) - 1) < 1e-12)
    #expect(abs(SphericalArea.squareMeters(of: points.reversed()) + octant) < 1)
  }
}
