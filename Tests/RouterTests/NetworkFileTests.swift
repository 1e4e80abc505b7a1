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
  /// A network with names, restrictions, private roads and a ferry.
  static func files() throws -> NetworkFiles {
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
      return try NetworkFiles(in: directory)
    }
  }

  static func open(_ files: NetworkFiles) throws -> RoadNetwork {
    try TemporaryDirectory.with { try RoadNetwork(path: files.write(to: $0)) }
  }

  /// The error of opening these files; `nil` where they open.
  static func fault(_ files: NetworkFiles) throws -> NetworkFileError? {
    do {
      _ = try open(files)
      return nil
    } catch let error as NetworkFileError {
      return error
    }
  }

  @Test("Every single flipped bit is detected")
  func flippedBits() throws {
    let good = try Self.files()
    #expect(try Self.fault(good) == nil)
    var random = SeededGenerator(seed: 5)
    try TemporaryDirectory.with { directory in
      for file in NetworkFiles.all {
        let count = good[keyPath: file].count
        for index in stride(from: 0, to: count, by: max(1, count / 500)) {
          var bad = good
          bad[keyPath: file][index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          let path = try bad.write(to: directory)
          #expect(throws: NetworkFileError.self, "byte \(index)") { try RoadNetwork(path: path) }
        }
      }
    }
  }

  @Test("A flipped bit or two exchanged words are detected in each section")
  func sections() throws {
    let good = try Self.files()
    let mayBeEmpty: Set<NetworkSection> = [
      .signs, .signNumbers, .signedSegments, .limitedTurns, .turnLimits, .ruledTurns, .turnHours,
      .maneuverEntries, .maneuverActions, .maneuverSegments,
    ]
    let all = NetworkSection.allCases.flatMap { section in
      NetworkPart.allCases.map { (section, $0) }
    }
    for (section, part) in all {
      let entry = NetworkFiles.entry(of: section, part)
      let holders = NetworkFiles.all.filter { good.word(entry + 8, in: $0) > 0 }
      // Each section is in one of the two files.
      #expect(
        holders.count == 1 || part != .numbers || mayBeEmpty.contains(section), "\(section)")
      for file in holders {
        let offset = good.word(entry, in: file)
        var bad = good
        bad[keyPath: file][offset] ^= 1
        #expect(throws: NetworkFileError.self, "\(section)") { try Self.open(bad) }
        // At distances within a lane and across lanes, and in the section table.
        for (left, right) in [(offset, offset + 8), (offset, offset + 32), (entry, entry + 16)] {
          guard right + 8 <= good[keyPath: file].count,
            good.word(left, in: file) != good.word(right, in: file)
          else { continue }
          var swapped = good
          for byte in 0..<8 { swapped[keyPath: file].swapAt(left + byte, right + byte) }
          #expect(throws: NetworkFileError.self, "\(section)") { try Self.open(swapped) }
        }
      }
    }
  }

  @Test("A truncated or extended file is detected")
  func truncated() throws {
    let good = try Self.files()
    let table =
      NetworkFormat.headerSize + NetworkSection.allCases.count * NetworkPart.allCases.count
      * NetworkFormat.tableEntrySize
    for file in NetworkFiles.all {
      let count = good[keyPath: file].count
      for length in [0, 1, 7, 8, 31, 32, 33, 100, table - 1, table, count / 2, count - 1] {
        var bad = good
        bad[keyPath: file].removeLast(count - length)
        let error = try #require(try Self.fault(bad))
        guard case .truncated(_, let bytes) = error else {
          Issue.record("\(length) bytes: \(error)")
          continue
        }
        #expect(bytes == length)
      }
      for extra in [1, 8, NetworkFormat.blockSize] {
        var bad = good
        bad[keyPath: file] += [UInt8](repeating: 0, count: extra)
        #expect(try Self.fault(bad) != nil)
      }
    }
  }

  @Test("Other files and other versions give different errors")
  func otherFiles() throws {
    let good = try Self.files()
    for file in NetworkFiles.all {
      var bad = good
      bad[keyPath: file] = Array(String(repeating: "<osm></osm>\n", count: 100).utf8)
      guard case .notANetwork = try Self.fault(bad) else {
        Issue.record("a text opened")
        return
      }
      var newer = good
      newer[keyPath: file][8] += 1
      guard case .wrongVersion(_, let found) = try Self.fault(newer) else {
        Issue.record("another version opened")
        return
      }
      #expect(found == NetworkFormat.version + 1)
    }
    #expect(throws: NetworkFileError.missing(path: "/nowhere/router.car.network")) {
      try RoadNetwork(path: "/nowhere/router.car.network")
    }
    #expect(throws: NetworkFileError.self) { try RoadNetwork(path: "/") }
  }

  @Test("A network opens with the roads that it was built with, and with no others")
  func otherRoads() throws {
    let good = try Self.files()
    try TemporaryDirectory.with { directory in
      let path = try good.write(to: directory)
      _ = try RoadNetwork(path: path)
      try RoadOrder(RoadSurvey(RandomTown(side: 4, seed: 2).elements) { _ in })
        .write(to: directory.path(SharedRoads.fileName))
      #expect(
        throws: NetworkFileError.inconsistent(
          path: path, reason: "it belongs to another router.roads")
      ) { try RoadNetwork(path: path) }
      try FileManager.default.removeItem(atPath: directory.path(SharedRoads.fileName))
      #expect(throws: NetworkFileError.missing(path: directory.path(SharedRoads.fileName))) {
        try RoadNetwork(path: path)
      }
    }
  }

  @Test(
    "A wrong number with a correct checksum is detected, or does no harm", arguments: [11, 12, 13])
  func forged(seed: UInt64) throws {
    let good = try Self.files()
    var random = SeededGenerator(seed: seed)
    var refused = [0, 0]
    try TemporaryDirectory.with { directory in
      for round in 0..<600 {
        var bad = good
        let file = NetworkFiles.all[round % 2]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let end = bad[keyPath: file].count
          let index = Int.random(in: NetworkFormat.headerSize..<end, using: &random)
          bad[keyPath: file][index] =
            Bool.random(using: &random) ? 0xff : UInt8.random(in: 0...255, using: &random)
        }
        bad.seal()
        let path = try bad.write(to: directory)
        guard let network = try? RoadNetwork.checked(path: path) else {
          refused[round % 2] += 1
          continue
        }
        Self.exercise(network, &random)
      }
    }
    // Most bytes are coordinates and indices; some, such as names, may change freely.
    #expect(refused.allSatisfy { $0 > 30 }, "seed \(seed), \(refused)")
  }

  @Test("A turn of more than half a circle is refused, with a correct checksum, too")
  func impossibleTurn() throws {
    let good = try Self.files()
    let offset = good.word(NetworkFiles.entry(of: .turnKinds, .values), in: \.network)
    try TemporaryDirectory.with { directory in
      // In units of 1.5°.
      for (angle, isSound) in [(120, true), (-120, true), (121, false), (-121, false)] {
        var files = good
        files.network[offset + 3] = UInt8(bitPattern: Int8(angle))
        files.seal()
        let path = try files.write(to: directory)
        #expect(((try? RoadNetwork.checked(path: path)) != nil) == isSound, "\(angle)")
      }
    }
  }

  @Test("A number that is out of range or lacks is refused, with a correct checksum, too")
  func outOfRange() throws {
    let good = try Self.files()
    let wrongNumbers: [(WritableKeyPath<NetworkFiles, [UInt8]>, NetworkSection, NetworkPart)] = [
      (\.roads, .degrees, .blocks), (\.roads, .names, .blocks), (\.roads, .classes, .numbers),
      (\.roads, .firstNameByte, .numbers), (\.roads, .firstNode, .numbers),
      (\.roads, .nodePoints, .blocks), (\.network, .roads, .blocks),
      (\.network, .firstPoint, .blocks), (\.network, .pointCounts, .numbers),
      (\.network, .segmentKinds, .numbers), (\.network, .firstEdge, .numbers),
    ]
    for (file, section, part) in wrongNumbers {
      var bad = good
      let offset = good.word(NetworkFiles.entry(of: section, part), in: file)
      bad[keyPath: file].replaceSubrange(offset..<offset + 4, with: [0xff, 0xff, 0xff, 0x7f])
      #expect(try Self.refusal(bad) != nil, "\(section), \(part)")
    }
    let lacking: [(WritableKeyPath<NetworkFiles, [UInt8]>, NetworkSection, NetworkPart)] = [
      (\.roads, .degrees, .blocks), (\.roads, .names, .numbers), (\.roads, .classes, .numbers),
      (\.roads, .ways, .numbers), (\.roads, .nameBytes, .numbers),
      (\.roads, .firstNode, .numbers), (\.roads, .nodeSteps, .numbers),
      (\.roads, .nodePoints, .numbers), (\.network, .roads, .numbers),
      (\.network, .firstPoint, .numbers), (\.network, .pointCounts, .numbers),
      (\.network, .segmentKinds, .numbers), (\.network, .firstEdge, .numbers),
    ]
    for (file, section, part) in lacking {
      var bad = good
      let place = NetworkFiles.entry(of: section, part) + 8
      NetworkFiles.set(UInt64(good.word(place, in: file) - 1), &bad[keyPath: file], at: place)
      #expect(try Self.refusal(bad) != nil, "\(section), \(part)")
    }
  }

  /// Why files with correct checksums are refused; `nil` where they are not.
  private static func refusal(_ files: NetworkFiles) throws -> String? {
    var files = files
    files.seal()
    return try TemporaryDirectory.with { directory -> String? in
      let path = try files.write(to: directory)
      do {
        _ = try RoadNetwork.checked(path: path)
        return nil
      } catch NetworkFileError.inconsistent(_, let reason) {
        return reason
      }
    }
  }

  @Test("A hierarchy without the edge of a turn is refused, with a correct checksum, too")
  func missingEdge() throws {
    let good = try Self.files()
    let heads = good.word(NetworkFiles.entry(of: .heads, .numbers), in: \.network)
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
        bad.network[heads + 2 * edge] += 1
        bad.seal()
        refused += 1
        try TemporaryDirectory.with { directory in
          let path = try bad.write(to: directory)
          #expect(
            throws: NetworkFileError.inconsistent(
              path: path, reason: "the hierarchy does not fit the arcs")
          ) { try RoadNetwork.checked(path: path) }
        }
      }
    }
    #expect(refused > 0)
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
    let first = try Self.open(Self.files())
    let second = try Self.open(Self.files())
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

