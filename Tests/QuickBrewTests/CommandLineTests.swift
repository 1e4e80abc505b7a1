import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

@Suite struct CommandLineTests {
  @Test(arguments: [
    ("paln", "quickbrew: Unknown command “paln”. Did you mean plan?"),
    ("geofence wacth", "quickbrew geofence: Unknown command “wacth”. Did you mean watch?"),
    ("plan --form x", "quickbrew plan: Unknown flag --form. Did you mean --from?"),
    ("plan --to x --arrive-by 9:00", "quickbrew plan: --from is missing."),
    ("errands --from x --to y", "quickbrew errands: There are 1 to 3 errands, each with"),
    ("plan --from x --to y --arrive-by 25:00", "--arrive-by is a time like 08:15"),
    ("plan --from x --to y --arrive-by 9:00 --dwell ten", "--dwell is a duration like 10m"),
    ("plan --from x --to y --arrive-by 9:00 --dwell 25h", "--dwell is a duration like 10m"),
    ("plan --from x --to y --arrive-by 9:00 --limit 0", "--limit is a whole number from 1 to 50"),
    ("plan --from 91,0 --to y --arrive-by 9:00", "--from “91,0” is out of range"),
    ("plan --from @ --to y --arrive-by 9:00", "--from needs a device's name after the @."),
    ("geocode", "TEXT is missing."), ("geocode Coit Tower", "Unexpected argument “Tower”"),
    ("reverse here", "LAT,LON is a coordinate like"), ("route --from 1,2", "--to is missing."),
    ("route --batch - --from 1,2", "--from does not go with --batch."),
    ("table --to 1,2", "--from is missing."), ("nearby", "PLACE is missing."),
    ("feed-list", "Unknown command “feed-list”. Did you mean feed list?"),
    ("geofence replay", "quickbrew geofence replay: TRACK is missing."),
    ("geofence replay a.gpx", "quickbrew geofence replay: --fences is missing."),
    (
      "geofence add 1,2 --radius 0",
      "--radius is a distance like 500, 500m or 5km, from 1 to 1000000 meters, not “0”."
    ),
    ("position report 1,2", "--device is missing."),
    ("position report 1,2 --device a --time 8:00", "--time is a time with an offset"),
    ("status --wait soon", "--wait is a duration"), ("paths rnu", "Did you mean run?"),
    ("venue a --timeout 0", "--timeout is a duration"), ("venue", "VENUE is missing."),
  ])
  func refuses(line: String, expecting message: String) async {
    let run = await CommandRun(line.split(separator: " ").map(String.init))
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(run.output == "")
  }

  @Test("a failed request exits with the status of the error table")
  func exitStatus() async {
    for row in ErrorCode.table {
      let bus = FakeClientBus().answering(VenueRequest.self) { _ in
        throw ServiceError(row.code, "It is so.")
      }
      let run = await CommandRun(["venue", "osm/node/1"], bus: bus)
      #expect(run.status.rawValue == row.exitStatus, "\(row.name)")
      #expect(run.messages == "quickbrew venue: It is so.\n")
      #expect(run.output == "")
    }
  }

  @Test func errorsAreDataWhereJSONIsWanted() async {
    let bus = FakeClientBus().answering(VenueRequest.self) { _ in
      throw ServiceError(.notFound, "No such venue.", suggestions: ["osm/node/2"])
    }
    let run = await CommandRun(["venue", "osm/node/1", "--json"], bus: bus)
    #expect(
      run.output == #"{"error":{"code":"notFound","message":"No such venue.","#
        + #""suggestions":["osm/node/2"]}}"# + "\n")
    #expect(run.messages == "quickbrew venue: No such venue.\nDid you mean:\n  osm/node/2\n")
    let usage = await CommandRun(["venue", "--json"])
    #expect(
      usage.output == #"{"error":{"code":"invalidRequest","message":"VENUE is missing."}}"# + "\n")
  }

  @Test func everyHelpBeginsWithExamples() async {
    var names = [""]
    for entry in QuickBrewCommand.entries {
      names.append(entry.name)
      names += entry.all.map(\.name)
    }
    for name in names {
      let words = name.split(separator: " ").map(String.init)
      let run = await CommandRun(words + ["--help"])
      let lines = run.output.split(separator: "\n")
      #expect(run.status == .success, "\(name)")
      #expect(lines.count > 3 && lines[1].hasPrefix("Example"), "\(name)")
      #expect(lines.count > 3 && lines[2].hasPrefix("  quickbrew "), "\(name)")
      #expect(await CommandRun(["help"] + words).output == run.output, "\(name)")
    }
  }

