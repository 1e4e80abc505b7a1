package import FoundationEssentials
package import Messages
import SQL
import SQLite

/// The tiles, glyphs and icons of one map, read by one thread.
///
/// An MBTiles file (https://github.com/mapbox/mbtiles-spec, 1.3), which any other program can read,
/// with a table of icons; glyphs are drawn when they are asked for.
package final class TileArchive {
  package static let fileName = "map-tiles.mbtiles"
  /// Of the profile, the glyphs and the icons; grows with each change of what a build makes.
  package static let version = 4
  static let schema = """
    CREATE TABLE sprite (scale INTEGER PRIMARY KEY, image BLOB NOT NULL, places TEXT NOT NULL);
    """

  private let database: Database
  private let fonts: [FontStack]
  /// Names the map and everything made of it.
  package let fingerprint: String
  /// West, south, east, north, as the file has them: "24.9,60.1,25.0,60.2".
  package let bounds: String

  /// - Throws: `SQLError`: the file is missing or no database; `ServiceError` where it is not an
  ///   archive of this version; `GlyphError`: a font is missing.
  package init(path: String) throws {
    database = try Database(path: path, mode: .readOnly)
    let metadata = Dictionary(
      try database.query("SELECT name, value FROM metadata") {
        ($0.text("name"), $0.text("value"))
      }
    ) { first, _ in first }
    guard let fingerprint = metadata["quickbrew:fingerprint"],
      metadata["quickbrew:version"] == "\(Self.version)", let bounds = metadata["bounds"]
    else {
      throw ServiceError(
        .internal,
        "\(path) is not an archive of this version; build it again with `map-tiles build`.")
    }
    self.fingerprint = fingerprint
    self.bounds = bounds
    fonts = try FontStack.all()
  }

  /// The number of tiles.
  package func tileCount() throws -> Int {
    try database.first("SELECT count(*) AS count FROM tiles") { $0.int("count") } ?? 0
  }

  /// The tile packed by gzip; empty where the map has nothing.
  ///
  /// - Throws: `ServiceError`: `notFound` if there is no such tile, or the map is another.
  package func tile(_ request: MapTileRequest) throws -> Data {
    if let map = request.map, map != fingerprint {
      throw ServiceError(.notFound, "The map \(map) is not served any more; load the style again.")
    }
    try check(
      (0...MapTileScheme.maximumZoom).contains(request.z)
        && (0..<1 << request.z).contains(request.x)
        && (0..<1 << request.z).contains(request.y), or: .notFound,
      "There is no tile \(request.z)/\(request.x)/\(request.y): zooms go from 0 to "
        + "\(MapTileScheme.maximumZoom), rows and columns from 0 to 2^zoom - 1.")
    return try database.first(
      "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
      request.z, request.x, (1 << request.z) - 1 - request.y
    ) { $0.data("tile_data") } ?? Data()
  }

  /// 256 glyphs of the first font that is known, else of the regular one.
  ///
  /// - Throws: `ServiceError`: `notFound` if no range starts there; `GlyphError`.
  package func glyphs(_ request: MapGlyphsRequest) throws -> Data {
    try check(
      (0..<1 << 16).contains(request.start) && request.start.isMultiple(of: 256), or: .notFound,
      "No range of glyphs starts at \(request.start): they start at multiples of 256 "
        + "below 65536.")
    let wanted = request.fonts.split(separator: ",").map {
      $0.trimmingPrefix(while: \.isWhitespace)
    }
    let font = wanted.lazy.compactMap { [fonts] name in fonts.first { $0.name == name } }.first
    return try (font ?? fonts[0]).range(from: request.start)
  }

  /// - Throws: `ServiceError`: `notFound` for an unknown scale.
  package func sprite(scale: Int) throws -> MapSpriteReply {
    let found = try database.first(
      "SELECT image, places FROM sprite WHERE scale = ?", scale
    ) { MapSpriteReply(image: $0.data("image"), index: $0.text("places")) }
    guard let found else {
      throw ServiceError(.notFound, "There is no sprite of scale \(scale); there are 1 and 2.")
    }
    return found
  }
}
