import FoundationEssentials
import Geography
import MessageBus
import Messages
import Stores
import TestSupport
import Testing
import Time
import VenueStore

@testable import QuickBrew

@Suite struct FavouriteCommandTests {
  @Test("without the store favourites are kept locally and merged later")
  func offline() async throws {
    try await withStore { store throws in
      let added = await store.offline("add", "osm/node/1")
      #expect(added.status == .success)
      #expect(
        added.output == "Kept osm/node/1 here; it will be merged when the venue store answers.\n")
      let list = await store.offline("list")
      #expect(list.status == .success)
      #expect(list.output.contains("osm/node/1") && list.output.contains("not merged yet"))
      #expect(list.messages.contains("the venue store does not answer; 1 change waits here."))

      let merged = await store.online("list", "--json")
      #expect(merged.output.contains(#""isMerged":true"#) && merged.output.contains("Roma"))
      #expect(try store.stored() == ["osm/node/1"])

      let known = await store.offline("remove", "osm/node/1")
      #expect(
        known.output == "Removed Roma here; it will be merged when the venue store answers.\n")
      #expect(try store.stored() == ["osm/node/1"])
      #expect(await store.online("list").messages.contains("No favourites yet"))
      #expect(try store.stored().isEmpty)
    }
  }

  @Test("what is kept here only its owner may read, also where an older file was open")
  func isPrivate() async throws {
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    try await withStore { store throws in
      let folder = store.home("a") + "/client"
      let file = folder + "/favourites.json"
      for mark in ["1", "2"] {
        #expect(await store.offline("add", "osm/node/\(mark)").status == .success)
        #expect(try mode(store.home("a")) == 0o700 && mode(folder) == 0o700)
        #expect(try mode(file) == 0o600 && mode(folder + "/.quickbrew.lock") == 0o600)
        // A version that set no modes may leave this.
        for (path, open) in [(folder, 0o755), (file, 0o644)] {
          try FileManager.default.setAttributes([.posixPermissions: open], ofItemAtPath: path)
        }
      }
    }
  }

  @Test("with the store a change takes effect at once")
  func online() async throws {
    try await withStore { store throws in
      let added = await store.online("add", "osm/node/1")
      #expect(added.output == "Kept Roma among the favourites of ada.\n")
      #expect(await store.online("add", "osm/node/1").status == .success)
      #expect(try store.stored() == ["osm/node/1"])
      let removed = await store.online("remove", "osm/node/1")
      #expect(removed.output == "Removed Roma from the favourites of ada.\n")
      #expect(try store.stored().isEmpty)
      let again = await store.online("remove", "osm/node/1")
      #expect(again.status == .nothingFound)
      let unknown = await store.online("add", "osm/node/9")
      #expect(unknown.status == .nothingFound)
      #expect(unknown.messages.contains("There is no such venue"))
    }
  }

  @Test("an unknown venue is reported with the next merge")
  func unknownVenue() async throws {
    try await withStore { store throws in
      _ = await store.offline("add", "osm/node/9")
      _ = await store.offline("add", "osm/node/2")
      let list = await store.online("list")
      #expect(list.messages.contains("osm/node/9: There is no such venue"))
      #expect(list.output.contains("osm/node/2") && !list.output.contains("osm/node/9"))
    }
  }

  @Test("users are separate, and machines are merged")
  func users() async throws {
    try await withStore { store throws in
      _ = await store.offline("add", "osm/node/1")
      #expect(await store.offline("list", "--user", "bob").messages.contains("No favourites yet"))
      _ = await store.online("add", "osm/node/2", machine: "b")
      _ = await store.online("list")
      let other = await store.online("list", "--json", machine: "b")
      #expect(other.output.contains("osm/node/1") && other.output.contains("osm/node/2"))
    }
  }

  @Test("concurrent commands lose no favourite")
  func concurrentCommands() async throws {
    try await withStore { store throws in
      let ids = (0..<30).map { "osm/node/\($0)" }
      await withTaskGroup(of: Void.self) { group in
        for id in ids { group.addTask { _ = await store.offline("add", id) } }
      }
      let file = FavouriteFile(home: store.home("a"))
      #expect(try file.replica(of: "ada").favourites.count == 30)
    }
  }

  @Test("a damaged file is reported and not overwritten")
  func damagedFile() async throws {
    try await withStore { store throws in
      _ = await store.offline("add", "osm/node/1")
      let path = store.home("a") + "/client/favourites.json"
      try Data("{\"device\":".utf8).write(to: URL(filePath: path))
      let run = await store.offline("add", "osm/node/2")
      #expect(run.status == .failure)
      #expect(run.messages.contains("favourites.json cannot be read"))
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("{\"device\":".utf8))
    }
  }

  @Test(
    "an export can be imported again", arguments: ["json", "gpx"])
  func roundTrip(ending: String) async throws {
    try await withStore { store throws in
      _ = await store.online("add", "osm/node/1")
      _ = await store.online("add", "osm/node/2")
      let path = store.home("favourites.\(ending)")
      #expect(await store.online("export", path).status == .success)
      let before = await store.online("list", "--json")
      let printed = await store.online("export", "--format", ending)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(printed.output.utf8))

      for id in ["osm/node/1", "osm/node/2"] { _ = await store.online("remove", id) }
      let back = await store.online("import", path, machine: "b")
      #expect(back.status == .success, "\(back.messages)")
      #expect(back.output == "Kept 2 favourites.\n")
      #expect(await store.online("list", "--json").output == before.output)
      #expect(
        await store.online("import", path).output == "Kept 0 favourites; 2 had been kept.\n")
    }
  }

  @Test("files of other programs are matched by name and position")
  func foreignFile() async throws {
    try await withStore { store throws in
      let path = store.home("other.gpx")
      let text = """
        <?xml version="1.0"?>
        <!-- from elsewhere -->
        <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1">
          <g:wpt lat='37.8000' lon='-122.4101'><g:name>Caff&#233; &amp; Bar Trieste</g:name></g:wpt>
          <g:wpt lat="37.8" lon="-122.42"><g:name><![CDATA[Nowhere <at> all]]></g:name></g:wpt>
          <g:wpt lat="37.8" lon="-122.42"/>
        </g:gpx>
        """
      try Data(text.utf8).write(to: URL(filePath: path))
      let run = await store.online("import", path)
      #expect(run.status == .nothingFound)
      #expect(
        run.output == """
          Kept 1 favourite.
          2 places match no venue:
            Nowhere <at> all  37.800000,-122.420000
            –                 37.800000,-122.420000

          """)
      #expect(try store.stored() == ["osm/node/2"])
      #expect(await store.offline("import", path).status == .unavailable)
    }
  }

  @Test(
    "an invalid file is refused with the location of the error",
    arguments: [
      ("", "it is neither GPX"), ("[1]", "it is neither GPX"),
      ("<kml/>", "it is XML, but <kml> is no GPX"),
      ("<gpx>\n<wpt lat=\"1\"/></gpx>", "line 2: the waypoint has no lat and lon"),
      ("<gpx>\n<wpt lat=\"91\" lon=\"0\"/></gpx>", "line 2: the waypoint’s lat “91” and lon “0”"),
      ("<gpx>\n\n<wpt lat=\"1\" lon=\"2\">", "line 3: no element found"),
      ("<gpx><wpt></gpx>", "line 1: mismatched tag"),
      ("<gpx><wpt lat=1/></gpx>", "line 1: not well-formed"),
      ("<gpx>&nbsp;</gpx>", "line 1: undefined entity"),
      ("<!DOCTYPE a [<!ENTITY b \"c\">]><gpx/>", "line 1: document type declarations are not read"),
      ("<gpx/><gpx/>", "line 1: junk after document element"),
      ("<gpx", "line 1: unclosed token"), ("<", "line 1: unclosed token"),
      ("<gpx><![CDATA[", "line 1: unclosed CDATA section"),
      (
        "<gpx><wpt lat=\"1\" lon=\"2\"><time>noon</time></wpt></gpx>",
        "line 1: the waypoint’s time “noon”"
      ),
      ("{\"favourites\":[{}]}", "venueID"), ("{\"favourites\":", "JSON"),
      ("{}", "favourites"),
    ])
  func invalidFile(text: String, reason: String) async throws {
    try await withStore { store throws in
      let path = store.home("file")
      try Data(text.utf8).write(to: URL(filePath: path))
      let run = await store.online("import", path)
      #expect(run.status == .usage)
      #expect(run.messages.contains(reason), "\(run.messages)")
    }
  }
}

