import Foundation
import Messages
import Testing

@testable import MapTiles

@Suite struct MapStyleTests {
  private func document(_ theme: MapTheme) throws -> [String: Any] {
    let style = MapStyle(fingerprint: "f00d", bounds: "1,2,3,4")
    let reply = try #require(style.replies()[theme])
    let whole = try JSONSerialization.jsonObject(with: Data(reply.style.utf8))
    return try #require(whole as? [String: Any])
  }

  @Test("every name of the template has a value", arguments: MapTheme.allCases)
  func filled(theme: MapTheme) throws {
    let reply = try #require(MapStyle(fingerprint: "f00d", bounds: "1,2,3,4").replies()[theme])
    #expect(!reply.style.contains("$"))
    #expect(!reply.tileJSON.contains("$"))
    _ = try JSONSerialization.jsonObject(with: Data(reply.tileJSON.utf8))
    let style = try document(theme)
    #expect(style["version"] as? Int == 8)
    let map = try #require((style["sources"] as? [String: [String: Any]])?["map"])
    #expect(map["minzoom"] as? Int == MapTileScheme.minimumZoom)
  }

  @Test("the themes differ in colours only")
  func themes() throws {
    let layers = try MapTheme.allCases.map { theme in
      try #require(document(theme)["layers"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    }
    #expect(layers[0] == layers[1])
    #expect(Set(layers[0]).count == layers[0].count)
    let palettes = MapTheme.allCases.map { Palette.colors(of: $0) }
    #expect(palettes[0].allSatisfy { $0.value != palettes[1][$0.key] })
  }

  @Test("every font of the style is drawn, and every icon it names is in the sprite")
  func assets() throws {
    let style = MapStyle(fingerprint: "f00d", bounds: "1,2,3,4").replies()[.light]?.style ?? ""
    let fonts = style.matches(of: /"text-font": \["([^"]+)"\]/).map { String($0.1) }
    #expect(!fonts.isEmpty)
    #expect(Set(fonts).isSubset(of: try FontStack.all().map(\.name)))
    let icons = style.matches(of: /"icon-image": "([^"]+)"/).map { String($0.1) } + ["dot"]
    #expect(Set(icons).isSubset(of: Icon.all.map(\.name)))
    #expect(Set(Icon.all.map(\.name)).count == Icon.all.count)
  }

  @Test("a protocol buffer is written as its encoding says")
  func protocolBuffer() {
    var buffer = ProtocolBuffer()
    buffer.add(1, number: 150)
    buffer.add(5, signed: -2)
    buffer.add(2, Array("testing".utf8))
    // The first and the last are the examples of the specification.
    #expect(
      buffer.bytes == [
        0x08, 0x96, 0x01, 0x28, 0x03, 0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69,
        0x6E, 0x67,
      ])
  }
}
