import Geography
import OpenStreetMap
import TestSupport
import Testing

@Suite("Reading a small map")
struct MapFileTests {
  private func withFile<Result>(
    _ text: String, _ body: (MapFile) throws -> Result
  ) throws -> Result {
    try TemporaryDirectory.with { directory in
      try body(MapFile(path: directory.write(text.utf8, to: "small.osm")))
    }
  }

  private static let selections: [MapSelection] = [
    .everything,
    MapSelection([.node]),
    MapSelection([.way]),
    MapSelection([.way], locatesWays: true),
    MapSelection([.node, .way, .relation], locatesWays: true),
    MapSelection([.node, .relation], keys: ["amenity", "type"]),
    MapSelection([.node], keys: ["name"]),
    MapSelection([.way], keys: ["amenity"]),
    MapSelection([]),
  ]

  @Test("the file and the same elements in memory yield the same", arguments: selections)
  func sameAsInMemory(_ selection: MapSelection) throws {
    try withFile(SmallMap.xml) { file in
      let expected = try SmallMap.elements.all(selection)
      #expect(try file.all(selection) == expected)
    }
  }

  @Test("a node that the extract lacks has no coordinate")
  func missingNode() throws {
    try withFile(SmallMap.xml) { file in
      let elements = try file.all(MapSelection([.way], keys: ["highway"], locatesWays: true))
      guard case .way(let way) = try #require(elements.first) else { return }
      let expected = [
        Coordinate(latitude: 60.1, longitude: 24.9), Coordinate(latitude: 60.2, longitude: 24.8),
      ]
      #expect(way.nodeIDs == [1, 2, 99])
      #expect(way.coordinates == [expected[0], expected[1], nil])
    }
  }

  @Test("kinds come in order and ways are located, though the file has ways first")
  func waysFirst() throws {
    let xml = """
      <osm version="0.6">
        <relation id="3"/>
        <way id="2"><nd ref="7"/><nd ref="-5"/><nd ref="6"/></way>
        <node id="7" lat="1" lon="2"/><node id="6" lat="3" lon="4"/><node id="-5" lat="5" lon="6"/>
      </osm>
      """
    try withFile(xml) { file in
      let elements = try file.all(MapSelection([.node, .way, .relation], locatesWays: true))
      #expect(elements.map(\.kind) == [.node, .node, .node, .way, .relation])
      guard case .way(let way) = elements[3] else { return }
      #expect(way.coordinates.map(\.?.latitude) == [1, 5, 3])
    }
  }

  @Test("deleted elements and nodes off the globe are skipped, and the latter counted")
  func passedOver() throws {
    let xml = """
      <osm version="0.6">
        <node id="1" lat="91" lon="0"/><node id="2" lat="0" lon="181"/>
        <node id="3" visible="false" version="2"/><node id="4" version="1"/>
        <node id="5" lat="1" lon="1"/>
        <way id="6"><nd ref="1"/><nd ref="5"/></way>
      </osm>
      """
    try withFile(xml) { file in
      var elements: [MapElement] = []
      let report = try file.readReporting(
        MapSelection([.node, .way], locatesWays: true), progress: { _ in }
      ) { elements.append($0) }
      #expect(elements.map(\.id) == [5, 6])
      #expect(report.lines == ["skipped 3 × node without a valid location (node 1, …)"])
      guard case .way(let way) = elements[1] else { return }
      #expect(way.coordinates.map { $0 == nil } == [true, false])
    }
  }

  @Test("reads o5m")
  func o5m() throws {
    // Node 7 at 60.1 north, 24.9 east, without version, with one tag; see the o5m page of the
    // OpenStreetMap wiki.
    let node: [UInt8] =
      [14, 0, 0x80, 0xC1, 0xBB, 0xED, 0x01, 0x80, 0xA1, 0x94, 0xBD, 0x04, 0]
      + Array("amenity\0cafe\0".utf8)
    let start: [UInt8] = [0xFF, 0xE0, 4] + Array("o5m2".utf8)
    let bytes = start + [0x10, UInt8(node.count)] + node + [0xFE]
    try TemporaryDirectory.with { directory in
      let elements = try MapFile(path: directory.write(bytes, to: "map")).all(.everything)
      let coordinate = Coordinate(latitude: 60.1, longitude: 24.9)
      #expect(
        elements == [.node(MapNode(id: 7, coordinate: coordinate, tags: ["amenity": "cafe"]))])
    }
  }

  @Test("text that is not UTF-8 is repaired, not refused")
  func invalidText() throws {
    let node: [UInt8] =
      [14, 0, 0, 0, 0] + Array("name\0".utf8) + [0x41, 0xFF, 0x42, 0]
    let start: [UInt8] = [0xFF, 0xE0, 4] + Array("o5m2".utf8)
    try TemporaryDirectory.with { directory in
      let bytes = start + [0x10, UInt8(node.count)] + node + [0xFE]
      let elements = try MapFile(path: directory.write(bytes, to: "map")).all(.everything)
      #expect(elements.first?.tags["name"] == "A\u{FFFD}B")
    }
  }

  @Test("the declared box is the header's, and may be missing")
  func declaredBox() throws {
    let declared = try withFile(SmallMap.xml) { try $0.declaredBox() }
    #expect(declared == BoundingBox(south: 0, west: 0, north: 1, east: 1))
    #expect(try withFile("<osm version='0.6'/>") { try $0.declaredBox() } == nil)
  }

  @Test("the box is that of the nodes, whatever the header says")
  func boundingBox() throws {
    try withFile(SmallMap.xml) { file in
      let box = try file.boundingBox()
      #expect(box == BoundingBox(south: -60.25, west: -179.5, north: 60.2, east: 24.9))
    }
  }

  @Test("an error thrown by the closure ends the reading and is rethrown")
  func stops() throws {
    struct Enough: Error {}
    try withFile(SmallMap.xml) { file in
      var count = 0
      #expect(throws: Enough.self) {
        try file.read(.everything) { _ in
          count += 1
          if count == 2 { throw Enough() }
        }
      }
      #expect(count == 2)
    }
  }

  @Test("progress rises from 0 to 1")
  func progress() throws {
    try withFile(SmallMap.xml) { file in
      var seen: [Double] = []
      try file.read(.everything, progress: { seen.append($0) }, { _ in })
      #expect(seen == seen.sorted())
      #expect(seen.last == 1)
      #expect(seen.allSatisfy { 0 <= $0 && $0 <= 1 })
    }
  }

  @Test("the fingerprint follows the contents, not the path")
  func fingerprint() throws {
    try TemporaryDirectory.with { directory in
      let one = try MapFile(path: directory.write(SmallMap.xml.utf8, to: "one.osm"))
      let two = try MapFile(path: directory.write(SmallMap.xml.utf8, to: "two.osm"))
      let other = try MapFile(path: directory.write((SmallMap.xml + " ").utf8, to: "three.osm"))
      let fingerprint = try one.fingerprint()
      #expect(try two.fingerprint() == fingerprint)
      #expect(try other.fingerprint() != fingerprint)
      // Computed from the definition of FNV-1a with another program.
      let known = try MapFile(path: directory.write("<a".utf8, to: "four.osm"))
      #expect(try known.fingerprint().description == "08095f07b4c8252e-2")
    }
  }
}
