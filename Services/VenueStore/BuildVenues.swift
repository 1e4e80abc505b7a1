import CommandLineKit
import MapFiles
import OpenStreetMap
import ServiceRuntime

/// `venue-store build MAP --into DIR`
package enum BuildVenues: ServiceCommand {
  package static let name = "build"
  package static let usage = """
    venue-store build MAP --into DIR
          makes DIR/\(VenueArtifact.fileName), the venues of an OpenStreetMap extract
    """

  /// - Throws: `UsageError`; `MapFileError`, `TooManyVenuesError`, `SQLError`, `ArtifactError`. A
  ///   file from an earlier build is then still there.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["into"])
    let map = try MapFile(path: arguments.positionals(["MAP"])[0])
    guard let directory = arguments["into"] else { throw UsageError("--into DIR is missing.") }
    let bar = ProgressBar("venue-store")
    var summary: VenueArtifact.Summary?
    let outcome = try ArtifactBuild.run(
      VenueArtifact.fileName, version: VenueArtifact.formatVersion,
      source: map.fingerprint().description, into: directory
    ) { path in
      summary = try VenueArtifact.build(at: path, from: map) { bar.update($0, "reading the map") }
    }
    switch outcome {
    case .upToDate: bar.finish("up to date")
    case .built:
      bar.finish(summary?.description ?? "built")
      let log = Log("venue-store")
      for line in summary?.report.lines ?? [] { log.info(line) }
    }
  }
}
