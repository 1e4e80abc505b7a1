import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

/// `geofence add`, `geofence list` and `position show`.
@Suite struct GeofenceAddTests {
  private static let here = "37.785834,-122.406417"
  private static let line = [Fixtures.origin, Fixtures.tower]

  /// A bus that records the fences that are set up, and answers one route.
  private static func bus(_ added: Locked<[FenceDefinition]> = Locked([])) -> FakeClientBus {
    FakeClientBus()
      .answering(FenceAddRequest.self) { request in
        added.withLock { $0.append(request.definition) }
        return Fence(id: "fence-1", definition: request.definition)
      }
      .answering(RouteRequest.self) { request in
        #expect(request.waypoints == line && request.geometry == true)
        #expect(request.profile == .bicycle)
        return RouteReply(
          durationSeconds: 360, distanceMeters: 1_843, name: nil,
          geometry: EncodedPolyline(line), legs: [], waypoints: [], mapVersion: "test")
      }
  }

  @Test("all flags become the fence")
  func allFlags() async {
    let added = Locked<[FenceDefinition]>([])
    let run = await CommandRun(
      [
        "geofence", "add", Self.here, "--label", "Home", "--tag", "a", "--tag", "b", "--dwell",
        "10m", "--hours", "mo-Fri 8:00-18:00; Sa,Su 10:00-12:00,22:00-02:00", "--expires",
        "2999-11-21T18:00:00-08:00", "--fixes", "3",
      ], bus: Self.bus(added))
    #expect(run.status == .success, "\(run.messages)")
    #expect(
      run.output == "Watching fence-1 “Home”: 1.0 km around \(Self.here), tagged a, b, "
        + "a stay reported after 10 min, Mon–Fri 08:00–18:00, Sat–Sun 10:00–12:00, 22:00–02:00, "
        + "until 2999-11-21 18:00 UTC-08:00\n")
    let definition = FenceDefinition(
      area: .circle(center: Fixtures.origin, radiusMeters: 1_000), label: "Home",
      tags: ["a", "b"], dwellSeconds: 600,
      hours: [
        FenceHours(days: [1, 2, 3, 4, 5], from: "08:00", until: "18:00"),
        FenceHours(days: [6, 7], from: "10:00", until: "12:00"),
        FenceHours(days: [6, 7], from: "22:00", until: "02:00"),
      ], expires: Timestamp("2999-11-21T18:00:00-08:00"),
      confirmation: FenceConfirmation(fixes: 3))
    #expect(added.withLock { $0 } == [definition])
  }

  @Test(
    arguments: [
      ("08:00-18:00", nil, "Mon–Sun 08:00–18:00"),
      ("Sa-Mo 00:00-24:00", [1, 6, 7], "Mon all day, Sat–Sun all day"),
      ("tuesday 9:05-9:00", [2], "Tue 09:05–09:00"),
      ("Mo,We,Th 07:00-08:00", [1, 3, 4], "Mon 07:00–08:00, Wed–Thu 07:00–08:00"),
    ] as [(String, [Int]?, String)]) func hours(text: String, days: [Int]?, words: String) throws
  {
    let hours = try WeeklyHoursText.parse(text)
    #expect(hours.map(\.days) == [days])
    #expect(WeekWords.text(hours) == words)
  }

  @Test("--along adds a corridor along a route")
  func corridor() async {
    let added = Locked<[FenceDefinition]>([])
    let words = [
      "geofence", "add", "--along", "--from", Self.here, "--to", "37.802395,-122.405822",
      "--profile", "bicycle",
    ]
    for more in [[], ["--width", "60"], ["--buffer", "10"]] {
      let run = await CommandRun(words + more, bus: Self.bus(added))
      #expect(run.status == .success, "\(run.messages)")
    }
    let areas = [50, 30, 10].map { FenceArea.corridor(line: Self.line, bufferMeters: $0) }
    #expect(added.withLock { $0 }.map(\.area) == areas)
  }

  private static let ring = "[[0,0],[0,4],[4,4,100],[4,0],[0,0]]"
  private static let hole = "[[1,1],[1,2],[2,2]]"

  private static func points(_ list: [[Double]]) -> [Coordinate] {
    list.map { Coordinate(latitude: $0[1], longitude: $0[0]) }
  }

  /// Runs `geofence add --geojson` on a file with this text.
  private static func add(
    _ text: String, _ flags: [String] = [], _ added: Locked<[FenceDefinition]> = Locked([])
  ) async throws -> CommandRun {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "area-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.write(to: file, atomically: true, encoding: .utf8)
    return await CommandRun(["geofence", "add", "--geojson", file.path] + flags, bus: bus(added))
  }

  @Test func areasFromAFile() async throws {
    let polygon = #"{"type":"Polygon","coordinates":[\#(Self.ring),\#(Self.hole)]}"#
    let feature = #"{"type":"Feature","properties":{"name":"x"},"geometry":\#(polygon)}"#
    let added = Locked<[FenceDefinition]>([])
    for text in [
      polygon, feature, #"{"type":"FeatureCollection","features":[\#(feature)]}"#,
      #"{"type":"MultiPolygon","coordinates":[[\#(Self.ring)],[\#(Self.hole)]]}"#,
    ] {
      let run = try await Self.add(text, [], added)
      #expect(run.status == .success, "\(run.messages)")
      #expect(run.output.contains("polygon of 8 points in 2 rings from 0.000000,0.000000"))
    }
    let rings = [
      Self.points([[0, 0], [0, 4], [4, 4], [4, 0], [0, 0]]),
      Self.points([[1, 1], [1, 2], [2, 2]]),
    ]
    #expect(added.withLock { $0 }.allSatisfy { $0.area == .polygon(rings: rings) })
    let line = #"{"type":"LineString","coordinates":[[0,0],[0,4]]}"#
    let run = try await Self.add(line, ["--width", "80"], added)
    #expect(run.status == .success, "\(run.messages)")
    let corridor = FenceArea.corridor(line: Self.points([[0, 0], [0, 4]]), bufferMeters: 40)
    #expect(added.withLock { $0 }.last?.area == corridor)
  }

  @Test(
    "a file without an area is refused",
    arguments: [
      ("{", [], "is no GeoJSON."), (#"{"type":"Polygon"}"#, [], "is no GeoJSON."),
      (#"{"type":"Polygon","coordinates":[[[0,"x"]]]}"#, [], "is no GeoJSON."),
      (#"{"type":"FeatureCollection","features":[]}"#, [], "holds 0 features, not one."),
      (#"{"type":"Point","coordinates":[0,0]}"#, [], "holds a “Point”, not a Polygon"),
      (
        #"{"type":"Polygon","coordinates":[[[37.8,-122.4]]]}"#, [],
        "has a point [37.8, -122.4], which is no longitude and latitude."
      ),
      (#"{"type":"LineString","coordinates":[[0,0],[0,4]]}"#, [], "--width sets the width"),
      ("{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}", ["--width", "9"], "has no --width"),
    ] as [(String, [String], String)])
  func invalidFiles(text: String, flags: [String], message: String) async throws {
    let run = try await Self.add(text, flags)
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  @Test(
    "invalid arguments are refused",
    arguments: [
      ([], "PLACE, --geojson FILE or --along is missing."),
      (["--geojson", "/nowhere/x"], "Cannot read /nowhere/x"),
      ([here, "--along"], "--along does not go with PLACE."),
      (["--along", "--geojson", "x"], "--along does not go with --geojson."),
      (["--along", "--to", here], "--from is missing."),
      (["--along", "--from", here], "--to is missing."),
      (["--along", "--from", here, "--to", here, "--radius", "9"], "--radius goes with a single"),
      ([here, "--to", here], "--to goes with --along only."),
      ([here, here], "A polygon has three points or more; two are a corridor with --width."),
      ([here, "--width", "10"], "--width and --buffer need the points of a line"),
      ([here, here, "--width", "10", "--buffer", "5"], "--buffer does not go with --width."),
      (
        [here, here, "--width", "1"],
        "--width is a distance like 500, 500m or 5km, from 2 to 200000 meters, not “1”."
      ),
      ([here, "--expires", "2020-01-01T00:00:00Z"], "--expires 2020-01-01T00:00:00Z has passed"),
      ([here, "--hours", "Mo-Fr"], "--hours are like “Mo-Fr 08:00-18:00; Sa 09:00-12:00”"),
      ([here, "--hours", "Mo-Fr 08:00-18:00; Xx 9:00-10:00"], "not “Xx 9:00-10:00”."),
      ([here, "--hours", "8:00-25:00"], "not “8:00-25:00”."),
      ([here, "--hours", "24:00-08:00"], "not “24:00-08:00”."),
      ([here, "--hours", ""], "not “”."),
    ] as [([String], String)]) func invalidArguments(flags: [String], message: String) async
  {
    let run = await CommandRun(["geofence", "add"] + flags, bus: Self.bus())
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(run.output == "")
  }

  @Test("a filtered list shows only the columns that are filled")
  func filteredList() async {
    let fences = [
      Fixtures.fence(),
      Fence(
        id: "4", board: "ada", pin: "p1",
        definition: FenceDefinition(
          area: .circle(center: Fixtures.origin, radiusMeters: 500), tags: ["a", "b"],
          hours: [FenceHours(days: [1, 2], from: "08:00", until: "18:00")],
          expires: Fixtures.departure)),
    ]
    let asked = Locked<[FenceListRequest]>([])
    let bus = FakeClientBus().answering(FenceListRequest.self) { request in
      asked.withLock { $0.append(request) }
      return FenceListReply(fences: request.tag == "none" ? [] : fences)
    }
    let words = ["geofence", "list", "--tag", "a", "--board", "ada"]
    let rows = await CommandRun(words, bus: bus).output.split(separator: "\n").map { row in
      row.split(separator: /[ ]{2,}/).map(String.init)
    }
    #expect(rows.first == ["Fence", "Area", "Board", "Tags", "Hours", "Expires", "Label"])
    #expect(rows.dropFirst().first == ["3", "1.0 km around \(Self.here)", "Home"])
    let last = [
      "4", "500 m around \(Self.here)", "ada", "a, b", "Mon–Tue 08:00–18:00",
      "2026-11-21 08:00 UTC-08:00",
    ]
    #expect(rows.last == last)
    #expect(asked.withLock { $0 } == [FenceListRequest(board: "ada", tag: "a")])
    let none = await CommandRun(["geofence", "list", "--tag", "none"], bus: bus)
    #expect(none.status == .success && none.output == "")
    #expect(none.messages.contains("There are no such fences."))
    let blank = await CommandRun(["geofence", "list", "--tag", " "], bus: bus)
    #expect(blank.status == .usage && blank.messages.contains("--tag is empty."))
  }

  /// Fences evaluate their hours in the offset of the reported times.
  @Test(
    "reported times have the offset of the map's time zone", arguments: [true, false])
  func reportedOffset(hasPlanner: Bool) async {
    let reported = Locked<[Timestamp?]>([])
    var bus = FakeClientBus().answering(PositionReportRequest.self) { request in
      reported.withLock { $0.append(request.time) }
      return PositionReportReply(ignored: nil, events: [])
    }
    if hasPlanner {
      bus = bus.answering(MapTimesRequest.self) { request in
        #expect(request == MapTimesRequest(departure: .now))
        return MapTimesReply(departure: Fixtures.departure, deadline: nil)
      }
    }
    let words = ["position", "report", Self.here, "--device", "phone"]
    #expect(await CommandRun(words, bus: bus).status == .success)
    #expect(
      await CommandRun(words + ["--time", "2026-11-21T08:00:00+02:00"], bus: bus).status == .success
    )
    let offsets = reported.withLock { $0 }.map { $0?.offsetSeconds }
    #expect(offsets == [hasPlanner ? -28_800 : nil, 7_200])
  }

  @Test("the last position of a device is shown")
  func lastPosition() async {
    let bus = FakeClientBus().answering(PositionRequest.self) { request in
      guard request.device == "phone" else {
        throw ServiceError(.notFound, "No device “\(request.device)” has reported a position yet.")
      }
      return DevicePosition(
        device: request.device, coordinate: Fixtures.origin, time: Fixtures.departure,
        accuracyMeters: 8, color: .green, inside: ["fence-1", "fence-2"])
    }
    let run = await CommandRun(["position", "show", "--device", "@phone"], bus: bus)
    #expect(
      run.output == "2026-11-21 08:00:00 UTC-08:00  phone is green at \(Self.here) (8 m), "
        + "in fence-1, fence-2\n")
    let other = await CommandRun(["position", "show", "--device", "van"], bus: bus)
    #expect(other.status == .nothingFound)
    #expect(other.messages.contains("No device “van” has reported"))
    let missing = await CommandRun(["position", "show"], bus: bus)
    #expect(missing.status == .usage && missing.messages.contains("--device is missing."))
  }
}
