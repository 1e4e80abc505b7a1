import CommandLineKit
import MapFiles
import OpenStreetMap
import ServiceRuntime

/// `geocoder build MAP --into DIR`: builds the place index of a map.
package enum BuildGeocoder: ServiceCommand {
  package static let name = "build"
  package static let usage = """
    geocoder build MAP.osm.pbf --into DIR
          makes DIR/geocoder.sqlite, the index of the map's addresses, streets, places and venues
    """

  /// - Throws: `UsageError`; `MapFileError` where the map cannot be read; `SQLError` and
  ///   `ArtifactError` where the index cannot be written. An existing index is kept.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["into"])
    guard arguments.positional.count == 1, let directory = arguments["into"] else {
      throw UsageError("`geocoder build` needs exactly one map and --into DIR.")
    }
    let map = try MapFile(path: arguments.positional[0])
    let bar = ProgressBar("geocoder")
    var summary: PlaceIndexSummary?
    let outcome = try ArtifactBuild.run(
      IndexFormat.fileName, version: IndexFormat.version, source: "\(try map.fingerprint())",
      into: directory
    ) { path in
      summary = try PlaceIndex.build(from: map, into: path) { bar.update($0, $1) }
    }
    guard outcome == .built, let summary else {
      return bar.finish("\(IndexFormat.fileName) is up to date")
    }
    bar.finish(
      """
      \(summary.houses) house numbers, \(summary.streets) streets, \(summary.corners) corners, \
      \(summary.places) places, \(summary.pointsOfInterest) venues
      """)
    let log = Log("geocoder-build")
    for line in summary.report.lines { log.info(line) }
  }
}
