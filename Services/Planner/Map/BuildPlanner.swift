import Foundation
import Messages
import OpenStreetMap
import ServiceRuntime

/// `planner build MAP --into DIR`: notes the map's name, box and time zone.
package enum BuildPlanner: ServiceCommand {
  package static let name = "build"
  package static let usage = """
    planner build MAP --into DIR [--time-zone ZONE]
          notes the map's box and time zone; without ZONE, this machine's
    """

  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["into", "time-zone"])
    let path = try arguments.positionals(["MAP"])[0]
    guard let directory = arguments["into"] else { throw UsageError("--into DIR is missing.") }
    let given = arguments["time-zone"]
    let zone = try ZoneChoice.checked(given ?? TimeZone.current.identifier)
    let file = try MapFile(path: path)
    let bar = ProgressBar("planner")
    bar.update(0, "reading nodes")
    let outcome = try build(file, zone: zone, into: directory)
    let map = try MapManifest.read(directory + "/" + MapManifest.fileName).info
    bar.finish(
      outcome == .built
        ? "noted \(map.name), time zone \(map.timeZone)"
        : "\(map.name), time zone \(map.timeZone): nothing has changed")
    guard given == nil, let machine = TimeZone(identifier: zone) else { return }
    let warning = ZoneChoice.warning(
      zone: zone, offsetSeconds: machine.secondsFromGMT(for: Date()), map: map.name,
      center: map.box.center)
    if let warning { Log("planner").warning(warning) }
  }

  /// Writes `planner.json` where the map, its name or its zone have changed.
  ///
  /// - Throws: `MapFileError`; `ArtifactError`.
  package static func build(
    _ file: MapFile, zone: String, into directory: String
  ) throws -> ArtifactBuild.Outcome {
    let fingerprint = try file.fingerprint().description
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    return try ArtifactBuild.run(
      MapManifest.fileName, version: MapManifest.currentVersion, source: fingerprint,
      options: "name=\(name) timeZone=\(zone)", into: directory
    ) { temporary in
      try MapManifest(of: file, fingerprint: fingerprint, timeZone: zone).write(to: temporary)
    }
  }
}
