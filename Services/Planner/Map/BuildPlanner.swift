import CommandLineKit
package import MapFiles
import Messages
package import OpenStreetMap
import ServiceRuntime

/// `planner build MAP --into DIR`: writes the map's name, date, box, time zone and country.
package enum BuildPlanner: ServiceCommand {
  package static let name = "build"
  package static let usage = """
    planner build MAP --into DIR [--time-zone ZONE] [--country CODE[-STATE]]
          notes the map's box, its time zone (without ZONE, the one of the place) and whose
          holidays count (US, DE-BY; without CODE, what the map's addresses say, else the
          country of the place)
    """

  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["into", "time-zone", "country"])
    let path = try arguments.positionals(["MAP"])[0]
    guard let directory = arguments["into"] else { throw UsageError("--into DIR is missing.") }
    let zone = try ZoneChoice(given: arguments["time-zone"])
    let country = try arguments["country"].map { text throws(UsageError) in
      try MapCountry(checking: text)
    }
    let file = try MapFile(path: path)
    let bar = ProgressBar("planner")
    bar.update(0, "reading nodes")
    let outcome = try build(file, zone: zone, country: country, into: directory)
    try CarParks.build(file, into: directory)
    let map = try MapManifest.read(directory + "/" + MapManifest.fileName)
    let mapCountry = MapCountry(of: map)
    let summary =
      "\(map.name), time zone \(map.timeZone), \(mapCountry?.description ?? "unknown country")"
    bar.finish(outcome == .built ? "noted \(summary)" : "\(summary): nothing has changed")
    if mapCountry?.hasHolidays != true { Log("planner").warning(MapCountry.warning(mapCountry)) }
    if let warning = map.clockWarning { Log("planner").warning(warning) }
  }

  /// Writes `map.json` where the map, its name, its date, its zone or the country given have
  /// changed.
  ///
  /// - Throws: `MapFileError`; `ArtifactError`.
  package static func build(
    _ file: MapFile, zone: ZoneChoice, country: MapCountry? = nil, into directory: String
  ) throws -> ArtifactBuild.Outcome {
    let fingerprint = try file.fingerprint().description
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    return try ArtifactBuild.run(
      MapManifest.fileName, version: MapManifest.currentVersion, source: fingerprint,
      options: "name=\(name) timeZone=\(zone.given ?? "by geography") "
        + "country=\(country?.description ?? "") date=\(try MapDate(of: file).time) versioned",
      into: directory
    ) { temporary in
      try MapManifest(of: file, fingerprint: fingerprint, zone: zone, country: country)
        .write(to: temporary)
    }
  }
}
