import OpenStreetMap
import ServiceRuntime

#if canImport(Glibc)
  import Glibc
#endif

/// `router build MAP --into DIR`: makes the road network of a map extract.
package enum BuildRouter: ServiceCommand {
  package static let name = "build"
  package static let usage = """
    router build MAP --into DIR
          makes DIR/\(NetworkFormat.fileName) of an OpenStreetMap extract (.osm.pbf, .osm, .osm.gz,
          .osm.bz2); does nothing where DIR holds the one of this map already
    """

  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["into"])
    let path = try arguments.positionals(["MAP"])[0]
    guard let directory = arguments["into"] else {
      throw UsageError("Say with --into DIR where the road network goes.")
    }
    let map = try MapFile(path: path)
    let log = Log("router-build")
    let bar = ProgressBar("roads")
    discardDamaged(directory + "/" + NetworkFormat.fileName, log)
    var summary: NetworkBuilder.Summary?
    let outcome = try ArtifactBuild.run(
      NetworkFormat.fileName, version: Int(NetworkFormat.version),
      source: "\(map.fingerprint())", into: directory
    ) { temporaryPath in
      summary = try NetworkBuilder.build(map, to: temporaryPath) { part in
        bar.update(part, part < 0.7 ? "reading the map" : "joining the roads")
      }
      // A network that would not open never replaces one that does.
      _ = try RoadNetwork(path: temporaryPath)
    }
    guard let summary, outcome == .built else { return bar.finish("up to date") }
    bar.finish(
      """
      \(summary.segments) segments, \(summary.arcs) arcs, \(summary.turns) turns, \
      \(summary.restrictions) turn restrictions, \(summary.byteCount) bytes
      """)
    for line in summary.report.lines { log.info(line) }
  }

  /// A network that no longer opens is built again, whatever the receipt beside it says.
  private static func discardDamaged(_ path: String, _ log: Log) {
    do {
      _ = try RoadNetwork(path: path)
    } catch .missing, .wrongVersion {
      // Built anew in any case.
    } catch {
      log.warning("\(error)")
      unlink(path)
    }
  }
}
