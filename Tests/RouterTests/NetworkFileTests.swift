import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// A damaged file causes an error that explains it, never a crash or wrong data.
@Suite("The network file")
struct NetworkFileTests {
  /// The bytes of a network with names, restrictions, private roads and a ferry.
  static func bytes() throws -> [UInt8] {
    var elements = RandomTown(side: 4, seed: 1).elements
    elements.ways = elements.ways.enumerated().map { index, way in
      var pairs = Array(way.tags.pairs) + [(key: "name", value: "Street \(index % 7)")]
      if index % 3 == 0 { pairs.append((key: "ref", value: "B \(index)")) }
      if index % 5 == 0 { pairs.append((key: "access", value: "private")) }
      if index % 6 == 0 {
        pairs += [("maxheight", "3"), ("maxspeed:conditional", "20 @ (08:00-09:00)")]
      }
      return MapWay(id: way.id, nodeIDs: way.nodeIDs, tags: Tags(pairs))
    }
    return try TemporaryDirectory.with { directory in
      _ = try NetworkBuilder.build(elements, to: directory.path("network"))
      return try Array(Data(contentsOf: URL(filePath: directory.path("network"))))
    }
  }

  static func open(_ bytes: [UInt8]) throws -> RoadNetwork {
    try TemporaryDirectory.with { directory in
      try RoadNetwork(path: directory.write(bytes, to: "network"))
    }
  }

  /// The error of opening these bytes; `nil` where they open.
  static func fault(_ bytes: [UInt8]) throws -> NetworkFileError? {
    do {
      _ = try open(bytes)
      return nil
    } catch let error as NetworkFileError {
      return error
    }
  }

  @Test("Every single flipped bit is detected")
  func flippedBits() throws {
    let good = try Self.bytes()
    #expect(try Self.fault(good) == nil)
    var random = SeededGenerator(seed: 5)
    try TemporaryDirectory.with { directory in
      for index in stride(from: 0, to: good.count, by: max(1, good.count / 700)) {
        var bad = good
        bad[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        let path = try directory.write(bad, to: "network")
        #expect(throws: NetworkFileError.self, "byte \(index)") { try RoadNetwork(path: path) }
      }
    }
  }

  @Test("A flipped bit or two exchanged words are detected in each section")
  func sections() throws {
    let good = try Self.bytes()
    let all = NetworkSection.allCases.flatMap { section in
      NetworkPart.allCases.map { (section, $0) }
    }
    for (section, part) in all {
      let entry = Self.entry(of: section, part)
      let word = { (index: Int) in
        (0..<8).reduce(0) { $0 | Int(good[index + $1]) << (8 * $1) }
      }
      let (offset, count) = (word(entry), word(entry + 8))
      let mayBeEmpty: Set<NetworkSection> = [
        .signs, .signNumbers, .signedSegments, .limitedTurns, .turnLimits, .ruledTurns, .turnHours,
        .maneuverEntries, .maneuverActions, .maneuverSegments,
      ]
      #expect(count > 0 || part != .numbers || mayBeEmpty.contains(section), "\(section)")
      guard count > 0 else { continue }
      var bad = good
      bad[offset] ^= 1
      #expect(throws: NetworkFileError.self, "\(section)") { try Self.open(bad) }
      // At distances within a lane and across lanes, and in the section table.
      for (left, right) in [(offset, offset + 8), (offset, offset + 32), (entry, entry + 16)] {
        guard right + 8 <= good.count, word(left) != word(right) else { continue }
        var swapped = good
        for byte in 0..<8 { swapped.swapAt(left + byte, right + byte) }
        #expect(throws: NetworkFileError.self, "\(section)") { try Self.open(swapped) }
      }
    }
  }

  @Test("A truncated or extended file is detected")
  func truncated() throws {
    let good = try Self.bytes()
    let table =
      NetworkFormat.headerSize + NetworkSection.allCases.count * NetworkPart.allCases.count
      * NetworkFormat.tableEntrySize
    let lengths = [
      0, 1, 7, 8, 31, 32, 33, 100, table - 1, table, good.count / 2, good.count - 1,
    ]
    for length in lengths {
      let error = try #require(try Self.fault(Array(good.prefix(length))))
      guard case .truncated(_, let bytes) = error else {
        Issue.record("\(length) bytes: \(error)")
        continue
      }
      #expect(bytes == length)
    }
    for extra in [1, 8, NetworkFormat.blockSize] {
      #expect(try Self.fault(good + [UInt8](repeating: 0, count: extra)) != nil)
    }
  }

  @Test("Other files and other versions give different errors")
  func otherFiles() throws {
    let good = try Self.bytes()
    let text = Array(String(repeating: "<osm></osm>\n", count: 100).utf8)
    guard case .notANetwork = try Self.fault(text) else {
      Issue.record("a text opened")
      return
    }
    var newer = good
    newer[8] += 1
    guard case .wrongVersion(_, let found) = try Self.fault(newer) else {
      Issue.record("another version opened")
      return
    }
    #expect(found == NetworkFormat.version + 1)
    #expect(throws: NetworkFileError.missing(path: "/nowhere/router.car.network")) {
      try RoadNetwork(path: "/nowhere/router.car.network")
    }
    #expect(throws: NetworkFileError.self) { try RoadNetwork(path: "/") }
  }

