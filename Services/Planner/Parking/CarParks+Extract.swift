import Geography
import MapFiles
import Messages
package import OpenStreetMap

extension CarParks {
  /// Writes the car parks of an extract into the map directory, where it has changed.
  ///
  /// - Throws: `MapFileError`; `ArtifactError`.
  package static func build(_ file: MapFile, into directory: String) throws {
    _ = try ArtifactBuild.run(
      fileName, version: currentVersion, source: try file.fingerprint().description,
      into: directory
    ) { temporary in
      try CarParks(of: file).write(to: temporary)
    }
  }

  /// Finds the car parks that customers may use: `amenity=parking`, as a node, an area or a
  /// multipolygon.
  ///
  /// - Throws: whatever the source throws.
  package init(of source: some MapSource) throws {
    var entries: [Entry] = []
    func isWanted(_ tags: Tags) -> Bool {
      tags["amenity"] == "parking" && Self.isForCustomers(tags)
    }
    _ = try source.forEachPlace(["amenity"], relations: { isWanted($0.tags) }) { place, outline in
      guard isWanted(place.tags) else { return }
      var points: [Coordinate?] = outline.map { BoundingBox(around: $0.line)?.center }
      if case .node(let node) = place { points = [node.coordinate] }
      entries += points.compactMap { $0 }.map { Entry(name: place.tags["name"], coordinate: $0) }
    }
    self.init(entries)
  }

  /// Whether any customer may leave a car there, and it is a lot, not a part of the street or
  /// somebody's garage.
  ///
  /// Source: OpenStreetMap wiki, "Key:parking", "Key:access".
  static func isForCustomers(_ tags: Tags) -> Bool {
    let keys = ["motorcar", "motor_vehicle", "vehicle", "access"]
    let access = keys.lazy.compactMap { tags[$0] }.first ?? "yes"
    let values = access.lowercased().filter { $0 != " " }.split(separator: ";").map(String.init)
    return !openToCustomers.isDisjoint(with: values)
      && !notLots.contains(tags["parking"] ?? "")
  }

  private static let openToCustomers: Set = [
    "yes", "public", "permissive", "designated", "customers", "customer", "destination",
    "visitors", "guests", "unknown",
  ]

  private static let notLots: Set = [
    "street_side", "lane", "on_kerb", "half_on_kerb", "shoulder", "layby", "garage_boxes",
    "carports", "sheds",
  ]
}