/// A venue store that is reachable or not, and the home directories of two machines.
private struct FavouriteStore: Sendable {
  let directory: TemporaryDirectory
  let bus: FakeClientBus

  init(_ directory: TemporaryDirectory) throws {
    self.directory = directory
    let path = directory.path("store.sqlite")
    let venues = [("osm/node/1", "Roma"), ("osm/node/2", "Caffe Trieste")].enumerated().map {
      Venue(
        id: VenueID(rawValue: $1.0), name: $1.1, category: .coffee,
        coordinate: Coordinate(latitude: 37.8, longitude: -122.4 - Double($0) / 100),
        facts: VenueFacts(address: "\($0) A & B <Street>"))
    }
    _ = try VenueDatabase(at: .file(path: path)).venues.apply(
      venues.map { VenueChanged(id: $0.id, venue: $0) })
    bus = FakeClientBus()
      .answering(FavouriteMergeRequest.self) {
        try Favourites(VenueDatabase(at: .file(path: path))).merge($0, now: .now())
      }
      .answering(FavouriteListRequest.self) {
        try Favourites(VenueDatabase(at: .file(path: path))).list(of: $0.user)
      }
      .answering(VenueMatchRequest.self) {
        try VenueMatching(VenueDatabase(at: .file(path: path))).matches($0)
      }
  }

  func home(_ machine: String) -> String { directory.path(machine) }

  func online(_ words: String..., machine: String = "a") async -> CommandRun {
    await CommandRun(["favourite"] + words + ["--home", home(machine)], bus: bus)
  }

  func offline(_ words: String...) async -> CommandRun {
    await CommandRun(["favourite"] + words + ["--home", home("a")])
  }

  func stored() throws -> [VenueID] {
    try Favourites(VenueDatabase(at: .file(path: directory.path("store.sqlite")))).list(of: "ada")
      .favourites
      .map(\.venue.id)
  }
}

private func withStore(_ body: (FavouriteStore) async throws -> Void) async throws {
  try await TemporaryDirectory.with { directory async throws in
    try await body(FavouriteStore(directory))
  }
}
