import Foundation
import Messages

/// The base map.
extension Fixture {
  static let mapTiles = [
    Fixture(MapTileRequest(z: 14, x: 9327, y: 4738, map: "cf2513b3b2ec297e")),
    Fixture(MapTileReply(bytes: Data([0x1F, 0x8B, 0x08]))),
    Fixture(MapStyleRequest(theme: .dark)),
    Fixture(
      MapStyleReply(
        fingerprint: "cf2513b3b2ec297e", style: #"{"version":8}"#,
        tileJSON: #"{"tilejson":"3.0.0"}"#)),
    Fixture(MapGlyphsRequest(fonts: "Noto Sans Bold,Noto Sans Regular", start: 256)),
    Fixture(MapGlyphsReply(bytes: Data([0x0A, 0x00]))),
    Fixture(MapSpriteRequest(scale: 2)),
    Fixture(MapSpriteReply(image: Data([0x89, 0x50, 0x4E, 0x47]), index: #"{"cafe":{"x":0}}"#)),
  ]
}
