import Foundation
import OpenStreetMap
import TestSupport
import Testing

@Suite("Files that are no map")
struct InvalidFileTests {
  /// What reading `contents` throws.
  private func failure(_ contents: some Sequence<UInt8>) throws -> MapFileError? {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(contents, to: "map.osm.pbf")
      let error = #expect(throws: MapFileError.self) {
        try MapFile(path: path).read(.everything) { _ in }
      }
      #expect(error?.description.contains(path) == true)
      return error
    }
  }

  @Test("an empty file is reported as empty")
  func empty() throws {
    let error = try failure([])
    #expect(error?.description.contains("the file is empty") == true)
  }

  @Test(
    "another kind of file is reported as not an extract",
    arguments: ["hello, world\n", "{}", "\u{7F}ELF", "x", "PK\u{3}\u{4}", "OSMHeader"])
  func otherContents(_ text: String) throws {
    let error = try failure(text.utf8)
    #expect(error?.description.contains("not an OpenStreetMap extract") == true)
  }

  @Test(
    "a file that only begins like an extract is damaged",
    arguments: [
      Array("\0\0\0\u{0E}\n\u{09}OSMHeader\u{18}".utf8), Array("<osm".utf8),
      Array("<html><body/></html>".utf8), Array("<osm version='0.6'><node id='1'/>".utf8),
      Array("<osm version='0.6'><node id='x' lat='1' lon='1'/></osm>".utf8),
      Array("<osm version='0.6'><node id='1' lat='north' lon='1'/></osm>".utf8),
      Array("<osm version='0.5'/>".utf8), [0x1F, 0x8B, 0x08], [0x1F, 0x8B] + Array("abc".utf8),
      Array("BZh9".utf8), Array("BZh91AY&SYgarbage".utf8),
    ] as [[UInt8]])
  func begins(_ bytes: [UInt8]) throws {
    let error = try failure(bytes)
    #expect(error?.description.contains("damaged") == true, "\(String(describing: error))")
  }

  @Test("a zero within a text of a PBF is damage: what follows would be read beyond the end")
  func zeroInText() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    var bytes = try Data(contentsOf: tests.appending(path: "FuzzTests/Seeds/map/dense.pbf"))
    let text = try #require(bytes.range(of: Data("Saint Mary".utf8)))
    bytes[text.lowerBound + 5] = 0
    #expect(try failure(bytes)?.description.contains("zero byte") == true)
  }

  @Test("a change file is refused with a remedy")
  func changeFile() throws {
    let error = try failure(
      "<osmChange version='0.6'><create><node id='1' lat='1' lon='1'/></create></osmChange>".utf8)
    #expect(error?.description.contains("osmium apply-changes") == true)
  }

  @Test("a map without nodes has no box")
  func noNodes() throws {
    try TemporaryDirectory.with { directory in
      let file = try MapFile(path: directory.write("<osm version='0.6'/>".utf8, to: "map.osm"))
      #expect(throws: MapFileError.noNodes(path: file.path)) { try file.boundingBox() }
      #expect(try file.all(.everything).isEmpty)
    }
  }

  @Test("a missing file, a folder and a device have different errors")
  func notFiles() throws {
    try TemporaryDirectory.with { directory in
      let missing = directory.path("no.osm")
      #expect(throws: MapFileError.missing(path: missing)) { try MapFile(path: missing) }
      let folder = directory.path
      #expect(throws: MapFileError.notAFile(path: folder)) { try MapFile(path: folder) }
      #expect(throws: MapFileError.notAFile(path: "/dev/null")) { try MapFile(path: "/dev/null") }
      #expect(throws: MapFileError.missing(path: "")) { try MapFile(path: "") }
    }
  }

  @Test("a file that vanishes between opening and reading is unreadable")
  func vanished() throws {
    let file = try TemporaryDirectory.with { directory in
      try MapFile(path: directory.write(SmallMap.xml.utf8, to: "map.osm"))
    }
    let error = #expect(throws: MapFileError.self) { try file.all(.everything) }
    #expect(error?.description.contains("No such file") == true)
  }

  @Test(
    "an extract cut short anywhere is damaged, never a crash or a short map",
    .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: ["monaco_2020.osm.pbf", "dreieich_brouter.osm.gz", "west-oakland_osmnx.osm.bz2"])
  func truncated(name: String) throws {
    let whole = try Data(contentsOf: URL(filePath: #require(RealMaps.path(name))))
    for part in [0.01, 0.3, 0.5, 0.9, 0.999] {
      let error = try failure(whole.prefix(Int(Double(whole.count) * part)))
      #expect(error?.description.contains("damaged") == true, "\(name), \(part) of it")
    }
  }

  @Test(
    "bytes changed at random never crash the reader",
    .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: ["monaco_2020.osm.pbf", "laufamholzstr_gh.osm", "west-oakland_osmnx.osm.bz2"])
  func scrambled(name: String) throws {
    let whole = try Data(contentsOf: URL(filePath: #require(RealMaps.path(name))))
    var state: UInt64 = 20_260_101
    try TemporaryDirectory.with { directory in
      for _ in 0..<10 {
        var bytes = whole
        for _ in 0..<3 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[Int(state >> 33) % bytes.count] ^= UInt8(truncatingIfNeeded: state >> 17) | 1
        }
        let path = try directory.write(bytes, to: "map")
        // Some changes do no harm; what counts is that the outcome is an answer or a MapFileError.
        do { try MapFile(path: path).read(.everything) { _ in } } catch is MapFileError {}
      }
    }
  }
}
