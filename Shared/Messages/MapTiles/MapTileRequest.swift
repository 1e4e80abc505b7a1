package import FoundationEssentials

/// Asks for one vector tile of the base map.
///
/// Fails with `notFound` if there is no such tile in the scheme, or `map` is not the map served.
@Memberwise package struct MapTileRequest: RequestMessage, Hashable {
  package typealias Reply = MapTileReply
  package static let operation = Operation(.mapTiles, "tile", version: 1, isPublic: true)

  /// The zoom, 0 ... `MapTileScheme.maximumZoom`; empty below `MapTileScheme.minimumZoom`.
  package let z: Int
  /// Counted from west and from north, 0 ..< 2^z.
  package let x: Int
  package let y: Int
  /// The fingerprint that the style named; `nil` for any.
  package let map: String?

  package var whereabouts: Whereabouts? { map == nil ? nil : .identified }
}

/// The tiles there are.
package enum MapTileScheme {
  /// The smallest zoom with tiles: the world is four tiles wide.
  package static let minimumZoom = 2
  /// The largest zoom with tiles; maps enlarge these beyond it.
  package static let maximumZoom = 14
}

/// A tile.
@Memberwise package struct MapTileReply: Codable, Sendable, Hashable {
  /// A Mapbox vector tile (version 2), packed by gzip; empty where the map has nothing.
  package let bytes: Data
}

/// Asks how to draw the map, for MapLibre.
@Memberwise package struct MapStyleRequest: RequestMessage, Hashable {
  package typealias Reply = MapStyleReply
  package static let operation = Operation(.mapTiles, "style", version: 1, isPublic: true)

  /// Default `light`.
  package let theme: MapTheme?
}

/// The colours of a map.
package enum MapTheme: String, Codable, Sendable, Hashable, CaseIterable {
  case light, dark
}

/// A style, and where its map is.
@Memberwise package struct MapStyleReply: Codable, Sendable, Hashable {
  /// Names the map's tiles, glyphs and sprite: it changes when any of them does. Hexadecimal.
  package let fingerprint: String
  /// The text of a style document, version 8, with paths on this site.
  ///
  /// Source: https://maplibre.org/maplibre-style-spec/.
  package let style: String
  /// The text of a description of the tiles, TileJSON 3.0.0.
  package let tileJSON: String
}

/// Asks for the drawings of 256 characters of a font.
@Memberwise package struct MapGlyphsRequest: RequestMessage, Hashable {
  package typealias Reply = MapGlyphsReply
  package static let operation = Operation(.mapTiles, "glyphs", version: 1, isPublic: true)

  /// Names of fonts, best first, with commas between them: "Noto Sans Bold". One that is unknown is
  /// skipped; of none known, the regular one is used.
  package let fonts: String
  /// The first code point, a multiple of 256, 0 ... 65,280.
  package let start: Int
}

/// Drawings of characters.
@Memberwise package struct MapGlyphsReply: Codable, Sendable, Hashable {
  /// Signed distance fields in a protocol buffer, not packed; without glyphs where the font has
  /// none.
  ///
  /// Source: https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto.
  package let bytes: Data
}

/// Asks for the icons of the style.
@Memberwise package struct MapSpriteRequest: RequestMessage, Hashable {
  package typealias Reply = MapSpriteReply
  package static let operation = Operation(.mapTiles, "sprite", version: 1, isPublic: true)

  /// Pixels of the picture for one of the map, 1 or 2; default 1.
  package let scale: Int?
}

/// All icons in one picture.
@Memberwise package struct MapSpriteReply: Codable, Sendable, Hashable {
  /// A PNG picture.
  package let image: Data
  /// The text of a JSON object: where in the picture each icon is.
  package let index: String
}