/// The bytes of a network's file and of the roads beside it.
struct NetworkFiles {
  var network: [UInt8]
  var roads: [UInt8]

  static var all: [WritableKeyPath<Self, [UInt8]>] { [\.network, \.roads] }

  init(in directory: TemporaryDirectory) throws {
    network = try Array(Data(contentsOf: URL(filePath: directory.path("network"))))
    roads = try Array(Data(contentsOf: URL(filePath: directory.path(SharedRoads.fileName))))
  }

  /// - Returns: the path of the network.
  func write(to directory: TemporaryDirectory) throws -> String {
    _ = try directory.write(roads, to: SharedRoads.fileName)
    return try directory.write(network, to: "network")
  }

  /// Where the table tells the place of a part of a section; its count is in the next word.
  static func entry(of section: NetworkSection, _ part: NetworkPart) -> Int {
    NetworkFormat.headerSize + NetworkFormat.tableEntrySize
      * (section.rawValue * NetworkPart.allCases.count + part.rawValue)
  }

  func word(_ offset: Int, in file: KeyPath<Self, [UInt8]>) -> Int {
    (0..<8).reduce(0) { $0 | Int(self[keyPath: file][offset + $1]) << (8 * $1) }
  }

  /// Writes the checksums of both files, so that they belong together whatever was changed.
  mutating func seal() {
    let checksum = Self.seal(&roads)
    let place = word(Self.entry(of: .sharedRoads, .numbers), in: \.network)
    if place >= 0, place <= network.count - 8 { Self.set(checksum, &network, at: place) }
    Self.seal(&network)
  }

  @discardableResult
  private static func seal(_ file: inout [UInt8]) -> UInt64 {
    var checksum = NetworkChecksum()
    checksum.add(Array(file[NetworkFormat.headerSize...]))
    set(checksum.value, &file, at: NetworkFormat.checksumOffset)
    return checksum.value
  }

  static func set(_ word: UInt64, _ file: inout [UInt8], at place: Int) {
    for byte in 0..<8 { file[place + byte] = UInt8(truncatingIfNeeded: word >> UInt64(8 * byte)) }
  }
}
