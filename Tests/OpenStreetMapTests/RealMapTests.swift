import Foundation
import Geography
import OpenStreetMap
import TestSupport
import Testing

@Suite("Reading real maps", .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct RealMapTests {
  private func open(_ name: String) throws -> MapFile {
    try MapFile(path: #require(RealMaps.path(name)))
  }

  private func counts(_ source: some MapSource) throws -> [MapElementKind: Int] {
    var counts: [MapElementKind: Int] = [:]
    try source.read(.everything) { counts[$0.kind, default: 0] += 1 }
    return counts
  }

  @Test("a plain file has as many elements as it has tags that open one")
  func sameAsTextSearch() throws {
    let file = try open("laufamholzstr_gh.osm")
    let text = try String(contentsOf: URL(filePath: file.path), encoding: .utf8)
    let expected = Dictionary(
      uniqueKeysWithValues: MapElementKind.allCases.map { kind in
        (kind, text.components(separatedBy: "<\(kind.rawValue) ").count - 1)
      })
    #expect(try counts(file) == expected)
  }

  /// The numbers for gz and bz2 were counted with `grep -o '<node '` and so on.
  @Test(
    "every format is read in full",
    arguments: [
      ("helsinki.osm.pbf", 55_746, 11_529, 1_047),
      ("dreieich_brouter.osm.gz", 24_828, 4_627, 62),
      ("west-oakland_osmnx.osm.bz2", 4_396, 1_160, 101),
    ])
  func formats(name: String, nodes: Int, ways: Int, relations: Int) throws {
    let counts = try counts(open(name))
    #expect(counts == [.node: nodes, .way: ways, .relation: relations])
  }

  @Test(
    "a key filter in the reader equals one in Swift",
    arguments: [["amenity"], ["highway", "restriction"], ["no such key"]] as [Set<String>])
  func keys(_ keys: Set<String>) throws {
    let file = try open("monaco_2020.osm.pbf")
    let kinds = Set(MapElementKind.allCases)
    let expected = try file.all(.everything).filter { element in
      keys.contains { element.tags[$0] != nil }
    }
    #expect(try file.all(MapSelection(kinds, keys: keys)) == expected)
  }

  @Test("ways are located where their nodes are")
  func locations() throws {
    let file = try open("monaco_2020.osm.pbf")
    var coordinates: [Int64: Coordinate] = [:]
    var wayCount = 0
    try file.read(MapSelection([.node, .way], locatesWays: true)) { element in
      switch element {
      case .node(let node): coordinates[node.id] = node.coordinate
      case .way(let way):
        wayCount += 1
        if way.coordinates != way.nodeIDs.map({ coordinates[$0] }) { Issue.record("way \(way.id)") }
      case .relation: break
      }
    }
    #expect(wayCount > 1_000)
  }

  @Test("a reading that is stopped early leaves the next one whole")
  func stopped() throws {
    struct Enough: Error {}
    let file = try open("helsinki.osm.pbf")
    let whole = try counts(file)
    for limit in [1, 100, 20_000] {
      var count = 0
      #expect(throws: Enough.self) {
        try file.read(.everything) { _ in
          count += 1
          if count == limit { throw Enough() }
        }
      }
    }
    #expect(try counts(file) == whole)
  }

  @Test("two threads may read the same file at once")
  func together() async throws {
    let file = try open("monaco_2020.osm.pbf")
    let whole = try file.all(.everything)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 { group.addTask { try file.all(.everything) == whole } }
      for try await same in group { #expect(same) }
    }
  }

  @Test("the box that a header declares, and the box of the nodes")
  func boxes() throws {
    let file = try open("helsinki.osm.pbf")
    #expect(try open("liechtenstein_2021.osm.pbf").declaredDate() == "2021-10-28T20:21:09Z")
    #expect(try open("helsinki.osm.pbf").declaredDate() == nil)
    let declared = try #require(try file.declaredBox())
    let nodes = try file.boundingBox()
    let center = Coordinate(latitude: 60.1699, longitude: 24.9384)
    #expect(declared.contains(center) && nodes.contains(center))
    #expect(abs(declared.north - nodes.north) < 1e-4 && abs(declared.west - nodes.west) < 1e-4)
    #expect(try open("reisterstown_md.osm.pbf").declaredBox() == nil)
  }
}