  @Test("every example of the help parses")
  func examples() async throws {
    // All services run, so that no example waits for one.
    let bus = FakeClientBus().running(StatusTests.all) { Fixtures.stats($0, $1) }
    let commands = QuickBrewCommand.entries.flatMap(\.all)
    try await TemporaryDirectory.with { home async throws in
      for example in commands.flatMap({ $0.examples }) {
        let words = Self.words(String(example.prefix { !"<>|".contains($0) }))
        let run = await CommandRun(["--home", home.path] + words, bus: bus)
        // Examples may name files that do not exist; what is read as lines is empty here.
        let lacksFile = ["Cannot read", "has no line"].contains { run.messages.contains($0) }
        #expect(run.status != .usage || lacksFile, "\(example)")
      }
    }
  }

  /// Splits words at blanks and double quotes, which suffices for the examples.
  private static func words(_ line: String) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  @Test("without a command the help is printed as a usage error")
  func noCommand() async {
    let run = await CommandRun([])
    #expect(run.status == .usage)
    #expect(run.output == "")
    #expect(run.messages.contains("  quickbrew plan --from "))
    #expect(await CommandRun(["geofence"]).status == .usage)
  }

  @Test func flagsMayStandBeforeTheCommand() async {
    #expect(await CommandRun(["--version"]).output == "quickbrew 1.2.3\n")
    #expect(await CommandRun(["--home", "/x", "paths", "home"]).output == "/x\n")
    #expect(
      await CommandRun(["--json", "paths"]).output
        == #"{"home":"/home","map":"/home/map","run":"/home/run"}"# + "\n")
  }

  @Test func closedOutputIsQuiet() async {
    let run = await CommandRun(["--help"], closesAfter: 0)
    #expect(run.status == .success)
    #expect(run.messages == "")
  }

  @Test("a search without hits prints suggestions")
  func suggestions() async {
    let bus = FakeClientBus().answering(GeocodeRequest.self) { _ in
      GeocodeReply(hits: [], suggestions: [Fixtures.hit("Coit Tower")])
    }
    let run = await CommandRun(["geocode", "Coyt Tauer"], bus: bus)
    #expect(run.status == .nothingFound)
    #expect(run.output == "")
    #expect(
      run.messages
        == "quickbrew: Nothing found for “Coyt Tauer”.\nDid you mean:\n  Coit Tower\n")
    let json = await CommandRun(["geocode", "Coyt Tauer", "--json"], bus: bus)
    #expect(json.status == .nothingFound)
    #expect(json.output.hasPrefix(#"{"hits":[],"suggestions":[{"#))
  }

  @Test func jsonIsIndentedOnATerminalOnly() async {
    let bus = FakeClientBus().answering(FenceListRequest.self) { _ in FenceListReply(fences: []) }
    #expect(
      await CommandRun(["geofence", "list", "--json"], bus: bus).output == "{\"fences\":[]}\n")
    let terminal = await CommandRun(["geofence", "list", "--json"], bus: bus, isTerminal: true)
    #expect(terminal.output.hasPrefix("{\n  \"fences\""))
  }

  @Test("a text is geocoded near the place before it")
  func lookup() async {
    let bus = FakeClientBus()
      .answering(GeocodeRequest.self) { request in
        #expect(request.near == Fixtures.origin)
        #expect(request.text == "Coit Tower")
        return GeocodeReply(hits: [Fixtures.hit("Coit Tower")])
      }
      .answering(PositionRequest.self) { request in
        DevicePosition(
          device: request.device, coordinate: Fixtures.origin, time: Fixtures.departure)
      }
      .answering(RouteRequest.self) { request in
        #expect(request.waypoints == [Fixtures.origin, Fixtures.tower])
        #expect(request.steps == true)
        return RouteReply(
          durationSeconds: 370, distanceMeters: 2300, name: nil, geometry: nil, legs: [],
          waypoints: [], mapVersion: "1")
      }
    let run = await CommandRun(
      ["route", "--from", "@phone", "--to", "Coit Tower", "--steps"], bus: bus)
    #expect(run.status == .success)
    #expect(
      run.output == "6 min 10 s, 2.3 km\nOn empty roads; --depart now has the speeds of now.\n")
  }

  /// Programs that draw or check a route need its geometry; text output does not.
  @Test(
    "JSON and batches include the geometry unless it is declined",
    arguments: [
      ([], nil), (["--json"], true), (["--batch", "-"], true), (["--json", "--no-geometry"], nil),
      (["--batch", "-", "--no-geometry"], nil),
    ] as [([String], Bool?)])
  func geometry(flags: [String], asked: Bool?) async {
    let bus = FakeClientBus().answering(RouteRequest.self) { request in
      #expect(request.geometry == asked)
      return RouteReply(
        durationSeconds: 370, distanceMeters: 2300, name: nil, geometry: nil, legs: [],
        waypoints: [], mapVersion: "1")
    }
    let ends = flags.contains("--batch") ? [] : ["--from", "1,2", "--to", "3,4"]
    let run = await CommandRun(
      ["route"] + ends + flags, bus: bus, lines: FakeLines([.text("1,2,3,4")]))
    #expect(run.status == .success)
    #expect(bus.sent.withLock { $0.count } == 1)
  }
}
