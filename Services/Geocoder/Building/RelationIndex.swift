import Geography
import OpenStreetMap

/// The relations that assign streets to houses or form areas. Built before nodes and ways are read.
struct RelationIndex: Sendable {
  /// An element of any kind.
  struct Key: Sendable, Hashable {
    let kind: MapElementKind
    let id: Int64
  }

  /// A relation that assigns a street to houses: `associatedStreet`, `street`.
  struct Street: Sendable {
    let name: String?
    /// The roads of the street. Their name is used where the relation has none.
    let roads: [Int64]
    let city: String?
    let postcode: String?
  }

  /// A relation whose ways form an area with a name or a house number.
  struct Area: Sendable {
    let id: Int64
    let tags: Tags
    let outerWays: [Int64]
    /// The label or admin centre node of the area.
    let label: Int64?
  }

  private(set) var streets: [Street] = []
  private(set) var areas: [Area] = []
  private(set) var outerWays: Set<Int64> = []
  private(set) var labelNodes: Set<Int64> = []
  private var streetByHouse: [Key: Int] = [:]

  /// The index in `streets` of the element's street; `nil` where no relation assigns one.
  func street(of kind: MapElementKind, _ id: Int64) -> Int? {
    streetByHouse[Key(kind: kind, id: id)]
  }

  mutating func add(_ relation: MapRelation) {
    switch relation.tags["type"] {
    case "associatedStreet", "street": addStreet(relation)
    case "multipolygon", "boundary": addArea(relation)
    default: break
    }
  }

  private mutating func addStreet(_ relation: MapRelation) {
    let roads = relation.members.filter { $0.kind == .way && $0.role == "street" }.map(\.id)
    for member in relation.members where Self.houseRoles.contains(member.role) {
      streetByHouse[Key(kind: member.kind, id: member.id)] = streets.count
    }
    streets.append(
      Street(
        name: relation.tags["addr:street"] ?? relation.tags["name"], roads: roads,
        city: relation.tags["addr:city"], postcode: relation.tags["addr:postcode"]))
  }

  private mutating func addArea(_ relation: MapRelation) {
    guard relation.tags["name"] != nil || relation.tags["addr:housenumber"] != nil else { return }
    let outer = relation.members.filter { $0.kind == .way && $0.role != "inner" }.map(\.id)
    let labels = relation.members.filter { $0.kind == .node }
    let label =
      labels.first { $0.role == "label" } ?? labels.first { $0.role == "admin_centre" }
    outerWays.formUnion(outer)
    if let label { labelNodes.insert(label.id) }
    areas.append(
      Area(id: relation.id, tags: relation.tags, outerWays: outer, label: label?.id))
  }

  private static let houseRoles: Set<String> = ["house", "address", "addr:houselink"]
}
