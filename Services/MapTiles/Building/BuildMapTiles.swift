import CommandLineKit
import MapFiles
import OpenStreetMap
import ServiceRuntime

/// `map-tiles build MAP --into DIR`: draws the base map of an extract.
package enum BuildMapTiles: ServiceCommand {
  package static let name = "build"
  package static let usage = """
    map-tiles build MAP.osm.pbf --into DIR
          makes DIR/map-tiles.mbtiles: vector tiles and icons of the base map
    """

  /// - Throws: `UsageError`; `MapFileError` where the map cannot be read; `ToolError` where a
  ///   program is missing or fails; `SQLError` and `ArtifactError` where the archive cannot be
  ///   written. An existing archive is kept.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["into"])
    guard arguments.positional.count == 1, let directory = arguments["into"] else {
      throw UsageError("`map-tiles build` needs exactly one map and --into DIR.")
    }
    let map = try MapFile(path: arguments.positional[0])
    let bar = ProgressBar("map-tiles")
    let source = "\(try map.fingerprint())"
    var summary: TileArchiveSummary?
    let outcome = try ArtifactBuild.run(
      TileArchive.fileName, version: TileArchive.version, source: source, into: directory
    ) { path in
      summary = try TileArchiveBuild(map: map, source: source).write(to: path) {
        bar.update($0, $1)
      }
    }
    guard outcome == .built, let summary else {
      return bar.finish("\(TileArchive.fileName) is up to date")
    }
    bar.finish(
      """
      \(summary.tiles) tiles, \(summary.tileBytes >> 10) kB; \(summary.seaAreas) areas of sea
      """)
    let log = Log("map-tiles-build")
    for line in summary.report.lines { log.info(line) }
  }
}