  @Test(
    "A wrong number with a correct checksum is detected, or does no harm", arguments: [11, 12, 13])
  func forged(seed: UInt64) throws {
    let good = try Self.bytes()
    var random = SeededGenerator(seed: seed)
    var refused = 0
    try TemporaryDirectory.with { directory in
      for _ in 0..<300 {
        var bad = good
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: NetworkFormat.headerSize..<bad.count, using: &random)
          bad[index] =
            Bool.random(using: &random) ? 0xff : UInt8.random(in: 0...255, using: &random)
        }
        Self.seal(&bad)
        let path = try directory.write(bad, to: "network")
        guard let network = try? RoadNetwork.checked(path: path) else {
          refused += 1
          continue
        }
        Self.exercise(network, &random)
      }
    }
    // Most bytes are coordinates and indices; some, such as names, may change freely.
    #expect(refused > 30, "seed \(seed)")
  }

  @Test("A turn of more than half a circle is refused, with a correct checksum, too")
  func impossibleTurn() throws {
    let good = try Self.bytes()
    let offset = Self.offset(of: .kinds, in: good)
    try TemporaryDirectory.with { directory in
      // In units of 1.5°.
      for (angle, isSound) in [(120, true), (-120, true), (121, false), (-121, false)] {
        var file = good
        file[offset + 3] = UInt8(bitPattern: Int8(angle))
        Self.seal(&file)
        let path = try directory.write(file, to: "network")
        #expect(((try? RoadNetwork.checked(path: path)) != nil) == isSound, "\(angle)")
      }
    }
  }

  @Test("A hierarchy without the edge of a turn is refused, with a correct checksum, too")
  func missingEdge() throws {
    let good = try Self.bytes()
    let network = try Self.open(good)
    defer { withExtendedLifetime(network) {} }
    let hierarchy = network.hierarchy
    let ranks = 0..<hierarchy.rankCount
    let shortcuts = ranks.reduce(into: Set<[UInt32]>()) { shortcuts, rank in
      for tail in hierarchy.heads(row: hierarchy.intoRow(rank)) {
        for head in hierarchy.heads(row: hierarchy.outRow(rank)) { shortcuts.insert([tail, head]) }
      }
    }
    var refused = 0
    for rank in ranks where hierarchy.edges(row: hierarchy.intoRow(rank)).isEmpty {
      let row = hierarchy.outRow(rank)
      for (edge, head) in zip(hierarchy.edges(row: row), hierarchy.heads(row: row)) {
        // In no triangle, so a turn's; it may lead to the next rank as well.
        guard !shortcuts.contains([UInt32(rank), head]),
          !hierarchy.heads(row: row).contains(head + 1),
          Int(head + 1) < hierarchy.rankCount
        else { continue }
        var bad = good
        bad[Self.offset(of: .heads, in: good) + 2 * edge] += 1
        Self.seal(&bad)
        refused += 1
        try TemporaryDirectory.with { directory in
          let path = try directory.write(bad, to: "network")
          #expect(
            throws: NetworkFileError.inconsistent(
              path: path, reason: "the hierarchy does not fit the arcs")
          ) { try RoadNetwork.checked(path: path) }
        }
      }
    }
    #expect(refused > 0)
  }

  /// Where a section begins.
  private static func offset(of section: NetworkSection, in file: [UInt8]) -> Int {
    let entry = entry(of: section, .numbers)
    return (0..<8).reduce(0) { $0 | Int(file[entry + $1]) << (8 * $1) }
  }

  /// Where the table tells the place of a part of a section.
  private static func entry(of section: NetworkSection, _ part: NetworkPart) -> Int {
    NetworkFormat.headerSize + NetworkFormat.tableEntrySize
      * (section.rawValue * NetworkPart.allCases.count + part.rawValue)
  }

  /// Writes the checksum of a file into its header.
  private static func seal(_ file: inout [UInt8]) {
    var checksum = NetworkChecksum()
    checksum.add(Array(file[NetworkFormat.headerSize...]))
    for byte in 0..<8 {
      file[NetworkFormat.checksumOffset + byte] = UInt8(
        truncatingIfNeeded: checksum.value >> UInt64(8 * byte))
    }
  }

  /// Runs every kind of query; all that matters is that they end.
  private static func exercise(_ network: RoadNetwork, _ random: inout SeededGenerator) {
    let router = ProfileRouter(RoadSnapshot(network))
    let town = RandomTown(side: 4, seed: 1)
    let points = (0..<3).map { _ in
      town.coordinates.randomElement(using: &random) ?? town.coordinates[0]
    }
    _ = try? router.answer(RouteRequest(waypoints: points, geometry: true, steps: true))
    _ = try? router.answer(TableRequest(sources: points, destinations: points))
    _ = try? router.answer(NearestRoadRequest(coordinate: points[0], limit: 20))
    _ = try? router.answer(
      RouteRequest(waypoints: Array(points[..<2]), side: .kerb, alternatives: 3))
    for isReverse in [false, true] {
      _ = try? router.answer(
        IsochroneRequest(center: points[0], contoursSeconds: [60, 7_200], reverse: isReverse))
    }
  }

  @Test("The version identifies the contents")
  func version() throws {
    let first = try Self.open(Self.bytes())
    let second = try Self.open(Self.bytes())
    #expect(first.version == second.version)
    let (other, _) = try DrawnNetwork.network(RandomTown(side: 4, seed: 2).elements)
    #expect(other.version != first.version)
  }

  @Test("A full disk is an error")
  func fullDisk() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    #expect(throws: NetworkBuildError.self) { try NetworkWriter().write(to: "/dev/full") }
    #expect(throws: NetworkBuildError.self) { try NetworkWriter().write(to: "/nowhere/x") }
  }
}
