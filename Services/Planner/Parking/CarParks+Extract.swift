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
    /// By way that is an outer ring: the names of the car parks it belongs to.
    var rings: [Int64: [String?]] = [:]
    let selection = MapSelection(
      [.node, .way, .relation], keys: ["amenity"], locatesWays: true)
    try source.read(selection) { element in
      guard element.tags["amenity"] == "parking", Self.isForCustomers(element.tags) else { return }
      let name = element.tags["name"]
      switch element {
      case .node(let node): entries.append(Entry(name: name, coordinate: node.coordinate))
      case .way(let way):
        if let middle = Self.middle(of: way) {
          entries.append(Entry(name: name, coordinate: middle))
        }
      case .relation(let relation):
        for member in relation.members where member.kind == .way && member.role != "inner" {
          rings[member.id, default: []].append(name)
        }
      }
    }
    if !rings.isEmpty {
      try source.read(MapSelection([.way], locatesWays: true)) { element in
        guard case .way(let way) = element, let names = rings[way.id],
          let middle = Self.middle(of: way)
        else { return }
        entries += names.map { Entry(name: $0, coordinate: middle) }
      }
    }
    self.init(entries)
  }

  /// The middle of the box around a way; `nil` if the extract has none of its nodes.
  private static func middle(of way: MapWay) -> Coordinate? {
    let points = way.coordinates.compactMap { $0 }
    guard let first = points.first else { return nil }
    var box = BoundingBox(first)
    for point in points { box.extend(to: point) }
    return box.center
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

extension MapElement {
  fileprivate var tags: Tags {
    switch self {
    case .node(let node): node.tags
    case .way(let way): way.tags
    case .relation(let relation): relation.tags
    }
  }
}
