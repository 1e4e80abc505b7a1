import CommandLineKit
import Foundation
import Geography
import Messages
import SQL
import SQLite
import TestSupport
import Testing

@testable import Geocoder

/// An index whose checksums are right and whose contents are not: damage that was sealed, or a file
/// that somebody made. It is refused, or does no harm.
///
/// `QUICKBREW_SEEDS` says how many seeds, `QUICKBREW_SEED` repeats one.
@Suite(.computing, .timeLimit(.minutes(10))) struct ForgedIndexTests {
  private static let seeds = Seeds.all(2)
  private static let files = 60

  @Test("a wrong number in a block with a correct checksum is refused, or does no harm")
  func blocks() throws {
    try forge { database, random in
      let block = IndexFormat.Block.allCases.randomElement(using: &random) ?? .nameEntries
      let stored = try database.first("SELECT bytes FROM block WHERE name = ?", block.rawValue) {
        $0.data(0)
      }
      var numbers = (stored ?? Data()).withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      guard !numbers.isEmpty else { return }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: numbers.indices, using: &random)
        let other = Int.random(in: numbers.indices, using: &random)
        let hostile: [UInt32] = [
          0, 1, numbers[index] &+ 1, numbers[index] &- 1, .max, 1 << 31, 0x7FC0_0000, 0x11_0000,
          numbers[other], UInt32.random(in: .min ... .max, using: &random),
        ]
        numbers[index] = hostile.randomElement(using: &random) ?? 0
      }
      if Int.random(in: 0..<8, using: &random) == 0 { numbers.removeLast() }
      let bytes = numbers.withUnsafeBytes { Data($0) }
      try database.run(
        "UPDATE block SET bytes = ?, hash = ? WHERE name = ?", bytes,
        Int64(bitPattern: BlockHash.of(numbers)), block.rawValue)
    }
  }

  @Test("a wrong value in a row, which has no checksum, is refused, or does no harm")
  func rows() throws {
    let columns: [(table: String, columns: [String])] = [
      (
        "entry",
        [
          "kind", "name", "category", "latitude", "longitude", "importance", "number", "street",
          "street_entry", "postcode", "city", "city_entry",
        ]
      ),
      ("other_name", ["entry", "text", "language"]),
      (
        "house",
        ["street", "number", "last", "suffix", "text", "latitude", "longitude", "postcode", "city"]
      ),
      ("number_line", ["street", "first", "last", "step", "points"]),
      ("category", ["tag"]), ("line", ["street", "points"]), ("fact", ["value"]),
    ]
    let hostile = [
      "0", "-1", "1", "2147483648", "9223372036854775807", "-9223372036854775808", "9e999",
      "-9e999", "1e308", "''", "'x'", "'_p~iF~ps|U'", "'~~~~~~~~~~~'", "char(0, 1, 127)",
      "CAST(x'ff80fe' AS TEXT)", "zeroblob(9)", "hex(zeroblob(3000))",
    ]
    try forge { database, random in
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let (table, names) = columns.randomElement(using: &random),
          let column = names.randomElement(using: &random),
          let value = hostile.randomElement(using: &random)
        else { continue }
        let isAll = Bool.random(using: &random)
        let count = "(SELECT max(1, count(*)) FROM \(table))"
        let offset = "\(Int.random(in: 0..<1000, using: &random)) % \(count)"
        let row = "(SELECT rowid FROM \(table) LIMIT 1 OFFSET \(offset))"
        let some = table == "fact" || isAll ? "" : " WHERE rowid = \(row)"
        // A constraint may refuse it.
        try? database.execute("UPDATE \(table) SET \(column) = \(value)\(some)")
      }
    }
  }

  /// Changes copies of the town's index, opens them, and asks all that a geocoder is asked.
  private func forge(
    _ change: (Database, inout SeededGenerator) throws -> Void
  ) throws {
    try TemporaryDirectory.with { folder in
      let good = folder.path("good.sqlite")
      _ = try PlaceIndex.build(from: SmallTown.map, into: good)
      var refused = 0
      for seed in Self.seeds {
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.files {
          let path = folder.path("bad.sqlite")
          try? FileManager.default.removeItem(atPath: path)
          try FileManager.default.copyItem(atPath: good, toPath: path)
          try change(Database(path: path, mode: .building), &random)
          do {
            let searcher = try Searcher(PlaceIndex(path: path))
            Self.exercise(searcher)
          } catch {
            #expect(error is PlaceIndexError || error is SQLError, "seed \(seed), \(number)")
            refused += 1
          }
        }
      }
      print("forged indexes: \(Self.seeds.count * Self.files), refused: \(refused)")
    }
  }

  /// All that matters is that each ends.
  private static func exercise(_ searcher: Searcher) {
    let texts = [
      "Coit Tower", "1 Telegraph Hill Boulevard", "Columbus Avenue and Lombard Street", "cafe",
      "27 Columbus Avenue, San Francisco", "94133", "columbus", "tellegraf hil", "a", "museum",
    ]
    for text in texts {
      _ = try? searcher.search(GeocodeRequest(text: text, near: SmallTown.middle))
      for end in [1, 3, text.count] {
        _ = try? searcher.suggest(
          SuggestRequest(text: String(text.prefix(end)), near: SmallTown.middle))
      }
      _ = try? searcher.find(FindRequest(text: "coffee near \(text)"))
    }
    for east in stride(from: -400.0, through: 400, by: 200) {
      for level in [nil] + ReverseLevel.allCases.map(Optional.init) {
        _ = try? searcher.reverse(
          ReverseGeocodeRequest(coordinate: SmallTown.at(east, east / 2), level: level))
      }
    }
  }
}
