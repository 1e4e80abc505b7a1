import Foundation
import Geography
import OpenStreetMap

/// A copy of a map as tilemaker can read it: every reference resolves, identifiers are positive,
/// and the sea is an area.
///
/// tilemaker 2.2.0 ends at a node that the extract lacks, whatever `--skip-integrity`; it draws
/// water from the tags of areas, and OpenStreetMap has only the sea's shore.
struct ExtractCopy {
  private(set) var report = ImportReport()
  private(set) var seaAreas = 0
  /// Whether anything was written that could be drawn.
  private(set) var isEmpty = true
  private var waysWritten: Set<Int64> = []
  private var coastline: [Coastline.Way] = []
  private var nextNode: Int64 = 1 << 38
  /// Above all of the map's ways and relations. tilemaker has a bit of memory for each way up to
  /// the highest.
  private var nextArea: Int64 = 1

  /// Writes the copy to `path`, as PBF.
  ///
  /// - Parameter box: the area to fill with sea.
  /// - Throws: `MapFileError`; `ToolError`.
  mutating func write(
    _ map: some MapSource, box: BoundingBox, to path: String,
    progress: @escaping (Double) -> Void
  ) throws {
    var copy = self
    try ExternalTool.osmium.run(
      ["cat", "--no-progress", "-F", "opl", "-f", "pbf", "-O", "-o", path, "-"],
      feed: { handle in
        var sink = OPLWriter(handle)
        // Nodes of the sea come after the map's ways, which PBF allows: it consists of blocks.
        let report = try map.readReporting(
          MapSelection([.node, .way, .relation], locatesWays: true), progress: progress
        ) { try copy.add($0, to: &sink) }
        copy.report.merge(report)
        try copy.addSea(in: box, to: &sink)
        try sink.flush()
      })
    self = copy
  }

  private mutating func add(_ element: MapElement, to sink: inout OPLWriter) throws {
    switch element {
    case .node(let node):
      if !node.tags.isEmpty { isEmpty = false }
      try sink.node(Self.positive(node.id), node.coordinate, node.tags)
    case .way(let way): try add(way, to: &sink)
    case .relation(let relation): try add(relation, to: &sink)
    }
  }

  private mutating func add(_ way: MapWay, to sink: inout OPLWriter) throws {
    let known = zip(way.nodeIDs, way.coordinates).filter { $0.1 != nil }
    guard known.count > 1 else { return report.skip("way with missing nodes", .way, way.id) }
    isEmpty = false
    if way.tags["natural"] == "coastline" {
      coastline.append(
        Coastline.Way(nodes: known.map(\.0), points: known.compactMap(\.1)))
    }
    waysWritten.insert(way.id)
    nextArea = max(nextArea, Self.positive(way.id) + 1)
    try sink.way(Self.positive(way.id), known.map { Self.positive($0.0) }, way.tags)
  }

  /// Only areas and borders are drawn from relations.
  private mutating func add(_ relation: MapRelation, to sink: inout OPLWriter) throws {
    guard ["multipolygon", "boundary"].contains(relation.tags["type"]) else { return }
    let members = relation.members.filter { $0.kind == .way && waysWritten.contains($0.id) }
    guard !members.isEmpty else { return }
    nextArea = max(nextArea, Self.positive(relation.id) + 1)
    try sink.relation(
      Self.positive(relation.id), members.map { (Self.positive($0.id), $0.role) }, relation.tags)
  }

  /// Editors give negative identifiers to what is not uploaded yet.
  private static func positive(_ id: Int64) -> Int64 { id > 0 ? id : 2_000_000_000 - id }

  // MARK: The sea

  private mutating func addSea(in box: BoundingBox, to sink: inout OPLWriter) throws {
    for area in Coastline(coastline).sea(in: box) {
      var members: [(Int64, String)] = []
      for (index, ring) in ([area.outer] + area.islands).enumerated() {
        members.append((try addRing(ring, to: &sink), index == 0 ? "outer" : "inner"))
      }
      try sink.relation(nextArea, members, ["type": "multipolygon", "natural": "sea"])
      nextArea += 1
      seaAreas += 1
    }
  }

  private mutating func addRing(_ ring: [Coordinate], to sink: inout OPLWriter) throws -> Int64 {
    let first = nextNode
    for point in ring {
      try sink.node(nextNode, point, [:])
      nextNode += 1
    }
    defer { nextArea += 1 }
    try sink.way(nextArea, Array(first..<nextNode) + [first], [:])
    return nextArea
  }
}

/// Writes elements as OPL, one line each.
///
/// Source: https://osmcode.org/opl-file-format/.
struct OPLWriter {
  private let handle: FileHandle
  private var pending = Data()
  private static let chunkBytes = 1 << 20

  init(_ handle: FileHandle) { self.handle = handle }

  mutating func node(_ id: Int64, _ coordinate: Coordinate, _ tags: Tags) throws {
    try line(
      "n\(id)\(Self.text(tags)) x\(Self.degrees(coordinate.longitude)) "
        + "y\(Self.degrees(coordinate.latitude))\n")
  }

  mutating func way(_ id: Int64, _ nodes: [Int64], _ tags: Tags) throws {
    try line("w\(id)\(Self.text(tags)) N\(nodes.map { "n\($0)" }.joined(separator: ","))\n")
  }

  mutating func relation(_ id: Int64, _ ways: [(id: Int64, role: String)], _ tags: Tags) throws {
    let members = ways.map { "w\($0.id)@\(Self.escaped($0.role))" }.joined(separator: ",")
    try line("r\(id)\(Self.text(tags)) M\(members)\n")
  }

  mutating func flush() throws {
    try handle.write(contentsOf: pending)
    pending = Data()
  }

  private mutating func line(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    if pending.count > Self.chunkBytes { try flush() }
  }

  private static func text(_ tags: Tags) -> String {
    if tags.isEmpty { return "" }
    return " T"
      + tags.pairs.map { "\(escaped($0.key))=\(escaped($0.value))" }.joined(separator: ",")
  }

  /// Degrees with seven digits, as OpenStreetMap has them.
  private static func degrees(_ value: Double) -> String {
    let fixed = Int64((value * 1e7).rounded())
    let digits = String(abs(fixed) % 10_000_000)
    let zeros = String(repeating: "0", count: 7 - digits.count)
    return "\(fixed < 0 ? "-" : "")\(abs(fixed) / 10_000_000).\(zeros)\(digits)"
  }

  /// Letters and digits as they are; of the rest of ASCII `%` the code point in hexadecimal `%`.
  private static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x80 || byte == 0x5F || byte == 0x3A
        || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    if isPlain { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      if isLetter || scalar == "_" || scalar == ":" {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%\(String(scalar.value, radix: 16))%"
      }
    }
    return result
  }
}
