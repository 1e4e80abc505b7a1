import Foundation
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import MapTiles

/// Where the programs and fonts that draw a map are installed; `deploy/packages` names them.
private let canDraw = ["/usr/bin/tilemaker", "/usr/bin/osmium", "/usr/bin/rsvg-convert"]
  .allSatisfy(FileManager.default.isExecutableFile(atPath:))

@Suite(.enabled(if: canDraw, "tilemaker, osmium-tool or librsvg2-bin is missing"))
struct TileArchiveTests {
  private func with(_ map: MapFile, _ body: (TileArchive) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path("map.mbtiles")
      _ = try TileArchiveBuild(map: map, source: "a map").write(to: path)
      try body(TileArchive(path: path))
    }
  }

  private func with(elements xml: String, _ body: (TileArchive) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let text = "<osm version=\"0.6\">\(xml)</osm>"
      try with(MapFile(path: folder.write(text.utf8, to: "map.osm")), body)
    }
  }

  @Test("the sample map has tiles, letters and icons; what is not there is empty or refused")
  func sample() throws {
    try with(MapFile(path: sampleMapPath), checkSample)
  }

  private func checkSample(_ archive: TileArchive) throws {
    let tile = try archive.tile(MapTileRequest(z: 14, x: 2620, y: 6332, map: archive.fingerprint))
    #expect(tile.prefix(2) == Data([0x1F, 0x8B]))
    #expect(try archive.tile(MapTileRequest(z: 14, x: 0, y: 0)).isEmpty)
    #expect(try !archive.tile(MapTileRequest(z: 2, x: 0, y: 1)).isEmpty)
    #expect(try archive.tile(MapTileRequest(z: 1, x: 0, y: 0)).isEmpty)
    for (z, x, y) in [(15, 0, 0), (-1, 0, 0), (3, 8, 0), (3, 0, 8), (0, -1, 0)] {
      #expect(throws: ServiceError.self) { try archive.tile(MapTileRequest(z: z, x: x, y: y)) }
    }
    #expect(throws: ServiceError.self) {
      try archive.tile(MapTileRequest(z: 0, x: 0, y: 0, map: "another"))
    }
    let letters = try archive.glyphs(MapGlyphsRequest(fonts: "Unknown, Noto Sans Bold", start: 0))
    #expect(String(decoding: letters.prefix(40), as: UTF8.self).contains("Noto Sans Bold"))
    #expect(letters.count > 10_000)
    let none = try archive.glyphs(MapGlyphsRequest(fonts: "Noto Sans Bold", start: 0x4E00))
    #expect(none.count < 60)
    #expect(throws: ServiceError.self) {
      try archive.glyphs(MapGlyphsRequest(fonts: "Noto Sans Bold", start: 100))
    }
    for scale in [1, 2] {
      let sprite = try archive.sprite(scale: scale)
      #expect(sprite.image.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      #expect(sprite.index.contains(#""railway""#))
    }
    #expect(throws: ServiceError.self) { try archive.sprite(scale: 3) }
  }

  @Test("a map with nothing on it is drawn")
  func empty() throws {
    try with(elements: "") { (archive) throws in
      #expect(try archive.tileCount() == 0)
      #expect(try archive.tile(MapTileRequest(z: 0, x: 0, y: 0)).isEmpty)
    }
  }

  @Test("a name in a language of the page is in a tile, unless it is the local one")
  func languages() throws {
    let xml = """
      <node id="1" lat="0.001" lon="0.001"><tag k="place" v="town"/><tag k="name" v="München"/>
      <tag k="name:de" v="München"/><tag k="name:fr" v="Munich"/><tag k="name:bar" v="Minga"/>
      </node>
      """
    try with(elements: xml) { (archive) throws in
      try TemporaryDirectory.with { folder in
        let tile = try archive.tile(MapTileRequest(z: 14, x: 8192, y: 8191))
        let packed = try folder.write(tile, to: "tile.gz")
        try ExternalTool(name: "gzip", package: "gzip").run(["-d", packed])
        let words = try String(
          decoding: Data(contentsOf: URL(filePath: folder.path("tile"))), as: UTF8.self)
        #expect(words.contains("name:fr") && words.contains("Munich"))
        #expect(!words.contains("name:de") && !words.contains("Minga"))
      }
    }
  }

  /// tilemaker ends at the first of these without the copy.
  @Test("missing nodes, negative identifiers and missing members are drawn around")
  func broken() throws {
    let xml = """
      <node id="-1" lat="0.001" lon="0.001"/><node id="2" lat="0.002" lon="0.002"/>
      <node id="3" lat="0.003" lon="0.001"><tag k="place" v="town"/>
      <tag k="name" v="100 % = a, b @ c &amp; d"/></node>
      <way id="-1"><nd ref="-1"/><nd ref="99"/><nd ref="2"/><tag k="highway" v="primary"/></way>
      <way id="2"><nd ref="98"/><nd ref="99"/><tag k="highway" v="primary"/></way>
      <relation id="1"><member type="way" ref="77" role="outer"/>
      <member type="way" ref="-1" role="outer"/><tag k="type" v="multipolygon"/>
      <tag k="natural" v="water"/></relation>
      """
    try with(elements: xml) { (archive) throws in
      // Of zooms 7 to 14 at least.
      #expect(try archive.tileCount() >= 8)
      #expect(try !archive.tile(MapTileRequest(z: 14, x: 8192, y: 8191)).isEmpty)
    }
  }
}

/// `deploy/sample`'s extract.
private let sampleMapPath = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "deploy/sample/downtown-san-francisco.osm").path
