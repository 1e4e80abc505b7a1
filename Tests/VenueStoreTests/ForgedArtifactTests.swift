import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import SQL
import SQLite
import TestSupport
import Testing
import Time

@testable import VenueStore

/// A map's venues with the right digest and wrong contents: refused, or without harm to the store.
///
/// `QUICKBREW_SEEDS` says how many seeds, `QUICKBREW_SEED` repeats one.
@Suite(.computing, .timeLimit(.minutes(10))) struct ForgedArtifactTests {
  private static let seeds = Seeds.all(2)
  private static let files = 60
  private static let hostile = [
    "0", "-1", "9223372036854775807", "9e999", "-9e999", "1e308", "91", "''", "'x'",
    "char(0, 1, 127)", "CAST(x'ff80fe' AS TEXT)", "zeroblob(9)", "hex(zeroblob(3000))", "NULL",
  ]

  @Test("a wrong value under a right digest is refused, or every venue can be read and sent")
  func rows() throws {
    try TemporaryDirectory.with { folder in
      let good = folder.path("good.sqlite")
      _ = try VenueArtifact.build(at: good, from: Self.map)
      var refused = 0
      for seed in Self.seeds {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.files {
          let path = folder.path("bad.sqlite")
          try? FileManager.default.removeItem(atPath: path)
          try FileManager.default.copyItem(atPath: good, toPath: path)
          try Self.forge(path, &random)
          if try !Self.load(path, into: folder.path("\(seed)-\(number).store")) { refused += 1 }
        }
      }
      print("forged artifacts: \(Self.seeds.count * Self.files), refused: \(refused)")
      #expect(refused > 0)
    }
  }

  private static let map = MapElements(
    nodes: (1...12).map { id in
      MapNode(
        id: Int64(id), coordinate: .init(latitude: 60 + Double(id) / 1_000, longitude: 25),
        tags: [
          "amenity": "cafe", "name": "Café \(id)", "opening_hours": "Mo-Fr 08:00-17:00",
          "phone": "+358 1", "website": "https://example.org",
        ])
    })

  private static func forge(_ path: String, _ random: inout SeededGenerator) throws {
    let database = try Database(path: path, mode: .building)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let column = VenueColumns.names.randomElement(using: &random) ?? "name"
      let value = hostile.randomElement(using: &random) ?? "0"
      let some =
        Bool.random(using: &random)
        ? "" : " WHERE id = 'osm/node/\(Int.random(in: 1...12, using: &random))'"
      // A constraint may refuse it.
      try? database.execute("UPDATE venue SET \(column) = \(value)\(some)")
    }
    var digest = VenueDigest()
    try database.forEach("SELECT \(VenueColumns.list) FROM venue ORDER BY id") {
      digest.add(Venue($0))
    }
    try database.run("UPDATE artifact SET identity = ?", digest.text)
  }

  /// Loads an artifact into a new store and reads everything as the bus does; `false` if it is
  /// refused.
  private static func load(_ path: String, into store: String) throws -> Bool {
    let artifact: VenueArtifact
    do { artifact = try VenueArtifact(path: path) } catch { return false }
    let database = try VenueDatabase(at: .store(store))
    do {
      _ = try MapLoad(
        artifact, into: database, now: Timestamp(secondsSince1970: 1_800_000_000))
    } catch is SQLError {
      return false
    }
    let page = try database.venues.page(after: nil, limit: VenueLimits.maximumPage)
    for venue in page.venues {
      let sent = try MessageCoder.encode(venue)
      #expect(try MessageCoder.decode(Venue.self, from: sent) == venue, "\(venue)")
      #expect(venue.coordinate.isValid)
    }
    return true
  }
}
