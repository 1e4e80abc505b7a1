import Foundation
import Geography
import Hashing
import Messages
package import OpenStreetMap
import SQL
import SQLite

/// What a build wrote.
package struct TileArchiveSummary: Sendable, Hashable {
  package let tiles: Int
  package let tileBytes: Int
  package let seaAreas: Int
  /// Which elements of the map were skipped, and why.
  package let report: ImportReport
}

/// Draws a map into an archive: a copy that tilemaker can read, tilemaker's tiles, then icons.
@Memberwise package struct TileArchiveBuild {
  private let map: MapFile
  /// The fingerprint of the map.
  private let source: String

  /// - Parameters:
  ///   - path: a file that does not exist yet; it is complete when this returns.
  ///   - progress: is called with the fraction done, 0 ... 1, and the current step.
  /// - Throws: `MapFileError`, `ToolError`, `SQLError`, `ArtifactError`.
  package func write(
    to path: String, progress: @escaping (Double, String) -> Void = { _, _ in }
  ) throws -> TileArchiveSummary {
    // tilemaker chooses the format of its output by the name's end.
    let folder = path + "-work"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let copyPath = folder + "/map.osm.pbf"
    let box = try self.box()
    var copy = ExtractCopy()
    try copy.write(map, box: box, to: copyPath) { progress($0 * 0.2, "reading the map") }
    let tilesPath = folder + "/tiles.mbtiles"
    if !copy.isEmpty {
      try drawTiles(of: copyPath, box, in: folder, to: tilesPath) {
        progress(0.2 + $0 * 0.8, $1)
      }
    }
    let database = try Database(path: tilesPath, mode: .building)
    try complete(database, box, in: folder)
    let size = try database.first(
      "SELECT count(*) AS count, coalesce(sum(length(tile_data)), 0) AS bytes FROM tiles"
    ) { ($0.int("count"), $0.int("bytes")) }
    try database.execute("VACUUM INTO '\(path.replacing("'", with: "''"))'")
    return TileArchiveSummary(
      tiles: size?.0 ?? 0, tileBytes: size?.1 ?? 0, seaAreas: copy.seaAreas, report: copy.report)
  }

  /// The area of the map; a point in the ocean for a map without nodes.
  private func box() throws -> BoundingBox {
    if let declared = try map.declaredBox() { return declared }
    do { return try map.boundingBox() } catch MapFileError.noNodes {
      return BoundingBox(Coordinate(latitude: 0, longitude: 0))
    }
  }

  private func drawTiles(
    of copy: String, _ box: BoundingBox, in folder: String, to path: String,
    progress: @escaping (Double, String) -> Void
  ) throws {
    let (config, profile) = (folder + "/config.json", folder + "/process.lua")
    try Data(PackageResources.config_json).write(to: URL(filePath: config))
    try Data(PackageResources.process_lua).write(to: URL(filePath: profile))
    let arguments = [
      "--input", copy, "--output", path, "--config", config, "--process", profile,
      "--bbox", Self.text(box),
    ]
    func draw(_ more: [String]) throws {
      try ExternalTool.tilemaker.run(
        arguments + more,
        onOutput: { line in
          guard let match = line.firstMatch(of: /writing tile (\d+) of (\d+)/),
            let done = Double(match.1), let all = Double(match.2), all > 0
          else { return }
          progress(done / all, "drawing tiles")
        })
    }
    do {
      try draw([])
    } catch ToolError.crashed {
      // The threads of tilemaker 2.2.0 race: now and then it crashes; with one it does not.
      try? FileManager.default.removeItem(atPath: path)
      try draw(["--threads", "1"])
    }
  }

  /// Adds everything but tiles.
  private func complete(_ database: Database, _ box: BoundingBox, in folder: String) throws {
    // As tilemaker makes them; there are none for a map with nothing on it.
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS metadata (name TEXT, value TEXT, UNIQUE (name));
      CREATE TABLE IF NOT EXISTS tiles (zoom_level INTEGER, tile_column INTEGER,
        tile_row INTEGER, tile_data BLOB, UNIQUE (zoom_level, tile_column, tile_row));
      \(TileArchive.schema)
      """)
    let fingerprint = Fingerprint(of: "\(source) \(TileArchive.version)".utf8)
    for (name, value) in [
      ("quickbrew:fingerprint", "\(fingerprint)"), ("quickbrew:version", "\(TileArchive.version)"),
      ("bounds", Self.text(box)), ("format", "pbf"), ("name", "QuickBrew"),
    ] {
      try database.run("INSERT OR REPLACE INTO metadata (name, value) VALUES (?, ?)", name, value)
    }
    for sheet in try Sprite.sheets(in: folder) {
      try database.run(
        "INSERT INTO sprite (scale, image, places) VALUES (?, ?, ?)",
        sheet.scale, sheet.image, sheet.index)
    }
  }

  /// West, south, east, north. A map of one point gets some metres around it.
  private static func text(_ box: BoundingBox) -> String {
    let least = 1e-4
    let (height, width) = (box.north - box.south, box.east - box.west)
    let (dy, dx) = (height < least ? least : 0, width < least ? least : 0)
    return [box.west - dx, box.south - dy, box.east + dx, box.north + dy]
      .map { "\($0)" }.joined(separator: ",")
  }
}
