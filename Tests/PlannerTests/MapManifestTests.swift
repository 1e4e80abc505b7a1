import CommandLineKit
import Foundation
import Geography
import MapFiles
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

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

private func zone(_ name: String) throws -> ZoneChoice { try ZoneChoice(given: name) }

@Suite struct MapManifestTests {
  private let box = BoundingBox(south: 60.1, west: 24.8, north: 60.3, east: 25.0)

  @Test("a manifest is built, read back, and not built again without a change")
  func buildAndRead() throws {
    try TemporaryDirectory.with { directory in
      let map = try MapFile(path: directory.write(village.utf8, to: "village.osm"))
      let into = directory.path("map")
      #expect(try BuildPlanner.build(map, zone: zone("Europe/Helsinki"), into: into) == .built)
      let read = try MapManifest.read(into + "/map.json")
      #expect(
        read
          == MapInfo(
            name: "village.osm", box: box, timeZone: "Europe/Helsinki", country: "FI",
            date: try MapDate(of: map), version: try map.fingerprint().description))
      let planning = try PlanningMap(ofFile: into + "/map.json")
      #expect(planning.zone.identifier == "Europe/Helsinki")
      #expect(try BuildPlanner.build(map, zone: zone("Europe/Helsinki"), into: into) == .upToDate)
      // Another zone for the same map counts.
      #expect(try BuildPlanner.build(map, zone: zone("Europe/Oslo"), into: into) == .built)
      #expect(try MapManifest.read(into + "/map.json").timeZone == "Europe/Oslo")
    }
  }

  @Test("a map without a date in its header is as old as its file")
  func fileDate() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(village.utf8, to: "village.osm")
      let time = Date(timeIntervalSince1970: 1_400_000_000)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
      let date = MapDate(time: Timestamp(secondsSince1970: 1_400_000_000), source: .file)
      #expect(try MapDate(of: MapFile(path: path)) == date)
    }
  }

  @Test("the command validates its flags before it replaces a manifest")
  func command() throws {
    try TemporaryDirectory.with { directory in
      let map = try directory.write(village.utf8, to: "village.osm")
      let into = directory.path("map")
      try BuildPlanner.run([map, "--into", into, "--time-zone", "Europe/Helsinki"])
      #expect(try MapManifest.read(into + "/map.json").timeZone == "Europe/Helsinki")
      #expect(throws: UsageError.self) {
        try BuildPlanner.run([map, "--into", into, "--time-zone", "Europe/Helsinky"])
      }
      #expect(throws: UsageError.self) { try BuildPlanner.run([map]) }
      #expect(throws: UsageError.self) { try BuildPlanner.run(["--into", into]) }
      #expect(throws: MapFileError.self) {
        try BuildPlanner.run([into + "/map.json", "--into", into, "--time-zone", "UTC"])
      }
      // The good one is still there.
      #expect(try MapManifest.read(into + "/map.json").timeZone == "Europe/Helsinki")
    }
  }

  @Test("without flags the map gets the zone and the country of its place")
  func geography() throws {
    try TemporaryDirectory.with { directory in
      func built(_ extract: String, country: MapCountry? = nil) throws -> MapInfo {
        let map = try MapFile(path: directory.write(extract.utf8, to: "village.osm"))
        _ = try BuildPlanner.build(map, zone: ZoneChoice(), country: country, into: directory.path)
        return try MapManifest.read(directory.path("map.json"))
      }
      let finnish = try built(village)
      #expect((finnish.timeZone, finnish.otherTimeZones) == ("Europe/Helsinki", nil))
      #expect(finnish.country == "FI")
      // What the addresses say comes first, and what is given before that.
      let swedish = village.replacing(
        "lon=\"24.9\"/>", with: "lon=\"24.9\"><tag k=\"addr:country\" v=\"SE\"/></node>")
      #expect(try built(swedish).country == "SE")
      #expect(try built(swedish, country: MapCountry(code: "EE")).country == "EE")
      // On the border between two clocks.
      let border = village.replacing("lat=\"60.", with: "lat=\"65.8")
        .replacing("lon=\"24.8", with: "lon=\"24.1").replacing("lon=\"25.0", with: "lon=\"24.2")
        .replacing("lon=\"24.9", with: "lon=\"24.15")
      #expect(try built(border).otherTimeZones != nil)
      let named = border.replacing(
        "lon=\"24.15\"/>",
        with: "lon=\"24.15\"><tag k=\"timezone\" v=\"Europe/Helsinki\"/></node>")
      let map = try built(named)
      #expect((map.timeZone, map.otherTimeZones) == ("Europe/Helsinki", nil))
    }
  }

  private static let good = """
    {"formatVersion": 1, "source": "x", "map": {"name": "a", "timeZone": "UTC",
    "box": {"south": 1, "west": 2, "north": 3, "east": 4}}}
    """

  @Test(
    "a damaged manifest is refused with its path and what to do",
    arguments: [
      ("", "is damaged: "),
      (String(good.prefix(60)), "is damaged: "),
      ("[]", "is damaged: "),
      (good.replacing("\"east\"", with: "\"wets\""), "map.box.east is missing."),
      (good.replacing("\"south\": 1", with: "\"south\": 5"), "is damaged: its box is invalid"),
      (good.replacing("\"east\": 4", with: "\"east\": 400"), "is damaged: its box is invalid"),
      (
        good.replacing("\"formatVersion\": 1", with: "\"formatVersion\": 2"),
        "has format 2; this version reads format 1."
      ),
      (good.replacing("UTC", with: "Mars/Olympus"), "“Mars/Olympus”, which does not exist here."),
    ])
  func damaged(_ contents: String, _ expected: String) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(contents.utf8, to: "map.json")
      let error = #expect(throws: MapManifestError.self) { try MapManifest.read(path) }
      let message = try #require(error).description
      #expect(message.contains(expected), "\(message)")
      #expect(message.contains(path))
      #expect(message.hasSuffix("Build it again: planner build MAP --into DIR."))
    }
  }

  @Test("every flipped bit of a manifest is noticed, or changes nothing of the map")
  func flippedBits() throws {
    try TemporaryDirectory.with { directory in
      let map = MapInfo(
        name: "village.osm", box: box, timeZone: "Europe/Helsinki", country: "FI", version: "abc")
      let path = directory.path("map.json")
      try MapManifest(source: "abc", map: map).write(to: path)
      let whole = try Data(contentsOf: URL(filePath: path))
      var noticed = 0
      for bit in 0..<(8 * whole.count) {
        var damaged = whole
        damaged[bit / 8] ^= 1 << (bit % 8)
        try damaged.write(to: URL(filePath: path))
        do {
          #expect(try MapManifest.read(path) == map, "bit \(bit)")
        } catch {
          noticed += 1
        }
      }
      #expect(noticed > whole.count)
    }
  }

  @Test("the same manifest without the damage is read")
  func sound() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(Self.good.utf8, to: "map.json")
      #expect(try MapManifest.read(path).name == "a")
      #expect(throws: MapManifestError.missing(directory.path("other.json"))) {
        try MapManifest.read(directory.path("other.json"))
      }
    }
  }

  @Test(
    "a manifest is built from a real extract", .enabled(if: RealMaps.areAvailable, RealMaps.absence)
  )
  func realExtract() throws {
    let path = try #require(RealMaps.path("monaco_2020.osm.pbf"))
    try TemporaryDirectory.with { directory in
      _ = try BuildPlanner.build(
        MapFile(path: path), zone: zone("Europe/Monaco"), into: directory.path)
      let map = try MapManifest.read(directory.path("map.json"))
      #expect(map.name == "monaco_2020.osm.pbf")
      #expect(map.date?.source == .header)
      #expect(map.box.contains(Coordinate(latitude: 43.7384, longitude: 7.4246)))
    }
  }
}
