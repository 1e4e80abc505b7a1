import Foundation
import Geography
import Messages
import OpenStreetMap
import ServiceRuntime
import TestSupport
import Testing

@testable import Planner

/// Three nodes of a village.
private let village = """
  <?xml version="1.0" encoding="UTF-8"?>
  <osm version="0.6">
    <node id="1" version="1" lat="60.1" lon="24.9"/>
    <node id="2" version="1" lat="60.3" lon="24.8"/>
    <node id="3" version="1" lat="60.2" lon="25.0"/>
  </osm>
  """

@Suite struct MapManifestTests {
  private let box = BoundingBox(south: 60.1, west: 24.8, north: 60.3, east: 25.0)

  @Test func buildsReadsAndSkips() throws {
    try TemporaryDirectory.with { directory in
      let map = try MapFile(path: directory.write(village.utf8, to: "village.osm"))
      let into = directory.path("map")
      #expect(try BuildPlanner.build(map, zone: "Europe/Helsinki", into: into) == .built)
      let read = try MapManifest.read(into + "/planner.json")
      #expect(
        read == MapInfo(name: "village.osm", box: box, timeZone: "Europe/Helsinki"))
      let planning = try PlanningMap(ofFile: into + "/planner.json")
      #expect(planning.zone.identifier == "Europe/Helsinki")
      #expect(try BuildPlanner.build(map, zone: "Europe/Helsinki", into: into) == .upToDate)
      // Another zone for the same map counts.
      #expect(try BuildPlanner.build(map, zone: "Europe/Oslo", into: into) == .built)
      #expect(try MapManifest.read(into + "/planner.json").timeZone == "Europe/Oslo")
    }
  }

  @Test func theCommandChecksTheZoneBeforeAnythingElse() throws {
    try TemporaryDirectory.with { directory in
      let map = try directory.write(village.utf8, to: "village.osm")
      let into = directory.path("map")
      try BuildPlanner.run([map, "--into", into, "--time-zone", "Europe/Helsinki"])
      #expect(try MapManifest.read(into + "/planner.json").timeZone == "Europe/Helsinki")
      #expect(throws: UsageError.self) {
        try BuildPlanner.run([map, "--into", into, "--time-zone", "Europe/Helsinky"])
      }
      #expect(throws: UsageError.self) { try BuildPlanner.run([map]) }
      #expect(throws: UsageError.self) { try BuildPlanner.run(["--into", into]) }
      #expect(throws: MapFileError.self) {
        try BuildPlanner.run([into + "/planner.json", "--into", into, "--time-zone", "UTC"])
      }
      // The good one is still there.
      #expect(try MapManifest.read(into + "/planner.json").timeZone == "Europe/Helsinki")
    }
  }

  private static let good = """
    {"formatVersion": 1, "source": "x", "map": {"name": "a", "timeZone": "UTC",
    "box": {"south": 1, "west": 2, "north": 3, "east": 4}}}
    """

  @Test(arguments: [
    ("", "is damaged: "),
    (String(good.prefix(60)), "is damaged: "),
    ("[]", "is damaged: "),
    (good.replacing("\"east\"", with: "\"wets\""), "map.box.east is missing."),
    (good.replacing("\"south\": 1", with: "\"south\": 5"), "is damaged: its box is none"),
    (good.replacing("\"east\": 4", with: "\"east\": 400"), "is damaged: its box is none"),
    (
      good.replacing("\"formatVersion\": 1", with: "\"formatVersion\": 2"),
      "has format 2; this version reads format 1."
    ),
    (good.replacing("UTC", with: "Mars/Olympus"), "“Mars/Olympus”, which does not exist here."),
  ])
  func refusesWhatItCannotTrust(_ contents: String, _ expected: String) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(contents.utf8, to: "planner.json")
      let error = #expect(throws: MapManifestError.self) { try MapManifest.read(path) }
      let message = try #require(error).description
      #expect(message.contains(expected), "\(message)")
      #expect(message.contains(path))
      #expect(message.hasSuffix("Build it again: planner build MAP --into DIR."))
    }
  }

  @Test func readsTheSameWithoutTheFaults() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(Self.good.utf8, to: "planner.json")
      #expect(try MapManifest.read(path).name == "a")
      #expect(throws: MapManifestError.missing(directory.path("other.json"))) {
        try MapManifest.read(directory.path("other.json"))
      }
    }
  }

  @Test(.enabled(if: RealMaps.areAvailable, RealMaps.absence))
  func aRealExtract() throws {
    let path = try #require(RealMaps.path("monaco_2020.osm.pbf"))
    try TemporaryDirectory.with { directory in
      _ = try BuildPlanner.build(
        MapFile(path: path), zone: "Europe/Monaco", into: directory.path)
      let map = try MapManifest.read(directory.path("planner.json"))
      #expect(map.name == "monaco_2020.osm.pbf")
      #expect(map.box.contains(Coordinate(latitude: 43.7384, longitude: 7.4246)))
    }
  }
}

@Suite struct ZoneChoiceTests {
  @Test(arguments: ["Europe/Helsinki", "America/Argentina/Buenos_Aires", "UTC", "GMT", "Etc/UTC"])
  func known(_ name: String) throws {
    #expect(try ZoneChoice.checked(name) == name)
  }

  @Test(arguments: [
    ("Europe/Helsinky", ["Europe/Helsinki"]), ("europe/helsinki", ["Europe/Helsinki"]),
    ("Helsinki", ["Europe/Helsinki"]), ("US/Los_Angeles", ["America/Los_Angeles"]),
    ("zzzzzz", []), ("", []),
  ])
  func unknown(_ name: String, _ suggestions: [String]) throws {
    let error = #expect(throws: UsageError.self) { try ZoneChoice.checked(name) }
    #expect(try #require(error).suggestions == suggestions)
  }

  @Test(arguments: [
    // Hours from Greenwich, longitude, whether it is plausible.
    (-8.0, -122.4, true), (-7.0, -122.4, true), (2.0, 24.9, true), (0.0, 24.9, true),
    (0.0, -122.4, false), (-8.0, 24.9, false),
    // China's far west, and both sides of the date line.
    (8.0, 76.0, true), (13.0, -172.0, true), (-11.0, 179.0, true), (1.0, -172.0, false),
    (3.5, 0.0, true), (3.6, 0.0, false),
  ])
  func plausible(_ hours: Double, _ longitude: Double, _ isPlausible: Bool) {
    let warning = ZoneChoice.warning(
      zone: "Here/There", offsetSeconds: Int(hours * 3600), map: "a.osm",
      center: Coordinate(latitude: 0, longitude: longitude))
    #expect((warning == nil) == isPlausible, "\(warning ?? "")")
  }

  @Test func theWarningSaysWhatToDo() throws {
    let warning = try #require(
      ZoneChoice.warning(
        zone: "Etc/UTC", offsetSeconds: 0, map: "sf.osm",
        center: Coordinate(latitude: 37.8, longitude: -122.4)))
    #expect(
      warning == "This machine's time zone Etc/UTC is used for sf.osm, but the map's clocks are "
        + "likely 8 hours off it. Give the map's own: --time-zone Area/City.")
  }
}
